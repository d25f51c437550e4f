import { sql } from 'kysely';
import { humanise, permissionKey, WILDCARD, type Model, type Resource } from '../../model/index.ts';
import type { Database } from '../contract.ts';
import { LANGUAGES, type Messages } from '../messages.ts';

type Titles = Record<string, string>;

/** Levels of the permission tree: codes of the table `menuType`. */
const GROUP = 1;
const PAGE = 2;
const ACTION = 3;
const STEP = 10;

/** Remembered in the database, so that what an administrator has deleted is not offered again. */
const OFFERED = 'offeredPermissions';

const titlesOf = (messages: Messages, key: string, fallback: string): Titles =>
  Object.fromEntries(LANGUAGES.map((language) => [language, messages.find(language, key) ?? fallback]));

/** The words of the nine that mean something for a resource. */
export function wordsOf(resource: Resource): readonly string[] {
  const { entity, actions } = resource;
  const writing = entity.log ? [] : ['add', 'edit', ...(entity.deletion === 'never' ? [] : ['delete'])];
  const acting = actions.flatMap((action) => [action.permission ?? 'edit'].flat());
  const words = ['query', 'detail', ...writing, 'import', 'export', ...acting];
  return [...new Set(words)].filter((word) => permissionKey(resource.permission, word) !== word);
}

async function insert(
  db: Database,
  entry: {
    parentId: number | null;
    title: Titles;
    type: number;
    path?: string;
    url?: string;
    icon?: string;
    sort: number;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into menu ("parentId", title, type, path, url, icon, sort, status)
    values (${entry.parentId}, ${JSON.stringify(entry.title)}::jsonb, ${entry.type}, ${entry.path ?? null}, ${entry.url ?? null}, ${entry.icon ?? null}, ${entry.sort}, 1)
    returning id
  `.execute(db);
  return rows[0]!.id;
}

/** The group of a resource's menu entry: found by the title it got when it was made, else made. */
async function groupOf(db: Database, messages: Messages, group: string): Promise<number> {
  const title = titlesOf(messages, `menu.groups.${group}`, humanise(group));
  const { rows } = await sql<{ id: number }>`
    select id from menu where type = ${GROUP} and title ->> 'en-US' = ${title['en-US']} order by id limit 1
  `.execute(db);
  return rows[0]?.id ?? insert(db, { parentId: null, title, type: GROUP, sort: 1000 });
}

async function offerResource(db: Database, messages: Messages, resource: Resource): Promise<void> {
  const { name, permission, route, menu } = resource;
  const title = titlesOf(messages, `resources.${name}.title`, humanise(name));
  const parentId = await groupOf(db, messages, menu?.group ?? 'resources');
  const page = await insert(db, {
    parentId,
    title,
    type: PAGE,
    path: permission.route,
    url: route.list,
    icon: menu?.icon,
    sort: menu?.sort ?? 100,
  });
  for (const [index, word] of wordsOf(resource).entries()) {
    const path = permissionKey(permission, word);
    const known = await sql`select 1 from menu where path = ${path}`.execute(db);
    if (known.rows.length > 0) continue;
    const label = titlesOf(messages, `permissions.words.${word}`, humanise(word));
    await insert(db, { parentId: page, title: label, type: ACTION, path, sort: (index + 1) * STEP });
  }
}

/**
 * Puts the permission entries of every resource that this database has not seen before into the tree on the role screen: its group, its
 * page and the words that it knows. A resource whose page is there already (first start of an application with a tree of its own) is left alone.
 */
export async function offerPermissions(db: Database, model: Model, messages: Messages): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from "appMeta" where key = ${OFFERED}`.execute(db);
  const offered = new Set(rows[0] ? (JSON.parse(rows[0].value) as string[]) : []);
  const fresh = [...model.resources.values()].filter((resource) => !offered.has(resource.permission.route));
  if (fresh.length === 0) return;
  const existing = await sql<{ path: string }>`select path from menu where path is not null`.execute(db);
  const paths = new Set(existing.rows.map((row) => row.path));
  for (const resource of fresh) {
    if (!paths.has(resource.permission.route)) await offerResource(db, messages, resource);
    paths.add(resource.permission.route);
    offered.add(resource.permission.route);
  }
  await sql`
    insert into "appMeta" (key, value) values (${OFFERED}, ${JSON.stringify([...offered])})
    on conflict (key) do update set value = excluded.value
  `.execute(db);
}

/** The entry that gives every right. */
export const offerEverything = (db: Database, messages: Messages): Promise<number> =>
  insert(db, {
    parentId: null,
    title: titlesOf(messages, 'permissions.index', 'Everything'),
    type: ACTION,
    path: WILDCARD,
    sort: 0,
  });
