import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, type ServerModule, refuse } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer, NOW } from './dataModel.ts';

let database: TestDatabase;
let data: DataLayer;
let branch: number;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  branch = (await data.save('branch', { name: 'North' }, caller())).id;
});
afterAll(() => database?.drop());

const booking = (values: Record<string, unknown> = {}): Promise<{ id: number }> =>
  data.save('booking', { name: 'Ann', fromId: branch, toId: branch, ...values }, caller());
const info = async (resource: string, id: number): Promise<Record<string, unknown>> =>
  JSON.parse(await data.info(resource, id, caller())) as Record<string, unknown>;
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)).rows[0]!.count;

const noted = async (context: Context): Promise<unknown> => {
  const row = await context.write.insert('branch', { name: `B${Math.random()}` });
  await context.write.message({ channel: 'sms', topic: 'made', to: '081', payload: { id: row.id } });
  await context.write.note('branch', row.id, { event: 'opened', detail: { by: 'mayor' } });
  return { id: row.id };
};

test('a command that refuses leaves nothing behind', async () => {
  const counts = (): Promise<number[]> =>
    Promise.all(['branch', '"recordChange"', 'outbox', '"operationLog"'].map((table) => count(table)));
  const before = await counts();
  await expect(
    data.change(caller(), async (context) => noted(context).then(() => Promise.reject(refuse('msg.no')))),
  ).rejects.toMatchObject({ key: 'msg.no' });
  expect(await counts()).toEqual(before);
});

test('an idempotency key answers the first answer, also to a second call at the same time', async () => {
  const before = await count('branch');
  const call = (): Promise<string> => data.change(caller(), noted, { idempotencyKey: 'k1', body: { a: 1 } });
  const answers = await Promise.all([call(), call(), call(), call()]);
  expect(new Set(answers).size).toBe(1);
  expect(await call()).toBe(answers[0]);
  expect(await count('branch')).toBe(before + 1);
  await expect(data.change(caller(), noted, { idempotencyKey: 'k1', body: { a: 2 } })).rejects.toMatchObject({
    key: 'msg.idempotencyReused',
  });
  // Another user's key, and the same key a day later, are other keys.
  await data.change(caller({ id: 2 }), noted, { idempotencyKey: 'k1', body: { a: 1 } });
  await data.change(caller({}, { now: NOW + 86_400_001 }), noted, { idempotencyKey: 'k1', body: { a: 1 } });
  expect(await count('branch')).toBe(before + 3);
});

test.each([{}, { number: 'N1' }])('a save honours the key as well, at once and again: %o', async (more) => {
  const everything = (): Promise<number[]> =>
    Promise.all(['booking', '"recordChange"', '"operationLog"', 'idempotency'].map((table) => count(table)));
  const before = await everything();
  const values = { name: 'Once', fromId: branch, toId: branch, ...more };
  const key = `once${JSON.stringify(more)}`;
  let replayed = 0;
  const call = (by = caller(), body = 1): Promise<unknown> =>
    data.save('booking', values, by, { idempotencyKey: key, body, replayed: () => replayed++ });
  const answers = await Promise.all([call(), call(), call(), call()]);
  answers.push(await call());
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(replayed).toBe(4);
  expect(await everything()).toEqual(before.map((rows) => rows + 1));
  await expect(call(caller(), 2)).rejects.toMatchObject({ key: 'msg.idempotencyReused' });
  // To another user and a day later it is another call, which only the number refuses.
  for (const by of [caller({ id: 2 }), caller({}, { now: NOW + 86_400_001 })])
    expect(
      await call(by).then(
        () => 'done',
        (error: { fields?: unknown }) => error.fields,
      ),
    ).toEqual('number' in more ? { number: 'msg.booking.number' } : 'done');
});

test('so does a change, whose second time would come too late', async () => {
  const { id, updateTime } = await data.save('booking', { name: 'A', fromId: branch, toId: branch }, caller());
  const call = (by = caller()): Promise<unknown> =>
    data.save('booking', { id, updateTime, name: 'B' }, by, { idempotencyKey: 'k4', body: 1 });
  const [first, second] = await Promise.all([call(), call()]);
  expect(second).toEqual(first);
  expect(await call()).toEqual(first);
  expect(await count(`"recordChange" where entity = 'booking' and "recordId" = $1`, [id])).toBe(2);
  await expect(call(caller({ id: 2 }))).rejects.toMatchObject({ code: 409 });
});

test('a refused call frees its key', async () => {
  const choices = { idempotencyKey: 'k3', body: 1 };
  await expect(data.change(caller(), () => Promise.reject(refuse('msg.no')), choices)).rejects.toMatchObject({
    key: 'msg.no',
  });
  expect(await data.change(caller(), () => Promise.resolve({ done: true }), choices)).toBe('{"done":true}');
});

test('a guarded step is taken once', async () => {
  const { id } = await booking();
  const finish = (): Promise<string> =>
    data.change(
      caller(),
      async (context) => void (await context.write.update('booking', id, { status: 3 }, { expect: { status: 1 } })),
    );
  const results = await Promise.allSettled([finish(), finish(), finish()]);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 409 });
});

test('a deadlock is resolved by doing the work again', async () => {
  const [a, b] = [await booking({ days: 0 }), await booking({ days: 0 })];
  let arrived = 0;
  let open = (): void => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  const cross = (first: number, second: number): Promise<string> =>
    data.change(caller(), async (context) => {
      const one = await context.row('booking', first, { lock: true });
      if (++arrived === 2) open();
      await both;
      const two = await context.row('booking', second, { lock: true });
      await context.write.update('booking', first, { days: (one['days'] as number) + 1 });
      await context.write.update('booking', second, { days: (two['days'] as number) + 1 });
    });
  await Promise.all([cross(a.id, b.id), cross(b.id, a.id)]);
  expect([(await info('booking', a.id))['days'], (await info('booking', b.id))['days']]).toEqual([2, 2]);
});

test('hooks see the row before and after, may change values and may refuse', async () => {
  const seen: unknown[] = [];
  const module: ServerModule = {
    ...bookingModule,
    hooks: {
      branch: {
        beforeSave: async (event) => {
          seen.push(event.before?.['name'] ?? null);
          if (event.values['name'] === 'Forbidden') throw refuse('msg.no');
          event.values['name'] = String(event.values['name']).toUpperCase();
        },
        afterSave: async (event, context) =>
          void seen.push(event.after['name'], (await context.history('branch', event.after.id)).length),
        beforeDelete: () => Promise.reject(refuse('msg.kept')),
        beside: {
          open: { resource: 'booking', by: 'fromId', where: { status: 1 } },
          eldest: { resource: 'booking', by: 'fromId', first: true },
        },
        info: async (record) => ({ ...record, extra: 1 }),
      },
    },
  };
  const hooked = layer(database, module);
  const { id } = await hooked.save('branch', { name: 'east' }, caller());
  await hooked.save('branch', { id, name: 'far east' }, caller());
  expect(seen).toEqual([null, 'EAST', 1, 'EAST', 'FAR EAST', 2]);
  await expect(hooked.save('branch', { id, name: 'Forbidden' }, caller())).rejects.toMatchObject({ key: 'msg.no' });
  await expect(hooked.remove('branch', id, caller())).rejects.toMatchObject({ key: 'msg.kept' });
  const whole = async (): Promise<unknown> => JSON.parse(await hooked.info('branch', id, caller()));
  expect(await whole()).toMatchObject({ name: 'FAR EAST', extra: 1, open: [], eldest: null });
  const [one, two] = [await booking({ fromId: id }), await booking({ fromId: id, days: 2 })];
  await data.change(caller(), ({ write }) => write.update('booking', one.id, { status: 3 }));
  expect(await whole()).toMatchObject({
    open: [{ id: two.id, fromName: 'FAR EAST', doubled: 4 }],
    eldest: { id: one.id, status: 3 },
  });
});

test('several rows are written in one statement, each with a history of its own; a guard that one of them fails keeps all as they were', async () => {
  const made: number[] = [];
  await data.change(caller(), async ({ write }) => {
    const rows = await write.insertAll('branch', [{ name: 'East' }, { name: 'West' }]);
    expect(rows).toMatchObject([{ name: 'East' }, { name: 'West' }]);
    made.push(...rows.map(({ id }) => id));
    expect(await write.insertAll('branch', [])).toEqual([]);
    await write.updateAll('branch', made, { zone: 'UTC' }, { expect: { zone: null } });
    await write.updateAll('branch', [], { zone: 'Asia/Tokyo' });
  });
  const changes = `"recordChange" where entity = 'branch' and "recordId" = any($1)`;
  expect(await count(`${changes} and before is null and after ->> 'zone' is null`, [made])).toBe(2);
  expect(await count(`${changes} and after = '{"zone": "UTC"}'`, [made])).toBe(2);
  const half = (expect?: Record<string, unknown>) => (context: Context) =>
    context.write.updateAll('branch', [branch, ...made], { zone: 'Asia/Tokyo' }, { expect });
  await expect(data.change(caller(), half({ zone: 'UTC' }))).rejects.toMatchObject({ code: 409 });
  await expect(
    data.change(caller(), ({ write }) => write.updateAll('branch', [...made, 987_654], { zone: 'Asia/Tokyo' })),
  ).rejects.toMatchObject({ key: 'msg.notFound' });
  expect(await count(`branch where zone = 'Asia/Tokyo'`)).toBe(0);
  const [east, west] = made as [number, number];
  const each = (expect?: Record<string, unknown>) => (context: Context) =>
    context.write.updateEach(
      'branch',
      [
        { id: west, values: { name: 'Far west', zone: null } },
        { id: east, values: { name: 'Far east', zone: 'Asia/Tokyo' } },
      ],
      { expect },
    );
  await expect(data.change(caller(), each({ zone: 'Asia/Seoul' }))).rejects.toMatchObject({ code: 409 });
  await data.change(caller(), each({ zone: 'UTC' }));
  expect(await count(`branch where id = $1 and name = 'Far east' and zone = 'Asia/Tokyo'`, [east])).toBe(1);
  expect(await count(`branch where id = $1 and name = 'Far west' and zone is null`, [west])).toBe(1);
  expect(await count(`${changes} and before = '{"name": "West", "zone": "UTC"}'`, [[west]])).toBe(1);
  const missing = [{ id: 987_654, values: { name: 'Nowhere' } }];
  await expect(data.change(caller(), ({ write }) => write.updateEach('branch', missing))).rejects.toMatchObject({
    key: 'msg.notFound',
  });
  await data.change(caller(), ({ write }) => write.updateEach('branch', []));
  await expect(
    data.change(caller(), ({ write }) => write.insertAll('branch', [{ name: 'A' }, { zone: 'UTC' }])),
  ).rejects.toThrow(/different properties/);
});

test('a reading transaction sees one state and cannot write', async () => {
  await data.read(
    caller(),
    async (context) => {
      const first = await context.db
        .selectFrom('branch')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst();
      await database.pool.query(`insert into branch (name) values ('meanwhile')`);
      const second = await context.db
        .selectFrom('branch')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst();
      expect(second).toEqual(first);
    },
    { transaction: true },
  );
  await expect(
    data.read(caller(), (context) => context.write.insert('branch', { name: 'no' }), { transaction: true }),
  ).rejects.toThrow(/read-only/);
});

test('keys are forgotten after a day and logs by months after 400, changes of records never', async () => {
  const changes = await count('"recordChange"');
  await data.forget(NOW + 2 * 86_400_000 + 2);
  expect(await count('idempotency')).toBe(0);
  expect(await count('"operationLog"')).toBeGreaterThan(0);
  await data.forget(NOW + 432 * 86_400_000);
  expect(await count('"operationLog"')).toBe(0);
  expect(await count('"recordChange"')).toBe(changes);
});

test('a failed call is logged with its message', async () => {
  await data.logFailure(caller(), { code: 409, message: 'Changed' });
  expect(await count(`"operationLog" where "statusCode" = 409 and message = 'Changed'`)).toBe(1);
});
