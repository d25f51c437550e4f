import { builtInFor } from '../imported.ts';
import type { Column, Constraint, Table } from './catalog.ts';

/** A table of nothing but two references, which together are its key: a relation of many to many. */
export interface JoinTable {
  readonly table: Table;
  /** The side that gets the list of ids, and what the list is of. */
  readonly owner: Constraint;
  readonly other: Constraint;
  /** Columns that say nothing of the two. */
  readonly further: readonly string[];
}

const isBuiltIn = (column: Column): boolean => /^timestamp/.test(column.type) && builtInFor(column.name) !== undefined;
const sameColumns = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

/** The tables that only join two others. */
export function joinTables(tables: readonly Table[]): JoinTable[] {
  const known = new Set(tables.map((table) => table.key));
  return tables.flatMap((table) => {
    const references = table.constraints.filter(({ kind, columns }) => kind === 'f' && columns.length === 1);
    const [first, second] = references;
    if (!first || !second || references.length !== 2 || !references.every(({ target }) => known.has(target!.key)))
      return [];
    const pair = [...first.columns, ...second.columns];
    const key = table.constraints.find(
      ({ kind, columns }) => (kind === 'p' || kind === 'u') && sameColumns(columns, pair),
    );
    const surrogate = table.constraints.find(({ kind, columns }) => kind === 'p' && columns.length === 1)?.columns[0];
    const further = table.columns.filter(({ name }) => !pair.includes(name) && name !== surrogate);
    if (!key || further.some((column) => !isBuiltIn(column))) return [];
    const owner =
      table.name.startsWith(second.target!.table) && !table.name.startsWith(first.target!.table) ? second : first;
    const rest = table.columns.filter(({ name }) => !pair.includes(name)).map(({ name }) => name);
    return [{ table, owner, other: owner === first ? second : first, further: rest }];
  });
}
