import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from 'forecourt/model';
import { type Actor, type ServerModule, refuse } from 'forecourt/server';
import type { DataLayer, HistoryPage, RecordDifference } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, NOW } from './dataModel.ts';
import { houseCodes, houseModel, houseSchemas } from './houses.ts';

type Values = Record<string, unknown>;
let database: TestDatabase;
let data: DataLayer;
let town: number;
let far: number;
const module: ServerModule = {
  hooks: {
    house: {
      beforeSave: async ({ values }) => {
        if (values['name'] === 'forbidden') throw refuse('msg.invalid');
      },
    },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, module, houseModel());
  await data.applyTables();
  town = (await data.save('town', { name: 'Near', zone: 'Asia/Bangkok' }, caller())).id;
  far = (await data.save('town', { name: 'Far', zone: 'Europe/London' }, caller())).id;
});
afterAll(() => database?.drop());

const who = (...keys: string[]): Partial<Actor> => ({
  permissions: new Set(['house-edit', 'house-detail', 'painter-list', ...keys]),
});
const at = (minutes: number) => ({ now: NOW + minutes * 60_000 });
let houses = 0;
const make = async (values: Values = {}): Promise<number> =>
  (await data.save('house', { name: `House ${++houses}`, townId: town, ...values }, caller())).id;
const change = (id: number, values: Values, minutes = 1) =>
  data.save('house', { id, ...values }, caller({}, at(minutes)));
const history = (id: number, by = caller(), choices = {}): Promise<HistoryPage> =>
  data.versions.page('house', id, { pageNo: 1, pageSize: 20, mayRestore: true, ...choices }, by);
const entries = async (id: number): Promise<number[]> => (await history(id)).list.map((entry) => entry.id).reverse();
const difference = (id: number, entry: number, by = caller()): Promise<RecordDifference> =>
  data.versions.difference('house', id, entry, by);
const restore = (id: number, entry: number, by = caller(), updateTime?: string, of = data) =>
  of.versions.restore('house', id, entry, updateTime, by).then((text) => JSON.parse(text) as { id: number });
const info = async (id: number, of = data): Promise<Values> =>
  JSON.parse(await of.info('house', id, caller())) as Values;
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { fields?: unknown; code?: unknown; key?: string }) => error.fields ?? [error.code, error.key],
  );

describe('the history of a record', () => {
  test('names who, when and what, newest first, as the fields are on the wire', async () => {
    const painter = await data.save('painter', { name: 'Ada' }, caller());
    const id = await make({ price: 12.5, colour: 1, painterIds: [painter.id] });
    await change(id, { price: 99.99, colour: 2, painterId: painter.id, builtAt: '2020-01-01 12:00:00' }, 61);
    const { list, total } = await history(id);
    expect(total).toBe(2);
    expect(list[0]).toEqual({
      id: expect.any(Number) as number,
      time: '2026-05-01 11:01:00',
      userId: 1,
      userName: 'Clerk',
      event: 'booking.save',
      created: false,
      restored: null,
      restorable: false,
      changes: [
        { field: 'painterId', before: null, after: painter.id, titles: { before: '', after: 'Ada' } },
        { field: 'colour', before: 1, after: 2 },
        { field: 'price', before: 12.5, after: 99.99 },
        { field: 'builtAt', before: null, after: '2020-01-01 12:00:00' },
      ],
    });
    expect(list[1]).toMatchObject({ created: true, restorable: true });
    expect(list[1]!.changes).toContainEqual({
      field: 'painterIds',
      before: null,
      after: [painter.id],
      titles: { before: '', after: 'Ada' },
    });
  });

  test('shows times of the record in its own zone and those of the entries in the zone of the application', async () => {
    const id = await make({ townId: far, builtAt: '2020-01-01 12:00:00' });
    const [entry] = (await history(id)).list;
    expect(entry!.time).toBe('2026-05-01 10:00:00');
    expect(entry!.changes).toContainEqual({ field: 'builtAt', before: null, after: '2020-01-01 12:00:00' });
  });

  test('masks what is masked, leaves out what may not be read, and never held what is sensitive', async () => {
    const id = await make({ phone: '0812345678', pin: '1234', cost: 5, tax: 1 });
    const fields = async (by: Partial<Actor>): Promise<Record<string, unknown>> =>
      Object.fromEntries((await history(id, caller(by))).list[0]!.changes.map(({ field, after }) => [field, after]));
    const seen = await fields({ permissions: new Set(['house-edit']) });
    expect(seen).toMatchObject({ phone: '081***5678', tax: 1 });
    expect(seen).not.toHaveProperty('cost');
    expect(seen).not.toHaveProperty('pin');
    expect(await fields(who('house-enable'))).toMatchObject({ phone: '0812345678', cost: 5 });
  });

  test('comes in pages', async () => {
    const id = await make();
    for (let price = 1; price <= 4; price++) await change(id, { price }, price);
    const page = await history(id, caller(), { pageNo: 2, pageSize: 2 });
    expect(page).toMatchObject({ pageNo: 2, pageSize: 2, total: 5, totalPage: 3 });
    expect(page.list.map(({ changes }) => changes[0]!.after)).toEqual([2, 1]);
    expect(page.list.every(({ restorable }) => restorable)).toBe(true);
  });

  test('of another scope, of a deleted record and of a resource without one is not found', async () => {
    const id = await make({ townId: far });
    const [entry] = await entries(id);
    const stranger = caller({ scope: [town] });
    const none = [404, 'msg.notFound'];
    expect(await refusal(history(id, stranger))).toEqual(none);
    expect(await refusal(difference(id, entry!, stranger))).toEqual(none);
    expect(await refusal(restore(id, entry!, stranger))).toEqual(none);
    expect(await refusal(history(4711))).toEqual(none);
    const choices = { pageNo: 1, pageSize: 20, mayRestore: true };
    expect(await refusal(data.versions.page('shed', 1, choices, caller()))).toEqual(none);
  });
});

describe('going back to a version', () => {
  test('brings back every value it had, is an entry itself, and can be gone back from', async () => {
    const ada = (await data.save('painter', { name: 'Ada' }, caller())).id;
    const first = {
      price: 10.25,
      colour: 1,
      painterId: ada,
      painterIds: [ada],
      phone: '0812345678',
      builtAt: '2020-02-03 04:05:06',
      detail: { floors: 2 },
      sealed: true,
    };
    const id = await make(first);
    await change(id, { price: 20, colour: 2, painterId: null, painterIds: [], detail: { floors: 3 } }, 1);
    await change(id, { price: 30, phone: '0899999999', builtAt: null, sealed: false }, 2);
    const [creation, second] = await entries(id);

    expect((await difference(id, second!)).changes.map(({ field, after }) => [field, after])).toEqual([
      ['price', 20],
      ['phone', '0812345678'],
      ['builtAt', '2020-02-03 04:05:06'],
      ['sealed', true],
    ]);
    await restore(id, creation!, caller({}, at(3)));
    expect(await info(id)).toMatchObject(first);
    const [newest] = (await history(id)).list;
    expect(newest).toMatchObject({ restored: '2026-05-01 10:00:00', restorable: false });
    const latest = (await entries(id)).at(-2)!;
    await restore(id, latest, caller({}, at(4)));
    expect(await info(id)).toMatchObject({ price: 30, phone: '0899999999', sealed: false, painterIds: [] });
    expect(await refusal(restore(id, latest))).toEqual([400, 'msg.history.same']);
  });

  test('keeps the instant of a time when the record goes back to another zone', async () => {
    const id = await make({ builtAt: '2020-01-01 12:00:00' });
    await change(id, { townId: far, builtAt: '2021-01-01 12:00:00' });
    const [creation] = await entries(id);
    await restore(id, creation!);
    expect(await info(id)).toMatchObject({ townId: town, builtAt: '2020-01-01 12:00:00' });
  });

  test('leaves states, read-only, locked and forbidden fields as they are, and says so', async () => {
    const id = await make({ note: 'a', tax: 1, cost: 1, price: 1 });
    await database.pool.query('select 1');
    await data.change(caller({}, at(1)), (context) => context.write.update('house', id, { status: 2, seen: 5 }));
    await change(id, { note: 'b', tax: 2, cost: 2, price: 2 }, 2);
    await change(id, { sealed: true }, 3);
    const [creation] = await entries(id);
    const { left, changes } = await difference(id, creation!, caller(who()));
    expect(left).toEqual([
      { field: 'status', reason: 'state' },
      { field: 'tax', reason: 'permission' },
      { field: 'seen', reason: 'readOnly' },
      { field: 'note', reason: 'locked' },
    ]);
    expect(changes.map(({ field }) => field)).toEqual(['price', 'sealed']);
    await restore(id, creation!, caller(who(), at(4)));
    expect(await info(id)).toMatchObject({ status: 2, seen: 5, note: 'b', tax: 2, cost: 2, price: 1 });
  });

  test('somebody else has changed meanwhile is a conflict', async () => {
    const id = await make({ price: 1 });
    await change(id, { price: 2 });
    const [creation] = await entries(id);
    const { updateTime } = await difference(id, creation!);
    await change(id, { price: 3 }, 5);
    expect(await refusal(restore(id, creation!, caller(), updateTime))).toEqual([409, 'msg.conflict']);
    await restore(id, creation!, caller({}, at(6)), (await difference(id, creation!)).updateTime);
    expect(await info(id)).toMatchObject({ price: 1 });
  });

  test('compares the time of the record in its own zone', async () => {
    const id = await make({ townId: far, price: 1 });
    await change(id, { price: 2 });
    const [creation] = await entries(id);
    await restore(id, creation!, caller(), (await difference(id, creation!)).updateTime);
    expect(await info(id)).toMatchObject({ price: 1 });
  });

  test('is refused at the field whose related record is gone, whose name is taken, and by hooks', async () => {
    const gone = (await data.save('painter', { name: 'Gone' }, caller())).id;
    const id = await make({ name: 'taken', painterId: gone, painterIds: [gone] });
    await change(id, { name: 'free', painterId: null, painterIds: [] });
    const [creation] = await entries(id);
    await data.remove('painter', gone, caller());
    expect(await refusal(restore(id, creation!))).toEqual({
      painterId: 'msg.unknownRecord',
      painterIds: 'msg.unknownRecord',
    });
    const other = await make({ name: 'x' });
    await change(other, { name: 'y' });
    const [named] = await entries(other);
    await make({ name: 'x' });
    expect(await refusal(restore(other, named!))).toEqual({ name: 'msg.duplicate' });
    await database.pool.query('alter table "recordChange" disable trigger append_only');
    await database.pool.query(
      `update "recordChange" set before = '{"name": "forbidden"}' where entity = 'house' and "recordId" = $1 and before is not null`,
      [other],
    );
    await database.pool.query('alter table "recordChange" enable trigger append_only');
    expect(await refusal(restore(other, named!))).toEqual([400, 'msg.invalid']);
    expect(await info(other)).toMatchObject({ name: 'y' });
  });

  test('is refused for an entry of another record and for what is no entry', async () => {
    const [one, two] = [await make({ price: 1 }), await make({ price: 2 })];
    await change(one, { price: 3 });
    const [foreign] = await entries(two);
    const none = [404, 'msg.notFound'];
    expect(await refusal(restore(one, foreign!))).toEqual(none);
    expect(await refusal(data.versions.restore('house', one, 'x', undefined, caller()))).toEqual(none);
    await data.change(caller(), (context) => context.write.note('house', one, { event: 'seen' }));
    const [note] = (await history(one)).list;
    expect(note).toMatchObject({ event: 'seen', restorable: false, changes: [] });
    expect(await refusal(restore(one, note!.id))).toEqual(none);
  });

  test('that the schema no longer allows is refused at the fields, and fields that are gone or renamed are understood', async () => {
    const id = await make({ colour: 3, detail: { floors: 9 }, attic: 'old', phone: '0812345678' });
    await change(id, { colour: 1, detail: { floors: 1 }, attic: 'new', phone: '0899999999' });
    const [creation] = await entries(id);
    const { attic: _attic, phone, detail: _detail, ...kept } = houseSchemas['house']!.properties;
    const later = layer(
      database,
      module,
      houseModel(
        {
          ...houseSchemas['house']!,
          properties: {
            ...kept,
            telephone: { ...phone!, 'x-was': 'phone' },
            detail: { type: 'object', properties: { floors: { type: 'integer', maximum: 3 } } },
          },
        },
        { ...houseCodes, colour: [{ code: 1 }, { code: 2 }] },
      ),
    );
    await database.pool.query('alter table house rename column phone to telephone');
    const now = await later.versions.difference('house', id, creation!, caller());
    expect(now.left).toEqual([{ field: 'attic', reason: 'gone' }]);
    expect(now.changes).toContainEqual({ field: 'telephone', before: '0899999999', after: '0812345678' });
    expect(await refusal(restore(id, creation!, caller(), undefined, later))).toEqual({
      colour: 'msg.unknownCode',
      'detail.floors': ['msg.tooLarge', { max: 3 }],
    });
    await database.pool.query('alter table house rename column telephone to phone');
  });
});

test.each([
  [{ 'x-log': true as const }, 'a log has no history'],
  [{ 'x-internal': true as const }, 'has nowhere to show a history'],
])('x-history beside %j is refused by name', (beside, message) => {
  expect(() =>
    compileModel({
      schemas: { diary: { type: 'object', 'x-history': true, ...beside, properties: {} } },
      resources: [],
      codes: {},
    }),
  ).toThrow(message);
});
