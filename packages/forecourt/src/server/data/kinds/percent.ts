import { number } from './number.ts';

/** Stored and exchanged as the number it is; only screens show it otherwise. */
export const percent = number;
