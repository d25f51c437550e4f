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

interface Entry {
  readonly parentId: number | null;
  readonly title: Titles;
  readonly type: number;
  readonly path?: string;
  readonly url?: string;
  readonly icon?: string;
  readonly sort: number;
}

/** Makes the entries and answers their ids, in their order. One statement, however many they are. */
async function insert(db: Database, entries: readonly Entry[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with ordered as (
      select nextval(pg_get_serial_sequence('menu', 'id')) as id, entry
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as t(entry, at) order by at
    ), made as (
      insert into menu (id, "parentId", title, type, path, url, icon, sort, status)
      select id, (entry ->> 'parentId')::bigint, entry -> 'title', (entry ->> 'type')::integer, entry ->> 'path', entry ->> 'url',
        entry ->> 'icon', (entry ->> 'sort')::integer, 1
      from ordered
    )
    select id from ordered order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of groups by their key: found by the titles they got when they were made, else made. */
async function groupsOf(db: Database, messages: Messages, keys: Iterable<string>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title ->> 'en-US' as title from menu where type = ${GROUP} order by id desc
  `.execute(db);
  const known = new Map(rows.map(({ id, title }) => [title, id]));
  const groups = new Map<string, number>();
  for (const key of keys) {
    const title = titlesOf(messages, `menu.groups.${key}`, humanise(key));
    const english = title['en-US']!;
    const id = known.get(english) ?? (await insert(db, [{ parentId: null, title, type: GROUP, sort: 1000 }]))[0]!;
    known.set(english, id);
    groups.set(key, id);
  }
  return groups;
}

const groupOf = ({ menu }: Resource): string => menu?.group ?? 'resources';

/** Pages of resources, each below its group; ids by the route key. */
async function offerPages(
  db: Database,
  messages: Messages,
  resources: readonly Resource[],
): Promise<readonly (readonly [route: string, id: number])[]> {
  if (resources.length === 0) return [];
  const groups = await groupsOf(db, messages, new Set(resources.map(groupOf)));
  const ids = await insert(
    db,
    resources.map((resource) => ({
      parentId: groups.get(groupOf(resource))!,
      title: titlesOf(messages, `resources.${resource.name}.title`, humanise(resource.name)),
      type: PAGE,
      path: resource.permission.route,
      url: resource.route.list,
      icon: resource.menu?.icon,
      sort: resource.menu?.sort ?? 100,
    })),
  );
  return resources.map(({ permission }, at) => [permission.route, ids[at]!]);
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
  const pages = new Map<string, Resource>();
  for (const { resource } of fresh) {
    const { route } = resource.permission;
    if (!known.has(route) && !offered.has(route) && !pages.has(route)) pages.set(route, resource);
  }
  for (const [route, id] of await offerPages(db, messages, [...pages.values()])) known.set(route, id);

  const actions: Entry[] = [];
  for (const { resource, words, paths } of fresh) {
    const parentId = known.get(resource.permission.route);
    // A page that is gone was taken away by an administrator, its words with it.
    if (parentId !== undefined)
      for (const [index, { word, path }] of words.entries()) {
        if (known.has(path) || offered.has(path)) continue;
        const title = titlesOf(messages, `permissions.words.${word}`, humanise(word));
        actions.push({ parentId, title, type: ACTION, path, sort: (index + 1) * STEP });
        known.set(path, parentId);
      }
    for (const path of paths) offered.add(path);
  }
  await insert(db, actions);
  await sql`
    insert into "appMeta" (key, value) values (${OFFERED}, ${JSON.stringify([...offered])})
    on conflict (key) do update set value = excluded.value
  `.execute(db);
}

/** The entry that gives every right. */
export async function offerEverything(db: Database, messages: Messages): Promise<number> {
  const title = titlesOf(messages, 'permissions.index', 'Everything');
  const [id] = await insert(db, [{ parentId: null, title, type: ACTION, path: WILDCARD, sort: 0 }]);
  return id!;
}
