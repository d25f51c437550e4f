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

/** The question for a whole page of figures. */
export const dashboardQuery = (provider: Pick<AdminDataProvider, 'call'>, path: string, asked: Asked) => ({
  queryKey: ['dashboard', path, asked],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<DashboardAnswer> =>
    (await provider.call<DashboardAnswer>('GET', path, asked, { signal })).data,
  retry: false as const,
  meta: madeOfAnswer(({ resources }: DashboardAnswer) => resources),
});
