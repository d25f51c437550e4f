import type { BlockHold } from './availability.ts';

/** A time in which something that is no order has a car. */
export interface Block extends BlockHold {
  readonly carId: number;
}

/**
 * Returns what has a car beside orders once a storage, work order or dispatch plan takes `will` in place of `was` (D-CAR-18). `was` is found by its car,
 * kind and start: one car has no two at a time. Times are instants; null: nothing was taken, or nothing will be.
 */
export function withBlock(
  carId: number,
  blocks: readonly BlockHold[],
  { was, will }: { readonly was: Block | null; readonly will: Block | null },
): readonly BlockHold[] {
  const left =
    was?.carId === carId ? blocks.filter(({ kind, start }) => kind !== was.kind || start !== was.start) : blocks;
  return will?.carId === carId ? [...left, will] : left;
}
