import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from './app.ts';
import { book, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

/** Who sees `138****5678` must not learn the rest by asking for every number that there could be. */

const PHONE = '13812345678';
const MINUTE = 60_000;
/** Different values behind one mask that a user may ask for in a day. */
const ALIKE = 5;

let app: RentalApp;
beforeAll(async () => {
  app = await startRentalApp();
  await book(await app.as('admin'), { renterName: '王小明', renterPhone: PHONE, carId: RENTAL.cars[0] });
  await sql`
    insert into role (name, code, "menuIds") select 'Lister', 'lister', array_agg(id) from menu where path in ('order-list', 'member-list')
  `.execute(app.db);
});
afterAll(() => app?.close());

let listers = 0;
/** Somebody new, who sees phones masked and has asked for nothing yet. */
async function newLister(): Promise<{ readonly id: number; readonly client: Client }> {
  const username = `lister${++listers}`;
  const { rows } = await sql<{ id: number }>`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select ${username}, ${username}, ${`+66922${100_000 + listers}`}, u.password, r.id, 0, 1
    from "user" u, role r where u.username = 'admin' and r.code = 'lister' returning id
  `.execute(app.db);
  return { id: rows[0]!.id, client: await app.signIn(username) };
}

/** Time of the process that the budget goes by, milliseconds. */
let passed = 0;
const realNow = performance.now.bind(performance);
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed));
afterAll(() => void vi.restoreAllMocks());

const WAYS: readonly (readonly [string, (client: Client, text: string, page?: number) => ReturnType<Client['get']>])[] = [
  ['the list of members', (client, keyword, pageNo = 1) => client.get('/member/list', { pageNo, pageSize: 10, keyword })],
  ['the choices of members', (client, keyword) => client.get('/member/options', { keyword })],
  ['the list of orders', (client, keyword, pageNo = 1) => client.get('/order/list', { pageNo, pageSize: 10, keyword })],
  ['the palette', (client, q) => client.get('/search', { q })],
]; // prettier-ignore

/** The number with these digits in the place of those that the mask hides. */
const guess = (digits: number): string => `138${String(digits).padStart(4, '0')}5678`;

describe.each(WAYS)('in %s', (_place, ask) => {
  it('guessing the hidden digits ends after few of them, and the right one is refused, too', async () => {
    const { client } = await newLister();
    const answers = [];
    for (let digits = 0; digits < 12; digits++) answers.push((await ask(client, guess(digits))).http);
    expect(answers).toEqual([...Array<number>(ALIKE).fill(200), ...Array<number>(12 - ALIKE).fill(429)]);
    expect(await ask(client, PHONE)).toMatchObject({ http: 429, statusCode: 429 });
    // A day is not over after an hour.
    passed += 60 * MINUTE;
    expect((await ask(client, PHONE)).http).toBe(429);
    // Somebody else has asked for nothing.
    expect((await ask((await newLister()).client, PHONE)).http).toBe(200);
  });

  it('the same number counts once: further pages, and the list once more', async () => {
    const { client } = await newLister();
    for (let page = 1; page <= 30; page++) expect((await ask(client, PHONE, page)).http).toBe(200);
    for (let digits = 0; digits < ALIKE - 1; digits++) expect((await ask(client, guess(digits))).http).toBe(200);
    expect((await ask(client, guess(ALIKE))).http).toBe(429);
  });
});

it('the budget is one for all places: a guesser cannot go on elsewhere', async () => {
  const { client } = await newLister();
  let digits = 0;
  const answers = [];
  for (let round = 0; round < 3; round++)
    for (const [, ask] of WAYS) answers.push((await ask(client, guess(digits++))).http);
  expect(answers.filter((http) => http === 200)).toHaveLength(ALIKE);
});

it('the log names the user who asked for too many, and no number', async () => {
  const lines: string[] = [];
  const log = app.app.log as unknown as { child(...given: unknown[]): Record<string, unknown> };
  const child = log.child.bind(log);
  vi.spyOn(log, 'child').mockImplementation((...given) =>
    Object.assign(child(...given), { warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)) }),
  );
  const { id, client } = await newLister();
  for (let digits = 0; digits <= ALIKE; digits++) await client.get('/order/list', { keyword: guess(digits) });
  expect(lines).toEqual([JSON.stringify([{ userId: id }, 'asked for too many whole values of masked properties'])]);
  expect(lines.join()).not.toContain('5678');
});

it('a clerk who looks up two hundred members in a day, as they are typed, is never stopped', async () => {
  const { client } = await newLister();
  for (let customer = 0; customer < 200; customer++) {
    passed += 2 * MINUTE;
    const phone = `08${String((customer * 7_654_321) % 100_000_000).padStart(8, '0')}`;
    const [place, ask] = WAYS[customer % WAYS.length]!;
    for (const typed of [phone.slice(0, 4), phone.slice(0, 7), phone])
      expect((await ask(client, typed)).http, `${place} ${customer}`).toBe(200);
  }
}, 120_000);

it('who sees whole phones asks for as many as there are', async () => {
  const admin = await app.as('admin');
  for (let digits = 0; digits < 30; digits++)
    expect((await admin.get('/member/list', { keyword: guess(digits) })).http).toBe(200);
});
