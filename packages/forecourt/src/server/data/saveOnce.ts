import type { Pool } from 'pg';
import { Refusal, unavailable } from '../errors.ts';
import { keyOf, knownAnswer } from './context/index.ts';
import type { Explained } from './explained.ts';
import { createGathering } from './gather.ts';
import type { ChangeOptions } from './caller.ts';
import {
  companyOf,
  isDatabaseFailure,
  saveAlone,
  saveGathered,
  type GatheredSave,
  type Saved,
  type SaveKey,
  type SaveWork,
} from './writer/index.ts';

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

type SaveOnce = (work: SaveWork, choices: ChangeOptions) => Promise<Saved | undefined>;

/**
 * Saves that need no transaction around them (`needsTransaction`), under their key if they have one: row, history, log and answer in one statement, with those of others
 * that are saved at the same moment. What is refused, or fails for the key, may have been done before: then the first answer is given again. Undefined,
 * and nothing is done, where the row has to be locked.
 */
export function createSaveOnce(pool: Pool, explained: Explained): SaveOnce {
  const gathering = createGathering(async (all) => {
    const client = await pool.connect();
    let broken = true;
    try {
      const outcomes = await saveGathered(client, all);
      broken = outcomes.some((one) => one && 'error' in one);
      return outcomes;
    } finally {
      // Whatever PostgreSQL did not refuse in so many words may be the end of the connection.
      client.release(broken);
    }
  });

  return async (work, choices) => {
    const { caller } = work;
    const key = keyOf(caller, choices);
    const alone = (): Promise<Saved | undefined> => inTime(pool, work, key);
    const company = companyOf(work);
    try {
      return await explained(caller, () =>
        company === undefined ? alone() : gathering.save(company, { work: work as GatheredSave['work'], key }, alone),
      );
    } catch (error) {
      const judged = error instanceof Refusal ? error.http < 500 : isDatabaseFailure(error);
      const first = key && judged ? await knownAnswer(pool, caller, key) : undefined;
      if (first === undefined) throw error;
      choices.replayed?.();
      return JSON.parse(first) as Saved;
    }
  };
}
