import { openingKeys, permits, type Entity, type Resource } from '../../../model/index.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { CallChanges, ChangedRecord } from '../recordedChanges.ts';
import {
  isRestricted,
  reading,
  titleOf,
  visible,
  zoneExpression,
  type Connection,
  type Engine,
  titleOfValue,
  titlesSql,
  type Titles,
} from '../query/index.ts';
import { all, ident, prepared, SQL } from '../sql/index.ts';
import { callNumber, changesOf, OPERATION_LOG, type Change } from '../writer/index.ts';

interface CallRow {
  readonly time: Date;
  readonly userId: number | null;
  readonly callId: number | null;
}

interface ChangeRow extends Change {
  readonly id: number;
  readonly entity: string;
  readonly recordId: number;
}

interface SeenRow {
  readonly records: readonly { readonly id: number; readonly zone: string; readonly title: string }[] | null;
  readonly titles: Titles;
}

/** A call that changed more (an import) shows its first records; the others are counted. */
const MAX_CHANGES = 100;

/** Columns that name a call; an application's own operation log may be without. */
const NAMES = ['time', 'userId', 'callId'];

async function callOf(connection: Connection, engine: Engine, id: number, caller: Caller): Promise<CallRow> {
  const log = engine.model.entities.get(OPERATION_LOG);
  if (!log || NAMES.some((name) => !log.byName.has(name))) throw notFound();
  const query = reading(engine, caller);
  const key = query.parameters.add(id, 'bigint');
  const text = SQL`select t.time, t."userId", t."callId" from ${ident(log.name)} t where ${all([SQL`t.id = ${key}`, ...visible(query, log, 't')])}`;
  const { rows } = await connection.query<CallRow>(prepared(text, query.parameters.values));
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Found by the index of the time, which is that of the request. Nothing is known of calls from before they had numbers. */
async function changesOfCall(connection: Connection, call: CallRow): Promise<readonly ChangeRow[]> {
  if (call.callId === null) return [];
  const text = SQL`select id, entity, "recordId", before, after from "recordChange"
    where time = $1 and "callId" = $2 and "userId" is not distinct from $3 and (before is not null or after is not null) order by id`;
  const { rows } = await connection.query<ChangeRow>(prepared(text, [call.time, call.callId, call.userId]));
  return rows;
}

/** The records that still are and that the actor sees, with the titles of all that their changes name. */
async function seen(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  changes: readonly ChangeRow[],
  caller: Caller,
): Promise<SeenRow> {
  const query = reading(engine, caller);
  const ids = query.parameters.add(
    changes.map(({ recordId }) => recordId),
    'bigint[]',
  );
  const sides = query.parameters.add(JSON.stringify(changes.map(({ before, after }) => ({ before, after }))), 'jsonb');
  const source = SQL`select s.value -> 'before' as before, s.value -> 'after' as after from jsonb_array_elements(${sides}) s`;
  // Named even where no field is a relation: PostgreSQL wants every parameter used.
  const text = SQL`with _sides as (${source}) select (select jsonb_agg(jsonb_build_object('id', t.id, 'zone', ${zoneExpression(engine, entity, 't')}, 'title', ${titleOf(query, entity, 't', false)}))
    from ${ident(entity.name)} t where ${all([SQL`t.id = any(${ids})`, ...visible(query, entity, 't')])}) as records, ${titlesSql(query, entity, SQL`select before, after from _sides`)} as titles`;
  const { rows } = await connection.query<SeenRow>(prepared(text, query.parameters.values));
  return rows[0]!;
}

/** Who may open records of a resource may see what a call changed of them. */
const mayOpen = (resource: Resource, caller: Caller): boolean =>
  permits(caller.actor.permissions, openingKeys(resource));

function happenedIn({ before, after }: ChangeRow): ChangedRecord['happened'] {
  if (before === null) return 'created';
  return after === null || typeof after['deleteTime'] === 'string' ? 'deleted' : 'changed';
}

async function ofResource(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  changes: readonly ChangeRow[],
  caller: Caller,
): Promise<ChangedRecord[]> {
  const { entity } = resource;
  const { records, titles } = await seen(connection, engine, entity, changes, caller);
  const known = new Map((records ?? []).map((record) => [record.id, record]));
  return changes.flatMap((change) => {
    const record = known.get(change.recordId);
    // What is gone belongs to no scope any more: only those who see everything see it.
    if (!record && (caller.actor.scope !== 'all' || isRestricted(engine, entity, caller.actor))) return [];
    const changes = changesOf(engine, entity, change, record?.zone ?? engine.defaultZone, caller);
    return [
      {
        resource: resource.name,
        id: change.recordId,
        title: record?.title ?? '',
        happened: happenedIn(change),
        changes: changes.map(({ field, before, after }) => ({
          field: field.name,
          before,
          after,
          ...(field.ref && {
            titles: { before: titleOfValue(field, before, titles), after: titleOfValue(field, after, titles) },
          }),
        })),
      },
    ];
  });
}

/**
 * What one call of the operation log changed, record by record: only of resources and records that the actor may open, masked as they
 * are there. Throws notFound when there is no such row.
 */
export async function callChanges(
  connection: Connection,
  engine: Engine,
  id: number,
  caller: Caller,
): Promise<CallChanges> {
  return shown(
    connection,
    engine,
    await changesOfCall(connection, await callOf(connection, engine, id, caller)),
    caller,
  );
}

/** What the call that is under way has changed so far, within its transaction. */
export async function changesSoFar(connection: Connection, engine: Engine, caller: Caller): Promise<CallChanges> {
  const call = { time: new Date(caller.now), userId: caller.actor.id || null, callId: callNumber(caller) };
  return shown(connection, engine, await changesOfCall(connection, call), caller);
}

async function shown(
  connection: Connection,
  engine: Engine,
  rows: readonly ChangeRow[],
  caller: Caller,
): Promise<CallChanges> {
  const byResource = new Map<Resource, ChangeRow[]>();
  for (const row of rows.slice(0, MAX_CHANGES)) {
    const resource = engine.model.resources.get(row.entity);
    if (resource && mayOpen(resource, caller)) byResource.set(resource, [...(byResource.get(resource) ?? []), row]);
  }
  const records: ChangedRecord[] = [];
  for (const [resource, changes] of byResource)
    records.push(...(await ofResource(connection, engine, resource, changes, caller)));
  return { records, others: rows.length - records.length };
}
