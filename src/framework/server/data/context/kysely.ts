import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Database, Tables } from '../../contract.ts';

/** Query builder over the pool. */
export const onPool = (pool: Pool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Query builder over one connection, whose transaction somebody else began and will end. */
export function onClient(client: PoolClient): Database {
  const borrowed = { query: client.query.bind(client), release: () => undefined } as unknown as PostgresPoolClient;
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() } }),
  });
}
