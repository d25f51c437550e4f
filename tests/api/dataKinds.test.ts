import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema, type Model, type PropertySchema } from 'forecourt/model';
import { TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { dueToday } from '../turns.ts';
import { caller, layer, pageOf } from './dataModel.ts';

/**
 * Every kind of property becomes every other kind while its column holds values. What must hold is one rule: afterwards the API answers an
 * equal value, or the change was refused before anything was touched, naming property and reason.
 * The pairs of kinds take turns (tests/turns.ts).
 */
interface Kind {
  readonly property: PropertySchema;
  /** Wire values, some of which fit into other kinds and some into none. */
  readonly values: readonly unknown[];
}

const ref = (resource: string): PropertySchema => ({ type: 'integer', 'x-ref': { resource } });
const list = (property: PropertySchema): PropertySchema => ({ type: 'array', items: property });

const KINDS: Readonly<Record<string, Kind>> = {
  integer: { property: { type: 'integer' }, values: [2, 0, -7, 2_147_483_647] },
  int64: { property: { type: 'integer', format: 'int64' }, values: [2, -7, 4_294_967_296, 9_007_199_254_740_991, '9223372036854775807', '-9223372036854775808'] },
  number: { property: { type: 'number' }, values: [2, 0.1, 2.005, 1e15, 123456789.12] },
  percent: { property: { type: 'number', 'x-widget': 'percent' }, values: [2, 0.25] },
  money: { property: { type: 'number', 'x-widget': 'money' }, values: [2, 2.5, -0.01, 9_999_999_999.99] },
  string: { property: { type: 'string' }, values: ['2', '2.50', '007', 'true', '2026-02-28', '2026-02-30', 'word', '1e5'] },
  text: { property: { type: 'string', 'x-widget': 'text' }, values: ['2', 'two\nlines'] },
  boolean: { property: { type: 'boolean' }, values: [true, false] },
  date: { property: { type: 'string', format: 'date' }, values: ['2026-02-28'] },
  dateTime: { property: { type: 'string', format: 'date-time' }, values: ['2026-02-28 23:30:00'] },
  time: { property: { type: 'string', format: 'time' }, values: ['23:30'] },
  code: { property: { type: 'integer', 'x-codes': 'numbers' }, values: [2, 1] },
  words: { property: { type: 'string', 'x-codes': 'words' }, values: ['two', '2'] },
  ref: { property: ref('room'), values: [2] },
  otherRef: { property: ref('hall'), values: [1, 3] },
  refs: { property: { type: 'array', 'x-ref': { resource: 'room' } }, values: [[1, 2]] },
  file: { property: { type: 'string', 'x-widget': 'file' }, values: ['a'.repeat(32)] },
  files: { property: { type: 'array', items: { type: 'string' }, 'x-widget': 'files' }, values: [['a'.repeat(32), 'b'.repeat(32)]] },
  document: { property: { type: 'object', properties: { a: { type: 'integer' } } }, values: [{ a: 2 }] },
  list: { property: list({ type: 'integer' }), values: [[1, 2]] },
}; // prettier-ignore

const codes = { numbers: [{ code: 1 }, { code: 2 }], words: [{ code: 'two' }, { code: '2' }] };
const named: EntitySchema = { type: 'object', properties: { name: { type: 'string' } } };
const modelOf = (property: PropertySchema): Model =>
  compileModel({
    schemas: { room: named, hall: named, thing: { type: 'object', properties: { value: property } } },
    resources: [],
    codes,
  });

let database: TestDatabase;
const models = Object.fromEntries(Object.entries(KINDS).map(([kind, { property }]) => [kind, modelOf(property)]));
const on = (kind: string): DataLayer => layer(database, {}, models[kind]!);

/** Numbers and yes or no may be written as text; a text that was a number reads as the same number. */
function equal(before: unknown, after: unknown): boolean {
  if (JSON.stringify(before) === JSON.stringify(after)) return true;
  const [one, other] = [before, after].map(String) as [string, string];
  if (typeof before === 'object' || typeof before === typeof after) return false;
  return one === other || (one.trim() !== '' && Number(one) === Number(other));
}

const answered = async (data: DataLayer): Promise<unknown[]> =>
  Promise.all(
    (await database.pool.query<{ id: number }>('select id from thing order by id')).rows.map(
      async ({ id }) => (JSON.parse(await data.info('thing', id, caller())) as { value: unknown }).value,
    ),
  );

const attempt = (run: Promise<unknown>): Promise<TablesRefused | undefined> =>
  run.then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(TablesRefused);
      return error as TablesRefused;
    },
  );

const stored = async (): Promise<unknown> => {
  const rows = await database.pool.query('select * from thing order by id');
  const columns = await database.pool.query(
    `select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute where attrelid = 'thing'::regclass and attnum > 0 order by attnum`,
  );
  return [rows.rows, columns.rows];
};

/** The kind that the table is known to have: a refused change leaves it as it was. */
let standing: string | undefined;

/** A table whose column holds these values as the kind `from`. */
async function filled(from: string, values: readonly unknown[]): Promise<DataLayer> {
  const data = on(from);
  if (standing === from) await database.pool.query('truncate thing restart identity');
  else {
    await database.pool.query(`drop table if exists thing; delete from "appMeta" where key in ('tables', 'limits')`);
    await data.applyTables();
  }
  standing = undefined;
  for (const value of values) await data.save('thing', { value }, caller());
  return data;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const data = on('integer');
  await data.applyTables();
  for (const name of ['a', 'b', 'c']) for (const of of ['room', 'hall']) await data.save(of, { name }, caller());
  await database.pool.query('delete from room where id = 3');
});
afterAll(() => database.drop());

const pairs = Object.keys(KINDS).flatMap((from) => Object.keys(KINDS).map((to) => [from, to] as const));
/** Each pair has its turn within three days. */
const due = dueToday(pairs, 3);

describe.each(Object.keys(KINDS))('%s', (from) => {
  test.each(due.filter(([one]) => one === from).map(([, to]) => to))(
    'becomes %s with equal values, or is refused and nothing changes',
    async (to) => {
      const { values } = KINDS[from]!;
      const becomes = async (some: readonly unknown[]): Promise<boolean> => {
        const before = await answered(await filled(from, some));
        const was = await stored();
        const next = on(to);
        const refused = await attempt(next.applyTables());
        if (refused) expect(await stored()).toEqual(was);
        const impossible = refused && (await attempt(next.applyTables({ allowUnsafe: true })));
        if (impossible) {
          expect(await stored()).toEqual(was);
          expect(impossible.message).toMatch(/thing\.value/);
          expect(impossible.message).toMatch(/do(es)? not fit: the new type takes|none of which is|names? no row of/);
          standing = from;
          return false;
        }
        const after = await answered(next);
        expect(after.map((value, index) => [value, equal(before[index], value)])).toEqual(
          after.map((value) => [value, true]),
        );
        return true;
      };
      // Each value alone, so that one that fits is not hidden by one that does not.
      if (!(await becomes(values)) && values.length > 1) for (const value of values) await becomes([value]);
    },
    60_000,
  );
});

test.each([
  ['integer', 'money', [2], [2]],
  ['integer', 'int64', [2_147_483_647, -7], [2_147_483_647, -7]],
  ['int64', 'integer', [2_147_483_647], [2_147_483_647]],
  ['int64', 'money', [200], [200]],
  ['money', 'int64', [200], [200]],
  ['int64', 'ref', [2], [2]],
  ['ref', 'int64', [2], [2]],
  ['int64', 'string', ['9223372036854775807'], ['9223372036854775807']],
  ['string', 'int64', ['-9223372036854775808'], ['-9223372036854775808']],
  ['money', 'integer', [200], [200]],
  ['number', 'money', [2.5], [2.5]],
  ['money', 'number', [2.55], [2.55]],
  ['money', 'string', [2.5], ['2.5']],
  ['string', 'money', ['2.50'], [2.5]],
  ['ref', 'integer', [2], [2]],
  ['integer', 'ref', [2], [2]],
  ['string', 'date', ['2026-02-28'], ['2026-02-28']],
  ['boolean', 'string', [true], ['true']],
  ['string', 'boolean', ['false'], [false]],
  ['refs', 'list', [[1, 2]], [[1, 2]]],
] as const)('%s becomes %s on command: %j is %j', async (from, to, values, expected) => {
  await filled(from, values);
  const data = on(to);
  expect((await attempt(data.applyTables()))?.message).toMatch(/change type of thing\.value/);
  await data.applyTables({ allowUnsafe: true });
  expect(await answered(data)).toEqual(expected);
});

test.each([
  ['number', 'money', [2.005, 2.01], '1 row of thing.value does not fit: the new type takes amounts of at most two decimals'],
  ['money', 'integer', [2.5, 3.5], '2 rows of thing.value do not fit: the new type takes whole numbers'],
  ['int64', 'integer', [2_147_483_648, '9223372036854775807'], '2 rows of thing.value do not fit: the new type takes whole numbers of at most 2147483647'],
  ['int64', 'number', ['9223372036854775807'], '1 row of thing.value does not fit: the new type takes numbers'],
  ['string', 'int64', ['9223372036854775808'], 'the new type takes whole numbers of 64 bits'],
  ['string', 'integer', ['007'], 'the new type takes whole numbers'],
  ['string', 'date', ['2026-02-30'], 'the new type takes days'],
  ['integer', 'ref', [7], 'the new type takes ids of room'],
  ['money', 'ref', [7], 'the new type takes ids of room'],
  ['otherRef', 'ref', [3], 'names no row of room'],
  ['dateTime', 'date', ['2026-02-28 23:30:00'], 'none of which is one of date'],
] as const)('%s does not become %s while it holds %j', async (from, to, values, reason) => {
  await filled(from, values);
  const refused = await attempt(on(to).applyTables({ allowUnsafe: true }));
  expect(refused?.message).toContain(reason);
  expect(refused?.message).not.toContain('--apply');
}); // prettier-ignore

test('what the history recorded follows the unit, and can be restored', async () => {
  const kept = (property: PropertySchema): DataLayer =>
    layer(
      database,
      {},
      compileModel({
        schemas: { room: named, hall: named, thing: { type: 'object', 'x-history': true, properties: { value: property } } },
        resources: [],
        codes,
      }),
    ); // prettier-ignore
  await filled('integer', []);
  const whole = kept(KINDS['integer']!.property);
  await whole.applyTables();
  const { id } = await whole.save('thing', { value: 2 }, caller());
  await whole.save('thing', { id, value: 5 }, caller());
  const data = kept(KINDS['money']!.property);
  await data.applyTables({ allowUnsafe: true });
  const history = await data.history('thing', id, caller());
  expect(history.slice(0, 2).flatMap(({ changes }) => changes)).toEqual([
    { field: 'value', before: 2, after: 5 },
    { field: 'value', before: null, after: 2 },
  ]);
  const { list } = JSON.parse(JSON.stringify(await data.versions.page('thing', id, { pageNo: 1, pageSize: 10, mayRestore: true }, caller()))) as { list: { id: number }[] }; // prettier-ignore
  const { updateTime } = await data.versions.difference('thing', id, list[1]!.id, caller());
  await data.versions.restore('thing', id, list[1]!.id, updateTime, caller());
  expect(await answered(data)).toEqual([2]);
  await expect(database.pool.query('delete from "recordChange"')).rejects.toMatchObject({ code: '42501' });
});

test('a property that is renamed and changes its unit in one step keeps its amounts', async () => {
  await filled('integer', [2]);
  const data = layer(
    database,
    {},
    compileModel({
      schemas: { room: named, hall: named, thing: { type: 'object', properties: { price: { ...KINDS['money']!.property, 'x-was': 'value' } } } },
      resources: [],
      codes,
    }),
  ); // prettier-ignore
  await data.applyTables({ allowUnsafe: true });
  expect((await pageOf(data, 'thing', {})).list[0]).toMatchObject({ price: 2 });
});

test('a limit of an amount holds to the satang', async () => {
  const data = layer(database, {}, modelOf({ type: 'number', 'x-widget': 'money', maximum: 19.99 }));
  await filled('integer', []);
  await data.applyTables();
  await data.save('thing', { value: 19.99 }, caller());
  expect(await answered(data)).toEqual([19.99]);
});
