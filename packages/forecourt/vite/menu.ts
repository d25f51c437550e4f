import { completeEntry, shortEntry } from '../src/model/entry.ts';
import { findFiles, readConfig, readDashboards, readDeclarations } from './declared.ts';

/** Shown for a group of the menu, and where an icon is not known. */
const GENERAL = 'TableRows';

interface MenuGroup {
  readonly key: string;
  readonly icon: string;
}

/** Groups of the menu: those that the configuration names, those that entries stand in, and the system's at the end. */
export async function menuOf(
  root: string,
): Promise<{ readonly groups: readonly MenuGroup[]; readonly icons: readonly string[] }> {
  const { menu = [] } = await readConfig(root);
  const files = await findFiles(root);
  const declared = await readDeclarations(files);
  const entries = [
    ...[...files.keys()].flatMap((name) => completeEntry(shortEntry(name, declared.get(name))).menu ?? []),
    ...(await readDashboards(root)).flatMap((page) => page.menu ?? []),
  ].sort((one, other) => one.sort - other.sort);
  const last = { key: 'system', icon: 'Settings' };
  const groups = new Map<string, MenuGroup>(menu.map((group) => [group.key, group]));
  for (const { group: key, icon } of entries)
    if (key !== last.key && !groups.has(key)) groups.set(key, { key, icon: icon ?? GENERAL });
  if (!groups.has(last.key)) groups.set(last.key, last);
  const icons = [...entries.map(({ icon }) => icon), ...[...groups.values()].map(({ icon }) => icon)];
  return { groups: [...groups.values()], icons: [...new Set(icons)].filter((icon) => icon !== undefined).sort() };
}
