import { afterAll, beforeAll, expect, test } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema, PageDeclaration } from 'forecourt/model';
import { buildApp, defineApplication } from 'forecourt/server';
import { application } from '../../src/application.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

const book: EntitySchema = { type: 'object', properties: { title: { type: 'string' } }, 'x-title': ['title'] };
const calendar: PageDeclaration = {
  path: '/book/calendar',
  title: 'calendar',
  permission: 'book-calendar',
  actions: ['book-calendar-export'],
  menu: { group: 'books', sort: 20, icon: 'Today' },
};
/** Opened by the key of the list. */
const shelves: PageDeclaration = { path: '/book/shelves', title: 'shelves', permission: 'book-list' };
const free: PageDeclaration = { path: '/book/hours', title: 'hours' };

/** A version of the bookshop's application, with these pages. */
const version = (...pages: PageDeclaration[]) =>
  defineApplication({
    schemas: { 'schemas/book.json': book },
    locale,
    texts: { 'zh-CN': { calendar: '日历' }, 'en-US': { calendar: 'Calendar' }, 'th-TH': {} },
    pages,
  });

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ application: version() });
  admin = await app.signIn('admin');
});
afterAll(() => app?.close());

/** The next start of the database, by this version. */
async function restart(...pages: PageDeclaration[]): Promise<void> {
  const next = await buildApp({
    ...version(...pages),
    pool: app.pool,
    settings: {
      dataDir: app.dataDir,
      logLevel: 'silent',
      trustProxy: ['loopback'],
      defaultZone: 'Asia/Bangkok',
      imageOrigins: [],
    },
  });
  await next.data.applyTables();
  await next.close();
}

interface Entry {
  readonly id: number;
  readonly title: Readonly<Record<string, string>>;
  readonly path: string;
  readonly url: string;
  readonly children: readonly Entry[];
}
const flat = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
const tree = async (): Promise<Entry[]> => flat(accepted(await admin.get<{ list: Entry[] }>('/menu/list')).data.list);
const at = async (url: string): Promise<Entry | undefined> => (await tree()).find((entry) => entry.url === url);

test('a page that a later version brings is offered to an existing database once, with the keys of its calls', async () => {
  const before = (await tree()).length;
  await restart(calendar, shelves, free);
  const entry = (await at('/book/calendar'))!;
  expect(entry).toMatchObject({
    path: 'book-calendar',
    title: { 'zh-CN': '日历', 'en-US': 'Calendar' },
    children: [{ path: 'book-calendar-export' }],
  });
  expect(await at('/book/shelves')).toMatchObject({ path: 'book-list', children: [] });
  // The two pages, one action and the groups "books" and "resources"; nothing for the page that is everybody's.
  const after = await tree();
  expect(after.filter(({ url }) => url === '/book/hours')).toEqual([]);
  expect(after.length - before).toBeLessThanOrEqual(5);

  for (const { id } of [entry.children[0]!, entry, (await at('/book/shelves'))!])
    accepted(await admin.delete(`/menu/delete/${id}`));
  await restart(calendar, shelves);
  await restart(calendar, shelves, free);
  expect([await at('/book/calendar'), await at('/book/shelves')]).toEqual([undefined, undefined]);
});

test('a page goes into the group of its kind, whatever an administrator calls that group', async () => {
  const hours: PageDeclaration = {
    ...free,
    permission: 'book-hours',
    menu: { group: 'rooms', sort: 1, icon: 'Today' },
  };
  const rooms: PageDeclaration = { ...hours, path: '/book/rooms', permission: 'book-rooms' };
  await restart(hours);
  const group = (await tree()).find(({ children }) => children.some(({ url }) => url === '/book/hours'))!;
  accepted(
    await admin.post('/menu/save', { id: group.id, title: { 'zh-CN': '房间', 'en-US': 'Halls', 'th-TH': 'ห้อง' } }),
  );
  await restart(hours, rooms);
  const { children } = (await tree()).find(({ id }) => id === group.id)!;
  expect(children.map(({ url }) => url)).toEqual(['/book/hours', '/book/rooms']);
});

test('every key that a call of the product asks for is offered to a database that has none', async () => {
  const shop = await startTestApp();
  await shop.pool.query(`delete from menu; delete from "appMeta" where key in ('offeredPermissions', 'tables')`);
  await shop.app.data.applyTables();
  const { rows } = await shop.pool.query<{ path: string }>('select path from menu');
  await shop.close();
  const offered = new Set(['public', 'signed', 'session', ...rows.map(({ path }) => path)]);
  const asked = (application.module.commands ?? []).flatMap(({ permission }) => permission);
  expect(asked.filter((key) => !offered.has(key))).toEqual([]);
});
