import type { Pool, PoolClient } from 'pg';
import type { Context, Database } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import type { DataLayerOptions } from '../layer.ts';
import type { Engine } from '../query/index.ts';
import { createContext } from './createContext.ts';
import { onClient, onPool } from './kysely.ts';

interface Contexts {
  readonly db: Database;
  /** Where rows are only read. */
  readonly readsDb: Database;
  /** Within the transaction of this connection. */
  within(client: PoolClient, caller: Caller): Context;
  /** Without a transaction; `shown`: what is read decides nothing. */
  reading(caller: Caller, shown: boolean): Context;
}

/** What commands and hooks receive, over the pools of a data layer. */
export function createContexts(
  engine: Engine,
  { pool, reads = pool, apart }: Pick<DataLayerOptions, 'reads' | 'apart'> & { readonly pool: Pool },
): Contexts {
  const db = onPool(pool);
  const readsDb = reads === pool ? db : onPool(reads);
  const beside = apart ? onPool(apart) : db;
  return {
    db,
    readsDb,
    within(client, caller) {
      const own = onClient(client);
      // What is only tried leaves nothing beside its transaction either.
      return createContext(client, { db: own, apart: caller.rehearsal ? own : beside }, engine, caller);
    },
    reading: (caller, shown) =>
      createContext(shown ? reads : pool, { db: shown ? readsDb : db, apart: beside }, engine, caller),
  };
}
