import { useStore } from 'react-admin';
import type { Resource } from '../../model/index.ts';

/** Properties that the user sees as columns, in the order the user has put them. `storeKey` is the list's own. */
export function useShownColumns(model: Resource, storeKey: string): readonly string[] {
  const { columns, hiddenColumns } = model.list;
  const names = [...new Set([...columns, ...hiddenColumns])];
  // Where react-admin's table and its column chooser keep the choice.
  const [hidden] = useStore<readonly string[]>(`${storeKey}.columns`, hiddenColumns);
  const [ranks] = useStore<readonly number[] | undefined>(`${storeKey}.columns_columnRanks`);
  const ordered = ranks
    ? ranks.flatMap((rank) => names[rank] ?? []).concat(names.filter((_, at) => !ranks.includes(at)))
    : names;
  return ordered.filter((name) => !hidden.includes(name));
}
