import type { PoolClient } from 'pg';
import type { Caller, Rehearsal } from './caller.ts';
import { settled } from './context/index.ts';
import type { Engine } from './query/index.ts';
import { prepared, SQL } from './sql/index.ts';
import { changesSoFar } from './versions/index.ts';

/** Tells what a call has changed that is about to be taken back, once nothing is left that its end would be refused with. */
export async function tellChanges(client: PoolClient, engine: Engine, caller: Caller, tell: Rehearsal): Promise<void> {
  await settled(client);
  await client.query(prepared(SQL`set constraints all immediate`, []));
  tell(await changesSoFar(client, engine, caller));
}
