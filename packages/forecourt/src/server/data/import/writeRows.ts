import type { PoolClient } from 'pg';
import type { Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks } from '../../contract.ts';
import { forbidden, Refusal, type FieldErrors } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { hasPermission, type Engine } from '../query/index.ts';
import { prepared, SQL } from '../sql/index.ts';
import {
  explain,
  isPlain,
  isTransient,
  prepareSave,
  saveTogether,
  saveWithin,
  type SaveWork,
} from '../writer/index.ts';

/** Rows that are fetched and marked together. */
const FETCHED = 1_000;
/** Rows that are written together. Of so many changes of one statement, open pages are told the records. */
const BATCH = 100;
/** When one of the rows is refused, all are taken back and written again in so many parts, until the one stands alone. */
const PARTS = 10;
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

/** Writes rows in their order: those that stand side by side and need nothing of each other in common statements, the others one by one. */
async function saveAll(writing: Writing, waiting: readonly Waiting[]): Promise<Outcome[]> {
  const { engine, entity, caller, hooks, client, context } = writing;
  const outcomes: Outcome[] = [];
  let plain: { readonly of: Waiting; readonly work: SaveWork }[] = [];
  const written = ({ row, input }: Waiting, recordId: number): Outcome => ({
    row,
    state: input['id'] === undefined ? 'created' : 'updated',
    recordId,
    errors: null,
  });
  const flush = async (): Promise<void> => {
    if (plain.length === 0) return;
    const saved = await saveTogether(
      client,
      plain.map(({ work }) => work),
      hooks,
      context,
    );
    outcomes.push(...plain.map(({ of }, at) => written(of, saved[at]!.id)));
    plain = [];
  };
  for (const one of waiting) {
    // Rights may have gone since the check.
    if (one.input['id'] !== undefined && !hasPermission(engine, entity, caller.actor, 'edit')) throw forbidden();
    const work = { ...prepareSave(engine, entity, one.input, caller, false), changesOnly: true };
    if (isPlain(work, hooks)) plain.push({ of: one, work });
    else {
      await flush();
      outcomes.push(written(one, (await saveWithin(client, work, hooks, context)).id));
    }
  }
  await flush();
  return outcomes;
}

const savepoint = SQL`savepoint some_rows`;
const release = SQL`release savepoint some_rows`;
const takeBack = SQL`rollback to savepoint some_rows`;

/** Writes rows, and says of each that is refused why; the others are written as if it had not been there. */
async function writeSome(writing: Writing, waiting: readonly Waiting[]): Promise<Outcome[]> {
  if (waiting.length === 0) return [];
  const { client, engine } = writing;
  await client.query(prepared(savepoint, []));
  try {
    const outcomes = await saveAll(writing, waiting);
    await client.query(prepared(release, []));
    return outcomes;
  } catch (error) {
    if (isTransient(error)) throw error;
    const refusal = explain(engine, error);
    if (!(refusal instanceof Refusal) || refusal.http >= 500) throw error;
    await client.query(prepared(takeBack, []));
    await client.query(prepared(release, []));
    const [only] = waiting;
    if (waiting.length === 1)
      return [
        {
          row: only!.row,
          state: 'failed',
          recordId: null,
          errors: refusal.fields ?? { '': [refusal.key, refusal.params] },
        },
      ];
  }
  const size = Math.ceil(waiting.length / PARTS);
  const outcomes: Outcome[] = [];
  for (let at = 0; at < waiting.length; at += size)
    outcomes.push(...(await writeSome(writing, waiting.slice(at, at + size))));
  return outcomes;
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
      text: `select row, input from "_importRow" where "importId" = $1 and state = 'good' order by row limit ${FETCHED}`,
      values: [importId],
    });
    const outcomes: Outcome[] = [];
    do outcomes.push(...(await writeSome(writing, rows.slice(outcomes.length, outcomes.length + BATCH))));
    while (outcomes.length < rows.length && performance.now() < end);
    await client.query({
      text: `update "_importRow" t set state = r.state, "recordId" = r."recordId", errors = r.errors, input = null from json_to_recordset($2::json) as r(row integer, state text, "recordId" bigint, errors jsonb) where t."importId" = $1 and t.row = r.row`,
      values: [importId, JSON.stringify(outcomes)],
    });
    if (outcomes.length === rows.length && rows.length < FETCHED) {
      await client.query({ text: `update "_import" set done = true where id = $1`, values: [importId] });
      return true;
    }
  } while (performance.now() < end);
  return false;
}
