import { holds, isStored, relationOf, type Entity, type Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { LeftField } from './recorded.ts';
import { isEmpty, pastWire, toWire } from '../kinds/index.ts';
import { mayWrite, zoneExpression, type Connection, type Engine } from '../query/index.ts';
import { ident, prepared, SQL } from '../sql/index.ts';
import { isShown, recordedField, zoneOf } from '../writer/index.ts';

/** How a record would change by going back to the version that one entry of its history made. */
export interface Difference {
  /** Zone of the record's wall-clock times as it is. */
  readonly zone: string;
  /** Values in wire form, unmasked. */
  readonly changes: readonly { readonly field: Field; readonly before: unknown; readonly after: unknown }[];
  readonly left: readonly LeftField[];
}

interface Past {
  readonly found: boolean;
  readonly zone: string;
  /** Columns that changed since, with the values they had, in storage form. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Walks back from the current row: of every column that changed later, the value that the first of those changes replaced. */
async function readPast(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  entry: number,
): Promise<Past> {
  const text = SQL`with _later as (select c.id, c.before from "recordChange" c where c.entity = $1 and c."recordId" = $2 and c.id > $3)
select exists (select 1 from "recordChange" c where c.entity = $1 and c."recordId" = $2 and c.id = $3 and c.after is not null) as found,
  (select ${zoneExpression(engine, entity, 't')} from ${ident(entity.name)} t where t.id = $2) as zone,
  (select coalesce(jsonb_object_agg(p.key, p.value), '{}') from (
    select distinct on (e.key) e.key, e.value from _later cross join lateral jsonb_each(_later.before) e order by e.key, _later.id) p) as values`;
  const { rows } = await connection.query<Past & Row>(prepared(text, [entity.name, id, entry]));
  return rows[0]!;
}

/** Why a property cannot go back; undefined when it can. */
function obstacle(
  engine: Engine,
  entity: Entity,
  field: Field,
  current: Row,
  caller: Caller,
): LeftField['reason'] | undefined {
  if (field.name === entity.stateField) return 'state';
  if (field.readOnly || !isStored(field)) return 'readOnly';
  if (!mayWrite(engine, entity, field, caller.actor)) return 'permission';
  return holds(field.edit, current) ? undefined : 'locked';
}

const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** Compares the stored row with one version of it. Throws notFound when the entry is none of this record, or made no version. */
export async function readDifference(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  row: Row & { id: number },
  entry: number,
  caller: Caller,
): Promise<Difference> {
  const past = await readPast(connection, engine, entity, row.id, entry);
  if (!past.found) throw notFound();
  const { zone } = past;
  const then = new Map<Field, unknown>();
  const left: LeftField[] = [];
  // Former names last: what was recorded under them is older, so nearer to the version.
  const names = Object.keys(past.values).sort((a, b) => Number(entity.byName.has(b)) - Number(entity.byName.has(a)));
  for (const name of names) {
    const field = recordedField(entity, name);
    if (field) {
      if (isShown(engine, entity, field, caller)) then.set(field, past.values[name]);
    } else if (name !== 'deleteTime' && past.values[name] !== null) left.push({ field: name, reason: 'gone' });
  }
  const references = [...then]
    .filter(([field]) => relationOf(field) === 'one')
    .map(([{ name }, value]) => [name, value] as const);
  const zoneThen =
    references.length > 0 && entity.zone
      ? await zoneOf(connection, engine, entity, { id: row.id, given: Object.fromEntries(references) }, caller)
      : zone;
  const current = Object.fromEntries(
    entity.fields.filter(isStored).map((field) => [field.name, toWire(field, row[field.name], zone)]),
  );
  const changes: { field: Field; before: unknown; after: unknown }[] = [];
  for (const field of entity.fields) {
    if (!then.has(field)) continue;
    const before = current[field.name];
    const after = pastWire(field, then.get(field), zoneThen);
    if (same(before, after)) continue;
    const reason = obstacle(engine, entity, field, current, caller);
    if (reason) left.push({ field: field.name, reason });
    else changes.push({ field, before, after });
  }
  return { zone, changes, left };
}
