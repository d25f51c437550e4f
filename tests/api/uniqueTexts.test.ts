import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, uniqueKey, type EntitySchema } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';

import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';
import { check, csv } from './importFiles.ts';

/** What people type is unique by how it looks: NFKC, without characters that nobody sees. */

const house = (name: EntitySchema['properties'][string]): EntitySchema => ({
  type: 'object',
  'x-unique': [{ fields: ['street', 'door'], message: 'msg.houseExists' }],
  properties: {
    name,
    street: { type: 'string', maxLength: 40 },
    door: { type: 'integer' },
    serial: { type: 'string', maxLength: 40, readOnly: true, 'x-unique': true },
  },
});
const modelOf = (name: EntitySchema['properties'][string]) =>
  compileModel({
    schemas: { house: house(name) },
    resources: [
      {
        schema: 'house',
        permission: { base: 'house', route: 'house-list' },
        list: { columns: ['name'] },
      },
    ],
    codes: {},
  });
const unique = modelOf({ type: 'string', maxLength: 60, 'x-unique': true });

let database: TestDatabase;
let data: DataLayer;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, unique);
  await data.applyTables();
});
beforeEach(() => database.pool.query('truncate house'));
afterAll(() => database?.drop());

/** The same word as it comes from other keyboards and files: full width, decomposed, with invisible characters, ligatures. */
const ALIKE = [
  ['TRIM', 'ＴＲＩＭ'],
  ['Café', 'Cafe\u0301'],
  ['0612345678', '０６１２３４５６７８'],
  ['Bangkok', 'Bang\u200bkok'],
  ['Bangkok', '\ufeffBangkok\u200e'],
  ['office', 'oﬃce'],
  ['กรุงเทพ', 'กรุง\u2060เทพ'],
  ['ガラス', 'ｶﾞﾗｽ'],
  ['№5', 'No5'],
  ['a b', 'a\u00a0b'],
] as const;
const DIFFERENT = [
  ['TRIM', 'Trim'],
  ['Café', 'Cafe'],
  ['น้ำ', 'นำ'],
  ['1 2', '12'],
] as const;

describe('a unique text', () => {
  test.each(ALIKE)('is taken by one that looks like it: %j and %j', async (one, other) => {
    await data.save('house', { name: one }, caller());
    await expect(data.save('house', { name: other }, caller())).rejects.toMatchObject({
      fields: { name: 'msg.duplicate' },
    });
  });

  test.each(DIFFERENT)('is not taken by one that reads otherwise: %j and %j', async (one, other) => {
    await data.save('house', { name: one }, caller());
    await data.save('house', { name: other }, caller());
  });

  test('is stored as it was typed', async () => {
    const { id } = await data.save('house', { name: 'ＴＲＩＭ' }, caller());
    expect(JSON.parse(await data.info('house', id, caller()))).toMatchObject({ name: 'ＴＲＩＭ' });
  });

  test('of several properties is compared the same way, numbers beside it as numbers', async () => {
    await data.save('house', { street: 'Ｍain', door: 1 }, caller());
    await data.save('house', { street: 'Main', door: 2 }, caller());
    await expect(data.save('house', { street: 'Main', door: 1 }, caller())).rejects.toMatchObject({
      fields: { door: 'msg.houseExists' },
    });
  });

  test('is refused by an import at its row, in the file and beside the database', async () => {
    await data.save('house', { name: 'Café' }, caller());
    const state = await check(data, 'house', csv([['name'], ['Cafe\u0301'], ['ＯＮＥ'], ['ONE'], ['two']]));
    expect(state.errors.map(({ row, field }) => `${row} ${field}`)).toEqual(['2 name', '4 name']);
  });
});

test('the program and the database compare every text alike', async () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 200, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, async (drawn) => {
      const sent = drawn.map((text) => text.replaceAll('\0', ''));
      const { rows } = await database.pool.query<{ key: string }>(
        'select forecourt_sql.unique_key(v) as key from unnest($1::text[]) with ordinality t(v, at) order by at',
        [sent],
      );
      expect(rows.map(({ key }) => key)).toEqual(sent.map(uniqueKey));
    }),
    { numRuns: 20 },
  );
});

test('rows that collide stop the tables, and the statement of the refusal finds all of them', async () => {
  const loose = layer(database, {}, modelOf({ type: 'string', maxLength: 60 }));
  await loose.applyTables();
  await database.pool.query(
    `insert into house (id, name) values (1, 'ＯＮＥ'), (2, 'ONE'), (3, 'two'), (4, 'tw' || U&'\\200B' || 'o'), (5, 'three'), (6, null), (7, null)`,
  );
  const refused = (await data.applyTables().catch((error: unknown) => error)) as {
    plan: { impossible: { statement: { sql: string } }[] };
  };
  const [{ statement }] = refused.plan.impossible as [{ statement: { sql: string } }];
  const { rows } = await database.pool.query<{ ids: string[] }>(statement.sql);
  expect(rows.map(({ ids }) => ids.map(Number)).sort((a, b) => a[0]! - b[0]!)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await database.pool.query('delete from house where id in (2, 4)');
  await data.applyTables();
});
