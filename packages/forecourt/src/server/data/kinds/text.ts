import type { Kind } from './kind.ts';
import { string } from './string.ts';

const MAX_LENGTH = 10_000;

/** Blanks at its ends belong to it. */
export const text: Kind = {
  ...string,
  normal: undefined,
  shape: ({ maxLength }) => ({ maxLength: maxLength ?? MAX_LENGTH }),
};
