import type { Pool } from 'pg';
import { refuse, refuseInUse, type Refusal } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { Engine } from './query/index.ts';
import { ident, SQL } from './sql/index.ts';
import { constraintOf, explain, InUse } from './writer/index.ts';

/** Runs something, and says failures of the database as what they mean to the user. */
export type Explained = <T>(caller: Caller | undefined, run: () => Promise<T>) => Promise<T>;

export function createExplained(pool: Pool, engine: Engine): Explained {
  const inUse = async (error: InUse, caller: Caller | undefined): Promise<Refusal> => {
    const found = constraintOf(engine, error.constraint);
    const field = found?.object.fields[0];
    if (!found || !field) return refuse('msg.inUse', { count: '', resource: error.table });
    const { rows } = await pool.query<{ count: number }>(
      SQL`select count(*)::int as count from (select 1 from ${ident(found.entity.name)} where ${ident(field)} = any($1::bigint[]) limit 10000) c`,
      [error.ids],
    );
    return refuseInUse(found.entity.name, rows[0]!.count, caller?.t);
  };

  return async (caller, run) => {
    try {
      return await run();
    } catch (error) {
      // References are counted now that the transaction is gone.
      if (error instanceof InUse) throw await inUse(error, caller);
      throw explain(engine, error);
    }
  };
}
