import type { Drop, LaterIndex, Statement, TablesPlan } from '../tablesPlan.ts';
import { ident } from '../sql/index.ts';

/** A plan in the making. */
export interface Draft {
  safe: Statement[];
  later: LaterIndex[];
  unsafe: { statement: Statement; why: string }[];
  impossible: { statement: Statement; why: string }[];
  kept: Drop[];
  notes: string[];
}

export const newDraft = (): Draft & TablesPlan => ({
  safe: [],
  later: [],
  unsafe: [],
  impossible: [],
  kept: [],
  dropped: [],
  migrations: [],
  notes: [],
});

/** Fails where the column holds a value by now, and keeps others from writing one until the transaction is over. */
export const stillEmpty = (table: string, column: string): string =>
  `alter table ${ident(table)} add constraint forecourt_empty check (${ident(column)} is null); alter table ${ident(table)} drop constraint forecourt_empty`;

export const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
