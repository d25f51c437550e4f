import { stateAllows, type Dependent, type Entity, type Reached } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { Refusal, refuse, refuseInUse } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { entityOf, hasPermission, reading, visible, type Connection, type Engine } from '../query/index.ts';
import { all, column, ident, joinSql, planned, SQL } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';

/** Records at most that one deletion changes beside its own: more are deleted before it, in parts. */
export const MOST_DEPENDENTS = 10_000;

export type Stored = Row & { readonly id: number };

/** Who deletes, and in which transaction. */
export interface Deleting {
  readonly connection: Connection;
  readonly engine: Engine;
  readonly caller: Caller;
  /** Rights and scope of the caller decide too. A command has judged them itself. */
  readonly asked: boolean;
}

/** Records whose relation is emptied. */
export interface Cleared {
  readonly entity: Entity;
  readonly field: string;
  readonly rows: readonly Stored[];
}

/** What a deletion reaches beside its own records. */
export interface Reach {
  /** Those that go too, each kind before what it names. */
  readonly going: readonly { readonly entity: Entity; readonly rows: readonly Stored[] }[];
  readonly cleared: readonly Cleared[];
}

/** What the records of an entity are called in a sentence about so many. */
export const titleOf = ({ caller }: Pick<Deleting, 'caller'>, entity: Entity, count: number): string =>
  caller.t(`resources.${entity.name}.${count === 1 ? 'name' : 'title'}`);

const tooMany = (): Refusal => refuse('msg.cascade.tooMany', { max: MOST_DEPENDENTS });

/** Rows that name one of these by a relation, locked in the order of their ids; `_seen`: the caller sees it. `gone`: those put away at that time. */
export async function rowsNaming(
  { connection, engine, caller }: Deleting,
  entity: Entity,
  field: string,
  ids: readonly number[],
  { lock, gone }: { readonly lock: boolean; readonly gone?: Date },
): Promise<readonly (Stored & { readonly _seen: boolean })[]> {
  const query = reading(engine, caller);
  const deleted = gone !== undefined;
  const conditions = [
    SQL`${column('t', field)} = any(${query.parameters.add(ids, 'bigint[]')})`,
    ...visible(query, entity, 't', { ignore: 'all', deleted }),
    ...(deleted ? [SQL`t."deleteTime" = ${query.parameters.add(gone, 'timestamptz')}`] : []),
  ];
  const columns = columnsOf(entity, engine.model.codes).map(({ name }) => column('t', name));
  const seen = all(visible(query, entity, 't', { deleted }));
  const locked = lock ? SQL` for update of t` : SQL``;
  const { rows } = await connection.query<Stored & { _seen: boolean }>(
    planned(
      SQL`select ${joinSql(columns)}, coalesce(${seen}, false) as "_seen" from ${ident(entity.name)} t where ${all(conditions)} order by t.id limit ${MOST_DEPENDENTS + 1}${locked}`,
      query.parameters.values,
    ),
  );
  if (rows.length > MOST_DEPENDENTS) throw tooMany();
  return rows;
}

/** Entities in an order in which each stands after all that it is reached from; entities that reach each other in a circle do not exist. */
function inOrder(first: readonly string[], next: (name: string) => readonly string[]): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const one of next(name)) visit(one);
    done.push(name);
  };
  first.forEach(visit);
  return done.reverse();
}

const cascading = ({ dependents }: Entity): readonly Dependent[] =>
  dependents.filter(({ effect }) => effect === 'cascade');

/** Refuses where the caller does not see some of these rows, or holds no right to do this to them. */
export function requireRight(deleting: Deleting, entity: Entity, rows: readonly Row[], right: 'delete' | 'edit'): void {
  const { asked, engine, caller } = deleting;
  if (!asked || rows.length === 0) return;
  const said = (count: number) => ({ count, resource: titleOf(deleting, entity, count) });
  if (!hasPermission(engine, entity, caller.actor, right)) throw refuse('msg.cascade.noRight', said(rows.length));
  const unseen = rows.filter((row) => row['_seen'] !== true).length;
  if (unseen > 0) throw refuse('msg.cascade.unseen', said(unseen));
}

/** Refuses where the state of a row keeps it as it is. */
export function requireState(
  deleting: Deleting,
  entity: Entity,
  rows: readonly Stored[],
  what: 'deletable' | 'editable',
): void {
  const count = rows.filter((row) => !stateAllows(entity, what, row)).length;
  if (count > 0) throw refuse('msg.cascade.kept', { count, resource: titleOf(deleting, entity, count) });
}

/** Asks the rule of a related record; what it refuses is said with the name of its kind. */
export async function asking<T>({ caller }: Deleting, entity: Entity, rule: () => Promise<T>): Promise<T> {
  try {
    return await rule();
  } catch (error) {
    if (!(error instanceof Refusal) || error.http >= 500) throw error;
    const reason = caller.t(error.key, error.params);
    throw refuse('msg.cascade.refused', { resource: caller.t(`resources.${entity.name}.name`), reason });
  }
}

/** All that a deletion of these records reaches, locked unless it is only told. Throws where a record that stays holds one of them, or there are too many. */
export async function reachOf(deleting: Deleting, root: Entity, ids: readonly number[], lock: boolean): Promise<Reach> {
  const { engine, caller } = deleting;
  const entity = (name: string): Entity => entityOf(engine, name);
  const found = new Map<string, Map<number, Stored>>();
  const reached: (Dependent & { readonly rows: readonly Stored[] })[] = [];
  let count = 0;
  for (const name of inOrder([root.name], (one) => cascading(entity(one)).map((dependent) => dependent.entity))) {
    const above = name === root.name ? ids : [...(found.get(name)?.keys() ?? [])];
    if (above.length === 0) continue;
    for (const dependent of entity(name).dependents) {
      // Of rows that really go PostgreSQL says it, and the message counts them.
      if (dependent.effect === 'refuse' && entity(name).deletion !== 'soft') continue;
      const rows = await rowsNaming(deleting, entity(dependent.entity), dependent.field, above, { lock });
      if (dependent.effect !== 'cascade') {
        reached.push({ ...dependent, rows });
        continue;
      }
      const known = found.get(dependent.entity) ?? new Map<number, Stored>();
      for (const row of rows) known.set(row.id, row);
      found.set(dependent.entity, known);
    }
    count = [...found.values()].reduce((sum, { size }) => sum + size, 0);
    if (count > MOST_DEPENDENTS) throw tooMany();
  }
  const staying = reached.map((one) => ({
    ...one,
    rows: one.rows.filter(({ id }) => !found.get(one.entity)?.has(id)),
  }));
  const holding = staying.find(({ effect, rows }) => effect === 'refuse' && rows.length > 0);
  if (holding) throw refuseInUse(holding.entity, holding.rows.length, caller.t);
  // What names another one goes before it, whatever its relation says.
  const names = [...found].filter(([, rows]) => rows.size > 0).map(([name]) => name);
  const named = (name: string): string[] =>
    entity(name).fields.flatMap(({ ref }) =>
      ref && ref.resource !== name && names.includes(ref.resource) ? [ref.resource] : [],
    );
  return {
    going: inOrder(names, named).map((name) => ({ entity: entity(name), rows: [...found.get(name)!.values()] })),
    cleared: staying
      .filter(({ effect, rows }) => effect === 'clear' && rows.length > 0)
      .map(({ entity: name, field, rows }) => ({ entity: entity(name), field, rows })),
  };
}

/** Relations through which rows are lines of records that stay: these are asked as well. */
export const staysOf = (entity: Entity, rows: readonly Row[], goes: (name: string, id: number) => boolean): Entity => ({
  ...entity,
  lineOf: entity.lineOf.filter(({ parent, by }) =>
    rows.some((row) => (row[by] ?? null) !== null && !goes(parent, Number(row[by]))),
  ),
});

/** What a deletion of these records would take along, for the question before it. */
export async function told(deleting: Deleting, entity: Entity, ids: readonly number[]): Promise<readonly Reached[]> {
  const { going, cleared } = await reachOf(deleting, entity, ids, false);
  const line =
    (effect: Reached['effect']) =>
    ({ entity: one, rows }: { readonly entity: Entity; readonly rows: readonly Stored[] }): Reached => ({
      resource: one.name,
      title: titleOf(deleting, one, rows.length),
      count: rows.length,
      effect,
    });
  return [...[...going].reverse().map(line('cascade')), ...cleared.map(line('clear'))];
}
