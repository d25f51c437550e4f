import { fromBaht, satang, ZERO, type Satang } from '../../rules/index.ts';

/** Baht of a form or an answer as satang; undefined while it is no amount. */
export function amountOf(value: unknown): Satang | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  try {
    return fromBaht(value);
  } catch {
    return undefined;
  }
}

/** Baht of a record, nothing counted as 0. */
export const amountIn = (record: Readonly<Record<string, unknown>>, name: string): Satang =>
  amountOf(record[name]) ?? ZERO;

export const difference = (to: Satang, from: Satang): Satang => satang(to - from);
