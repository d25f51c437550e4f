import type { LaterIndex, Statement, TablesPlan } from '../tablesPlan.ts';

/** A plan in the making. */
export interface Draft {
  safe: Statement[];
  later: LaterIndex[];
  unsafe: { statement: Statement; why: string }[];
  impossible: { statement: Statement; why: string }[];
  kept: { statement: Statement; why: string }[];
  notes: string[];
}

export const newDraft = (): Draft & TablesPlan => ({
  safe: [],
  later: [],
  unsafe: [],
  impossible: [],
  kept: [],
  notes: [],
});

export const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
