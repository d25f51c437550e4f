import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { labelsOf, useAdminRuntime, useKeptRecords, useKeptTitles, usePaused } from '../../admin/index.ts';
import { useRecordTarget } from '../recordTarget.ts';
import { entryLabel, groupLabel, useMenuGroups } from '../menuEntries.ts';
import { matching, matchOf, type PaletteItem } from './paletteItems.ts';
import { recentItems } from './recentItems.ts';
import { useFound, type Found } from './useFound.ts';
import { useNewRecords } from './useNewRecords.ts';
import { usePaletteVerbs } from './usePaletteVerbs.ts';

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

/** Favourite records, then those seen lately, as the server calls them now. */
function useKeptItems(): readonly PaletteItem[] {
  const translate = useTranslate();
  const targetOf = useRecordTarget();
  const favourites = useKeptRecords('favourites');
  const recent = useKeptRecords('recent');
  const others = recent.records.filter((record) => !favourites.has(record));
  const titled = useKeptTitles([...favourites.records, ...others]);
  return titled.flatMap((record) => {
    const { resource, id, title } = record;
    const to = targetOf(resource, id, title);
    const group = favourites.has(record) ? 'favourites' : 'records';
    return to ? [{ id: `${resource} ${id}`, group, label: title, detail: labelsOf(translate, resource).one, to }] : [];
  });
}

interface PaletteItems {
  readonly items: readonly PaletteItem[];
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * What answers the text typed so far: screens, new records and actions at once, records, their steps and names in other languages when the server
 * has answered. A verb that names its record comes first, then what the text begins.
 */
export function usePaletteItems(typed: string, actions: readonly PaletteItem[]): PaletteItems {
  const { storage } = useAdminRuntime();
  const pages = usePages();
  const fresh = useNewRecords();
  const kept = useKeptItems();
  const targetOf = useRecordTarget();
  const text = typed.trim();
  const paused = usePaused(text);
  const { found: answer, isFetching, error, refetch } = useFound(paused, true);
  const found = answer ?? NOTHING;
  const verbs = usePaletteVerbs(paused, answer);

  const items = useMemo((): readonly PaletteItem[] => {
    if (text === '') {
      const recent = recentItems(storage).map((item) => ({ ...item, id: `recent ${item.id}`, group: 'recent' }));
      return [...kept, ...recent, ...fresh.filter(({ shortcut }) => shortcut !== undefined), ...pages, ...actions];
    }
    const named = matching(pages, text);
    const elsewhere = pages.filter(({ id }) => found.pages.includes(id) && !named.some((one) => one.id === id));
    const begun = matching(fresh, text);
    const isFirst = begun[0] !== undefined && matchOf(begun[0], text) === 0;
    const records = found.records.flatMap(({ resource, hits }) =>
      hits.map(({ id, title, detail }): PaletteItem => ({
        id: `${resource} ${id}`,
        group: resource,
        label: title,
        detail,
        to: targetOf(resource, id, title),
      })),
    );
    return [
      ...verbs.spoken,
      ...(isFirst ? begun : []),
      ...named,
      ...elsewhere,
      ...(isFirst ? [] : begun),
      ...verbs.waiting,
      ...matching(actions, text),
      ...records,
      ...verbs.beside,
    ];
  }, [text, pages, fresh, kept, actions, found, verbs, storage, targetOf]);
  const loading = text !== '' && (isFetching || verbs.loading || paused !== text);
  return { items, loading, error, retry: () => void refetch() };
}
