import { useStore, type Store } from 'react-admin';
import type { Resource } from '../../model/index.ts';

export interface Columns {
  /** Every property that can be a column, in the order the user has put them. */
  readonly names: readonly string[];
  readonly shown: readonly string[];
  toggle(name: string): void;
  /** Puts a column at a place among `names`. */
  move(name: string, place: number): void;
  /** Columns and order as the declaration has them. */
  reset(): void;
  /** Shows exactly these, in this order, the others behind them. */
  choose(names: readonly string[]): void;
}

/** Where react-admin's table keeps the names of hidden columns. */
const hiddenKey = (storeKey: string): string => `${storeKey}.columns`;

/** The columns of a list that is not drawn yet, in no order. */
export function shownColumns({ list }: Resource, store: Store, storeKey: string): readonly string[] {
  const hidden = store.getItem<readonly string[]>(hiddenKey(storeKey)) ?? list.hiddenColumns;
  return [...list.columns, ...list.hiddenColumns].filter((name) => !hidden.includes(name));
}

/** The columns of a list as the user has chosen them. `storeKey` is the list's own. */
export function useColumns(model: Resource, storeKey: string): Columns {
  const { columns, hiddenColumns } = model.list;
  const all = [...new Set([...columns, ...hiddenColumns])];
  // As react-admin's table keeps the choice: hidden names, and the order as places in the declaration.
  const [hidden, setHidden] = useStore<readonly string[]>(hiddenKey(storeKey), hiddenColumns);
  const [ranks, setRanks] = useStore<readonly number[] | undefined>(`${storeKey}.columns_columnRanks`);
  const names = ranks
    ? ranks.flatMap((rank) => all[rank] ?? []).concat(all.filter((_, at) => !ranks.includes(at)))
    : all;
  const order = (next: readonly string[]): void => setRanks(next.map((name) => all.indexOf(name)));
  return {
    names,
    shown: names.filter((name) => !hidden.includes(name)),
    toggle: (name) =>
      setHidden(
        hidden.includes(name)
          ? hidden.filter((one) => one !== name)
          : [...hidden.filter((one) => all.includes(one)), name],
      ),
    move: (name, place) => order(names.filter((one) => one !== name).toSpliced(place, 0, name)),
    reset: () => {
      setHidden(hiddenColumns);
      setRanks(undefined);
    },
    choose: (chosen) => {
      const known = chosen.filter((name) => all.includes(name));
      setHidden(all.filter((name) => !known.includes(name)));
      order([...new Set([...known, ...all])]);
    },
  };
}
