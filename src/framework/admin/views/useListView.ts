import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { offeredViews, type ListViewName, type Resource } from '../../model/index.ts';
import { VIEW_PARAMETER } from '../routing/documentedUrls.ts';
import { usePreference } from './usePreference.ts';

export interface ListView {
  readonly view: ListViewName;
  readonly offered: readonly ListViewName[];
  /** Whether the list's own page of rows is shown; the other views ask for rows of their own. */
  readonly paged: boolean;
  choose(view: ListViewName): void;
}

/** How a list is shown: as the address says (`view=`), else as this user saw it last, else as the declaration says. */
export function useListView(model: Resource, storeKey: string): ListView {
  const [search, setSearch] = useSearchParams();
  const [kept, keep] = usePreference<ListViewName | ''>(storeKey, 'view', '');
  const offered = offeredViews(model.list.views);
  const known = (name: string | null): ListViewName | undefined => offered.find((one) => one === name);
  const asked = known(search.get(VIEW_PARAMETER));
  const view = asked ?? known(kept) ?? model.list.views.first;

  useEffect(() => {
    if (asked && asked !== kept) keep(asked);
  }, [asked, kept, keep]);

  const choose = useCallback(
    (next: ListViewName) => {
      keep(next);
      setSearch((current) => {
        const parameters = new URLSearchParams(current);
        parameters.set(VIEW_PARAMETER, next);
        return parameters;
      });
    },
    [keep, setSearch],
  );
  return { view, offered, paged: view === 'table' || view === 'card', choose };
}
