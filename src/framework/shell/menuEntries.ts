import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useAdminRuntime, useSessionInfo } from '../admin/index.ts';
import { routeTitle } from './routeTitle.ts';
import { useShell, type ShellEntry } from './shellContext.ts';

export interface MenuGroup {
  readonly key: string;
  readonly icon: string;
  readonly entries: readonly ShellEntry[];
}

/** The side menu: every resource with a menu block and every extra entry that the user's permissions open, in groups. Empty groups are left out. */
export function useMenuGroups(): readonly MenuGroup[] {
  const { model, session } = useAdminRuntime();
  const { groups, entries } = useShell();
  const info = useSessionInfo();
  return useMemo(() => {
    if (!info) return [];
    const resources = [...model.entries.values()].flatMap((entry): ShellEntry[] =>
      entry.menu && entry.route.list
        ? [
            {
              path: entry.route.list,
              title: `resources.${entry.name}.title`,
              permission: entry.permission.route,
              ...entry.menu,
            },
          ]
        : [],
    );
    const visible = [...entries, ...resources].filter(
      (entry) => entry.permission === undefined || session.can(entry.permission),
    );
    const known = new Set(groups.map((group) => group.key));
    const others = [...new Set(visible.map((entry) => entry.group).filter((key) => !known.has(key)))].map((key) => ({
      key,
      icon: 'TableRows',
    }));
    return [...groups, ...others]
      .map((group) => ({
        ...group,
        entries: visible.filter((entry) => entry.group === group.key).sort((a, b) => a.sort - b.sort),
      }))
      .filter((group) => group.entries.length > 0);
  }, [model, session, groups, entries, info]);
}

type Translate = (key: string, options?: { _: string }) => string;

/** What an entry is called: as its route, else by its own title. */
export const entryLabel = (translate: Translate, entry: ShellEntry): string =>
  translate(routeTitle(entry.path), { _: translate(entry.title, { _: entry.title }) });

export const groupLabel = (translate: Translate, { key }: MenuGroup): string =>
  translate(`menu.groups.${key}`, { _: key });

const belongs = (entry: ShellEntry, pathname: string): boolean =>
  pathname.startsWith(`${entry.path.replace(/\/list$/, '')}/`);

/** The entry of the page shown; a page without one of its own (`/order/detail/1`) belongs to the list beside it. */
export function activePath(groups: readonly MenuGroup[], pathname: string): string | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const exact = entries.find((entry) => entry.path === pathname);
  return (exact ?? entries.filter((entry) => belongs(entry, pathname)).sort((a, b) => b.path.length - a.path.length)[0])
    ?.path;
}

/** Groups of the menu, and the path of the entry that is shown as chosen. */
export function useMenu(): { readonly groups: readonly MenuGroup[]; readonly current: string | undefined } {
  const groups = useMenuGroups();
  const { pathname } = useLocation();
  return { groups, current: activePath(groups, pathname) };
}
