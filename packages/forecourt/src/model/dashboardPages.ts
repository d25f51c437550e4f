import type { DashboardDeclaration } from './dashboard.ts';
import type { PageDeclaration } from './page.ts';

const RELATIVE = /^(today([+-]\d{1,4})?|now([+-]\d{1,5}[mh])?)$/;
/** Whether an end of a range is said in relation to the moment. */
export const isRelative = (value: unknown): value is string => typeof value === 'string' && RELATIVE.test(value);

/** Dashboards as the menu, the permission tree and the address bar know pages. */
export const dashboardPages = (
  dashboards: readonly Pick<DashboardDeclaration, 'path' | 'permission' | 'actions' | 'menu'>[],
): PageDeclaration[] =>
  dashboards.map(({ path, permission, actions, menu }) => ({
    path,
    title: `routes.${path}`,
    permission,
    actions,
    menu,
  }));
