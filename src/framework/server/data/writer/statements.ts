import { isStored, type Entity } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { Caller } from '../layer.ts';
import { reading, scopeCondition, visible, zoneExpression, type Engine } from '../query/index.ts';
import {
  all,
  arrayOf,
  column,
  ident,
  literal,
  planned,
  prepared,
  SQL,
  joinSql,
  type Alias,
  type Sql,
  type SqlStatement,
} from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';
import { eventOf, isRecorded, operationLog, recordChange, unrecorded } from './audit.ts';
import { asParameter } from '../kinds/index.ts';
import { noticesOf } from './notices.ts';
import { referenceChecks, type Check, type Write } from './references.ts';

/** What one writing statement reports. Null and false say which guard held it back. */
export interface Outcome {
  readonly found: boolean;
  readonly current: boolean;
  readonly allowed: boolean;
  /** References that do not exist for this actor, by field. */
  readonly missing: readonly string[];
  /** Those that exist and may not be chosen there. */
  readonly unfit: readonly string[];
  /** The row as written, in storage form; null when a guard held the write back. */
  readonly row: (Row & { id: number }) | null;
  /** The row's update time on the wire. */
  readonly updateTime: string;
}

interface WriteOptions {
  /** Checks of a save by a user: references must exist for the actor and the row must end up in the actor's scope. */
  readonly guarded: boolean;
  /** Writes the operation log row in the same statement. */
  readonly logged: boolean;
  readonly guard?: { readonly expect?: Row; readonly updateTime?: string };
  /** What the history says of the change beside the values. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const WIRE_TIME = SQL`'YYYY-MM-DD HH24:MI:SS'`;
/** The row as it is written. */
const NEW = SQL`n`;

/** Names of the columns a statement may set; anything else is a fault of the program. */
function writable(entity: Entity, values: Row): string[] {
  return Object.keys(values).filter((name) => {
    if (name === 'id' || name === 'updateTime') return false;
    if (name === 'deleteTime' && entity.deletion === 'soft') return true;
    const field = entity.byName.get(name);
    if (!field || !isStored(field)) throw new Error(`${entity.name} has no column "${name}"`);
    return values[name] !== undefined;
  });
}

function write(engine: Engine, entity: Entity, values: Row, caller: Caller, query = reading(engine, caller)): Write {
  const names = writable(entity, values);
  const placeholders = new Map<string, Sql>();
  for (const name of names) {
    const field = entity.byName.get(name);
    const { value, type } = field
      ? asParameter(field, values[name], engine.model.codes)
      : { value: values[name], type: 'timestamptz' as const };
    placeholders.set(name, query.parameters.add(value, type));
  }
  return { query, entity, caller, names, placeholders };
}

/** Values of one row among several that are changed differently. */
interface RowValues {
  readonly id: number;
  readonly values: Row;
}

/** The same for rows with values of their own: what is written are columns of a relation that goes along by id, `from`. */
function writeEach(
  engine: Engine,
  entity: Entity,
  rows: readonly RowValues[],
  caller: Caller,
): Write & { readonly from: Sql } {
  const query = reading(engine, caller);
  const names = writable(entity, rows[0]!.values);
  if (rows.some(({ values }) => String(writable(entity, values)) !== String(names)))
    throw new Error(`rows of ${entity.name} with different properties`);
  const ids = query.parameters.add(
    rows.map(({ id }) => id),
    'bigint[]',
  );
  const columns = names.map((name) => {
    const field = entity.byName.get(name)!;
    const each = rows.map(({ values }) => asParameter(field, values[name], engine.model.codes));
    return query.parameters.add(
      each.map(({ value }) => value),
      arrayOf(each[0]!.type),
    );
  });
  const placeholders = new Map(names.map((name) => [name, column(SQL`src`, name)] as const));
  const from = SQL`, unnest(${joinSql([ids, ...columns])}) as src(${joinSql(['id', ...names].map(ident))})`;
  return { query, entity, caller, names, placeholders, from };
}

/** The row's own scope columns after the write; relations are judged by the reference checks. */
function scopeCheck(part: Write, old: Alias | undefined): Sql | undefined {
  const { query, entity, placeholders } = part;
  const direct = entity.scope.filter((path) => path.steps.length === 0 && path.last !== 'id');
  if (direct.length === 0 || (old !== undefined && !direct.some((path) => placeholders.has(path.last))))
    return undefined;
  const value = (name: string): Sql => placeholders.get(name) ?? (old ? column(old, name) : SQL`null::bigint`);
  return scopeCondition(query, entity, SQL`unused`, value, direct);
}

const returned = (entity: Entity, engine: Engine, alias: Alias): Sql =>
  joinSql(columnsOf(entity, engine.model.codes).map(({ name }) => column(alias, name)));

const checksCte = (checks: readonly { sql: Sql }[], scope: Sql | undefined, from: Sql): Sql =>
  SQL`_checks as (select ${joinSql([...checks.map(({ sql }, at) => SQL`${sql} as r${at}`), SQL`${scope ?? SQL`true`} as scope`])}${from})`;

const passed = (checks: readonly unknown[]): Sql[] => [SQL`checks.scope`, ...checks.map((_, at) => SQL`checks.r${at}`)];

/** Marks, in the report, a record that is there and may not be chosen. No name of a field begins so. */
const UNFIT = '!';

const missingSql = (checks: readonly Check[]): Sql =>
  checks.length === 0
    ? SQL`'{}'::text[]`
    : SQL`array_remove(array[${joinSql(checks.map(({ name, unfit }, at) => SQL`case when checks.r${at} then null else ${literal(unfit ? `${UNFIT}${name}` : name)} end`))}], null)`;

function answer(result: Sql, checks: readonly Check[], engine: Engine, entity: Entity, tail: Sql): Sql {
  const zone = zoneExpression(engine, entity, NEW);
  return SQL`select ${result}, coalesce(checks.scope, true) as "$allowed", coalesce(${missingSql(checks)}, '{}') as "$missing",
  to_char(n."updateTime" at time zone ${zone}, ${WIRE_TIME}) as "$updateTime", ${returned(entity, engine, NEW)}
from (select 1) one ${tail}`;
}

/** The row of the operation log beside the write; none for what is not logged. */
function logged(engine: Engine, caller: Caller, { parameters }: Write['query']): Sql[] {
  const success = { code: 200, message: caller.t('msg.ok') };
  const log = operationLog(engine, caller, success, parameters, SQL`n.id::text`, SQL` from _n n`);
  return log ? [SQL`_log as (${log})`] : [];
}

/** Inserts a row, its history and its operation log row in one statement; with it `others` of the same properties, which nothing is checked of. */
export function insertStatement(
  engine: Engine,
  entity: Entity,
  values: Row,
  caller: Caller,
  options: WriteOptions,
  others: readonly Row[] = [],
): SqlStatement {
  const part = write(engine, entity, values, caller);
  const { query, names, placeholders } = part;
  const checks = options.guarded ? referenceChecks(part, values, undefined) : [];
  const scope = options.guarded ? scopeCheck(part, undefined) : undefined;
  const now = query.parameters.add(new Date(caller.now), 'timestamptz');
  const times = ['createTime', 'updateTime'].filter((name) => !names.includes(name));
  const explicit =
    values['id'] === undefined || values['id'] === null ? undefined : query.parameters.add(values['id'], 'bigint');
  const columns = [...(explicit ? ['id'] : []), ...names, ...times];
  const rowOf = (of: Write['placeholders']): Sql =>
    joinSql([...(explicit ? [explicit] : []), ...names.map((name) => of.get(name)!), ...times.map(() => now)]);
  if (others.some((other) => String(writable(entity, other)) !== String(names)))
    throw new Error(`rows of ${entity.name} with different properties`);
  const rows = [placeholders, ...others.map((other) => write(engine, entity, other, caller, query).placeholders)];
  const inserted = rows.map((of) => SQL`select ${rowOf(of)} from _checks checks where ${all(passed(checks))}`);
  const ctes = [
    checksCte(checks, scope, SQL``),
    SQL`_n as (insert into ${ident(entity.name)} (${joinSql(columns.map(ident))}) ${joinSql(inserted, ' union all ')} returning *)`,
  ];
  if (isRecorded(entity)) {
    const source = SQL`(select n.id, null::jsonb as before, jsonb_strip_nulls(to_jsonb(n.*) - ${unrecorded(entity)}) as after, null::jsonb as detail from _n n)`;
    ctes.push(SQL`_change as (${recordChange(caller, entity, eventOf(caller, 'insert'), query.parameters, source)})`);
  }
  ctes.push(...noticesOf(engine, entity, caller, query.parameters));
  if (options.logged) ctes.push(...logged(engine, caller, query));
  const text = SQL`with ${joinSql(ctes, ',\n')}\n${answer(SQL`true as "$found", true as "$current"`, checks, engine, entity, SQL`cross join _checks checks left join _n n on true`)}`;
  return prepared(text, query.parameters.values);
}

function guards(part: Write, guard: WriteOptions['guard'], engine: Engine): Sql[] {
  const { query, entity } = part;
  const conditions: Sql[] = [];
  for (const [name, value] of Object.entries(guard?.expect ?? {})) {
    const field = entity.byName.get(name);
    if (!field) throw new Error(`${entity.name} has no column "${name}"`);
    const parameter = asParameter(field, value, engine.model.codes);
    conditions.push(
      SQL`${column('old', name)} is not distinct from ${query.parameters.add(parameter.value, parameter.type)}`,
    );
  }
  if (guard?.updateTime !== undefined)
    conditions.push(
      SQL`to_char(old."updateTime" at time zone ${zoneExpression(engine, entity, 'old')}, ${WIRE_TIME}) = ${query.parameters.add(guard.updateTime.replace('T', ' ').slice(0, 19), 'text')}`,
    );
  return conditions;
}

/**
 * Changes a row, or several in the same way, with the same bundle. The row is locked and read by `old`, so that the history has the very values that were replaced.
 * `updateTime` always moves by a whole second at least: on the wire every version has a time of its own. With `each` every row gets values of its
 * own in place of `values`; those of a list cannot be among them.
 */
export function updateStatement(
  engine: Engine,
  entity: Entity,
  id: number | readonly number[],
  values: Row,
  caller: Caller,
  options: WriteOptions & { readonly event?: string; readonly visibleOnly: boolean },
  each?: readonly RowValues[],
): SqlStatement {
  const part = each
    ? writeEach(engine, entity, each, caller)
    : { ...write(engine, entity, values, caller), from: SQL`` };
  const { query, names, placeholders, from } = part;
  const seen = options.visibleOnly ? visible(query, entity, 't') : [];
  const checks = options.guarded ? referenceChecks(part, values, 'old') : [];
  const scope = options.guarded ? scopeCheck(part, 'old') : undefined;
  const current = guards(part, options.guard, engine);
  const now = query.parameters.add(new Date(caller.now), 'timestamptz');
  const set = [
    ...names.map((name) => SQL`${ident(name)} = ${placeholders.get(name)!}`),
    SQL`"updateTime" = greatest(${now}, old."updateTime" + interval '1 second')`,
  ];
  const key =
    typeof id === 'number' ? query.parameters.add(id, 'bigint') : SQL`any(${query.parameters.add(id, 'bigint[]')})`;
  const ctes = [
    SQL`_old as (select t.* from ${ident(entity.name)} t where ${all([SQL`t.id = ${key}`, ...seen])} order by t.id for update of t)`,
    // What is written unguarded has nothing to check of its rows.
    checksCte(checks, scope, options.guarded ? SQL` from _old old` : SQL``),
    SQL`_n as (update ${ident(entity.name)} u set ${joinSql(set)} from _old old cross join _checks checks${from} where ${all([SQL`u.id = ${key}`, SQL`u.id = old.id`, ...(each ? [SQL`src.id = old.id`] : []), ...current, ...passed(checks)])} returning u.*)`,
  ];
  if (isRecorded(entity)) {
    const detail = options.detail ? query.parameters.add(JSON.stringify(options.detail), 'jsonb') : SQL`null::jsonb`;
    const source = SQL`(select j.id, d.before, d.after, ${detail} as detail from (select n.id, to_jsonb(old.*) as o, to_jsonb(n.*) - ${unrecorded(entity)} as n from _old old join _n n on n.id = old.id offset 0) j
      cross join lateral (select jsonb_object_agg(e.key, j.o -> e.key) as before, jsonb_object_agg(e.key, e.value) as after from jsonb_each(j.n) e where e.value is distinct from j.o -> e.key) d
      where d.after is not null)`;
    ctes.push(
      SQL`_change as (${recordChange(caller, entity, eventOf(caller, options.event ?? 'update'), query.parameters, source)})`,
    );
  }
  ctes.push(...noticesOf(engine, entity, caller, query.parameters, names));
  if (options.logged) ctes.push(...logged(engine, caller, query));
  const found = SQL`old.id is not null as "$found", ${current.length > 0 ? SQL`coalesce(${all(current)}, true)` : SQL`true`} as "$current"`;
  const text = SQL`with ${joinSql(ctes, ',\n')}\n${answer(found, checks, engine, entity, SQL`left join _old old on true left join _checks checks on true left join _n n on n.id = old.id`)}`;
  return (typeof id === 'number' ? prepared : planned)(text, query.parameters.values);
}

/** Deletes a row and records what it was. */
export function deleteStatement(
  engine: Engine,
  entity: Entity,
  id: number,
  caller: Caller,
  options: { readonly logged: boolean; readonly visibleOnly: boolean },
): SqlStatement {
  const query = reading(engine, caller);
  const key = query.parameters.add(id, 'bigint');
  const seen = options.visibleOnly ? visible(query, entity, 't') : [];
  const ctes = [
    SQL`_n as (delete from ${ident(entity.name)} t where ${all([SQL`t.id = ${key}`, ...seen])} returning t.*)`,
  ];
  if (isRecorded(entity)) {
    const source = SQL`(select n.id, jsonb_strip_nulls(to_jsonb(n.*) - ${unrecorded(entity)}) as before, null::jsonb as after, null::jsonb as detail from _n n)`;
    ctes.push(SQL`_change as (${recordChange(caller, entity, eventOf(caller, 'delete'), query.parameters, source)})`);
  }
  if (options.logged) ctes.push(...logged(engine, caller, query));
  return prepared(SQL`with ${joinSql(ctes, ',\n')}\nselect count(*)::int as count from _n`, query.parameters.values);
}

interface RawOutcome extends Row {
  readonly $found: boolean;
  readonly $current: boolean;
  readonly $allowed: boolean;
  readonly $missing: readonly string[];
  readonly $updateTime: string | null;
}

/** Separates the report from the row. */
export function readOutcome(raw: Row): Outcome {
  const { $found, $current, $allowed, $missing, $updateTime, ...row } = raw as RawOutcome;
  return {
    found: $found,
    current: $current,
    allowed: $allowed,
    missing: $missing.filter((name) => !name.startsWith(UNFIT)),
    unfit: $missing.filter((name) => name.startsWith(UNFIT)).map((name) => name.slice(UNFIT.length)),
    row: row['id'] === null ? null : (row as Row & { id: number }),
    updateTime: $updateTime ?? '',
  };
}
