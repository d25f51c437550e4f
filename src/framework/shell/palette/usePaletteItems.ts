import { useCallback, useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { documentedTarget, useAdminRuntime, useCanDo, usePaused } from '../../admin/index.ts';
import { entryLabel, groupLabel, useMenuGroups } from '../menuEntries.ts';
import { matching, type PaletteItem } from './paletteItems.ts';
import { recentItems } from './recentItems.ts';

interface Found {
  /** Addresses of screens found by their name in another language. */
  readonly pages: readonly string[];
  readonly records: readonly {
    readonly resource: string;
    readonly hits: readonly { readonly id: number; readonly title: string; readonly detail: string }[];
  }[];
}

const NOTHING: Found = { pages: [], records: [] };

/** Every screen of the user's own menu. */
function usePages(): readonly PaletteItem[] {
  const translate = useTranslate();
  const groups = useMenuGroups();
  return useMemo(
    () =>
      groups.flatMap((group) =>
        group.entries.map((entry): PaletteItem => {
          const [label, detail] = [entryLabel(translate, entry), groupLabel(translate, group)];
          return {
            id: entry.path,
            group: 'pages',
            label,
            ...(detail !== label && { detail }),
            words: [entry.path],
            to: entry.path,
          };
        }),
      ),
    [groups, translate],
  );
}

/** Where a record is opened: its detail, its form, or the list that shows nothing but it, as far as the user may. */
function useRecordTarget(): (resource: string, id: number, title: string) => string | undefined {
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  return useCallback(
    (resource, id, title) => {
      const entry = model.entries.get(resource);
      if (!entry) return undefined;
      const { route, readOnly } = entry;
      if (route.show && canDo(resource, 'show')) return documentedTarget(model.entries, `/${resource}/${id}/show`);
      if (!readOnly && canDo(resource, 'edit')) return documentedTarget(model.entries, `/${resource}/${id}`);
      return route.list && `${route.list}?${new URLSearchParams({ filter: JSON.stringify({ keyword: title }) })}`;
    },
    [model, canDo],
  );
}

interface PaletteItems {
  readonly items: readonly PaletteItem[];
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What answers the text typed so far: screens and actions at once, records and names in other languages when the server has answered. */
export function usePaletteItems(typed: string, actions: readonly PaletteItem[]): PaletteItems {
  const { http, storage } = useAdminRuntime();
  const pages = usePages();
  const targetOf = useRecordTarget();
  const paused = usePaused(typed.trim());
  const asks = paused !== '';
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['palette', paused],
    queryFn: async ({ signal }) => (await http<Found>('/search', { query: { q: paused }, signal })).data,
    enabled: asks,
    placeholderData: keepPreviousData,
  });
  const found = (asks && data) || NOTHING;

  const items = useMemo((): readonly PaletteItem[] => {
    if (typed.trim() === '') {
      const recent = recentItems(storage).map((item) => ({ ...item, id: `recent ${item.id}`, group: 'recent' }));
      return [...recent, ...pages, ...actions];
    }
    const named = matching(pages, typed);
    const elsewhere = pages.filter(({ id }) => found.pages.includes(id) && !named.some((one) => one.id === id));
    const records = found.records.flatMap(({ resource, hits }) =>
      hits.map(({ id, title, detail }): PaletteItem => ({
        id: `${resource} ${id}`,
        group: resource,
        label: title,
        detail,
        to: targetOf(resource, id, title),
      })),
    );
    return [...named, ...elsewhere, ...matching(actions, typed), ...records];
  }, [typed, pages, actions, found, storage, targetOf]);
  const loading = typed.trim() !== '' && (isFetching || paused !== typed.trim());
  return { items, loading, error, retry: () => void refetch() };
}
