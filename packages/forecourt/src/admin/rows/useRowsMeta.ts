import { useMemo, useState } from 'react';
import type { ListViewName, Resource } from '../../model/index.ts';
import { rowFields, rowsMeta, type RowsMeta } from './rowFields.ts';

const NONE: readonly string[] = [];

/**
 * What a list asks of its rows, once for as long as nothing is to be asked for that it did not ask for before. `columns` are those that its table
 * shows: one that is shown later asks for the rows once more, one that is hidden changes nothing.
 */
export function useRowsMeta(
  model: Resource,
  view: ListViewName,
  columns: readonly string[] = NONE,
): RowsMeta | undefined {
  const [seen, setSeen] = useState(columns);
  if (columns.some((name) => !seen.includes(name))) setSeen([...new Set([...seen, ...columns])]);
  return useMemo(() => rowsMeta(rowFields(model, view, seen)), [model, view, seen]);
}
