import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema, type Model } from '../../src/framework/model/index.ts';
import { TablesRefused, type DataLayer } from '../../src/framework/server/data/index.ts';
import { objectsOf } from '../../src/framework/server/data/tables/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, codes, layer, model, pageOf, resources, schemas } from './dataModel.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const thing = (properties: EntitySchema['properties'], rest: Partial<EntitySchema> = {}): Model =>
  compileModel({
    schemas: { thing: { type: 'object', properties: { name: { type: 'string' }, ...properties }, ...rest } },
    resources: [],
    codes,
  });

const on = (of: Model): DataLayer => layer(database, {}, of);

const columns = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await database.pool.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns where table_name = 'thing'`,
      )
    ).rows.map((row) => [row.name, row.type]),
  );

const refusal = async (data: DataLayer): Promise<TablesRefused> => {
  const error = await data.applyTables().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TablesRefused);
  return error as TablesRefused;
};

test('a new database gets every table, and a second start changes nothing', async () => {
  const first = await layer(database).applyTables();
  expect(first).toMatchObject({ created: true, warnings: [] });
  expect(await layer(database).applyTables()).toEqual({ applied: 0, created: false, warnings: [], later: [] });
  await database.pool.query(`delete from "appMeta" where key = 'tables'`);
  // Compared again without the remembered fingerprint, nothing differs either.
  expect((await layer(database).applyTables()).applied).toBe(0);
});

test('several processes that start at once make the tables and the first records once', async () => {
  let seeded = 0;
  const start = (): Promise<unknown> => layer(database).applyTables({ seed: async () => void seeded++ });
  await Promise.all([start(), start(), start(), start()]);
  expect(seeded).toBe(1);
  await start();
  expect(seeded).toBe(1);
});

describe('a changed schema', () => {
  beforeEach(async () => {
    const data = on(thing({ size: { type: 'integer' } }));
    await data.applyTables();
    await data.save('thing', { name: 'a', size: 5 }, caller());
  });

  test('gets new columns and indexes without asking', async () => {
    await on(
      thing(
        { size: { type: 'integer' }, colour: { type: 'string' }, rank: { type: 'integer', default: 7 } },
        { required: ['rank'], 'x-index': [['colour', 'rank']], 'x-search': ['name'] },
      ),
    ).applyTables();
    expect(await columns()).toMatchObject({ colour: 'text', rank: 'integer' });
    expect((await database.pool.query('select rank from thing')).rows).toEqual([{ rank: 7 }]);
  });

  test('a search index made by an earlier version is made anew, and rows of that time are found as new ones are', async () => {
    const searched = on(thing({}, { 'x-search': ['name'] }));
    await searched.applyTables();
    await searched.save('thing', { name: 'Wichai Chaiyaporn' }, caller());
    const indexes = async (): Promise<string[]> =>
      (
        await database.pool.query<{ name: string }>(
          `select indexname as name from pg_indexes where tablename = 'thing' and indexdef like '%gin%'`,
        )
      ).rows.map(({ name }) => name);
    const [current] = await indexes();
    // As it was: another index over other functions, and nobody has heard of the new ones.
    await database.pool.query(`
      drop index ${current};
      drop function forecourt_sql.search_fold, forecourt_sql.search_grams, forecourt_sql.search_probe;
      create index thing_search_0a1b2c_idx on thing using gin (forecourt_sql.grams(lower(chr(10) || coalesce(name::text, '')))) with (fastupdate = off);
      delete from migration where name = 'framework/007-search';
      update "appMeta" set value = 'of an earlier version' where key = 'tables';
      analyze thing;
    `);
    const next = on(thing({}, { 'x-search': ['name'] }));
    await next.applyTables();
    expect(await indexes()).toEqual([current]);
    await next.save('thing', { name: 'Wichai Chan' }, caller());
    expect(await pageOf(next, 'thing', { keyword: 'wichai c' })).toMatchObject({ total: 2 });
    expect(await pageOf(next, 'thing', { keyword: 'Wichai Chaiy' })).toMatchObject({ total: 1 });
    const { rows } = await database.pool.query('select count(*)::int as columns from pg_stats where tablename = $1', [
      current,
    ]);
    expect(rows).toEqual([{ columns: 1 }]);
    expect((await on(thing({}, { 'x-search': ['name'] })).applyTables()).applied).toBe(0);
  });

  test.each(['a table', 'a log'])(
    'a search index of %s that was stored otherwise is stored anew where it stands',
    async (kind) => {
      const searched = compileModel({
        schemas: {
          found: {
            type: 'object',
            ...(kind === 'a log' && { 'x-log': 'append' as const, required: ['time'] }),
            'x-search': ['name'],
            properties: { name: { type: 'string' }, time: { type: 'string', format: 'date-time' } },
          },
        },
        resources: [],
        codes,
      });
      const data = on(searched);
      await data.applyTables();
      /** Of the parts, where the table is divided: they are what is stored. */
      const stored = async (): Promise<readonly unknown[]> =>
        (
          await database.pool.query(
            `select c.relfilenode::int as file, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' and c.relkind = 'i' order by 1`,
          )
        ).rows;
      const names = async (): Promise<unknown> =>
        (await database.pool.query(`select indexname from pg_indexes where indexname like 'found_search_%' order by 1`))
          .rows;
      const made = await names();
      const options = ['fastupdate=on', 'gin_pending_list_limit=256'];
      expect(await stored()).toEqual([{ file: expect.any(Number) as unknown, options }]);
      // As a version made it whose indexes had no list of what waits; its name was another, because that stood in its definition.
      const { name, sql } = objectsOf(searched.entities.get('found')!, searched).find(({ expression }) => expression)!;
      const definition = sql.replace(/^.* on "found" /, '').replace(/ with .*$/, ' with (fastupdate = off)');
      const was = `found_search_${createHash('sha256').update(definition).digest('hex').slice(0, 6)}_idx`;
      await database.pool.query(
        `drop index "${name}"; create index "${was}" on found ${definition}; delete from "appMeta" where key = 'tables'`,
      );
      const before = await stored();
      expect((await data.applyTables()).applied).toBe(1);
      expect(await names()).toEqual(made);
      expect(await stored()).toEqual(before.map((one) => ({ ...(one as object), options })));
      expect((await data.applyTables()).applied).toBe(0);
      if (kind === 'a table') return;
      // Months to come are stored as those that were there.
      await data.forget(Date.now());
      expect((await stored()).length).toBeGreaterThan(1);
      expect((await stored()).every((one) => String((one as { options: unknown }).options) === String(options))).toBe(
        true,
      );
    },
  );

  test('drops a column that never held anything', async () => {
    await database.pool.query('update thing set size = null');
    await on(thing({})).applyTables();
    expect(await columns()).not.toHaveProperty('size');
  });

  test('changes the type of a filled column only on command', async () => {
    const worded = thing({ size: { type: 'string' } });
    expect((await refusal(on(worded))).message).toMatch(/change type of thing\.size/);
    await on(worded).applyTables({ allowUnsafe: true });
    expect((await database.pool.query('select size from thing')).rows).toEqual([{ size: '5' }]);
  });

  test('refuses a new required column without default while there are rows', async () => {
    const required = thing({ size: { type: 'integer' }, colour: { type: 'string' } }, { required: ['colour'] });
    expect((await refusal(on(required))).message).toMatch(/colour is required and has no default/);
    await database.pool.query('delete from thing');
    await on(required).applyTables();
    expect(await columns()).toHaveProperty('colour');
  });

  test('reports a unique constraint that the rows already break, and changes nothing', async () => {
    await database.pool.query(`insert into thing (name) values ('a')`);
    const unique = thing(
      { size: { type: 'integer' }, colour: { type: 'string' } },
      { 'x-unique': [{ fields: ['name'] }] },
    );
    expect((await refusal(on(unique))).message).toMatch(/the database refused it/);
    expect(await columns()).not.toHaveProperty('colour');
  });

  test('replaces checks and indexes of the earlier schema', async () => {
    const wide = thing({ size: { type: 'integer', maximum: 10 } });
    await on(wide).applyTables();
    await expect(database.pool.query('insert into thing (size) values (11)')).rejects.toMatchObject({ code: '23514' });
    await on(thing({ size: { type: 'integer', maximum: 20 } })).applyTables();
    await database.pool.query('insert into thing (size) values (11)');
  });
});

test('empty values never collide, full ones do within the rows that count', async () => {
  const data = layer(database);
  await data.applyTables();
  const branch = (await data.save('branch', { name: 'North' }, caller())).id;
  const booking = (number: string): Promise<unknown> =>
    data.save('booking', { number, name: 'n', fromId: branch, toId: branch }, caller());
  await booking('');
  await booking('');
  await booking('B1');
  await expect(booking('B1')).rejects.toMatchObject({ fields: { number: 'msg.booking.number' } });
  await database.pool.query('update booking set status = 3');
  await booking('B1');
});

test('intervals of one key never overlap, half-open and for ever', async () => {
  const data = layer(database);
  await data.applyTables();
  const reserve = (room: number, startTime: string, endTime?: string): Promise<unknown> =>
    data.save('reservation', { room, startTime, endTime }, caller());
  await reserve(1, '2026-01-01 10:00:00', '2026-01-01 12:00:00');
  await reserve(1, '2026-01-01 12:00:00');
  await reserve(2, '2026-01-01 10:00:00');
  await expect(reserve(1, '2026-01-01 11:00:00', '2026-01-01 11:30:00')).rejects.toMatchObject({
    key: 'msg.reservation.overlap',
  });
  await expect(reserve(1, '2030-01-01 11:00:00', '2030-01-01 11:30:00')).rejects.toMatchObject({
    key: 'msg.reservation.overlap',
  });
});

test('without any end there is no period: nothing overlaps; one open end goes for ever', async () => {
  const slot = compileModel({
    schemas: {
      slot: {
        type: 'object',
        'x-exclude': { key: ['room'], interval: ['from', 'to'], message: 'msg.reservation.overlap' },
        properties: {
          room: { type: 'integer' },
          from: { type: 'string', format: 'date' },
          to: { type: 'string', format: 'date' },
        },
      },
    },
    resources: [],
    codes: {},
  });
  const data = layer(database, {}, slot);
  await data.applyTables();
  const take = (period: object): Promise<unknown> => data.save('slot', { room: 1, ...period }, caller());
  await take({});
  await take({});
  await take({ from: '2026-03-01', to: '2026-03-05' });
  await take({});
  const overlap = { key: 'msg.reservation.overlap' };
  await expect(take({ to: '2026-03-02' })).rejects.toMatchObject(overlap);
  await expect(take({ from: '2026-01-01' })).rejects.toMatchObject(overlap);
  await take({ from: '2026-03-05' });
  await expect(take({ from: '2030-01-01', to: '2030-01-02' })).rejects.toMatchObject(overlap);
});

test('migrations run once, in order, and one that fails leaves nothing behind', async () => {
  const first = { name: 'one', sql: 'create table counted (n int); insert into counted values (1)' };
  const broken = { name: 'two', sql: 'insert into counted values (2); select 1 / 0' };
  await expect(layer(database, { ...bookingModule, migrations: [first, broken] }).applyTables()).rejects.toThrow();
  await layer(database, {
    ...bookingModule,
    migrations: [first, { ...broken, sql: 'insert into counted values (3)' }],
  }).applyTables();
  expect((await database.pool.query('select n from counted order by n')).rows).toEqual([{ n: 1 }, { n: 3 }]);
});

test('a migration that follows the model runs again when its SQL is another, and when it is what it was before', async () => {
  const become = async (n: number): Promise<unknown> => {
    const sql = `create or replace function answer() returns int language sql as 'select ${n}'`;
    const migrations = [
      { name: 'answer', sql, follows: true },
      { name: 'answers', sql: 'select 1' },
    ];
    const of = layer(database, { ...bookingModule, migrations });
    await of.applyTables();
    expect((await of.applyTables()).applied).toBe(0);
    return (await database.pool.query('select answer() as n')).rows;
  };
  for (const n of [1, 2, 1]) expect(await become(n)).toEqual([{ n }]);
});

test('a schema may not take the name of a table of the framework', async () => {
  const taken = compileModel({
    schemas: { idempotency: { type: 'object', properties: { name: { type: 'string' } } } },
    resources: [],
    codes,
  });
  await expect(on(taken).applyTables()).rejects.toThrow(/idempotency/);
});

test('a model whose registered names are missing is refused at once', () => {
  expect(() => layer(database, {})).toThrow(/computed column "doubled" \(booking\.doubled\).*filter "tab"/);
});

test('the list of a table that has grown a column answers it at once', async () => {
  const data = layer(database);
  await data.applyTables();
  await data.save('branch', { name: 'North' }, caller());
  for (let i = 0; i < 8; i++) await pageOf(data, 'branch', {});
  const grown = compileModel({
    schemas: {
      ...schemas,
      branch: { ...schemas['branch']!, properties: { ...schemas['branch']!.properties, city: { type: 'string' } } },
    },
    resources,
    codes,
    scopeEntity: 'branch',
  });
  const next = layer(database, undefined, grown);
  await next.applyTables();
  expect((await pageOf(next, 'branch', {})).list[0]).toMatchObject({ name: 'North', city: '' });
  expect((await pageOf(data, 'branch', {})).list[0]).toMatchObject({ name: 'North' });
  expect(model.entities.size).toBe(grown.entities.size);
});

describe('a view of another entity', () => {
  const shelved = (size: 'integer' | 'number', where: readonly number[]): Model =>
    compileModel({
      schemas: {
        thing: {
          type: 'object',
          properties: { name: { type: 'string' }, size: { type: size }, place: { type: 'integer' } },
        },
        shelf: {
          type: 'object',
          'x-view': { of: 'thing', where: { place: where }, as: 'thingId' },
          properties: {
            thingId: { type: 'integer', 'x-ref': { resource: 'thing' } },
            name: { type: 'string' },
            size: { type: size },
            why: { type: 'string', writeOnly: true },
          },
        },
      },
      resources: [],
      codes,
    });

  test('lists the rows that it names, and is written by nobody', async () => {
    const data = on(shelved('integer', [1, 2]));
    await data.applyTables();
    for (const place of [1, 2, 3]) await data.save('thing', { name: `at ${place}`, size: place, place }, caller());
    const { list } = await pageOf(data, 'shelf', { sortField: 'size', sortOrder: 'descend' });
    expect(list).toMatchObject([
      { id: 2, thingId: 2, thingName: 'at 2', name: 'at 2', size: 2 },
      { id: 1, thingId: 1, thingName: 'at 1', name: 'at 1', size: 1 },
    ]);
    expect(list[0]).not.toHaveProperty('why');
    await expect(data.save('shelf', { name: 'x' }, caller())).rejects.toThrow();
    await expect(data.remove('shelf', '1', caller())).rejects.toThrow();
  });

  test('stands aside while its table changes, follows its schema, and is made once', async () => {
    await on(shelved('integer', [1])).applyTables();
    const again = async (of: Model): Promise<number> => {
      await database.pool.query(`delete from "appMeta" where key = 'tables'`);
      return (await on(of).applyTables()).applied;
    };
    expect(await again(shelved('integer', [1]))).toBe(0);
    await on(shelved('number', [1])).applyTables({ allowUnsafe: true });
    expect(await again(shelved('number', [1, 2]))).toBe(2);
    expect(await again(thing({ size: { type: 'number' }, place: { type: 'integer' } }))).toBe(1);
    const { rows } = await database.pool.query(`select 1 from pg_views where viewname = 'shelf'`);
    expect(rows).toEqual([]);
  });
});
