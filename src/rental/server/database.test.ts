import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { writtenOnce } from './database.ts';
import type { RentalDatabase, Tables } from './database.ts';

/** A database that notes what it is asked. */
function noting(): { readonly db: RentalDatabase; readonly asked: readonly CompiledQuery[] } {
  const asked: CompiledQuery[] = [];
  class Driver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection();
      return {
        ...connection,
        executeQuery: <Row>(query: CompiledQuery) => {
          asked.push(query);
          return Promise.resolve({ rows: [] as Row[] });
        },
      };
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, asked };
}

test('a statement is written once per shape, and every call has its own values', async () => {
  const { db, asked } = noting();
  let times = 0;
  const cars = writtenOnce(
    (one, { id, plates }: { id: number; plates: readonly string[] }, shape: { all: boolean }) => {
      times += 1;
      const query = one.selectFrom('vehicle').select('plate').where('status', '=', 3);
      return (shape.all ? query : query.where('id', '=', id))
        .where(sql<boolean>`plate = any(${plates}::text[])`)
        .compile();
    },
  );

  await cars(db, { id: 1, plates: ['A'] }, { all: false });
  await cars(db, { id: 2, plates: [] }, { all: false });
  await cars(db, { id: 3, plates: ['B', 'C'] }, { all: true });

  expect(times).toBe(2);
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    [3, 1, ['A']],
    [3, 2, []],
    [3, ['B', 'C']],
  ]);
  expect(asked[0]!.sql).toBe(asked[1]!.sql);
  expect(asked[2]!.sql).not.toContain('"id" =');
});
