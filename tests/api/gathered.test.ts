import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from 'forecourt/server';
import type { Caller, DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { liveMigrations } from '../../packages/forecourt/src/server/live/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer, model } from './dataModel.ts';
import { onStatement } from './statementTrail.ts';

/** Saves that arrive at the same moment go out in common statements; whoever saved must not be able to tell. */

type Values = Record<string, unknown>;
interface Saved {
  readonly id: number;
  readonly updateTime: string;
}

let database: TestDatabase;
let data: DataLayer;
let north: number;
let south: number;
let writes: string[];

const WRITE = /insert into "?booking"? \(|update "booking"/;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {
    ...bookingModule,
    migrations: liveMigrations(model),
    account: { notifications: ['news'] },
    notifications: { days: { topic: 'news', resource: 'booking', permission: 'index', becomes: { days: 'anew' } } },
  });
  await data.applyTables();
  north = (await data.save('branch', { name: 'North' }, caller())).id;
  south = (await data.save('branch', { name: 'South', zone: 'Asia/Tokyo' }, caller())).id;
});
beforeEach(() => {
  writes = [];
  onStatement(({ text }) => void (WRITE.test(text) && writes.push(text)));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database?.drop());

const MANY = 20;
const user = (id: number, values: Values = {}, more: Partial<Actor> = {}): Caller => {
  const by = caller({ id, username: `user${id}`, name: `User ${id}`, ...more });
  return { ...by, now: by.now + id * 1000, call: { ...by.call!, payload: values } };
};
const save = (values: Values, by: Caller): Promise<Saved> => data.save('booking', values, by);
const draft = (name: string, more: Values = {}): Values => ({ name, fromId: north, toId: north, ...more });
const rows = async (text: string, values: unknown[] = []): Promise<Values[]> =>
  (await database.pool.query<Values>(text, values)).rows;
const COUNTED = `select (select count(*)::int from booking) as bookings, (select count(*)::int from "operationLog") as logged`;
/** What each was refused with, by field or key; nothing where it was saved. */
const refusals = async (saves: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(saves)).map((one) =>
    one.status === 'rejected'
      ? ((one.reason as { fields?: unknown }).fields ?? (one.reason as { key?: unknown }).key ?? one.reason)
      : undefined,
  );

test('creations of many users at once take few statements, and each has its own record, history, log line and notice', async () => {
  const inputs = Array.from({ length: MANY }, (_, at) =>
    draft(`Many ${at}`, { days: at, startTime: '2026-03-01 10:00:00', ...(at % 2 && { fromId: south }) }),
  );
  const saved = await Promise.all(inputs.map((values, at) => save(values, user(at + 1, values))));
  expect(writes.length).toBeLessThan(MANY / 2);
  for (const [at, { id, updateTime }] of saved.entries()) {
    const by = user(at + 1);
    const [row] = await rows('select name, days, "startTime", "createTime", "updateTime" from booking where id = $1', [
      id,
    ]);
    const now = new Date(by.now);
    expect(row).toEqual({
      name: `Many ${at}`,
      days: at,
      startTime: new Date(at % 2 ? '2026-03-01T01:00:00Z' : '2026-03-01T03:00:00Z'),
      createTime: now,
      updateTime: now,
    });
    const wall = new Date(by.now + (at % 2 ? 9 : 7) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    expect(updateTime).toBe(wall);
    const who = { userId: by.actor.id, time: now };
    expect(
      await rows(
        `select "userId", time, "userName", event, after ->> 'name' as name from "recordChange" where entity = 'booking' and "recordId" = $1`,
        [id],
      ),
    ).toEqual([{ ...who, userName: by.actor.name, event: 'booking.save', name: `Many ${at}` }]);
    expect(
      await rows(
        `select "userId", time, username, "statusCode", params from "operationLog" where "objectId" = $1 and params ? 'days'`,
        [String(id)],
      ),
    ).toEqual([
      {
        ...who,
        username: by.actor.username,
        statusCode: 200,
        params: expect.objectContaining({ days: at }) as unknown,
      },
    ]);
    expect(await rows(`select "actorId", time from "_notice" where kind = 'days' and "recordId" = $1`, [id])).toEqual([
      { actorId: by.actor.id, time: now },
    ]);
    expect(await rows(`select 1 as one from "_change" where entity = 'booking' and $1 = any(ids)`, [id])).toHaveLength(
      1,
    );
  }
});

test('changes of many records at once are written together as well, each with what it replaced', async () => {
  const made: Saved[] = [];
  for (let at = 0; at < MANY; at++) made.push(await save(draft(`Old ${at}`, { days: 1 }), user(1)));
  writes.length = 0;
  const changed = await Promise.all(
    made.map(({ id, updateTime }, at) =>
      save({ id, name: `New ${at}`, days: at, ...(at % 2 && { updateTime }) }, user(at + 1)),
    ),
  );
  expect(writes.length).toBeLessThan(MANY / 2);
  expect(changed.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  for (const [at, { id }] of made.entries())
    expect(
      await rows(
        `select "userId", before, after from "recordChange" where entity = 'booking' and "recordId" = $1 order by id desc limit 1`,
        [id],
      ),
    ).toEqual([
      {
        userId: at + 1,
        before: { name: `Old ${at}`, ...(at !== 1 && { days: 1 }) },
        after: { name: `New ${at}`, ...(at !== 1 && { days: at }) },
      },
    ]);
});

test('whoever is refused is refused alone, with its own reason, and nothing of it remains', async () => {
  await save(draft('Taken', { number: 'T1' }), user(1));
  const { id, updateTime } = await save(draft('Stale'), user(1));
  await save({ id, name: 'Newer' }, user(1));
  const [before] = await rows(COUNTED);
  const given: Values[] = [
    draft('Good 1'),
    draft('Taken again', { number: 'T1' }),
    draft('Good 2', { number: 'T2' }),
    draft('Nowhere', { fromId: 999_999 }),
    draft('Wrong', { days: 9_999 }),
    draft('Good 3'),
    { name: 'Lacks everything' },
    { id, name: 'Too late', updateTime },
    { id: 999_999, name: 'Nobody' },
    draft('Twin', { number: 'T3' }),
    draft('Twin', { number: 'T3' }),
    draft('Good 4'),
  ];
  const told = await refusals(given.map((values, at) => save(values, user(at + 1))));
  const taken = { number: 'msg.booking.number' };
  expect(told.filter((_, at) => at !== 9 && at !== 10)).toEqual([
    undefined,
    taken,
    undefined,
    { fromId: 'msg.unknownRecord' },
    { days: expect.anything() as unknown },
    undefined,
    { fromId: 'msg.required', toId: 'msg.required' },
    'msg.conflict',
    'msg.notFound',
    undefined,
  ]);
  expect([told[9], told[10]]).toEqual(expect.arrayContaining([undefined, taken]));
  expect(await rows('select name from booking where id = $1', [id])).toEqual([{ name: 'Newer' }]);
  expect(await rows(COUNTED)).toEqual([
    { bookings: (before!['bookings'] as number) + 5, logged: (before!['logged'] as number) + 5 },
  ]);
});

test('nobody waits for a record that somebody else holds but who saves it', async () => {
  const made: Saved[] = [];
  for (let at = 0; at < 6; at++) made.push(await save(draft(`Held ${at}`), user(1)));
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from booking where id = $1 for update', [made[4]!.id]);
    let held = true;
    const all = made.map(({ id }, at) => save({ id, name: `Free ${at}` }, user(at + 1)));
    const waiting = all[4]!.then(() => expect(held).toBe(false));
    await Promise.all(all.filter((_, at) => at !== 4));
    held = false;
    await holder.query('commit');
    await waiting;
  } finally {
    holder.release();
  }
});

test('nor for a number that somebody else is about to take', async () => {
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `insert into booking (name, number, "fromId", "toId") values ('Elsewhere', 'W1', ${north}, ${north})`,
    );
    const all = Array.from({ length: 6 }, (_, at) =>
      save(draft(`Free ${at}`, { number: at === 4 ? 'W1' : `W-${at}` }), user(at + 1)),
    );
    const refused = refusals([all[4]!]);
    await Promise.all(all.filter((_, at) => at !== 4));
    await holder.query('commit');
    expect(await refused).toEqual([{ number: 'msg.booking.number' }]);
  } finally {
    holder.release();
  }
});

test('one record saved by several at once is changed by each in turn, or by the first of those who saw the same', async () => {
  const { id, updateTime } = await save(draft('Turns', { days: 0 }), user(1));
  await Promise.all(Array.from({ length: 6 }, (_, at) => save({ id, days: at + 1 }, user(at + 1))));
  const history = await rows(
    `select before, after from "recordChange" where entity = 'booking' and "recordId" = $1 order by id`,
    [id],
  );
  expect(history).toHaveLength(7);
  for (const [at, { before }] of history.entries())
    if (at > 1) expect(before).toEqual({ days: (history[at - 1]!['after'] as Values)['days'] });
  const [row] = await rows('select "updateTime" from booking where id = $1', [id]);
  expect(row!['updateTime']).not.toEqual(updateTime);

  const seen = (await save({ id, name: 'Seen' }, user(1))).updateTime;
  const told = await refusals(
    Array.from({ length: 6 }, (_, at) => save({ id, updateTime: seen, name: `Me ${at}` }, user(at + 1))),
  );
  expect(told.filter((one) => one === undefined)).toHaveLength(1);
  expect(told.filter((one) => one === 'msg.conflict')).toHaveLength(5);
});

test('each sees and chooses what its own scope allows, whoever saves at the same moment', async () => {
  const { id } = await save(draft('Southern', { fromId: south, toId: south }), user(1));
  const scopes: readonly Actor['scope'][] = ['all', [north], [south], [north], [south], 'all', [north], [south]];
  const created = await refusals(scopes.map((scope, at) => save(draft(`Scoped ${at}`), user(at + 1, {}, { scope }))));
  expect(created.map((one) => one !== undefined)).toEqual(scopes.map((scope) => scope !== 'all' && scope[0] === south));
  const changed = await refusals(
    scopes.map((scope, at) => save({ id, remark: `by ${at}` }, user(at + 1, {}, { scope }))),
  );
  expect(changed).toEqual(scopes.map((scope) => (scope !== 'all' && scope[0] === north ? 'msg.notFound' : undefined)));
});

test('keys are kept beside the saves they belong to, and a repeated one answers the first answer', async () => {
  const call = (at: number, by = user(at + 1)): Promise<Saved> =>
    data.save('booking', draft(`Keyed ${at}`), by, { idempotencyKey: `key ${at}`, body: at });
  const first = await Promise.all(Array.from({ length: 8 }, (_, at) => call(at)));
  expect(writes.length).toBeLessThan(6);
  const again = await Promise.all(Array.from({ length: 12 }, (_, at) => call(at)));
  expect(again.slice(0, 8)).toEqual(first);
  const twice = await Promise.all([20, 20, 20, 21, 21, 20].map((at) => call(at)));
  expect(new Set(twice.map(({ id }) => id)).size).toBe(2);
  expect(await rows(`select count(*)::int as count from booking where name like 'Keyed %'`)).toEqual([{ count: 14 }]);
});

test('a connection that dies takes all of a common statement or none, and each caller hears of it', async () => {
  vi.restoreAllMocks();
  let killed = false;
  onStatement(async ({ text, connection }) => {
    if (killed || !WRITE.test(text) || !text.includes('json_to_recordset')) return;
    killed = true;
    const { processID } = connection as { processID: number };
    await database.pool.query('select pg_terminate_backend($1)', [processID]);
  });
  const told = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => save(draft(`Killed ${at}`), user(at + 1))),
  );
  expect(killed).toBe(true);
  const names = (await rows(`select name from booking where name like 'Killed %'`)).map(({ name }) => name);
  expect(told.map(({ status }) => status === 'fulfilled')).toEqual(told.map((_, at) => names.includes(`Killed ${at}`)));
  expect(told.some(({ status }) => status === 'rejected')).toBe(true);
});
