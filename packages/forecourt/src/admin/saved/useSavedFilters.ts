import { useListContext, useTranslate, type SortPayload } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { ListViewName, Resource } from '../../model/index.ts';
import { useColumns } from '../columns/useColumns.ts';
import { VIEW_PARAMETER } from '../model/documentedUrls.ts';
import { humanise } from '../values/format.ts';
import { useListView } from '../views/useListView.ts';
import { usePreference } from '../views/usePreference.ts';

/** What a user named: filters, sort, columns and view of a list. */
export interface SavedFilter {
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort?: SortPayload;
  readonly columns?: readonly string[];
  readonly view?: ListViewName;
}

interface SavedFilters {
  readonly own: readonly SavedFilter[];
  /** Declared in `list.savedFilters`, for everybody. */
  readonly shared: readonly SavedFilter[];
  apply(saved: SavedFilter): void;
  /** Names what is shown now. False when the name is taken. */
  save(name: string): boolean;
  rename(from: string, to: string): boolean;
  remove(name: string): void;
}

const NONE: readonly SavedFilter[] = [];

/** The saved filters of a list: shared ones from its declaration, own ones from this browser's store, apart for each user. */
export function useSavedFilters(model: Resource, storeKey: string): SavedFilters {
  const translate = useTranslate();
  const [own, keep] = usePreference<readonly SavedFilter[]>(storeKey, 'savedFilters', NONE);
  const { filterValues, sort, perPage } = useListContext();
  const { view } = useListView(model, storeKey);
  const [, setSearch] = useSearchParams();
  const { shown, choose } = useColumns(model, storeKey);

  const shared = model.list.savedFilters.map((saved): SavedFilter => ({
    name: translate(`resources.${model.name}.savedFilters.${saved.key}`, { _: humanise(saved.key) }),
    filter: saved.filter ?? {},
    sort: saved.sort && { field: saved.sort[0], order: saved.sort[1] === 'desc' ? 'DESC' : 'ASC' },
    columns: saved.columns,
    view: saved.view,
  }));
  const taken = (name: string): boolean => own.some((one) => one.name === name);

  const apply = (saved: SavedFilter): void => {
    if (saved.columns) choose(saved.columns);
    // All at once: filters and view set one after the other would undo each other's address.
    const order = saved.sort ?? sort;
    const parameters = new URLSearchParams({
      filter: JSON.stringify(saved.filter),
      displayedFilters: '{}',
      sort: order.field,
      order: order.order,
      page: '1',
      perPage: String(perPage),
    });
    parameters.set(VIEW_PARAMETER, saved.view ?? view);
    setSearch(parameters);
  };

  return {
    own,
    shared,
    apply,
    save: (name) => {
      if (taken(name)) return false;
      keep([...own, { name, filter: filterValues as Record<string, unknown>, sort, columns: shown, view }]);
      return true;
    },
    rename: (from, to) => {
      if (from !== to && taken(to)) return false;
      keep(own.map((one) => (one.name === from ? { ...one, name: to } : one)));
      return true;
    },
    remove: (name) => keep(own.filter((one) => one.name !== name)),
  };
}
