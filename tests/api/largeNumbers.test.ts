import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compileModel,
  type EntitySchema,
  type Model,
  type PropertySchema,
  type ResourceDeclaration,
} from 'forecourt/model';
import { readStructure } from '../../packages/forecourt/src/server/backup/structure.ts';
import { TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, pageOf } from './dataModel.ts';
import { check, csv, errorsOf, exported, run } from './importFiles.ts';

/** Whole numbers of 64 bits go every way with all their digits: on the wire as a number up to 2^53, as a text beyond. */
type Wire = number | string;

const int64 = (rest: PropertySchema = {}): PropertySchema => ({ type: 'integer', format: 'int64', ...rest });

const meter: EntitySchema = {
  type: 'object',
  'x-title': ['name', 'count'],
  'x-search': ['name', 'serial'],
  'x-history': true,
  properties: {
    name: { type: 'string', maxLength: 40 },
    count: int64(),
    serial: int64({ 'x-unique': true }),
    most: int64({ 'x-after': 'count' }),
    small: int64({ minimum: -10, exclusiveMaximum: 9_007_199_254_740_991, multipleOf: 5 }),
    preset: int64({ default: '9223372036854775807' }),
    twice: int64({ 'x-compute': 'twice' }),
    note: { type: 'string', maxLength: 40, 'x-show': { properties: { count: { exclusiveMinimum: 1_000 } } } },
  },
};
const visit: EntitySchema = {
  type: 'object',
  properties: {
    meterId: { type: 'integer', 'x-ref': { resource: 'meter', as: 'meterName', with: { read: 'count' } } },
  },
};
const resources: ResourceDeclaration[] = [
  {
    schema: 'meter',
    permission: { base: 'meter', route: 'meter-list' },
    list: {
      columns: ['name', 'count', 'serial', 'most'],
      filters: [
        'keyword',
        { name: 'count', operator: 'equals' },
        { name: 'amount', field: 'count', operator: 'range' },
        { name: 'twice', operator: 'equals' },
      ],
    },
    options: { fields: ['name', 'count'], search: true },
  },
];
const modelOf = (of: EntitySchema = meter): Model =>
  compileModel({ schemas: { meter: of, visit }, resources: of === meter ? resources : [], codes: {} });

let database: TestDatabase;
let data: DataLayer;
const save = (values: Record<string, unknown>): Promise<{ id: number; updateTime: string }> =>
  data.save('meter', values, caller());
const info = async (id: number): Promise<Record<string, unknown>> =>
  JSON.parse(await data.info('meter', id, caller())) as Record<string, unknown>;
const module = { computed: { twice: { sql: ({ alias }: { alias: string }) => sql`${sql.ref(`${alias}.count`)}` } } };

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, module, modelOf());
  await data.applyTables();
});
afterAll(() => database.drop());

/** As the wire has it. */
const wire = (value: bigint): Wire => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value));

/** Around every size at which something changes. */
const around = (size: bigint): fc.Arbitrary<bigint> =>
  fc.bigInt({ min: size - 3n, max: size + 3n }).map((value) => (value > 2n ** 63n - 1n ? 2n ** 63n - 1n : value));
const numbers = fc
  .oneof(
    around(0n),
    around(2n ** 31n),
    around(2n ** 53n),
    around(2n ** 63n),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  )
  .chain((value) => fc.constantFrom(value, value === -(2n ** 63n) ? value : -value));

const listed = async (query: Record<string, unknown>): Promise<unknown[]> =>
  (await pageOf(data, 'meter', { pageSize: 100, pageNo: 1, ...query })).list.map(({ count }) => count);

describe('a whole number of 64 bits', () => {
  test('comes back as it was sent by every way: alone, with others, filtered, sorted, exported and imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(numbers, { minLength: 3, maxLength: 12 }), async (some) => {
        await database.pool.query('truncate meter, visit');
        const [first, ...others] = some;
        const { id } = await save({ name: 'first', count: wire(first!), serial: String(first) });
        expect(await info(id)).toMatchObject({ count: wire(first!), serial: wire(first!), twice: wire(first!) });
        // Saves at the same time go out together.
        await Promise.all(others.map((count) => save({ name: 'other', count: wire(count), serial: wire(count) })));
        const stored = await database.pool.query<{ count: string }>('select count::text from meter');
        expect(new Set(stored.rows.map(({ count }) => BigInt(count)))).toEqual(new Set(some));
        const sorted = [...some].sort((one, other) => (one < other ? -1 : 1));
        expect(await listed({ sortField: 'count', sortOrder: 'ascend' })).toEqual(sorted.map(wire));
        expect(await listed({ sortField: 'count', sortOrder: 'descend' })).toEqual(sorted.map(wire).reverse());
        for (const one of some) expect(await listed({ count: String(one) })).toEqual([wire(one)]);
        expect(await listed({ count: some.slice(0, 2).join(), sortField: 'count' })).toHaveLength(2);
        expect(await listed({ twice: String(first) })).toEqual([wire(first!)]);
        const [low, high] = [sorted[1]!, sorted.at(-2)!];
        expect(await listed({ amountStart: String(low), amountEnd: String(high), sortField: 'count' })).toEqual(
          sorted.slice(1, -1).map(wire),
        );
        for (const format of ['csv', 'xlsx'] as const) {
          const file = await exported(data, 'meter', { format, values: 'raw', columns: ['id', 'name', 'count', 'serial'] });
          const unchanged = await check(data, 'meter', file, { name: `file.${format}` });
          expect([errorsOf(unchanged), unchanged.unchanged]).toEqual([[], some.length]);
          const anew = await exported(data, 'meter', { format, values: 'raw', columns: ['name', 'count'] });
          const state = await check(data, 'meter', anew, { name: `file.${format}` });
          expect([errorsOf(state), state.creates]).toEqual([[], some.length]);
          await run(data, 'meter', state.id);
          const copies = await database.pool.query<{ count: string }>('delete from meter where serial is null returning count::text');
          expect(copies.rows.map(({ count }) => BigInt(count)).sort((one, other) => (one < other ? -1 : 1))).toEqual(sorted);
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000); // prettier-ignore

  test.each([
    [2 ** 53, 'msg.unsafeInteger'],
    [-(2 ** 53) - 2, 'msg.unsafeInteger'],
    [2 ** 64, ['msg.tooLarge', { max: '9223372036854775807' }]],
    ['9223372036854775808', ['msg.tooLarge', { max: '9223372036854775807' }]],
    ['-9223372036854775809', ['msg.tooSmall', { min: '-9223372036854775808' }]],
    ['9'.repeat(60), ['msg.tooLarge', { max: '9223372036854775807' }]],
    ['9'.repeat(61), 'msg.badInteger'],
    [1.5, 'msg.badInteger'],
    ['1.5', 'msg.badInteger'],
    ['1e3', 'msg.badInteger'],
    ['twelve', 'msg.badInteger'],
    [true, 'msg.badInteger'],
    [['1'], 'msg.badInteger'],
  ])('refuses %j with %j', async (count, issue) => {
    await expect(save({ name: 'wrong', count })).rejects.toMatchObject({ fields: { count: issue } });
  });

  test('keeps to the limits of its property, whether it comes as number or as text', async () => {
    const refusal = (small: Wire) => save({ small }).then(
      () => undefined,
      (error: { fields: Record<string, unknown> }) => error.fields['small'],
    ); // prettier-ignore
    expect(await refusal('-15')).toEqual(['msg.tooSmall', { min: -10 }]);
    expect(await refusal('9007199254740991')).toEqual(['msg.mustBeBelow', { max: 9_007_199_254_740_991 }]);
    expect(await refusal('9007199254740995')).toEqual(['msg.mustBeBelow', { max: 9_007_199_254_740_991 }]);
    expect(await refusal(7)).toBe('msg.badFormat');
    expect(await refusal('15')).toBeUndefined();
  });

  test('lies not below the other one that it comes after, however they are written', async () => {
    await save({ count: '9007199254740993', most: '9007199254740993' });
    await save({ count: 5, most: '9007199254740993' });
    for (const [count, most] of [['9007199254740993', '9007199254740992'], ['9007199254740992', 5], ['10000000000000000', '9999999999999999']])
      await expect(save({ count, most })).rejects.toMatchObject({ fields: { most: [ 'msg.below', {} ] } }); // prettier-ignore
  });

  test('is unique by all its digits, in a form and in a file', async () => {
    await database.pool.query('truncate meter, visit');
    await save({ serial: '9007199254740992' });
    await save({ serial: '9007199254740993' });
    await expect(save({ serial: '9007199254740993' })).rejects.toMatchObject({ fields: { serial: expect.anything() } });
    const state = await check(data, 'meter', csv([['serial'], ['9007199254740994'], ['9007199254740993'], ['9007199254740994']]));
    expect(errorsOf(state).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['3 serial', '4 serial']);
    const by = await check(data, 'meter', csv([['serial', 'name'], ['9007199254740993', 'found']]), { updateBy: 'serial' });
    expect([errorsOf(by), by.updates]).toEqual([[], 1]);
  }); // prettier-ignore

  test('stands in titles, choices, searches and beside relations with its digits and no quotes', async () => {
    const { id } = await save({ name: 'Mains', count: '9223372036854775806', serial: '9223372036854775806' });
    const title = 'Mains 9223372036854775806';
    const choices = JSON.parse(await data.options('meter', { ids: String(id) }, caller())) as unknown[];
    expect(choices).toMatchObject([{ id, count: '9223372036854775806' }]);
    expect((await pageOf(data, 'meter', { keyword: '3372036854775806' })).list.map((row) => row['id'])).toEqual([id]);
    const { id: visitId } = await data.save('visit', { meterId: id }, caller());
    expect(JSON.parse(await data.info('visit', visitId, caller()))).toMatchObject({
      meterName: title,
      read: '9223372036854775806',
    });
  });

  test('has a default with all its digits', async () => {
    const { id } = await save({ name: 'new' });
    expect(await info(id)).toMatchObject({ preset: '9223372036854775807', count: null });
  });

  test('decides conditions by its size', async () => {
    const { id } = await save({ count: '9223372036854775807', note: 'shown' });
    expect(await info(id)).toMatchObject({ note: 'shown' });
    const { id: below } = await save({ count: '-9223372036854775808', note: 'hidden' });
    expect(await info(below)).toMatchObject({ note: '' });
  });

  test('keeps its digits in the history, shows no change that was none, and goes back to any version', async () => {
    const { id } = await save({ count: '9007199254740993' });
    await save({ id, count: '9007199254740995' });
    await save({ id, count: '9007199254740995', name: 'named' });
    await save({ id, count: 7 });
    const history = await data.history('meter', id, caller());
    expect(history.map(({ changes }) => changes.filter(({ field }) => field === 'count' || field === 'name'))).toEqual([
      [{ field: 'count', before: '9007199254740995', after: 7 }],
      [{ field: 'name', before: null, after: 'named' }],
      [{ field: 'count', before: '9007199254740993', after: '9007199254740995' }],
      [{ field: 'count', before: null, after: '9007199254740993' }],
    ]);
    const { updateTime } = await data.versions.difference('meter', id, history.at(-1)!.id, caller());
    await data.versions.restore('meter', id, history.at(-1)!.id, updateTime, caller());
    expect(await info(id)).toMatchObject({ count: '9007199254740993' });
  });

  test('is a number in a spreadsheet up to 15 digits, and a text beyond', async () => {
    await database.pool.query('truncate meter, visit');
    const values: Wire[] = [999_999_999_999_999, 1_000_000_000_000_000, '9223372036854775807', '-9223372036854775808', -5];
    for (const count of values) await save({ count });
    const bytes = await exported(data, 'meter', { format: 'xlsx', columns: ['count', 'twice'] }, { sortField: 'id', sortOrder: 'ascend' });
    const cells = (await readSheet(bytes)).slice(1);
    expect(cells.map(([, twice]) => twice)).toEqual(cells.map(([count]) => count));
    expect(cells.map(([count]) => count)).toEqual([
      999_999_999_999_999,
      '1000000000000000',
      '9223372036854775807',
      '-9223372036854775808',
      -5,
    ]);
    const text = await exported(data, 'meter', { format: 'csv', columns: ['count'] }, { sortField: 'id', sortOrder: 'ascend' });
    expect(text.toString().slice(1).trimEnd().split('\r\n').slice(1)).toEqual(values.map(String));
  }); // prettier-ignore

  test('is read from a file with groups between its digits, and refused where a cell holds a fraction', async () => {
    const state = await check(data, 'meter', csv([['count'], ['9,223,372,036,854,775,807'], ['9223372036854775808'], ['1.5']]));
    expect(errorsOf(state).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['3 count', '4 count']);
  }); // prettier-ignore
});

describe('a column', () => {
  const only = (property: PropertySchema): DataLayer =>
    layer(database, {}, modelOf({ type: 'object', properties: { count: property } }));

  const refused = (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => '',
      (error: unknown) => (error instanceof TablesRefused ? error.message : Promise.reject(error as Error)),
    );

  beforeAll(() =>
    database.pool.query(`drop table meter, visit; delete from "appMeta" where key in ('tables', 'limits')`),
  );

  test('of 32 bits becomes one of 64 on command and keeps its values; the way back is refused while one does not fit', async () => {
    await only({ type: 'integer' }).applyTables();
    await only({ type: 'integer' }).save('meter', { count: 2_147_483_647 }, caller());
    const wide = only(int64());
    expect(await refused(wide.applyTables())).toMatch(/change type of meter\.count from integer to whole numbers of 64 bits \(bigint\)/);
    await wide.applyTables({ allowUnsafe: true });
    expect(JSON.parse(await wide.info('meter', 1, caller()))).toMatchObject({ count: 2_147_483_647 });
    // The next start finds what it made.
    await wide.applyTables();
    await wide.save('meter', { id: 1, count: '9223372036854775807' }, caller());
    expect(await refused(only({ type: 'integer' }).applyTables({ allowUnsafe: true }))).toMatch(/1 row of meter\.count does not fit: the new type takes whole numbers of at most 2147483647/);
    await wide.save('meter', { id: 1, count: 12 }, caller());
    const narrow = only({ type: 'integer' });
    await narrow.applyTables({ allowUnsafe: true });
    expect(JSON.parse(await narrow.info('meter', 1, caller()))).toMatchObject({ count: 12 });
    const { rows } = await database.pool.query(`select col_description('meter'::regclass, attnum) as comment from pg_attribute where attrelid = 'meter'::regclass and attname = 'count'`);
    expect(rows).toEqual([{ comment: null }]);
  }); // prettier-ignore

  test('is told from one of amounts in a backup, too', async () => {
    await database.pool.query('update meter set count = null');
    await only(int64()).applyTables();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const { after } = await readStructure(client);
      expect(after).toContain("comment on column public.meter.count is 'int64'");
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('of amounts is none of whole numbers: what becomes of it is asked, and its unit is kept', async () => {
    await database.pool.query('update meter set count = null');
    await only({ type: 'number', 'x-widget': 'money' }).applyTables();
    await only({ type: 'number', 'x-widget': 'money' }).save('meter', { id: 1, count: 20 }, caller());
    const whole = only(int64());
    expect(await refused(whole.applyTables())).toMatch(/from amounts \(bigint, minor units\) to whole numbers of 64 bits/);
    await whole.applyTables({ allowUnsafe: true });
    expect(JSON.parse(await whole.info('meter', 1, caller()))).toMatchObject({ count: 20 });
  }); // prettier-ignore
});
