import { beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type Model } from 'forecourt/model';
import { TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { bookingModule, caller, codes, layer, model, pageOf, resources, schemas } from './dataModel.ts';
import { openTables, thing } from './things.ts';

const tables = openTables();
const { on } = tables;

const columns = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await tables.database.pool.query<{ name: string; type: string }>(
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
  const first = await layer(tables.database).applyTables();
  expect(first).toMatchObject({ created: true, warnings: [] });
  expect(await layer(tables.database).applyTables()).toEqual({ applied: 0, created: false, warnings: [], later: [] });
  await tables.database.pool.query(`delete from "appMeta" where key = 'tables'`);
  // Compared again without the remembered fingerprint, nothing differs either.
  expect((await layer(tables.database).applyTables()).applied).toBe(0);
});

test('several processes that start at once make the tables and the first records once', async () => {
  let seeded = 0;
  const start = (): Promise<unknown> => layer(tables.database).applyTables({ seed: async () => void seeded++ });
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
    expect((await tables.database.pool.query('select rank from thing')).rows).toEqual([{ rank: 7 }]);
  });

  test('drops a column that never held anything', async () => {
    await tables.database.pool.query('update thing set size = null');
    await on(thing({})).applyTables();
    expect(await columns()).not.toHaveProperty('size');
  });

  test('changes the type of a filled column only on command', async () => {
    const worded = thing({ size: { type: 'string' } });
    expect((await refusal(on(worded))).message).toMatch(/change type of thing\.size/);
    await on(worded).applyTables({ allowUnsafe: true });
    expect((await tables.database.pool.query('select size from thing')).rows).toEqual([{ size: '5' }]);
  });

  test('refuses a new required column without default while there are rows', async () => {
    const required = thing({ size: { type: 'integer' }, colour: { type: 'string' } }, { required: ['colour'] });
    expect((await refusal(on(required))).message).toMatch(/colour is required and has no default/);
    await tables.database.pool.query('delete from thing');
    await on(required).applyTables();
    expect(await columns()).toHaveProperty('colour');
  });

  test('reports a unique constraint that the rows already break, and changes nothing', async () => {
    await tables.database.pool.query(`insert into thing (name) values ('a')`);
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
    await expect(tables.database.pool.query('insert into thing (size) values (11)')).rejects.toMatchObject({
      code: '23514',
    });
    await on(thing({ size: { type: 'integer', maximum: 20 } })).applyTables();
    await tables.database.pool.query('insert into thing (size) values (11)');
  });
});

test('empty values never collide, full ones do within the rows that count', async () => {
  const data = layer(tables.database);
  await data.applyTables();
  const branch = (await data.save('branch', { name: 'North' }, caller())).id;
  const booking = (number: string): Promise<unknown> =>
    data.save('booking', { number, name: 'n', fromId: branch, toId: branch }, caller());
  await booking('');
  await booking('');
  await booking('B1');
  await expect(booking('B1')).rejects.toMatchObject({ fields: { number: 'msg.booking.number' } });
  await tables.database.pool.query('update booking set status = 3');
  await booking('B1');
});

test('intervals of one key never overlap, half-open and for ever', async () => {
  const data = layer(tables.database);
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
  const data = layer(tables.database, {}, slot);
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
  await expect(
    layer(tables.database, { ...bookingModule, migrations: [first, broken] }).applyTables(),
  ).rejects.toThrow();
  await layer(tables.database, {
    ...bookingModule,
    migrations: [first, { ...broken, sql: 'insert into counted values (3)' }],
  }).applyTables();
  expect((await tables.database.pool.query('select n from counted order by n')).rows).toEqual([{ n: 1 }, { n: 3 }]);
});

test('a migration that follows the model runs again when its SQL is another, and when it is what it was before', async () => {
  const become = async (n: number): Promise<unknown> => {
    const sql = `create or replace function answer() returns int language sql as 'select ${n}'`;
    const migrations = [
      { name: 'answer', sql, follows: true },
      { name: 'answers', sql: 'select 1' },
    ];
    const of = layer(tables.database, { ...bookingModule, migrations });
    await of.applyTables();
    expect((await of.applyTables()).applied).toBe(0);
    return (await tables.database.pool.query('select answer() as n')).rows;
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
  expect(() => layer(tables.database, {})).toThrow(/computed column "doubled" \(booking\.doubled\).*filter "tab"/);
});

test('the list of a table that has grown a column answers it at once', async () => {
  const data = layer(tables.database);
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
  const next = layer(tables.database, undefined, grown);
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
      await tables.database.pool.query(`delete from "appMeta" where key = 'tables'`);
      return (await on(of).applyTables()).applied;
    };
    expect(await again(shelved('integer', [1]))).toBe(0);
    await on(shelved('number', [1])).applyTables({ allowUnsafe: true });
    expect(await again(shelved('number', [1, 2]))).toBe(2);
    expect(await again(thing({ size: { type: 'number' }, place: { type: 'integer' } }))).toBe(1);
    const { rows } = await tables.database.pool.query(`select 1 from pg_views where viewname = 'shelf'`);
    expect(rows).toEqual([]);
  });
});
