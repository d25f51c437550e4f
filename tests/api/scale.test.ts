import type { Pool, PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import { applyTables } from '../../packages/forecourt/src/server/data/tables/index.ts';
import { createTestDatabase } from '../postgres.ts';
import { largeCodes, largeSchemas } from '../scale/largeApplication.ts';

/** Counts the messages that the database gets from here on. */
function counting(pool: Pool): () => number {
  let count = 0;
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      count += 1;
      return send(...args);
    }) as PoolClient['query'];
  });
  return () => count;
}

/** The first schema has one property more: the tables are compared with the model. */
const grown = (schemas: Record<string, EntitySchema>): Record<string, EntitySchema> => {
  const [[name, schema]] = Object.entries(schemas) as [[string, EntitySchema]];
  return { ...schemas, [name]: { ...schema, properties: { ...schema.properties, added: { type: 'string' } } } };
};

async function messagesToCompare(count: number): Promise<{ first: number; same: number; changed: number }> {
  const { pool, drop } = await createTestDatabase();
  try {
    const schemas = largeSchemas(count);
    const apply = async (given: Record<string, EntitySchema>): Promise<number> => {
      const model = compileModel({ schemas: given, resources: [], codes: largeCodes });
      const before = sent();
      await applyTables({ pool, model, migrations: [], allowUnsafe: false });
      return sent() - before;
    };
    const sent = counting(pool);
    const first = await apply(schemas);
    for (const [name, { required = [] }] of Object.entries(schemas))
      await pool.query(
        `insert into "${name}" (${required.map((field) => `"${field}"`).join(', ')}) values (${required.map(() => "'x'").join(', ')})`,
      );
    return { first, same: await apply(schemas), changed: await apply(grown(schemas)) };
  } finally {
    await drop();
  }
}

describe('the tables of many schemas', () => {
  it('are compared with as few questions as those of a few', async () => {
    const few = await messagesToCompare(10);
    const many = await messagesToCompare(60);
    expect(many.same).toBe(few.same);
    expect(many.changed).toBe(few.changed);
    expect(many.changed).toBeLessThan(40);
    // Made in messages of a hundred statements; what the framework itself stores takes as many of its own for both.
    expect(many.first - few.first).toBeLessThan(30);
  });
});
