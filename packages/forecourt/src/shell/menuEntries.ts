import { useMemo } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useAdminRuntime, useSessionInfo, routeTitle } from '../admin/index.ts';
import { menuOf, type MenuGroup } from './menuOrder.ts';
import { useShell, type ShellEntry } from './shellContext.ts';

export type { MenuGroup } from './menuOrder.ts';

/**
 * The side menu: every resource with a menu block and every extra entry that the user's permissions open, in groups, as the menu table
 * names, orders and hides them. Empty groups are left out.
 */
export function useMenuGroups(): readonly MenuGroup[] {
  const { model, session } = useAdminRuntime();
  const { groups, entries } = useShell();
  const info = useSessionInfo();
  return useMemo(() => {
    if (!info) return [];
    const resources = [...model.entries.values()].flatMap((entry): ShellEntry[] => [
      ...(entry.menu && entry.route.list
        ? [
            {
              path: entry.route.list,
              pages: Object.values(entry.route),
              title: `resources.${entry.name}.title`,
              permission: entry.permission.route,
              ...entry.menu,
            },
          ]
        : []),
      ...(entry.report?.menu
        ? [
            {
              path: entry.report.path,
              title: `routes.${entry.report.path}`,
              permission: entry.permission.route,
              ...entry.report.menu,
            },
          ]
        : []),
    ]);
    const visible = [...entries, ...resources].filter(
      (entry) => entry.permission === undefined || session.can(entry.permission),
    );
    return menuOf(groups, visible, info.menu);
  }, [model, session, groups, entries, info]);
}

type Translate = (key: string, options?: { _: string }) => string;

/** What an entry is called: as its route, else by its own title. */
export const entryLabel = (translate: Translate, entry: ShellEntry): string =>
  translate(routeTitle(entry.path), { _: translate(entry.title, { _: entry.title }) });

export const groupLabel = (translate: Translate, { key, title, entries }: MenuGroup): string =>
  title ?? translate(`menu.groups.${key}`, { _: entries.length === 1 ? entryLabel(translate, entries[0]!) : key });

const belongs = (entry: ShellEntry, pathname: string): boolean =>
  pathname.startsWith(`${entry.path.replace(/\/list$/, '')}/`);

/** The entry of the page shown; a page without one of its own belongs to the list whose page it is, else to the list beside it. */
export function activePath(groups: readonly MenuGroup[], pathname: string): string | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const exact = entries.find((entry) => entry.path === pathname);
  const owner = exact ?? entries.find((entry) => entry.pages?.some((page) => matchPath(page, pathname)));
  return (owner ?? entries.filter((entry) => belongs(entry, pathname)).sort((a, b) => b.path.length - a.path.length)[0])
    ?.path;
}

/** Groups of the menu, and the path of the entry that is shown as chosen. */
export function useMenu(): { readonly groups: readonly MenuGroup[]; readonly current: string | undefined } {
  const groups = useMenuGroups();
  const { pathname } = useLocation();
  return { groups, current: activePath(groups, pathname) };
}
