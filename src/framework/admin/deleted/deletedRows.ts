import { useContext } from 'react';
import { ListContext } from 'react-admin';
import { undeletePath, type Resource } from '../../model/index.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import type { FilterEntry } from '../list/filterModel.ts';

/** Value of a list's filters that asks for what is put away. */
const DELETED = 'deleted';

/** Whether the list around shows the rows that are put away, in place of the others. */
export function useShowsDeleted(): boolean {
  const values = useContext(ListContext)?.filterValues as Readonly<Record<string, unknown>> | undefined;
  return String(values?.[DELETED]) === 'true';
}

/** The filter for deleted rows, for those who may delete; none where rows are not put away or have a filter of that name. */
export function useDeletedFilter(model: Resource): readonly FilterEntry[] {
  const canDo = useCanDo();
  const own = model.list.filters.some(({ name }) => name === DELETED);
  if (own || !undeletePath(model) || !canDo(model.name, 'delete')) return [];
  return [{ name: DELETED, input: 'yesNo', wire: [DELETED] }];
}
