import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ServerModule } from 'forecourt/server';
import type { Caller, DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { actor, bookingModule, caller, layer, model, NOW, pageOf } from './dataModel.ts';

let compiled = 0;

/** Answers who asks, and at which minute of the hour. */
const module: ServerModule = {
  ...bookingModule,
  computed: {
    doubled: {
      sql: (query) => {
        compiled += 1;
        return sql`${query.actor.id}::int * 100 + extract(minute from ${query.now})::int`;
      },
    },
  },
};

let database: TestDatabase;
let data: DataLayer;
let person: number;

const by = (who: Actor, now = NOW): Caller => ({ ...caller(), actor: who, now });
const boss = actor();
const clerk = actor({ id: 2, permissions: new Set(['person-detail', 'booking-detail', 'booking-list']) });
const guest = actor({ id: 3, permissions: new Set() });

const doubled = async (who: Actor, now?: number): Promise<unknown> =>
  (await pageOf(data, 'booking', {}, by(who, now))).list[0]!['doubled'];
const recordOf = (who: Actor): Promise<Record<string, unknown>> => data.record('person', person, by(who));

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, module);
  await data.applyTables();
  person = (await data.save('person', { name: 'Somchai', phone: '0812345678', salary: 100 }, caller())).id;
  const branch = (await data.save('branch', { name: 'North' }, caller())).id;
  await data.save('booking', { number: 'B1', name: '王小明', fromId: branch, toId: branch }, caller());
});
afterAll(() => database.drop());

describe('SQL that is compiled once for an actor', () => {
  test('never answers one actor what another may see, in whatever order they ask', async () => {
    const seen = { boss: { phone: '0812345678', salary: 100 }, clerk: { phone: '0812345678' }, guest: {} };
    for (const [who, name] of [
      [boss, 'boss'],
      [guest, 'guest'],
      [clerk, 'clerk'],
      [boss, 'boss'],
      [clerk, 'clerk'],
      [guest, 'guest'],
    ] as const) {
      const record = await recordOf(who);
      expect(record).toMatchObject(seen[name]);
      expect('salary' in record).toBe(name === 'boss');
      expect(record['phone'] === '0812345678').toBe(name !== 'guest');
    }
  });

  test('is not shared by actors of the same rights where it says who asks', async () => {
    const twin = { ...boss, id: 9 };
    expect([await doubled(boss), await doubled(twin), await doubled(boss)]).toEqual([100, 900, 100]);
  });

  test('knows nothing of a user whose rights were read anew', async () => {
    await recordOf(boss);
    expect(await recordOf({ ...boss, permissions: new Set() })).not.toHaveProperty('salary');
  });

  test('is what it was for a user whose rights were read anew and are the same', async () => {
    await doubled(boss);
    const before = compiled;
    expect(await doubled({ ...boss, permissions: new Set(boss.permissions) })).toBe(100);
    expect(compiled).toBe(before);
  });

  test('is judged by the instant of each request', async () => {
    expect([await doubled(boss), await doubled(boss, NOW + 5 * 60_000), await doubled(boss)]).toEqual([100, 105, 100]);
  });

  test('is still right when more actors have asked than are remembered', async () => {
    const many = Array.from({ length: 600 }, (_, at) => actor({ id: 1000 + at }));
    const answers = await Promise.all(many.map((who) => doubled(who)));
    expect(answers).toEqual(many.map((who) => who.id * 100));
    expect([await doubled(boss), await doubled(many[0]!), await doubled(many.at(-1)!)]).toEqual([
      100,
      many[0]!.id * 100,
      many.at(-1)!.id * 100,
    ]);
  });

  test('counts for one actor what that one sees, and never what another asked before', async () => {
    const [south, island] = await Promise.all(
      ['South', 'Island'].map(async (name) => (await data.save('branch', { name }, caller())).id),
    );
    for (const [at, fromId] of [south, south, island].entries())
      await data.save('booking', { number: `F${at}`, name: '李四', fromId, toId: fromId }, caller());
    const resource = model.resources.get('booking')!;
    const count = { kind: 'plain', key: 'all', resource, filter: {}, hidden: false, format: 'integer' } as const;
    const figures = [{ ...count, measure: { kind: 'count' } }] as const;
    const asked = (who: Actor, filter: Record<string, string>) =>
      data.read(by(who), async (context) => {
        const [row] = await context.figures(
          { figures, most: 1 },
          { zone: 'UTC', figures: [[{ filter, from: new Date(0), to: new Date(0) }]] },
        );
        return Number(row!.value);
      });
    const [ofSouth, ofIsland] = [south, island].map((branch, at) => ({ ...boss, id: 20 + at, scope: [branch!] }));
    const filter = { status: '1' };
    expect([await asked(ofSouth!, filter), await asked(ofIsland!, filter), await asked(ofSouth!, filter)]).toEqual([
      2, 1, 2,
    ]);
    expect([await asked(boss, { fromId: `${island!}` }), await asked(boss, { fromId: `${south!}` })]).toEqual([1, 2]);
  });
});
