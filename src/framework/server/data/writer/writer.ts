import { randomUUID } from 'node:crypto';
import { relationOf, type Entity } from '../../../model/index.ts';
import { conflict, notFound, refuseInUse } from '../../errors.ts';
import type { NewMessage, Row, Writer } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import { entityOf, reading, type Connection, type Engine } from '../query/index.ts';
import { ident, joinSql, prepared, SQL } from '../sql/index.ts';
import { isRecorded, recordChange } from './audit.ts';
import { InUse, isDatabaseFailure } from './failures.ts';
import { nextId } from './source.ts';
import { deleteStatement, insertStatement, readOutcome, updateStatement } from './statements.ts';
import { movesInTree, refuseCycle } from './trees.ts';
import { defaults } from './defaults.ts';

const UNGUARDED = { guarded: false, logged: false } as const;

/** Refuses to delete what a list of ids (`refs`) still names: for those PostgreSQL has no foreign keys. */
async function refuseListed(
  connection: Connection,
  engine: Engine,
  name: string,
  id: number,
  caller: Caller,
): Promise<void> {
  for (const entity of engine.model.entities.values())
    for (const field of entity.fields) {
      if (relationOf(field) !== 'many' || field.ref?.resource !== name) continue;
      const { rows } = await connection.query<{ count: number }>(
        prepared(
          SQL`select count(*)::int as count from (select 1 from ${ident(entity.name)} where ${ident(field.name)} @> array[$1::bigint] limit 10000) c`,
          [id],
        ),
      );
      const { count } = rows[0]!;
      if (count > 0) throw refuseInUse(entity.name, count, caller.t);
    }
}

/** Deletes one row, or puts it away where the entity says so. False when there is none. */
export async function deleteRow(
  connection: Connection,
  engine: Engine,
  name: string,
  id: number,
  caller: Caller,
  options: { readonly logged: boolean; readonly visibleOnly: boolean },
): Promise<boolean> {
  const entity = entityOf(engine, name);
  if (entity.deletion === 'soft') {
    const statement = updateStatement(engine, entity, id, { deleteTime: new Date(caller.now) }, caller, {
      guarded: false,
      ...options,
      visibleOnly: true,
      event: 'delete',
    });
    const { rows } = await connection.query<Row>(statement);
    return readOutcome(rows[0]!).row !== null;
  }
  await refuseListed(connection, engine, name, id, caller);
  try {
    const { rows } = await connection.query<{ count: number }>(deleteStatement(engine, entity, id, caller, options));
    return rows[0]!.count > 0;
  } catch (error) {
    if (isDatabaseFailure(error) && (error.code === '23503' || error.code === '23001'))
      throw new InUse(name, id, error.table ?? '', error.constraint ?? '');
    throw error;
  }
}

/** All of these rows, or a refusal as of one. */
function requireWritten(entity: Entity, ids: readonly number[], rows: readonly Row[]): void {
  const outcomes = rows.map(readOutcome);
  if (outcomes.length < new Set(ids).size || !outcomes.every(({ found }) => found))
    throw notFound(entity.schema['x-missing']);
  if (!outcomes.every(({ row }) => row)) throw conflict();
}

/** A message as a row of the outbox. */
const outgoing = ({ channel, topic, to, payload, shown, values, holdMs = 0 }: NewMessage, now: number): Row => {
  const text = shown ?? payload['text'];
  return {
    ...values,
    channel,
    topic,
    recipient: to,
    ...(typeof text === 'string' && { text: text.slice(0, 2_000) }),
    payload,
    key: randomUUID(),
    nextTryTime: new Date(now + holdMs),
  };
};

/** The writer of one transaction; `leave`: what it sends and does not wait for. */
export function createWriter(
  connection: Connection,
  engine: Engine,
  caller: Caller,
  leave: (statement: Promise<unknown>) => void,
): Writer {
  const send = (name: string, rows: readonly Row[], silent = false) => {
    const entity = entityOf(engine, name);
    const complete = rows.map((values) => defaults(entity, values, caller.now, engine.defaultZone));
    return connection.query<Row>(insertStatement(engine, entity, complete, caller, { ...UNGUARDED, silent }));
  };
  const insert = async (name: string, rows: readonly Row[]) =>
    (await send(name, rows)).rows.map((row) => readOutcome(row).row!);
  return {
    insert: async (name, values) => (await insert(name, [values]))[0]!,
    insertAll: async (name, rows) => (rows.length === 0 ? [] : insert(name, rows)),
    async nextIds(...names) {
      const ids = joinSql(names.map((name) => nextId(entityOf(engine, name))));
      const { rows } = await connection.query<{ ids: number[] }>(prepared(SQL`select array[${ids}] as ids`, []));
      return rows[0]!.ids;
    },
    atEnd: {
      insert: (name, rows) => void (rows.length > 0 && leave(send(name, rows, true))),
      message: (message) => leave(send('outbox', [outgoing(message, caller.now)], true)),
    },
    async updateAll(name, ids, values, guard) {
      if (ids.length === 0) return;
      const entity = entityOf(engine, name);
      if (movesInTree(entity, values)) throw new Error(`rows of ${name} are moved one by one`);
      const options = { ...UNGUARDED, guard, visibleOnly: false };
      const { rows } = await connection.query<Row>(updateStatement(engine, entity, ids, values, caller, options));
      requireWritten(entity, ids, rows);
    },
    async updateEach(name, rows, guard) {
      if (rows.length === 0) return;
      const entity = entityOf(engine, name);
      if (rows.some(({ values }) => movesInTree(entity, values)))
        throw new Error(`rows of ${name} are moved one by one`);
      const ids = rows.map(({ id }) => id);
      const options = { ...UNGUARDED, guard, visibleOnly: false };
      const each = rows.map(({ id, values }) => ({ ...values, id }));
      const statement = updateStatement(engine, entity, ids, {}, caller, options, each);
      requireWritten(entity, ids, (await connection.query<Row>(statement)).rows);
    },
    async update(name, id, values, guard) {
      const entity = entityOf(engine, name);
      await refuseCycle(connection, entity, id, values);
      const { rows } = await connection.query<Row>(
        updateStatement(engine, entity, id, values, caller, { ...UNGUARDED, guard, visibleOnly: false }),
      );
      const outcome = readOutcome(rows[0]!);
      if (!outcome.found) throw notFound(entity.schema['x-missing']);
      if (!outcome.row) throw conflict();
      return outcome.row;
    },
    async delete(name, id) {
      if (!(await deleteRow(connection, engine, name, id, caller, { logged: false, visibleOnly: false })))
        throw notFound(entityOf(engine, name).schema['x-missing']);
    },
    message: async (message) => (await insert('outbox', [outgoing(message, caller.now)]))[0]!.id,
    async note(name, id, { event, detail }) {
      const entity = entityOf(engine, name);
      if (!isRecorded(entity)) throw new Error(`${name} has no history`);
      const { parameters } = reading(engine, caller);
      const document = parameters.add(detail === undefined ? null : JSON.stringify(detail), 'jsonb');
      const key = parameters.add(id, 'bigint');
      const text = recordChange(
        caller,
        entity,
        event,
        parameters,
        SQL`(select ${key} as id, null::jsonb as before, null::jsonb as after, ${document} as detail)`,
      );
      await connection.query(prepared(text, parameters.values));
    },
  };
}
