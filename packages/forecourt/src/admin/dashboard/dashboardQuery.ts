import type { QueryFunctionContext } from '@tanstack/react-query';
import { madeOfAnswer } from '../live/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import type { DashboardAnswer } from './types.ts';

/** What a page of figures is asked for, as its address says it. */
const ASKED = ['period', 'dateStart', 'dateEnd', 'compare'] as const;
export type Asked = Readonly<Record<string, string>>;

/** Texts that load with a page of figures. */
export const DASHBOARD_TEXTS = ['dashboards', 'admin.dashboard'] as const;

/** Of the query of an address; a parameter that ends with `Id` narrows the page. Whatever the server does not know it refuses. */
export const askedBy = (search: string): Asked =>
  Object.fromEntries(
    [...new URLSearchParams(search)].filter(
      ([name]) => (ASKED as readonly string[]).includes(name) || /Id$/.test(name),
    ),
  );

/**
 * The question for a page of figures. Where nothing of the page is known yet, its first figures are asked for before all others, and are there as soon as
 * they come; what stands below them follows.
 */
export const dashboardQuery = (provider: Pick<AdminDataProvider, 'call'>, path: string, asked: Asked) => {
  const queryKey = ['dashboard', path, asked];
  const ask = async (signal: AbortSignal, part?: 'first' | 'rest'): Promise<DashboardAnswer> =>
    (await provider.call<DashboardAnswer>('GET', path, part ? { ...asked, part } : asked, { signal })).data;
  return {
    queryKey,
    queryFn: async ({ signal, client }: QueryFunctionContext): Promise<DashboardAnswer> => {
      const known = client
        .getQueriesData({ queryKey: queryKey.slice(0, 2) })
        .some(([, answer]) => answer !== undefined);
      if (known) return ask(signal);
      const first = await ask(signal, 'first');
      if (!first.further) return first;
      client.setQueryData(queryKey, first);
      const rest = await ask(signal, 'rest');
      return { ...rest, sections: [...first.sections, ...rest.sections] };
    },
    retry: false as const,
    meta: madeOfAnswer(({ resources }: DashboardAnswer) => resources),
  };
};
