import type { Pool } from 'pg';
import { Refusal, unavailable } from '../errors.ts';
import { keyOf, knownAnswer } from './context/index.ts';
import type { Explained } from './explained.ts';
import type { ChangeOptions } from './layer.ts';
import { isDatabaseFailure, saveAlone, type Saved, type SaveKey, type SaveWork } from './writer/index.ts';

/** What has waited for a connection until nobody waits for the answer any more is not begun. */
async function inTime(pool: Pool, work: SaveWork, key: SaveKey | undefined): Promise<Saved | undefined> {
  const client = await pool.connect();
  try {
    if (work.caller.late?.()) throw unavailable();
    return await saveAlone(client, work, key);
  } finally {
    client.release();
  }
}

/**
 * A save that needs no transaction around it (`needsTransaction`), under its key if it has one: row, history, log and answer in one statement. What is refused, or fails
 * for the key, may have been done before: then the first answer is given again. Undefined, and nothing is done, where the row has to be locked.
 */
export async function saveOnce(
  { pool, explained }: { readonly pool: Pool; readonly explained: Explained },
  work: SaveWork,
  choices: ChangeOptions,
): Promise<Saved | undefined> {
  const { caller } = work;
  const key = keyOf(caller, choices);
  try {
    return await explained(caller, () => inTime(pool, work, key));
  } catch (error) {
    const judged = error instanceof Refusal ? error.http < 500 : isDatabaseFailure(error);
    const first = key && judged ? await knownAnswer(pool, caller, key) : undefined;
    if (first === undefined) throw error;
    choices.replayed?.();
    return JSON.parse(first) as Saved;
  }
}
