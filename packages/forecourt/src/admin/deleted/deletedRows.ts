import { useContext } from 'react';
import { ListContext } from 'react-admin';

/** Value of a list's filters that asks for what is soft-deleted. */
export const DELETED = 'deleted';

/** Whether the list around shows the soft-deleted rows, in place of the others. */
export function useShowsDeleted(): boolean {
  const values = useContext(ListContext)?.filterValues as Readonly<Record<string, unknown>> | undefined;
  return String(values?.[DELETED]) === 'true';
}
