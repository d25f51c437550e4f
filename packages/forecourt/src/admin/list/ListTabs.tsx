import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useListContext, useTranslate, type SortPayload } from 'react-admin';
import type { Resource, SavedFilterDeclaration } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { COUNTED_TO, countText } from '../rows/countText.ts';
import { humanise } from '../values/format.ts';
import { listSort } from './listRequest.ts';
import { TabRow } from './TabRow.tsx';

type Values = Readonly<Record<string, unknown>>;

const ALL: SavedFilterDeclaration = { key: 'all' };

/** The tabs that a declaration names, after that of all rows. */
function tabsOf({ list }: Resource): readonly SavedFilterDeclaration[] {
  return [ALL, ...list.tabs.flatMap((tab) => list.savedFilters.find(({ key }) => key === tab) ?? [])];
}

/** The order of a tab: its own, or that of the list. */
const sortOf = (model: Resource, { sort }: SavedFilterDeclaration): SortPayload =>
  sort ? { field: sort[0], order: sort[1] === 'desc' ? 'DESC' : 'ASC' } : listSort(model);

/** Numbers of the address are texts elsewhere. */
const sameValue = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '');

/** How many rows each tab holds under the other filters; nothing while that is not known. One question for all, stale when lists of the resource are. */
function useCounts({ name }: Resource, others: Values): readonly string[] {
  const provider = useDataProvider<AdminDataProvider>();
  const { filter } = useListContext();
  const filters = { ...others, ...(filter as Values | undefined) };
  const { data = [] } = useQuery({
    queryKey: [name, 'getList', 'tabs', filters],
    queryFn: async ({ signal }) =>
      (await provider.call<readonly number[]>('GET', `/resources/${name}/tabs`, filters, { signal })).data,
    placeholderData: (previous) => previous,
    retry: false,
  });
  return data.map((count) => countText(count, count > COUNTED_TO));
}

/**
 * The saved filters that a list has as tabs (`list.tabs`), after all rows. The chosen one is a filter like the others and stands in the
 * address; filters that no tab is about stay as they are.
 */
export default function ListTabs({ model }: { model: Resource }) {
  const { filterValues, displayedFilters, setFilters, setSort, sort } = useListContext();
  const translate = useTranslate();
  const tabs = tabsOf(model);
  const values = filterValues as Values;
  const own = new Set(tabs.flatMap(({ filter = {} }) => Object.keys(filter)));
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));
  const counts = useCounts(model, others);
  const chosen = tabs.find(({ filter = {} }) => [...own].every((name) => sameValue(values[name], filter[name])));

  const choose = (next: SavedFilterDeclaration) => {
    setFilters({ ...others, ...next.filter }, displayedFilters);
    const before = chosen && sortOf(model, chosen);
    const wanted = sortOf(model, next);
    // An order that the user chose stays.
    if (before?.field === sort.field && before.order === sort.order) setSort(wanted);
  };

  return (
    <TabRow
      label={translate('admin.list.tabs')}
      tabs={tabs.map((tab, at) => ({
        key: tab.key,
        label:
          tab === ALL
            ? translate('admin.list.allRows')
            : translate(`resources.${model.name}.savedFilters.${tab.key}`, { _: humanise(tab.key) }),
        count: counts[at],
      }))}
      chosen={chosen?.key}
      onChoose={(key) => choose(tabs.find((tab) => tab.key === key) ?? ALL)}
    />
  );
}
