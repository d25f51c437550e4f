export { lockCars, release, reserve, type HoldSource, type HoldSpan } from './holds.ts';
