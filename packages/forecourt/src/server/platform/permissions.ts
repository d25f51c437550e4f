import { sql } from 'kysely';
import {
  humanise,
  offeredKeys,
  permissionKey,
  WILDCARD,
  type Model,
  type PageDeclaration,
  type Resource,
} from '../../model/index.ts';
import type { Database } from '../contract.ts';
import type { Messages } from '../messages.ts';

type Titles = Record<string, string>;

/** Levels of the permission tree: codes of the table `menuType`. */
const GROUP = 1;
const PAGE = 2;
const ACTION = 3;
const STEP = 10;
/** Group and place of a page that names none. */
const OTHERS = 'resources';
const LAST = 100;

/** Remembered in the database, so that what an administrator has deleted is not offered again. */
const OFFERED = 'offeredPermissions';
/** Remembered once steps between states have rights of their own: before, who could edit could take them. */
const OWN_STEPS = 'stepsHaveRights';

/** In every language the first of the texts that there is. */
const titlesOf = (messages: Messages, keys: string | readonly string[], fallback: string): Titles =>
  Object.fromEntries(
    messages.languages.map((language) => {
      const found = [keys].flat().map((key) => messages.find(language, key));
      return [language, found.find((text) => text !== undefined) ?? fallback];
    }),
  );

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

/** Ids of groups by their key: found by the titles they got when they were made, else where other pages of the group lie, else made. */
async function groupsOf(
  db: Database,
  messages: Messages,
  keys: Iterable<string>,
  homes: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; title: Titles }>`
    select id, title from menu where type = ${GROUP} order by id desc
  `.execute(db);
  const saying = (language: string, text: string | undefined): string => `${language} ${text}`;
  const titled = (title: Titles): string[] => Object.entries(title).map(([language, text]) => saying(language, text));
  const known = new Map(rows.flatMap(({ id, title }) => titled(title).map((one) => [one, id] as const)));
  const groups = new Map<string, number>();
  for (const key of keys) {
    const title = titlesOf(messages, `menu.groups.${key}`, humanise(key));
    const id =
      titled(title)
        .map((one) => known.get(one))
        .find((one) => one !== undefined) ??
      homes.get(key) ??
      (await insert(db, [{ parentId: null, title, type: GROUP, sort: 1000 }]))[0]!;
    for (const one of titled(title)) known.set(one, id);
    groups.set(key, id);
  }
  return groups;
}

/** A page with the permissions below it, as the tree gets it. */
interface Offer {
  /** What the database remembers of the page: the route key of a resource, the address of any other page (several may share a key). */
  readonly key: string;
  readonly group: string;
  readonly page: Omit<Entry, 'parentId'>;
  /** `labels`: keys of texts, the best first. */
  readonly words: readonly { readonly word: string; readonly path: string; readonly labels: readonly string[] }[];
  /** The right to edit, and those of the steps that have one of their own. */
  readonly edit?: string;
  readonly steps?: readonly string[];
}

const stepsOf = ({ actions, entity, permission }: Resource): readonly string[] =>
  (entity.schema['x-states']?.transitions ?? []).flatMap(({ action }) => {
    const key = `${permission.base}-${action}`;
    return actions.some(({ name, keys }) => name === action && keys.includes(key)) ? [key] : [];
  });

const ofResource = (resource: Resource, messages: Messages, all: Iterable<Resource>): Offer => ({
  key: resource.permission.route,
  group: resource.menu?.group ?? OTHERS,
  page: {
    title: titlesOf(messages, `resources.${resource.name}.title`, humanise(resource.name)),
    type: PAGE,
    path: resource.permission.route,
    url: resource.route.list,
    icon: resource.menu?.icon,
    sort: resource.menu?.sort ?? LAST,
  },
  words: offeredKeys(resource, all).map(({ word, key }) => ({
    word,
    path: key,
    labels: ['codes.action', `resources.${resource.name}.actions`, `resources.${resource.name}.fields`].map(
      (group) => `${group}.${word}`,
    ),
  })),
  edit: permissionKey(resource.permission, 'edit'),
  steps: stepsOf(resource),
});

/** A page that everybody may open needs no entry. */
const ofPage = ({ path, title, permission, actions = [], menu }: PageDeclaration, messages: Messages): Offer[] => {
  const keys = [permission ?? []].flat();
  if (keys.length === 0) return [];
  return [
    {
      key: path,
      group: menu?.group ?? OTHERS,
      page: {
        title: titlesOf(messages, [`routes.${path}`, title], humanise(path)),
        type: PAGE,
        path: keys[0],
        url: path,
        icon: menu?.icon,
        sort: menu?.sort ?? LAST,
      },
      words: actions.map((action) => {
        const word = action.slice(action.lastIndexOf('-') + 1);
        return { word, path: action, labels: [`codes.action.${word}`] };
      }),
    },
  ];
};

/** Makes pages, each below its group; ids by their keys. */
async function offerPages(
  db: Database,
  messages: Messages,
  offers: readonly Offer[],
  homes: ReadonlyMap<string, number>,
): Promise<readonly (readonly [key: string, id: number])[]> {
  if (offers.length === 0) return [];
  const groups = await groupsOf(db, messages, new Set(offers.map(({ group }) => group)), homes);
  const ids = await insert(
    db,
    offers.map(({ group, page }) => ({ ...page, parentId: groups.get(group)! })),
  );
  return offers.map(({ key }, at) => [key, ids[at]!]);
}

interface Known {
  /**
   * Where words of a page hang, by the keys of pages and words: below the page itself, or beside the word where the tree of the application
   * has it as an action of another page. Of several pages with one key the oldest counts.
   */
  readonly pages: Map<string, number>;
  /** Groups that pages lie in, by the keys of the pages: an administrator may have renamed them. */
  readonly groups: ReadonlyMap<string, number>;
}

async function knownEntries(db: Database): Promise<Known> {
  const { rows } = await sql<{
    id: number;
    parentId: number | null;
    type: number;
    path: string | null;
    url: string | null;
  }>`select id, "parentId", type, path, url from menu order by id desc`.execute(db);
  const pages = new Map<string, number>();
  const groups = new Map<string, number>();
  for (const { id, parentId, type, path, url } of rows) {
    for (const key of [path ?? undefined, type === PAGE ? url?.split('?')[0] : undefined].filter(isWord)) {
      pages.set(key, type === ACTION ? (parentId ?? id) : id);
      if (type === PAGE && parentId !== null) groups.set(key, parentId);
    }
  }
  return { pages, groups };
}

/**
 * A database from before steps had rights of their own, once: roles that could edit go on taking the steps that are offered to it only now.
 * A step that is declared later is given on the role screen, like every new right.
 */
async function keepSteps(db: Database, fresh: readonly Offer[], offered: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql`select from "appMeta" where key = ${OWN_STEPS}`.execute(db);
  if (rows.length > 0) return;
  await sql`insert into "appMeta" (key, value) values (${OWN_STEPS}, 'yes')`.execute(db);
  const kept = fresh.flatMap(({ edit, steps = [] }) =>
    edit !== undefined && offered.has(edit)
      ? steps.filter((step) => step !== edit && !offered.has(step)).map((step) => ({ edit, step }))
      : [],
  );
  if (kept.length === 0) return;
  await sql`
    update role r set "menuIds" = r."menuIds" || given.ids
    from (
      select o.id, array_agg(distinct s.id) as ids
      from role o
      join menu e on e.id = any(o."menuIds")
      join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(edit text, step text) on k.edit = e.path
      join menu s on s.path = k.step and s.id <> all(o."menuIds")
      group by o.id
    ) given
    where given.id = r.id
  `.execute(db);
}

/**
 * Puts what this database has not been offered before into the tree on the role screen. Each resource, and each page
 * without one, gets its page below its group, and below it the actions that it knows. A tree that the application made
 * itself is completed, not repeated.
 */
export async function offerPermissions(db: Database, model: Model, messages: Messages): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from "appMeta" where key = ${OFFERED}`.execute(db);
  const offered = new Set(rows[0] ? (JSON.parse(rows[0].value) as string[]) : []);
  const keysOf = ({ key, words }: Offer): string[] => [key, ...words.map(({ path }) => path)];
  const offers = [
    ...[...model.resources.values()].map((resource) => ofResource(resource, messages, model.resources.values())),
    ...model.pages.flatMap((page) => ofPage(page, messages)),
  ];
  const fresh = offers.filter((offer) => keysOf(offer).some((key) => !offered.has(key)));
  const before = new Set(offered);
  if (fresh.length === 0) return keepSteps(db, fresh, before);

  const { pages: known, groups } = await knownEntries(db);
  const homes = new Map(
    offers.flatMap(({ key, group }): [string, number][] => (groups.has(key) ? [[group, groups.get(key)!]] : [])),
  );
  const pages = new Map<string, Offer>();
  for (const offer of fresh)
    if (!known.has(offer.key) && !offered.has(offer.key) && !pages.has(offer.key)) pages.set(offer.key, offer);
  for (const [key, id] of await offerPages(db, messages, [...pages.values()], homes)) known.set(key, id);

  const actions: Entry[] = [];
  for (const offer of fresh) {
    const parentId = known.get(offer.key);
    // A page that is gone was taken away by an administrator, its words with it.
    if (parentId !== undefined)
      for (const [index, { word, path, labels }] of offer.words.entries()) {
        if (known.has(path) || offered.has(path)) continue;
        const title = titlesOf(messages, labels, humanise(word));
        actions.push({ parentId, title, type: ACTION, path, sort: (index + 1) * STEP });
        known.set(path, parentId);
      }
    for (const key of keysOf(offer)) offered.add(key);
  }
  await insert(db, actions);
  await keepSteps(db, fresh, before);
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
