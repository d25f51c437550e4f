import type { PoolClient } from 'pg';
import type { Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks } from '../../contract.ts';
import { forbidden, Refusal, type FieldErrors } from '../../errors.ts';
import type { Caller } from '../layer.ts';
import { hasPermission, type Engine } from '../query/index.ts';
import { explain, isTransient, prepareSave, saveWithin } from '../writer/index.ts';

/** Rows that are fetched and marked together. */
const BATCH = 100;
/** One call writes for so long: short enough for locks and for the patience of who waits, long enough to be worth the journey. */
const BUDGET_MS = 1_500;

interface Waiting {
  readonly row: number;
  readonly input: Record<string, unknown>;
}

interface Outcome {
  readonly row: number;
  readonly state: 'created' | 'updated' | 'failed';
  readonly recordId: number | null;
  readonly errors: FieldErrors | null;
}

export interface Writing {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly hooks: ResourceHooks | undefined;
  readonly client: PoolClient;
  readonly context: Context;
}

async function writeRow(
  { engine, entity, caller, hooks, client, context }: Writing,
  { row, input }: Waiting,
): Promise<Outcome> {
  await client.query('savepoint one_row');
  try {
    // Rights may have gone since the check.
    if (input['id'] !== undefined && !hasPermission(engine, entity, caller.actor, 'edit')) throw forbidden();
    const { id } = await saveWithin(client, prepareSave(engine, entity, input, caller, false), hooks, context);
    await client.query('release savepoint one_row');
    return { row, state: input['id'] === undefined ? 'created' : 'updated', recordId: id, errors: null };
  } catch (error) {
    if (isTransient(error)) throw error;
    const refusal = explain(engine, error);
    if (!(refusal instanceof Refusal) || refusal.http >= 500) throw error;
    await client.query('rollback to savepoint one_row');
    return { row, state: 'failed', recordId: null, errors: refusal.fields ?? { '': [refusal.key, refusal.params] } };
  }
}

/**
 * Writes rows that wait, in their order, until the time is up; true when none is left. Record and mark are one transaction: a row is written
 * once, however often it is tried. What was given is forgotten with the mark.
 */
export async function writeRows(writing: Writing, importId: number): Promise<boolean> {
  const { client } = writing;
  const end = performance.now() + BUDGET_MS;
  do {
    const { rows } = await client.query<Waiting>({
      text: `select row, input from "_importRow" where "importId" = $1 and state = 'good' order by row limit ${BATCH}`,
      values: [importId],
    });
    const outcomes: Outcome[] = [];
    for (const waiting of rows) outcomes.push(await writeRow(writing, waiting));
    await client.query({
      text: `update "_importRow" t set state = r.state, "recordId" = r."recordId", errors = r.errors, input = null from jsonb_to_recordset($2::jsonb) as r(row integer, state text, "recordId" bigint, errors jsonb) where t."importId" = $1 and t.row = r.row`,
      values: [importId, JSON.stringify(outcomes)],
    });
    if (rows.length < BATCH) {
      await client.query({ text: `update "_import" set done = true where id = $1`, values: [importId] });
      return true;
    }
  } while (performance.now() < end);
  return false;
}
