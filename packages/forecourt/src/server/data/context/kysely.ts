import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Database, Tables } from '../../contract.ts';
import { compiledSql, prepared } from '../sql/index.ts';

type Query = (text: string | object, values?: unknown[]) => unknown;

/**
 * Of every column there is: PostgreSQL refuses to answer a kept one once the table has grown another. Judged by the text, because raw parts of a
 * query (`sql` of Kysely) are text to Kysely too. Taken for one wrongly, as a product is, a statement is only parsed again; `count(*)` is none.
 */
const ALL_COLUMNS = /[\s.,]\*/;

/** A connection on which statements with values are parsed and planned once; what has none may be several statements, or change a table. */
function preparing(client: PoolClient, release: () => void): PostgresPoolClient {
  const query = client.query.bind(client) as Query;
  const ask: Query = (text, values) =>
    typeof text === 'string' && values && values.length > 0 && !ALL_COLUMNS.test(text)
      ? query(prepared(compiledSql(text), values))
      : query(text, values);
  return { query: ask, release } as PostgresPoolClient;
}

/** Query builder over the pool. */
export const onPool = (pool: Pick<Pool, 'connect'>): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect();
          return preparing(client, () => client.release());
        },
        // The pool is its owner's to end.
        end: () => Promise.resolve(),
      },
    }),
  });

/** Query builder over one connection, whose transaction somebody else began and will end. */
export function onClient(client: PoolClient): Database {
  const borrowed = preparing(client, () => undefined);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() } }),
  });
}
