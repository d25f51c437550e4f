import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { compileModel } from 'forecourt/model';
import { objectsOf } from '../../packages/forecourt/src/server/data/tables/index.ts';
import { SEARCH_FUNCTIONS } from '../../packages/forecourt/src/server/data/tables/searchIndex.ts';
import { caller, codes, pageOf } from './dataModel.ts';
import { openTables, thing } from './things.ts';

/** Indexes of the search that an earlier version made otherwise. */
const tables = openTables();
const { on } = tables;
beforeEach(async () => {
  const data = on(thing({ size: { type: 'integer' } }));
  await data.applyTables();
  await data.save('thing', { name: 'a', size: 5 }, caller());
});

test('a search index made by an earlier version is made anew, and rows of that time are found as new ones are', async () => {
  const searched = on(thing({}, { 'x-search': ['name'] }));
  await searched.applyTables();
  await searched.save('thing', { name: 'Wichai Chaiyaporn' }, caller());
  const indexes = async (): Promise<string[]> =>
    (
      await tables.database.pool.query<{ name: string }>(
        `select indexname as name from pg_indexes where tablename = 'thing' and indexdef like '%gin%'`,
      )
    ).rows.map(({ name }) => name);
  const [current] = await indexes();
  // As it was: another index over other functions, and nobody has heard of the new ones.
  await tables.database.pool.query(`
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
  const { rows } = await tables.database.pool.query(
    'select count(*)::int as columns from pg_stats where tablename = $1',
    [current],
  );
  expect(rows).toEqual([{ columns: 1 }]);
  expect((await on(thing({}, { 'x-search': ['name'] })).applyTables()).applied).toBe(0);
});

test('the entries of a text are the same as ever: an index holds those of rows from before', async () => {
  const { pool } = tables.database;
  await on(thing({}, { 'x-search': ['name'] })).applyTables();
  await pool.query(
    SEARCH_FUNCTIONS.replaceAll('create function forecourt_sql.', 'create function forecourt_sql.first_'),
  );
  const long = (letters: string): readonly string[] =>
    Array.from({ length: 40 }, (_, at) => letters.repeat(8).slice(0, at));
  const texts = [
    ...['abcdefghij', '测试客户', 'กรุงเทพ', '\na-b c_d\n', 'é•(京)A12·34'].flatMap(long),
    ...['--', '  a  ', '。', 'a。', '\\]^', '\n测\n试\n', '\n1กก 1234\nMR053REE105\n', '😀😀 x'],
  ];
  const { rows } = await pool.query(
    `select text from unnest($1::text[]) as text where array(select unnest(forecourt_sql.search_grams(text)) order by 1)
      is distinct from array(select unnest(forecourt_sql.first_search_grams(text)) order by 1)`,
    [texts],
  );
  expect(rows).toEqual([]);
  await pool.query(
    'drop function forecourt_sql.first_search_fold, forecourt_sql.first_search_grams, forecourt_sql.first_search_probe',
  );
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
        await tables.database.pool.query(
          `select c.relfilenode::int as file, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' and c.relkind = 'i' order by 1`,
        )
      ).rows;
    const names = async (): Promise<unknown> =>
      (
        await tables.database.pool.query(
          `select indexname from pg_indexes where indexname like 'found_search_%' order by 1`,
        )
      ).rows;
    const made = await names();
    const options = ['fastupdate=on', 'gin_pending_list_limit=256'];
    expect(await stored()).toEqual([{ file: expect.any(Number) as unknown, options }]);
    // As a version made it whose indexes had no list of what waits; its name was another, because that stood in its definition.
    const { name, sql } = objectsOf(searched.entities.get('found')!, searched).find(({ expression }) => expression)!;
    const definition = sql.replace(/^.* on "found" /, '').replace(/ with .*$/, ' with (fastupdate = off)');
    const was = `found_search_${createHash('sha256').update(definition).digest('hex').slice(0, 6)}_idx`;
    await tables.database.pool.query(
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
