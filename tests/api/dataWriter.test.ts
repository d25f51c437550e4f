import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context, ServerModule } from '../../src/framework/server/contract.ts';
import { refuse } from '../../src/framework/server/errors.ts';
import type { DataLayer } from '../../src/framework/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer, NOW, pageOf } from './dataModel.ts';

let database: TestDatabase;
let data: DataLayer;
let north: number;
let south: number;

type Values = Record<string, unknown>;

const save = async (resource: string, values: Values, by = caller()): Promise<{ id: number; updateTime: string }> =>
  data.save(resource, values, by);
const booking = (values: Values = {}, by = caller()): Promise<{ id: number; updateTime: string }> =>
  save('booking', { name: 'Ann', fromId: north, toId: north, ...values }, by);
const info = async (resource: string, id: number): Promise<Values> =>
  JSON.parse(await data.info(resource, id, caller())) as Values;
const errorsOf = (values: Values, by = caller()): Promise<unknown> =>
  booking(values, by).then(
    () => undefined,
    (error: { fields?: unknown }) => error.fields ?? error,
  );
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)).rows[0]!.count;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  north = (await save('branch', { name: 'North' })).id;
  south = (await save('branch', { name: 'South', zone: 'Asia/Tokyo' })).id;
});

afterAll(() => database?.drop());

describe('save', () => {
  test('what is saved is what is read, in wire form', async () => {
    const values = {
      name: 'สมชาย',
      phone: '0812345678',
      price: 19.99,
      day: '2024-02-29',
      startTime: '2026-03-01 23:59:59',
      endTime: '2026-03-02 00:00:00',
      days: 3,
      ratio: -0.25,
      paid: false,
      kind: 'long',
      express: 1,
      expressReason: 'why',
      extras: ['a.png', 'b.png'],
      detail: { colour: 'red' },
      remark: ' two\nlines ',
    };
    for (const from of [north, south]) {
      const { id } = await booking({ ...values, fromId: from });
      expect(await info('booking', id)).toMatchObject({ ...values, fromId: from, status: 1, doubled: 6 });
    }
  });

  test('a wall clock is kept in the zone of its record', async () => {
    const { id } = await booking({ fromId: south, startTime: '2026-03-01 10:00:00' });
    const { rows } = await database.pool.query<{ startTime: Date }>('select "startTime" from booking where id = $1', [
      id,
    ]);
    expect(rows[0]!.startTime.toISOString()).toBe('2026-03-01T01:00:00.000Z');
    await save('booking', { id, startTime: '2026-03-01 11:00:00' });
    expect(await info('booking', id)).toMatchObject({ startTime: '2026-03-01 11:00:00' });
  });

  test('a change leaves what it does not name', async () => {
    const { id } = await booking({ price: 5, days: 2 });
    await save('booking', { id: String(id), days: '' });
    expect(await info('booking', id)).toMatchObject({ price: 5, days: null, name: 'Ann' });
  });

  test.each([
    ['an unknown field', { colour: 1 }, { colour: 'msg.unknownField' }],
    ['a label', { fromName: 'North' }, { fromName: 'msg.unknownField' }],
    ['a read-only field', { createTime: '2026-01-01 00:00:00' }, { createTime: 'msg.readOnly' }],
    ['a computed field', { doubled: 4 }, { doubled: 'msg.readOnly' }],
    ['another state', { status: 3 }, { status: 'msg.readOnly' }],
    ['a missing required field', { name: '  ' }, { name: 'msg.required' }],
    ['a text for a number', { days: '3' }, { days: 'msg.badInteger' }],
    ['a broken number', { days: 1.5 }, { days: 'msg.badInteger' }],
    ['a number below its limit', { days: -1 }, { days: ['msg.tooSmall', { min: 0 }] }],
    ['a number above its limit', { days: 366 }, { days: ['msg.tooLarge', { max: 365 }] }],
    ['three decimals of money', { price: 1.001 }, { price: 'msg.badMoney' }],
    ['an amount beyond all money', { price: 1e300 }, { price: ['msg.tooLarge', { max: 1e13 }] }],
    ['a text too long', { name: 'x'.repeat(61) }, { name: ['msg.tooLong', { max: 60 }] }],
    ['a code that is none', { kind: 'middle' }, { kind: 'msg.unknownCode' }],
    ['a day that is none', { day: '2026-02-29' }, { day: 'msg.badDate' }],
    ['a time that is none', { startTime: 'tomorrow' }, { startTime: 'msg.badDate' }],
    [
      'an end before its start',
      { startTime: '2026-03-02 10:00:00', endTime: '2026-03-02 09:59:59' },
      { endTime: ['msg.after', { field: 'Start time' }] },
    ],
    ['a record that does not exist', { personId: 987654 }, { personId: 'msg.unknownRecord' }],
    ['a document with unknown parts', { detail: { colour: 'red', size: 1 } }, { 'detail.size': 'msg.unknownField' }],
    [
      'a document too long in one part',
      { detail: { colour: 'x'.repeat(11) } },
      { 'detail.colour': ['msg.tooLong', { max: 10 }] },
    ],
    ['a NUL byte', { remark: 'a\0b' }, { remark: 'msg.invalid' }],
    ['half a character', { name: '\ud800' }, { name: 'msg.invalid' }],
    ['a NUL byte inside a document', { detail: { colour: '\0' } }, { detail: 'msg.invalid' }],
    ['what is required now that it is shown', { express: 1 }, { expressReason: 'msg.required' }],
  ])('refuses %s at its field', async (_name, values, expected) => {
    expect(await errorsOf(values)).toEqual(expected);
  });

  test('refuses every mistake at once', async () => {
    expect(Object.keys((await errorsOf({ name: '', days: -1, kind: 'x', day: 'x' })) as object).sort()).toEqual([
      'day',
      'days',
      'kind',
      'name',
    ]);
  });

  test.each([[null], [[]], ['text'], [7]])('refuses %j as a record', async (input) => {
    await expect(data.save('booking', input, caller())).rejects.toMatchObject({ key: 'msg.parameterError' });
  });

  test('a hidden value is dropped, sent or stored', async () => {
    const { id } = await booking({ express: 0, expressReason: 'ignored' });
    expect(await info('booking', id)).toMatchObject({ expressReason: '' });
    await save('booking', { id, express: 1, expressReason: 'kept' });
    await expect(save('booking', { id, expressReason: '' })).rejects.toMatchObject({
      fields: { expressReason: 'msg.required' },
    });
    await save('booking', { id, express: 0 });
    expect(await info('booking', id)).toMatchObject({ expressReason: '' });
  });

  test('an end is compared with the stored start', async () => {
    const { id } = await booking({ startTime: '2026-03-02 10:00:00', endTime: '2026-03-02 12:00:00' });
    await expect(save('booking', { id, endTime: '2026-03-02 09:00:00' })).rejects.toMatchObject({
      fields: { endTime: expect.anything() as unknown },
    });
    await expect(save('booking', { id, startTime: '2026-03-02 13:00:00' })).rejects.toMatchObject({
      fields: { endTime: expect.anything() as unknown },
    });
  });

  test('a state sent back unchanged is no attempt to move it', async () => {
    const { id } = await booking();
    await save('booking', { id, status: 1, days: 1 });
    await expect(save('booking', { id, status: 2 })).rejects.toMatchObject({ fields: { status: 'msg.readOnly' } });
  });

  test('an empty secret keeps the stored one, and no answer or history ever has it', async () => {
    const { id } = await save('person', { name: 'Ann', phone: '0800000001', secret: 'hidden' });
    await save('person', { id, secret: '', name: 'Anna' });
    expect((await database.pool.query('select secret from person where id = $1', [id])).rows).toEqual([
      { secret: 'hidden' },
    ]);
    expect(
      JSON.stringify([
        await info('person', id),
        await data.history('person', id, caller()),
        (await database.pool.query('select * from "operationLog"')).rows,
      ]),
    ).not.toContain('hidden');
  });

  test('a field may be written only with its permission', async () => {
    const clerk = caller({ permissions: new Set(['person-add']) });
    await expect(save('person', { name: 'A', salary: 1 }, clerk)).rejects.toMatchObject({
      fields: { salary: 'msg.unknownField' },
    });
  });

  test('a stale form is refused, and every version has a time of its own', async () => {
    const first = await booking();
    const second = await save('booking', { id: first.id, updateTime: first.updateTime, days: 1 });
    expect(second.updateTime > first.updateTime).toBe(true);
    await expect(save('booking', { id: first.id, updateTime: first.updateTime, days: 2 })).rejects.toMatchObject({
      code: 409,
    });
    expect(await info('booking', first.id)).toMatchObject({ days: 1 });
    await expect(save('booking', { id: first.id, updateTime: 'rubbish', days: 2 })).rejects.toMatchObject({
      code: 409,
    });
  });

  test('of two saves of one form at once one wins and the other is told', async () => {
    const { id, updateTime } = await booking();
    const results = await Promise.allSettled([1, 2, 3, 4].map((days) => save('booking', { id, updateTime, days })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 409 });
  });

  test('changes at once leave a history without gaps', async () => {
    const { id } = await booking({ days: 0 });
    await Promise.all(Array.from({ length: 12 }, (_, i) => save('booking', { id, days: i + 1 })));
    const steps = (await data.history('booking', id, caller()))
      .flatMap((entry) => entry.changes.filter((change) => change.field === 'days'))
      .reverse();
    for (let i = 1; i < steps.length; i++) expect(steps[i]!.before).toBe(steps[i - 1]!.after);
    expect(steps.at(-1)!.after).toBe((await info('booking', id))['days']);
  });

  test('what does not exist is not found', async () => {
    await expect(save('booking', { id: 999_999, days: 1 })).rejects.toMatchObject({ code: 404 });
    await expect(save('booking', { id: 'x', days: 1 })).rejects.toMatchObject({ fields: { id: 'msg.invalid' } });
  });

  test('one row of the operation log and one of the history stand beside each change', async () => {
    const before = await count('"operationLog"');
    const { id } = await booking({ phone: '0812345678' });
    await save('booking', { id, phone: '0812340000' });
    expect(await count('"operationLog"')).toBe(before + 2);
    expect(
      await count(`"operationLog" where "objectId" = $1 and module = 'booking' and "userId" = 1`, [String(id)]),
    ).toBe(2);
    const [change, creation] = await data.history('booking', id, caller({ permissions: new Set() }));
    expect(change).toMatchObject({
      event: 'booking.save',
      userName: 'Clerk',
      changes: [{ field: 'phone', before: '081***5678', after: '081***0000' }],
    });
    expect(creation!.changes.find((one) => one.field === 'name')).toEqual({
      field: 'name',
      before: null,
      after: 'A*n',
    });
  });
});

describe('scope', () => {
  const outsider = (): ReturnType<typeof caller> => caller({ scope: [north] });

  test('a row out of scope can be neither changed nor deleted', async () => {
    const { id } = await booking({ fromId: south, toId: south });
    await expect(save('booking', { id, days: 9 }, outsider())).rejects.toMatchObject({ code: 404 });
    await expect(data.remove('booking', id, outsider())).rejects.toMatchObject({ code: 404 });
    expect(await info('booking', id)).toMatchObject({ days: null });
  });

  test('writing into a branch out of scope is forbidden, one-way into it is not', async () => {
    await expect(booking({ fromId: south, toId: south }, outsider())).rejects.toMatchObject({ http: 403 });
    const { id } = await booking({ fromId: north, toId: south }, outsider());
    await expect(save('booking', { id, fromId: south }, outsider())).rejects.toMatchObject({ http: 403 });
    expect(await info('booking', id)).toMatchObject({ fromId: north });
  });

  test('a reference out of scope is as unknown as one that does not exist', async () => {
    const hidden = await booking({ fromId: south, toId: south });
    for (const bookingId of [hidden.id, 987_654])
      await expect(save('note', { bookingId, text: 'x' }, outsider())).rejects.toMatchObject({
        fields: { bookingId: 'msg.unknownRecord' },
      });
    await expect(save('person', { name: 'B', branchIds: [north, south] }, outsider())).rejects.toMatchObject({
      fields: { branchIds: 'msg.unknownRecord' },
    });
    await save('person', { name: 'B', branchIds: [north] }, outsider());
  });
});

describe('delete', () => {
  test('a row goes and its history says what it was', async () => {
    const { id } = await booking({ days: 7 });
    await data.remove('booking', String(id), caller());
    await expect(data.info('booking', id, caller())).rejects.toMatchObject({ code: 404 });
    expect(
      await count(
        `"recordChange" where entity = 'booking' and "recordId" = $1 and (before ->> 'days')::int = 7 and after is null`,
        [id],
      ),
    ).toBe(1);
    await expect(data.remove('booking', id, caller())).rejects.toMatchObject({ code: 404 });
  });

  test('a row that others refer to stays, and the message counts them', async () => {
    const { id } = await booking();
    await save('note', { bookingId: id, text: 'one' });
    await save('note', { bookingId: id, text: 'two' });
    await expect(data.remove('booking', id, caller())).rejects.toMatchObject({
      key: 'msg.inUse',
      params: { count: 2, resource: 'resources.note.title' },
    });
  });

  test('a soft-deleted row is hidden everywhere and frees its unique values', async () => {
    const { id } = await save('person', { name: 'Gone', phone: '0899999999' });
    await data.remove('person', id, caller());
    expect((await pageOf(data, 'person', { keyword: '0899999999' })).total).toBe(0);
    await expect(data.info('person', id, caller())).rejects.toMatchObject({ code: 404 });
    await expect(save('person', { id, name: 'Back' })).rejects.toMatchObject({ code: 404 });
    await expect(data.remove('person', id, caller())).rejects.toMatchObject({ code: 404 });
    expect(await errorsOf({ personId: id })).toEqual({ personId: 'msg.unknownRecord' });
    await save('person', { name: 'New', phone: '0899999999' });
    expect(await count('person where id = $1', [id])).toBe(1);
  });

  test('of many, what can go goes and the rest is named', async () => {
    const [free, used] = [await booking(), await booking()];
    await save('note', { bookingId: used.id, text: 'one' });
    const result = await data.removeMany('booking', [free.id, used.id, 999_999], caller());
    expect(result.count).toBe(1);
    expect(result.failures.map((failure) => failure.id)).toEqual([used.id, 999_999]);
    await expect(data.removeMany('booking', 'all', caller())).rejects.toMatchObject({ fields: { ids: 'msg.invalid' } });
  });
});

describe('commands', () => {
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

  test('a save honours the key as well', async () => {
    const call = (): Promise<{ id: number }> =>
      data.save('booking', { name: 'Once', fromId: north, toId: north }, caller(), { idempotencyKey: 'k2', body: 1 });
    const [first, second] = await Promise.all([call(), call()]);
    expect(first).toEqual(second);
    expect(await count(`booking where name = 'Once'`)).toBe(1);
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
    expect(JSON.parse(await hooked.info('branch', id, caller()))).toMatchObject({ name: 'FAR EAST', extra: 1 });
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
});
