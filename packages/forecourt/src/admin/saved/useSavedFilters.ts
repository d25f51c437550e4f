import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { ListViewName, Resource } from '../../model/index.ts';
import { useColumns } from '../columns/useColumns.ts';
import { VIEW_PARAMETER } from '../model/documentedUrls.ts';
import { refusalOf } from '../providers/refusal.ts';
import type { SavedViewContent } from '../providers/session.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { humanise } from '../values/format.ts';
import { useListView } from '../views/useListView.ts';
import { usePreference } from '../views/usePreference.ts';

/** What somebody named: filters, sort, columns and view of a list. */
export interface SavedFilter {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
  readonly role: { readonly id: number; readonly name: string } | null;
  /** The lists of the role begin with it. */
  readonly isDefault: boolean;
  readonly content: SavedViewContent;
}

/** Declared in `list.savedFilters`, for everybody. */
interface DeclaredFilter {
  readonly name: string;
  readonly content: SavedViewContent;
}

interface Answer {
  readonly mayShare: boolean;
  readonly views: readonly SavedFilter[];
}

export interface SavedFilters {
  readonly declared: readonly DeclaredFilter[];
  /** Undefined until the server has answered. */
  readonly saved: Answer | undefined;
  readonly failed: boolean;
  again(): void;
  apply(content: SavedViewContent): void;
  /** Names what is shown now. Like the others it answers why it is refused, in words. */
  save(name: string): Promise<string | undefined>;
  change(
    id: number,
    to: { readonly name?: string; readonly roleId?: number | null; readonly isDefault?: boolean },
  ): Promise<string | undefined>;
  remove(id: number): Promise<string | undefined>;
}

/** Saved in this browser by a version before. */
interface KeptHere extends Omit<SavedViewContent, 'view'> {
  readonly name: string;
  readonly view?: ListViewName;
}

const NONE: readonly KeptHere[] = [];

/** The saved filters of a list: those of its declaration, own ones, and what the role was given, from the server. */
export function useSavedFilters(model: Resource, storeKey: string): SavedFilters {
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const { filterValues, sort, perPage } = useListContext();
  const { view } = useListView(model, storeKey);
  const [, setSearch] = useSearchParams();
  const { shown, choose } = useColumns(model, storeKey);
  const resource = model.name;
  const query = useQuery({
    queryKey: ['savedViews', resource],
    queryFn: async () => (await http<Answer>('/account/views', { query: { resource } })).data,
  });
  const { refetch } = query;

  const post = async (path: string, body: object): Promise<string | undefined> => {
    try {
      await http(`/account/views/${path}`, { method: 'POST', body, creates: path === 'save' });
      await refetch();
      return undefined;
    } catch (error) {
      const { errors, message } = refusalOf(error);
      return Object.values(errors)[0] ?? message;
    }
  };

  const declared = model.list.savedFilters.map(
    ({ key, filter = {}, sort: order, columns, view: shownAs }): DeclaredFilter => ({
      name: translate(`resources.${resource}.savedFilters.${key}`, { _: humanise(key) }),
      content: {
        filter,
        sort: order && { field: order[0], order: order[1] === 'desc' ? 'DESC' : 'ASC' },
        columns,
        view: shownAs,
      },
    }),
  );

  useMoveToServer(storeKey, query.data, ({ name, ...content }) => post('save', { resource, name, content }));

  const apply = (content: SavedViewContent): void => {
    if (content.columns) choose(content.columns);
    // All at once: filters and view set one after the other would undo each other's address.
    const order = content.sort ?? sort;
    const parameters = new URLSearchParams({
      filter: JSON.stringify(content.filter),
      displayedFilters: '{}',
      sort: order.field,
      order: order.order,
      page: '1',
      perPage: String(perPage),
    });
    parameters.set(VIEW_PARAMETER, content.view ?? view);
    setSearch(parameters);
  };

  return {
    declared,
    saved: query.data,
    failed: query.isError,
    again: () => void refetch(),
    apply,
    save: (name) =>
      post('save', { resource, name, content: { filter: filterValues as object, sort, columns: shown, view } }),
    change: (id, to) => post('save', { resource, id, ...to }),
    remove: (id) => post('delete', { id }),
  };
}

/** Lists whose filters are going to the server: the box may be closed and opened anew meanwhile. */
const moving = new Set<string>();

/** What this browser kept before there was a place on the server goes there once; what is refused stays here. */
function useMoveToServer(
  storeKey: string,
  saved: Answer | undefined,
  move: (kept: KeptHere) => Promise<string | undefined>,
): void {
  const [kept, keep] = usePreference<readonly KeptHere[]>(storeKey, 'savedFilters', NONE);
  const [begun, setBegun] = useState(false);
  const due = saved !== undefined && !begun && kept.length > 0;
  useEffect(() => {
    if (!due) return;
    setBegun(true);
    if (moving.has(storeKey)) return;
    moving.add(storeKey);
    void (async () => {
      const staying: KeptHere[] = [];
      for (const one of kept) if ((await move(one)) !== undefined) staying.push(one);
      keep(staying);
      moving.delete(storeKey);
    })();
  }, [due, kept, keep, move, storeKey]);
}
