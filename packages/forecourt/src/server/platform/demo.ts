import { sql } from 'kysely';
import { createRandom, type Entity, type Model, type Random } from '../../model/index.ts';
import type { Database, Row } from '../contract.ts';
import { sampleRecord, toStorage } from '../data/index.ts';
import { insertRows } from './insertRows.ts';
import { writeScope } from './scope.ts';

/** Demonstration data as an application of nothing but schemas asks for it. */
export interface DemoPlan {
  /** How many records of which entity. */
  readonly rows: Readonly<Record<string, number>>;
  readonly roles?: readonly { readonly code: string; readonly name: string; readonly permissions: readonly string[] }[];
  /** Beside `admin`, and with the same password. */
  readonly users?: readonly {
    readonly username: string;
    readonly name: string;
    readonly role: string;
    /** Ids of the scope records whose rows the user sees; all of them when absent. */
    readonly scope?: readonly number[];
  }[];
}

const SEED = 20_260_101;
const ZONE = 'UTC';
const ATTEMPTS = 20;
const HOUR_MS = 3_600_000;
const YEAR_HOURS = 365 * 24;

/** Entities in an order in which relations point back; where they run in a circle, the earlier one stays without. */
function inOrder(model: Model, names: readonly string[]): Entity[] {
  const ordered = new Set<string>();
  const visiting = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.has(name) || visiting.has(name)) return;
    visiting.add(name);
    for (const field of model.entities.get(name)!.fields)
      if (field.ref && names.includes(field.ref.resource)) visit(field.ref.resource);
    ordered.add(name);
  };
  for (const name of names) {
    if (!model.entities.has(name)) throw new Error(`demo: there is no schemas/${name}.json`);
    visit(name);
  }
  return [...ordered].map((name) => model.entities.get(name)!);
}

/** States of an entity that some action leads to, and the first one. */
function statesOf(entity: Entity): readonly (string | number)[] {
  const states = entity.schema['x-states'];
  return states ? [...new Set([states.initial, ...states.transitions.map(({ to }) => to)])] : [];
}

function rowsOf(
  model: Model,
  entity: Entity,
  count: number,
  made: ReadonlyMap<string, number>,
  { random, now }: { random: Random; now: number },
): Row[] {
  const states = statesOf(entity);
  const seen = entity.unique.map(() => new Set<string>());
  const rows: Row[] = [];
  const reference = (resource: string): number | undefined => {
    // Below one of the earlier rows, so that a tree has branches and no circle.
    const most = entity.tree && resource === entity.name ? Math.ceil(rows.length / 3) : (made.get(resource) ?? 0);
    return most > 0 ? random.int(1, most) : undefined;
  };
  for (let id = 1; id <= count; id++) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const record = sampleRecord(model, entity, { random, ordinal: id, attempt, now, reference });
      const keys = entity.unique.map(({ fields }) => JSON.stringify(fields.map((field) => record[field])));
      if (keys.some((key, at) => seen[at]!.has(key))) continue;
      keys.forEach((key, at) => seen[at]!.add(key));
      const stored = Object.entries(record).map(([name, value]) => [
        name,
        toStorage(entity.byName.get(name)!, value, ZONE) ?? entity.byName.get(name)!.default ?? null,
      ]);
      const time = new Date(now - random.int(0, YEAR_HOURS) * HOUR_MS);
      rows.push({
        ...Object.fromEntries(stored),
        ...(entity.stateField && { [entity.stateField]: random.pick(states) }),
        id: rows.length + 1,
        createTime: time,
        updateTime: time,
      });
      break;
    }
  }
  return rows;
}

async function insertPeople(db: Database, model: Model, { roles = [], users = [] }: DemoPlan): Promise<void> {
  for (const { code, name, permissions } of roles)
    await sql`
      with recursive ticked as (
        select id, "parentId" from menu where path = any(${permissions}::text[])
        union select m.id, m."parentId" from menu m join ticked t on m.id = t."parentId"
      )
      insert into role (name, code, "menuIds") values (${name}, ${code}, array(select id from ticked order by id))
    `.execute(db);
  for (const [index, { username, name, role, scope }] of users.entries()) {
    await sql`
      insert into "user" (username, name, phone, password, "roleId", status)
      select ${username}, ${name}, ${`+6600000${String(index + 1).padStart(4, '0')}`}, a.password, r.id, 1
      from "user" a, role r where a.username = 'admin' and r.code = ${role}
    `.execute(db);
    await writeScope(db, model, username, scope);
  }
}

/** Fills a new database as the plan says; the same plan makes the same records, dated relative to `now` (epoch milliseconds). */
export async function insertDemo(
  db: Database,
  model: Model,
  plan: DemoPlan,
  { now, progress }: { readonly now: number; progress(step: string): void },
): Promise<void> {
  const random = createRandom(SEED);
  const made = new Map<string, number>();
  await insertPeople(db, model, plan);
  for (const entity of inOrder(model, Object.keys(plan.rows))) {
    progress(entity.name);
    const rows = rowsOf(model, entity, plan.rows[entity.name]!, made, { random, now });
    await insertRows(db, entity.name, rows);
    made.set(entity.name, rows.length);
  }
}
