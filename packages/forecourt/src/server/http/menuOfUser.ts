import { sql } from 'kysely';
import { permits, type Model } from '../../model/index.ts';
import type { Actor, Database, Language } from '../contract.ts';
import type { Translate } from '../messages.ts';

/** A group of the side menu as the menu table has it. */
interface MenuGroupInfo {
  readonly id: number;
  readonly title: string;
  readonly icon?: string;
  readonly sort: number;
  readonly hidden?: true;
}

/** What the menu table says of one screen; the screen itself exists only in code (D-SHELL-17). */
interface MenuPageInfo {
  readonly url: string;
  /** The group it lies in, however deep; absent at the top of the tree. */
  readonly group?: number;
  /** Only where an administrator gave it another one than the product has. */
  readonly title?: string;
  readonly icon?: string;
  readonly sort: number;
  readonly hidden?: true;
}

export interface MenuInfo {
  readonly groups: readonly MenuGroupInfo[];
  readonly pages: readonly MenuPageInfo[];
}

interface MenuRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: Readonly<Record<string, string>> | null;
  readonly type: number;
  readonly path: string | null;
  readonly url: string | null;
  readonly icon: string | null;
  readonly sort: number | null;
  readonly status: number;
}

/** Codes of the table `menuType`. */
const GROUP = 1;
const PAGE = 2;

interface Reader {
  readonly model: Model;
  readonly actor: Pick<Actor, 'permissions'>;
  readonly language: Language;
  readonly t: Translate;
}

/** The entry and everything above it, the nearest first. A circle made by hand in the database ends where it closes. */
function upwards(rows: ReadonlyMap<number, MenuRow>, from: MenuRow): MenuRow[] {
  const seen = new Set<MenuRow>();
  for (let at: MenuRow | undefined = from; at && !seen.has(at); at = at.parentId ? rows.get(at.parentId) : undefined)
    seen.add(at);
  return [...seen];
}

/** The menu as this user's side menu follows it: renamed, hidden, ordered and grouped as the table says. */
function menuFor(entries: readonly MenuRow[], { model, actor, language, t }: Reader): MenuInfo {
  const rows = new Map(entries.map((row) => [row.id, row]));
  const named = new Map(
    [...model.resources.values()].flatMap(({ name, route }) => (route.list ? [[route.list, name] as const] : [])),
  );
  const titleOf = (row: MenuRow): string => row.title?.[language] ?? Object.values(row.title ?? {})[0] ?? '';
  /** What the product calls the screen, as the browser would. */
  const ownTitle = (url: string): string => {
    const keys = [`routes.${url}`, ...(named.has(url) ? [`resources.${named.get(url)!}.title`] : [])];
    return keys.map((key) => ({ key, text: t(key) })).find(({ key, text }) => text !== key)?.text ?? '';
  };
  const looks = (row: MenuRow) => ({
    ...(row.icon && { icon: row.icon }),
    sort: row.sort ?? 0,
    ...(upwards(rows, row).some(({ status }) => status === 0) && { hidden: true as const }),
  });

  const pages = new Map<string, MenuPageInfo>();
  const used = new Set<number>();
  for (const row of entries) {
    const { url, path } = row;
    if (row.type !== PAGE || !url || pages.has(url) || (path && !permits(actor.permissions, path))) continue;
    const group = upwards(rows, row).find(({ type }) => type === GROUP)?.id;
    if (group !== undefined) used.add(group);
    const title = titleOf(row);
    pages.set(url, {
      url,
      ...(group !== undefined && { group }),
      ...(title !== '' && title !== ownTitle(url) && { title }),
      ...looks(row),
    });
  }
  const groups = entries
    .filter(({ id }) => used.has(id))
    .map((row) => ({ id: row.id, title: titleOf(row), ...looks(row) }));
  return { groups, pages: [...pages.values()] };
}

/** Reads groups and pages of the menu table for the user info: one short statement, however many actions the tree has. */
export async function menuOfUser(db: Database, reader: Reader): Promise<MenuInfo> {
  const { rows } = await sql<MenuRow>`
    select id, "parentId", title, type, path, url, icon, sort, status from menu where type in (${GROUP}, ${PAGE}) order by sort, id
  `.execute(db);
  return menuFor(rows, reader);
}

/** Addresses of screens whose name has this text in any language; the browser knows those of the user's own. */
export async function pagesNamed(
  db: Database,
  actor: Pick<Actor, 'permissions'>,
  text: string,
): Promise<readonly string[]> {
  const word = text.trim().toLowerCase();
  if (word === '') return [];
  const { rows } = await sql<Pick<MenuRow, 'url' | 'path' | 'title'>>`
    select url, path, title from menu where type = ${PAGE} and url <> '' and status = 1 order by sort, id
  `.execute(db);
  const found = rows.filter(
    ({ path, title }) =>
      (!path || permits(actor.permissions, path)) &&
      Object.values(title ?? {}).some((name) => name.toLowerCase().includes(word)),
  );
  return [...new Set(found.map(({ url }) => url!))];
}
