import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema, type Model } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, codes, layer } from './dataModel.ts';

/** What PostgreSQL is told that the table has: more than a start builds an index on while everybody waits. */
const ROWS = 200_001;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await on(thing([['size']])).applyTables();
  await database.pool.query(`insert into thing (name, size) select 'thing ' || i, i from generate_series(1, 100) i`);
  await database.pool.query(
    `select pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', 'thing', 'reltuples', ${ROWS}::real)`,
  );
});
afterEach(() => database.drop());

const thing = (indexes: EntitySchema['x-index'], rest: Partial<EntitySchema> = {}): Model =>
  compileModel({
    schemas: {
      thing: {
        type: 'object',
        properties: { name: { type: 'string' }, size: { type: 'integer' } },
        'x-index': indexes,
        ...rest,
      },
    },
    resources: [],
    codes,
  });
const on = (of: Model): DataLayer => layer(database, {}, of);

/** Columns of the derived indexes, and whether each is whole. */
const indexes = async (): Promise<Record<string, boolean>> => {
  const { rows } = await database.pool.query<{ columns: string; whole: boolean }>(
    `select substring(pg_get_indexdef(indexrelid) from 'btree \\((.*)\\)') as columns, indisvalid as whole from pg_index where indrelid = 'thing'::regclass and not indisprimary`,
  );
  return Object.fromEntries(rows.map(({ columns, whole }) => [columns, whole]));
};

const BUILDING = `select wait_event_type as waits from pg_stat_activity where query ~ '^create index concurrently' and state = 'active' and datname = current_database()`;

/** Until PostgreSQL waits for an open transaction before it goes on building. */
async function building(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ waits: string | null }>(BUILDING);
    if (rows.some(({ waits }) => waits === 'Lock')) return;
    await delay(20);
  }
}

/** Until PostgreSQL has noticed that nobody wants it any more. */
async function broken(): Promise<void> {
  while ((await database.pool.query(BUILDING)).rows.length > 0) await delay(20);
}

/** A writer who has not finished yet. */
async function openWriter() {
  const client = await database.pool.connect();
  await client.query(`begin; update thing set name = 'held' where size = 1`);
  return {
    async finish() {
      await client.query('commit');
      client.release();
    },
  };
}

describe('an index of a big table', () => {
  test('is no reason not to start: it is built beside the work, nobody who writes waits, and what it replaces stays until then', async () => {
    const data = on(thing([['name', 'size']]));
    const { later } = await data.applyTables();
    expect(later).toHaveLength(2);
    expect(await indexes()).toEqual({ size: true });

    const writer = await openWriter();
    const built = data.buildIndexes(later);
    await building();
    await data.save('thing', { name: 'meanwhile', size: 0 }, caller());
    expect(await indexes()).toEqual({ size: true, 'name, size': false });
    await writer.finish();
    expect(await built).toBe(1);
    expect(await indexes()).toEqual({ 'name, size': true });
    expect(await data.applyTables()).toMatchObject({ applied: 0, later: [] });
  });

  test('is built once by processes that start together', async () => {
    const [one, other] = [on(thing([['size'], ['name']])), on(thing([['size'], ['name']]))];
    const plans = await Promise.all([one.applyTables(), other.applyTables()]);
    const built = await Promise.all([one.buildIndexes(plans[0].later), other.buildIndexes(plans[1].later)]);
    expect(built.toSorted()).toEqual([0, 1]);
    expect(await indexes()).toEqual({ size: true, name: true });
  });

  test('whose building was broken off is begun anew by the next start', async () => {
    const wanted = thing([['size'], ['name']]);
    const { later } = await on(wanted).applyTables();
    const writer = await openWriter();
    const stopping = new AbortController();
    const left = on(wanted).buildIndexes(later, stopping.signal);
    const refused = expect(left).rejects.toThrow();
    await building();
    stopping.abort();
    await refused;
    await broken();
    await writer.finish();
    expect(await indexes()).toEqual({ size: true, name: false });

    const next = await on(wanted).applyTables();
    expect(next.later).toHaveLength(1);
    await on(wanted).buildIndexes(next.later);
    expect(await indexes()).toEqual({ size: true, name: true });
  });

  test('that was never finished and that nobody asks for any more is dropped', async () => {
    const { later } = await on(thing([['size'], ['name']])).applyTables();
    const writer = await openWriter();
    const stopping = new AbortController();
    const refused = expect(on(thing([['size'], ['name']])).buildIndexes(later, stopping.signal)).rejects.toThrow();
    await building();
    stopping.abort();
    await refused;
    await broken();
    await writer.finish();

    const next = await on(thing([['size']])).applyTables();
    await on(thing([['size']])).buildIndexes(next.later);
    expect(await indexes()).toEqual({ size: true });
  });

  test('that guards is asked for: it must hold from the first row on', async () => {
    const unique = thing([['size']], { 'x-unique': [{ fields: ['name'] }] });
    await expect(on(unique).applyTables()).rejects.toThrow(/keeps writers of thing waiting/);
  });
});
