import type { HistoryEntry } from '../../contract.ts';
import type { Entity, Field } from '../../../model/index.ts';
import type { Caller } from '../layer.ts';
import { holdsWord, mayRead, type Connection, type Engine } from '../query/index.ts';
import { prepared } from '../sql/index.ts';
import { toWire, wallClock } from './codec.ts';
import { mask } from './masks.ts';

interface ChangeRow {
  readonly id: number;
  readonly time: Date;
  readonly userId: number | null;
  readonly userName: string;
  readonly event: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly detail: Record<string, unknown> | null;
}

const LIMIT = 500;

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
  const { rows } = await connection.query<ChangeRow>(
    prepared(
      `select id, time, "userId", "userName", event, before, after, detail from "recordChange" where entity = $1 and "recordId" = $2 order by id desc limit ${LIMIT}`,
      [entity.name, id],
    ),
  );
  const reveal = holdsWord(engine, entity, caller.actor, 'detail');
  const shown = (field: Field, value: unknown): unknown => {
    const wire = toWire(field, value, zone);
    return field.mask && !reveal && typeof wire === 'string' ? mask(field.mask, wire) : wire;
  };
  return rows.map((row) => ({
    id: row.id,
    time: wallClock(row.time, zone),
    userId: row.userId,
    userName: row.userName,
    event: row.event,
    changes: [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].flatMap((name) => {
      // A property that was renamed keeps its history.
      const field = entity.byName.get(name) ?? entity.fields.find(({ was }) => was === name);
      if (!field || field.builtIn || field.sensitive || !mayRead(engine, entity, field, caller.actor)) return [];
      return [{ field: field.name, before: shown(field, row.before?.[name]), after: shown(field, row.after?.[name]) }];
    }),
    detail: row.detail,
  }));
}
