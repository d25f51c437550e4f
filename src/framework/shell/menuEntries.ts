import { useMemo } from 'react';
import { useAdminRuntime, useSessionInfo } from '../admin/index.ts';
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
        ? [{ path: entry.route.list, title: `resources.${entry.name}.title`, permission: entry.permission.route, ...entry.menu }]
        : [],
    );
    const visible = [...entries, ...resources].filter((entry) => entry.permission === undefined || session.can(entry.permission));
    const known = new Set(groups.map((group) => group.key));
    const others = [...new Set(visible.map((entry) => entry.group).filter((key) => !known.has(key)))].map((key) => ({ key, icon: 'TableRows' }));
    return [...groups, ...others]
      .map((group) => ({ ...group, entries: visible.filter((entry) => entry.group === group.key).sort((a, b) => a.sort - b.sort) }))
      .filter((group) => group.entries.length > 0);
  }, [model, session, groups, entries, info]);
}
