import type { HistoryEntry } from '../../contract.ts';
import { closedNames, type Entity, type Field } from '../../../model/index.ts';
import type { Caller } from '../caller.ts';
import {
  maskOf,
  mayRead,
  openedNames,
  reading,
  titleOfValue,
  titlesSql,
  type Connection,
  type Engine,
  type Titles,
} from '../query/index.ts';
import { joinSql, literal, prepared, SQL } from '../sql/index.ts';
import { pastWire, wallClock } from '../kinds/index.ts';
import { mask } from '../kinds/index.ts';

/** Columns in storage form, as JSON has them: all of them on creation and deletion, else those that changed. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

interface ChangeRow extends Change {
  readonly id: number;
  readonly time: Date;
  readonly userId: number | null;
  readonly userName: string;
  readonly event: string;
  readonly detail: Record<string, unknown> | null;
}

const LIMIT = 500;

/** The property that a recorded column is now; one that was renamed keeps its history. */
export const recordedField = (entity: Entity, name: string): Field | undefined =>
  entity.byName.get(name) ?? entity.fields.find(({ was }) => was === name);

/** Whether a property's former values are ever shown to this actor: never more of the past than of the record itself. */
export const isShown = (engine: Engine, entity: Entity, field: Field, { actor }: Caller): boolean =>
  !field.builtIn &&
  !field.sensitive &&
  mayRead(engine, entity, field, actor) &&
  openedNames(engine, entity, actor)?.has(field.name) !== false;

/** How a value of wire form is shown: masked ones in full to those who hold the detail permission. */
export function shownValue(engine: Engine, entity: Entity, field: Field, wire: unknown, caller: Caller): unknown {
  const by = maskOf(engine, entity, field, caller.actor, true);
  return by && typeof wire === 'string' ? mask(by, wire) : wire;
}

/** What one entry changed, in wire form and the schema's order, as far as the actor may see it. */
export function changesOf(
  engine: Engine,
  entity: Entity,
  { before, after }: Change,
  zone: string,
  caller: Caller,
): { field: Field; before: unknown; after: unknown }[] {
  const shown = (field: Field, value: unknown): unknown =>
    shownValue(engine, entity, field, pastWire(field, value, zone), caller);
  const place = new Map(entity.fields.map(({ name }, index) => [name, index]));
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .flatMap((name) => {
      const field = recordedField(entity, name);
      if (!field || !isShown(engine, entity, field, caller)) return [];
      return [
        {
          field,
          before: shown(field, before?.[name]),
          after: shown(field, after?.[name]),
        },
      ];
    })
    .sort((a, b) => place.get(a.field.name)! - place.get(b.field.name)!);
}

/**
 * What happened to one record, newest first. Fields that the actor may not read are left out; masked ones are shown in full to those who
 * hold the detail permission. The caller has made sure that the record itself is visible.
 */
export async function readHistory(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  zone: string,
  caller: Caller,
): Promise<HistoryEntry[]> {
  const query = reading(engine, caller);
  const { parameters } = query;
  const of = SQL`entity = ${parameters.add(entity.name, 'text')} and "recordId" = ${parameters.add(id, 'bigint')}`;
  // As in the operation log: what a command says beside the properties is told without what is called as those that the role closes.
  const closed = closedNames(caller.actor).map((name) => literal(name));
  const detail =
    closed.length > 0 ? SQL`forecourt_sql.without_names(detail, array[${joinSql(closed)}]) as detail` : SQL`detail`;
  const text = SQL`with _entries as materialized (select id, time, "userId", "userName", event, before, after, ${detail} from "recordChange" where ${of} order by id desc limit ${LIMIT}),
_titles as (select ${titlesSql(query, entity, SQL`select before, after from _entries`)} as titles)
select * from _entries cross join _titles order by id desc`;
  const { rows } = await connection.query<ChangeRow & { readonly titles: Titles }>(prepared(text, parameters.values));
  return rows.map(({ titles, ...row }) => ({
    id: row.id,
    time: wallClock(row.time, zone),
    userId: row.userId,
    userName: row.userName,
    event: row.event,
    changes: changesOf(engine, entity, row, zone, caller).map(({ field, before, after }) => ({
      field: field.name,
      before,
      after,
      ...(field.ref && {
        titles: {
          before: titleOfValue(field, before, titles),
          after: titleOfValue(field, after, titles),
        },
      }),
    })),
    detail: row.detail,
  }));
}
