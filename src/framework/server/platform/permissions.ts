import { sql } from 'kysely';
import {
  exportPath,
  humanise,
  importPath,
  permissionKey,
  WILDCARD,
  type Model,
  type Resource,
} from '../../model/index.ts';
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
  const moving = [importPath(resource, entity) && 'import', exportPath(resource) && 'export'].filter(isWord);
  const acting = actions.flatMap((action) => [action.permission ?? 'edit'].flat());
  const words = ['query', 'detail', ...writing, ...moving, ...acting];
  return [...new Set(words)].filter((word) => permissionKey(resource.permission, word) !== word);
}

const isWord = (word: string | undefined): word is string => word !== undefined;

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

async function offerPage(
  db: Database,
  messages: Messages,
  { name, permission, route, menu }: Resource,
): Promise<number> {
  return insert(db, {
    parentId: await groupOf(db, messages, menu?.group ?? 'resources'),
    title: titlesOf(messages, `resources.${name}.title`, humanise(name)),
    type: PAGE,
    path: permission.route,
    url: route.list,
    icon: menu?.icon,
    sort: menu?.sort ?? 100,
  });
}

/**
 * Puts what this database has not been offered before into the tree on the role screen: of every resource its page, below its group, and
 * below the page the words that it knows. A tree that the application made itself is completed, not repeated.
 */
export async function offerPermissions(db: Database, model: Model, messages: Messages): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from "appMeta" where key = ${OFFERED}`.execute(db);
  const offered = new Set(rows[0] ? (JSON.parse(rows[0].value) as string[]) : []);
  const asked = [...model.resources.values()].map((resource) => {
    const { permission } = resource;
    const words = wordsOf(resource).map((word) => ({ word, path: permissionKey(permission, word) }));
    return { resource, words, paths: [permission.route, ...words.map(({ path }) => path)] };
  });
  const fresh = asked.filter(({ paths }) => paths.some((path) => !offered.has(path)));
  if (fresh.length === 0) return;

  // Where words hang: below the page itself, or beside it where the tree of the application has it as an action of another page.
  const entries = await sql<{ id: number; path: string }>`
    select case when type = ${ACTION} then coalesce("parentId", id) else id end as id, path from menu where path is not null
  `.execute(db);
  const known = new Map(entries.rows.map(({ id, path }) => [path, id]));
  for (const { resource, words, paths } of fresh) {
    const { route } = resource.permission;
    // A page that is gone was taken away by an administrator, its words with it.
    if (known.has(route) || !offered.has(route)) {
      const parentId = known.get(route) ?? (await offerPage(db, messages, resource));
      known.set(route, parentId);
      for (const [index, { word, path }] of words.entries()) {
        if (known.has(path) || offered.has(path)) continue;
        const title = titlesOf(messages, `permissions.words.${word}`, humanise(word));
        known.set(path, await insert(db, { parentId, title, type: ACTION, path, sort: (index + 1) * STEP }));
      }
    }
    for (const path of paths) offered.add(path);
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
