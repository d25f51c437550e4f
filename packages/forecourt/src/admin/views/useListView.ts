import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { offeredViews, type ListViewName, type Resource } from '../../model/index.ts';
import { VIEW_PARAMETER } from '../model/documentedUrls.ts';
import { usePreference } from './usePreference.ts';

interface ListView {
  readonly view: ListViewName;
  readonly offered: readonly ListViewName[];
  /** Whether the list's own page of rows is shown; the other views ask for rows of their own. */
  readonly paged: boolean;
  choose(view: ListViewName): void;
}

/** Views that show the list's own page of rows. */
export const isPaged = (view: ListViewName): boolean => view === 'table' || view === 'card';

/** The view to show: as the address says, else as it was seen last, else as the declaration says. */
export function chosenView(model: Resource, asked: string | null, kept: string): ListViewName {
  const offered = offeredViews(model.list.views);
  const known = (name: string | null): ListViewName | undefined => offered.find((one) => one === name);
  return known(asked) ?? known(kept) ?? model.list.views.first;
}

/** How a list is shown: as the address says (`view=`), else as this user saw it last, else as the declaration says. */
export function useListView(model: Resource, storeKey: string): ListView {
  const [search, setSearch] = useSearchParams();
  const [kept, keep] = usePreference<ListViewName | ''>(storeKey, 'view', '');
  const offered = offeredViews(model.list.views);
  const asked = offered.find((one) => one === search.get(VIEW_PARAMETER));
  const view = chosenView(model, search.get(VIEW_PARAMETER), kept);

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
  return { view, offered, paged: isPaged(view), choose };
}
