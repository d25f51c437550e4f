export { lockCars, release, reserve, type HoldSource, type HoldSpan, type LockedCars } from './holds.ts';
