import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compileModel,
  type EntitySchema,
  type Model,
  type PropertySchema,
  type ResourceDeclaration,
} from 'forecourt/model';
import { TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, NOW, pageOf } from './dataModel.ts';
import { check, csv, errorsOf, exported, run } from './importFiles.ts';

/** Times with digits of their seconds (`x-precision`) go every way with all of them, on the clock of whatever zone. */
const time = (digits?: number, rest: PropertySchema = {}): PropertySchema => ({
  type: 'string',
  format: 'date-time',
  ...(digits !== undefined && { 'x-precision': digits }),
  ...rest,
});

const place: EntitySchema = { type: 'object', properties: { zone: { type: 'string', maxLength: 40 } } };
const reading: EntitySchema = {
  type: 'object',
  'x-zone': 'placeId.zone',
  'x-history': true,
  properties: {
    name: { type: 'string', maxLength: 40 },
    placeId: { type: 'integer', 'x-ref': { resource: 'place' } },
    at: time(6, { 'x-unique': true }),
    until: time(3, { 'x-after': 'at' }),
    tenth: time(1),
    whole: time(),
    made: time(3, { 'x-default': 'now' }),
  },
};
const resources: ResourceDeclaration[] = [
  {
    schema: 'reading',
    permission: { base: 'reading', route: 'reading-list' },
    list: {
      columns: ['name', 'at'],
      filters: [{ name: 'at', operator: 'equals' }, { name: 'time', field: 'at', operator: 'range' }],
    },
  },
]; // prettier-ignore
const modelOf = (of: EntitySchema = reading): Model =>
  compileModel({ schemas: { reading: of, place }, resources: of === reading ? resources : [], codes: {} });

let database: TestDatabase;
let data: DataLayer;
const save = (values: Record<string, unknown>): Promise<{ id: number; updateTime: string }> =>
  data.save('reading', values, caller());
const info = async (id: number): Promise<Record<string, unknown>> =>
  JSON.parse(await data.info('reading', id, caller())) as Record<string, unknown>;
const listed = async (query: Record<string, unknown>): Promise<unknown[]> =>
  (await pageOf(data, 'reading', { pageSize: 100, pageNo: 1, ...query })).list.map(({ at }) => at);

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, modelOf());
  await data.applyTables();
  for (const zone of ['Asia/Bangkok', 'Asia/Kathmandu', 'America/New_York'])
    await data.save('place', { zone }, caller());
});
afterAll(() => database.drop());

const two = (value: number): string => String(value).padStart(2, '0');
/** Microseconds of one hour, many of them close to each other. */
const moments = fc
  .oneof(fc.nat(3_599_999_999), fc.nat(2_000), fc.integer({ min: 59_999_990, max: 60_000_010 }))
  .map((micros) => {
    const seconds = Math.floor(micros / 1_000_000);
    return `2026-01-02 03:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${String(micros % 1_000_000).padStart(6, '0')}`;
  });

describe('a time with digits of its second', () => {
  test('comes back as it was sent by every way: alone, with others, filtered, sorted, exported and imported', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(moments, { minLength: 3, maxLength: 10 }),
        fc.constantFrom(1, 2, 3),
        async (some, placeId) => {
          await database.pool.query('truncate reading');
          const [first, ...others] = some;
          const { id } = await save({ at: first, placeId });
          expect(await info(id)).toMatchObject({ at: first });
          await Promise.all(others.map((at) => save({ at, placeId })));
          const sorted = [...some].sort();
          expect(await listed({ sortField: 'at', sortOrder: 'ascend' })).toEqual(sorted);
          if (placeId === 1) {
            // Filters are on the clock of the application.
            for (const one of some) expect(await listed({ at: one })).toEqual([one]);
            const query = { timeStart: sorted[1], timeEnd: sorted.at(-2), sortField: 'at' };
            expect(await listed(query)).toEqual(sorted.slice(1, -1));
          }
          for (const format of ['csv', 'xlsx'] as const) {
            const file = await exported(data, 'reading', { format, values: 'raw' });
            const unchanged = await check(data, 'reading', file, { name: `file.${format}` });
            expect([errorsOf(unchanged), unchanged.unchanged]).toEqual([[], some.length]);
            const anew = await exported(data, 'reading', { format, values: 'raw', columns: ['placeId', 'at'] });
            await database.pool.query('delete from reading');
            const state = await check(data, 'reading', anew, { name: `file.${format}` });
            expect([errorsOf(state), state.creates]).toEqual([[], some.length]);
            await run(data, 'reading', state.id);
            expect(await listed({ sortField: 'at', sortOrder: 'ascend' })).toEqual(sorted);
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000); // prettier-ignore

  test.each([
    ['2026-01-02 03:04:05.678901', '2026-01-02 03:04:05.678901'],
    ['2026-01-02T03:04:05.5', '2026-01-02 03:04:05.500000'],
    ['2026-01-02 03:04', '2026-01-02 03:04:00.000000'],
    ['2026-01-02 03:04:05.678901000', '2026-01-02 03:04:05.678901'],
  ])('%s is answered as %s', async (sent, answered) => {
    await database.pool.query('truncate reading');
    expect(await info((await save({ at: sent })).id)).toMatchObject({ at: answered });
  });

  test.each([
    [{ at: '2026-01-02 03:04:05.6789012' }, { at: ['msg.tooFine', { digits: 6 }] }],
    [{ until: '2026-01-02 03:04:05.6781' }, { until: ['msg.tooFine', { digits: 3 }] }],
    [{ whole: '2026-01-02 03:04:05.5' }, { whole: 'msg.badDate' }],
    [{ at: '2026-01-02 03:04.5' }, { at: 'msg.badDate' }],
    [{ at: '2026-02-30 03:04:05.5' }, { at: 'msg.badDate' }],
    [{ at: '2026-01-02 03:04:05.' }, { at: 'msg.badDate' }],
  ])('refuses %j, and rounds nothing', async (values, fields) => {
    await expect(save(values)).rejects.toMatchObject({ fields });
  });

  test('lies not before another one with fewer digits', async () => {
    await database.pool.query('truncate reading');
    await save({ at: '2026-01-02 03:04:05', until: '2026-01-02 03:04:05.000' });
    await save({ at: '2026-01-02 03:04:05.1', until: '2026-01-02 03:04:05.100' });
    const wrong = { at: '2026-01-02 03:04:05.678901', until: '2026-01-02 03:04:05.678' };
    await expect(save(wrong)).rejects.toMatchObject({ fields: { until: ['msg.after', {}] } });
  });

  test('is unique by all its digits', async () => {
    await database.pool.query('truncate reading');
    await save({ at: '2026-01-02 03:04:05.678901' });
    await save({ at: '2026-01-02 03:04:05.678902' });
    await expect(save({ at: '2026-01-02 03:04:05.678901' })).rejects.toMatchObject({ fields: { at: expect.anything() } });
    const file = csv([['at'], ['2026-01-02 03:04:05.678903'], ['2026-01-02 03:04:05.678902'], ['2026-01-02 03:04:05.678903']]);
    const state = await check(data, 'reading', file);
    expect(errorsOf(state).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['3 at', '4 at']);
  }); // prettier-ignore

  test('is filtered by as much of it as is said: a day, a minute, a second, a tenth of one', async () => {
    await database.pool.query('truncate reading');
    for (const second of ['05.678901', '05.600000', '05.599999', '06.000000'])
      await save({ at: `2026-01-02 03:04:${second}` });
    const found = async (at: string): Promise<number> => (await listed({ at })).length;
    expect(await found('2026-01-02')).toBe(4);
    expect(await found('2026-01-02 03:04')).toBe(4);
    expect(await found('2026-01-02 03:04:05')).toBe(3);
    expect(await found('2026-01-02 03:04:05.6')).toBe(2);
    expect(await found('2026-01-02 03:04:05.678901')).toBe(1);
    expect(await found('2026-01-02 03:04:05.678902')).toBe(0);
  });

  test('keeps its digits in the history, shows no change that was none, and goes back to any version', async () => {
    await database.pool.query('truncate reading');
    const { id } = await save({ at: '2026-01-02 03:04:05.678901' });
    await save({ id, at: '2026-01-02 03:04:05.678902' });
    await save({ id, at: '2026-01-02 03:04:05.678902', name: 'named' });
    const history = await data.history('reading', id, caller());
    expect(history.map(({ changes }) => changes.filter(({ field }) => field === 'at' || field === 'name'))).toEqual([
      [{ field: 'name', before: null, after: 'named' }],
      [{ field: 'at', before: '2026-01-02 03:04:05.678901', after: '2026-01-02 03:04:05.678902' }],
      [{ field: 'at', before: null, after: '2026-01-02 03:04:05.678901' }],
    ]);
    const { updateTime } = await data.versions.difference('reading', id, history.at(-1)!.id, caller());
    await data.versions.restore('reading', id, history.at(-1)!.id, updateTime, caller());
    expect(await info(id)).toMatchObject({ at: '2026-01-02 03:04:05.678901' });
  });

  test('has, by default, the digits of the clock of the request', async () => {
    const at = NOW + 678;
    const { id } = await data.save('reading', { name: 'now' }, { ...caller(), now: at });
    expect(await info(id)).toMatchObject({ made: '2026-05-01 10:00:00.678' });
  });

  test('is a text in a spreadsheet, and read from a time of one to the thousandth', async () => {
    await database.pool.query('truncate reading');
    await save({ at: '2026-01-02 03:04:05.678901', whole: '2026-01-02 03:04:05' });
    const bytes = await exported(data, 'reading', { format: 'xlsx', columns: ['at', 'whole'] });
    expect((await readSheet(bytes))[1]).toEqual(['2026-01-02 03:04:05.678901', new Date('2026-01-02T03:04:05Z')]);
    const { writeXlsx } = await import('../../packages/forecourt/src/server/data/export/xlsx.ts');
    async function* rows() {
      // Days since the beginning of a spreadsheet's calendar.
      yield [{ n: Date.UTC(2026, 0, 2, 3, 4, 5, 678) / 86_400_000 + 25_569 }];
    }
    const column = { header: 'until', kind: 'number', cell: (row: Record<string, unknown>) => row['n'] as number } as const;
    const pieces: Uint8Array[] = [];
    for await (const piece of writeXlsx('s', ['until', 'tenth', 'whole'].map((name) => ({ ...column, name, header: name })), rows())) pieces.push(piece);
    // The style of times in place of that of numbers.
    const { unzipSync, zipSync, strFromU8, strToU8 } = await import('fflate');
    const parts = unzipSync(Buffer.concat(pieces));
    const sheet = 'xl/worksheets/sheet1.xml';
    parts[sheet] = strToU8(strFromU8(parts[sheet]!).replaceAll(/(<c r="[A-C]2") s="\d+"/g, '$1 s="5"'));
    const state = await check(data, 'reading', Buffer.from(zipSync(parts)), { name: 'times.xlsx' });
    expect(errorsOf(state)).toEqual([]);
    await run(data, 'reading', state.id);
    const { list } = await pageOf(data, 'reading', { sortField: 'id', sortOrder: 'descend' });
    expect(await info(list[0]!['id'] as number)).toMatchObject({
      until: '2026-01-02 03:04:05.678',
      tenth: '2026-01-02 03:04:05.6',
      whole: '2026-01-02 03:04:06',
    });
  }); // prettier-ignore

  test('is read from a file with its distance from UTC, and refused where it has more digits than the property', async () => {
    await database.pool.query('truncate reading');
    const file = csv([['at', 'until'], ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.679Z'], ['', '2026-01-02T03:04:05.6789Z'], ['', '2026-01-02 03:04:05.6789']]);
    const state = await check(data, 'reading', file);
    expect(errorsOf(state).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['3 until', '4 until']);
    await run(data, 'reading', state.id);
    expect(await listed({})).toEqual(['2026-01-02 10:04:05.678901']);
  }); // prettier-ignore
});

describe('what a column has beyond its digits', () => {
  test('stays there when a form sends back what it was shown, and is no change', async () => {
    await database.pool.query('truncate reading');
    const { id } = await save({ name: 'old' });
    await database.pool.query(`update reading set whole = '2026-01-02 03:04:05.678901Z', until = '2026-01-02 03:04:05.678901Z'`);
    const { whole, until } = await info(id);
    expect([whole, until]).toEqual(['2026-01-02 10:04:05', '2026-01-02 10:04:05.678']);
    await save({ id, name: 'new', whole, until });
    const { rows } = await database.pool.query<{ whole: string; until: string }>('select whole::text, until::text from reading');
    expect(rows.map((row) => [row.whole, row.until].map((text) => text.slice(17, 26)))).toEqual([['05.678901', '05.678901']]);
    const [last] = await data.history('reading', id, caller());
    expect(last!.changes.map(({ field }) => field)).toEqual(['name']);
    await save({ id, whole: '2026-01-02 10:04:06' });
    expect(await info(id)).toMatchObject({ whole: '2026-01-02 10:04:06' });
  }); // prettier-ignore

  test('is named before fewer digits are shown', async () => {
    const with_ = (digits?: number): DataLayer =>
      layer(database, {}, modelOf({ type: 'object', properties: { at: time(digits) } }));
    await database.pool.query(`drop table reading, place; delete from "appMeta" where key in ('tables', 'limits')`);
    await with_(6).applyTables();
    await with_(6).save('reading', { at: '2026-01-02 03:04:05.678' }, caller());
    await with_(3).applyTables();
    const refused = await with_()
      .applyTables()
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(refused).toBeInstanceOf(TablesRefused);
    expect((refused as Error).message).toMatch(/digits of the second of reading\.at to 0/);
    await with_().applyTables({ allowUnsafe: true });
    expect(JSON.parse(await with_().info('reading', 1, caller()))).toMatchObject({ at: '2026-01-02 03:04:05' });
  });
});
