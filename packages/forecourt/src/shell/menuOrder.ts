import type { MenuInfo } from '../admin/index.ts';
import type { ShellConfig, ShellEntry } from './shellContext.ts';

export interface MenuGroup {
  readonly key: string;
  readonly icon: string;
  /** Its name in the menu table, in the user's language; absent: the catalogue names it by its key. */
  readonly title?: string;
  readonly entries: readonly ShellEntry[];
}

interface Placed extends Omit<MenuGroup, 'entries'> {
  readonly sort: number;
  readonly hidden?: boolean;
}

/** Groups as the code has them: the declared ones in their order, then those that only entries name. */
function declaredGroups(groups: ShellConfig['groups'], entries: readonly ShellEntry[]): readonly Placed[] {
  const known = new Set(groups.map((group) => group.key));
  const others = [...new Set(entries.map((entry) => entry.group).filter((key) => !known.has(key)))];
  // Behind every group of the table, unless the table has it too.
  return [...groups, ...others.map((key) => ({ key, icon: 'TableRows' }))].map((group, at) => ({
    ...group,
    sort: Number.MAX_SAFE_INTEGER / 2 + at,
  }));
}

/**
 * The menu from what the code declares and what the menu table says of it: other names, icons, places and groups, or nothing at all for what
 * is hidden (D-SHELL-17). A screen that the table does not have stays where the code puts it, beside the screens of its group.
 */
export function menuOf(
  groups: ShellConfig['groups'],
  entries: readonly ShellEntry[],
  menu: MenuInfo | undefined,
): readonly MenuGroup[] {
  const pages = new Map(menu?.pages.map((page) => [page.url, page]));
  const inTable = new Map(menu?.groups.map((group) => [group.id, group]));
  const placed = new Map<string, Placed>(declaredGroups(groups, entries).map((group) => [group.key, group]));

  // A group of the table is the group of the code whose first screen lies in it.
  const keys = new Map<number, string>();
  const homes = new Map<string, string>();
  for (const entry of [...entries].sort((a, b) => a.sort - b.sort)) {
    const group = inTable.get(pages.get(entry.path)?.group ?? -1);
    if (!group || homes.has(entry.group)) continue;
    const key = keys.get(group.id) ?? entry.group;
    keys.set(group.id, key);
    homes.set(entry.group, key);
  }
  for (const { id, icon, ...group } of inTable.values()) {
    const key = keys.get(id) ?? `menu-${id}`;
    keys.set(id, key);
    placed.set(key, { ...group, key, icon: icon ?? placed.get(key)?.icon ?? 'TableRows' });
  }

  const members = new Map<string, ShellEntry[]>();
  for (const entry of entries) {
    const page = pages.get(entry.path);
    if (page?.hidden) continue;
    const alone = `page-${entry.path}`;
    const key = page ? (keys.get(page.group ?? -1) ?? alone) : (homes.get(entry.group) ?? entry.group);
    const icon = page?.icon ?? entry.icon;
    if (key === alone) placed.set(key, { key, icon, sort: page!.sort });
    members.set(key, [...(members.get(key) ?? []), { ...entry, icon, sort: page?.sort ?? entry.sort }]);
  }
  return [...placed.values()]
    .filter(({ key, hidden }) => !hidden && members.has(key))
    .sort((a, b) => a.sort - b.sort)
    .map(({ key, icon, title }) => ({
      key,
      icon,
      ...(title && { title }),
      entries: members.get(key)!.sort((a, b) => a.sort - b.sort),
    }));
}
