import type { QueryClient } from '@tanstack/react-query';
import {
  getQuery,
  parseQueryFromLocation,
  type GetListResult,
  type ListParams,
  type SortPayload,
  type Store,
} from 'react-admin';
import type { FieldRights, Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { VIEW_PARAMETER } from '../model/documentedUrls.ts';
import type { ResourceLabels } from '../model/resourceLabels.ts';
import { registeredBeginning } from '../values/registry.ts';
import { loadOwnView } from '../views/ownViews.ts';
import { chosenView, isPaged } from '../views/useListView.ts';
import { preferenceKey } from '../views/usePreference.ts';
import { shownColumns } from '../columns/useColumns.ts';
import { loadReadable, readableTo } from '../model/whole.ts';
import type { SessionInfo } from '../providers/session.ts';
import { suspend } from '../runtime/suspend.ts';
import { rowFields, rowsMeta } from '../rows/rowFields.ts';
import type { startingWith } from './startingWith.ts';

export const ROWS_A_PAGE = 20;

/** The order a list begins with. */
export function listSort({ list }: Resource): SortPayload {
  const [field, order] = list.sort;
  return { field, order: order === 'desc' ? 'DESC' : 'ASC' };
}

let start: typeof startingWith | undefined;
let loading: Promise<unknown> | undefined;
const loadStart = () => (loading ??= import('./startingWith.ts').then((module) => (start = module.startingWith)));

/** The resource as the list of the user's role begins; suspends while what that needs is loading. */
export function startOf(model: Resource, views: SessionInfo['views']): Resource {
  const given = views?.[model.name];
  if (!given) return model;
  return start ? start(model, given) : suspend(loadStart());
}

/** Where react-admin's store keeps page, sort and filters of a list that was left. */
export const storedParams = (key: string): string => `${key}.list`;

interface EarlyRowsSource {
  readonly dataProvider: AdminDataProvider;
  readonly labels: Pick<ResourceLabels, 'load'>;
  readonly can: (key: string) => boolean;
  /** What the role takes of properties. */
  readonly fields?: FieldRights | undefined;
  readonly queryClient: QueryClient;
  readonly store: Store;
  /** Of the signed-in user. */
  readonly user: number;
  /** What the lists of the user's role begin with. */
  readonly views: SessionInfo['views'];
  /** Query of the address. */
  readonly search: string;
}

/**
 * Asks for the rows the list at this address is going to ask for, before it is drawn. The list finds the question, or its answer, in the
 * cache under its own key; should it ask for other rows after all, this answer is left unread. A view that asks for rows of its own is loaded.
 */
export async function prefetchRows(whole: Resource, source: EarlyRowsSource): Promise<void> {
  const { dataProvider, labels, queryClient, store, user, views, search, can, fields } = source;
  if (registeredBeginning(whole.list.component).ownRows) return;
  if (views?.[whole.name]) await loadStart();
  const readable = readableTo(whole, can, fields) ?? (await loadReadable()).readableBy(whole, can, fields);
  const model = startOf(readable, views);
  const asked = new URLSearchParams(search).get(VIEW_PARAMETER);
  const kept = store.getItem<string>(preferenceKey(user, model.name, 'view'));
  const view = chosenView(model, asked, kept ?? '');
  if (!isPaged(view)) return loadOwnView(view, labels);

  const { page, perPage, sort, order, filter } = getQuery({
    queryFromLocation: parseQueryFromLocation({ search }),
    params: store.getItem<Partial<ListParams>>(storedParams(model.name), {}),
    filterDefaultValues: model.list.filterDefaults,
    sort: listSort(model),
    perPage: ROWS_A_PAGE,
  });
  const params = {
    pagination: { page, perPage },
    sort: { field: sort, order },
    filter: { ...(filter as object | undefined) },
    meta: rowsMeta(rowFields(model, view, shownColumns(model, store, model.name))),
  };
  await queryClient.prefetchQuery({
    queryKey: [model.name, 'getList', params],
    queryFn: async ({ signal }): Promise<GetListResult> => {
      const { data, total, pageInfo, meta } = await dataProvider.getList(model.name, { ...params, signal });
      return { data, total, pageInfo, meta };
    },
  });
}
