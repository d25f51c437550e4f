import { randomUUID } from 'node:crypto';
import type { Entity } from '../../../model/index.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import type { Context, NewMessage, Row, Writer } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import { entityOf, reading, type Connection, type Engine } from '../query/index.ts';
import { joinSql, prepared, SQL } from '../sql/index.ts';
import { isRecorded, recordChange } from './audit.ts';
import { deleteRow } from './deleteRow.ts';
import { nextId } from './source.ts';
import { insertStatement, readOutcome, updateStatement } from './statements.ts';
import { movesInTree, refuseCycle } from './trees.ts';
import { defaults } from './defaults.ts';

const UNGUARDED = { guarded: false, logged: false } as const;

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

/** The writer of one transaction; `leave`: what it sends and does not wait for; `context`: what the hooks of records are handed that go with another one. */
export function createWriter(
  connection: Connection,
  engine: Engine,
  caller: Caller,
  leave: (statement: Promise<unknown>) => void,
  context: () => Context,
): Writer {
  const send = (name: string, rows: readonly Row[], silent = false) => {
    const entity = entityOf(engine, name);
    const complete = rows.map((values) => defaults(entity, values, caller.now, engine.defaultZone));
    return connection.query<Row>(insertStatement(engine, entity, complete, caller, { ...UNGUARDED, silent }));
  };
  const requireSending = (): void => {
    if (caller.sendsNothing) throw forbidden('msg.apiKey.agentsSendNothing');
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
      message(message) {
        requireSending();
        leave(send('outbox', [outgoing(message, caller.now)], true));
      },
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
      const deleting = { connection, engine, caller, asked: false };
      if (!(await deleteRow(deleting, name, id, context(), { logged: false, visibleOnly: false })))
        throw notFound(entityOf(engine, name).schema['x-missing']);
    },
    async message(message) {
      requireSending();
      return (await insert('outbox', [outgoing(message, caller.now)]))[0]!.id;
    },
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
