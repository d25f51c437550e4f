import type { Entity } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import { reading, visible, zoneExpression, type Engine } from '../query/index.ts';
import {
  all,
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
import { eventOf, isRecorded, operationLog, operationLogs, recordChange, unrecorded } from './audit.ts';
import { boundsCheck } from './boundsCheck.ts';
import { asParameter, kindFor } from '../kinds/index.ts';
import { kept, requireKept, WIRE_TIME, writtenTime, type SaveKey } from './keys.ts';
import { knownOnly } from './knownOnly.ts';
import { noticesOf } from './notices.ts';
import { referenceChecks, type Check } from './references.ts';
import { manyRows, oneRow, type Write } from './source.ts';
import { VERSION } from './stored.ts';

/** What one writing statement reports. Null and false say which guard held it back. */
export interface Outcome {
  readonly found: boolean;
  readonly current: boolean;
  readonly allowed: boolean;
  /** References that do not exist for this actor, by field. */
  readonly missing: readonly string[];
  /** Those that exist and may not be chosen there. */
  readonly unfit: readonly string[];
  /** The row as written, in storage form, or its id alone (`brief`); null when a guard held the write back. */
  readonly row: (Row & { id: number }) | null;
  /** The row's update time on the wire. */
  readonly updateTime: string;
}

interface WriteOptions {
  /** Checks of a save by a user: references must exist for the actor and the row must end up where the actor sees it. */
  readonly guarded: boolean;
  /** The record takes a step: its new state may put it out of the actor's sight. */
  readonly step?: boolean;
  /** Writes the operation log row in the same statement. */
  readonly logged: boolean;
  readonly guard?: {
    readonly expect?: Row;
    readonly updateTime?: string;
    /** The row is still the one that was read (`readVersion`). */
    readonly version?: string;
  };
  /** Keeps the answer of a save beside its key, with the row; fails, and writes nothing, when there is one already. */
  readonly key?: SaveKey;
  /** Rows of several callers: whose each is, in their order (`callerColumns`). Such a statement waits for nobody. */
  readonly told?: readonly Row[];
  /** What the history says of the change beside the values. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Of what was written only the id is read: it is all that is answered of the row. */
  readonly brief?: boolean;
  /** Nobody reads what was written: it answers no row. */
  readonly silent?: boolean;
}

/** The row as it is written. */
const NEW = SQL`n`;

const returned = (entity: Entity, engine: Engine, alias: Alias, brief = false): Sql =>
  brief ? column(alias, 'id') : joinSql(columnsOf(entity, engine.model.codes).map(({ name }) => column(alias, name)));

/** What was checked, in one row; in one for each row of values where those are several (`_id`). */
const checksCte = (checks: readonly { sql: Sql }[], scope: Sql | undefined, id: Sql | undefined, from: Sql): Sql =>
  SQL`_checks as (select ${joinSql([...(id ? [SQL`${id} as "_id"`] : []), ...checks.map(({ sql }, at) => SQL`${sql} as r${at}`), SQL`${scope ?? SQL`true`} as scope`])}${from})`;

const passed = (checks: readonly unknown[]): Sql[] => [SQL`checks.scope`, ...checks.map((_, at) => SQL`checks.r${at}`)];

/** Marks, in the report, a record that is there and may not be chosen. No name of a field begins so. */
const UNFIT = '!';

const missingSql = (checks: readonly Check[]): Sql =>
  checks.length === 0
    ? SQL`'{}'::text[]`
    : SQL`array_remove(array[${joinSql(checks.map(({ name, unfit }, at) => SQL`case when checks.r${at} then null else ${literal(unfit ? `${UNFIT}${name}` : name)} end`))}], null)`;

function answer(
  result: Sql,
  checks: readonly Check[],
  engine: Engine,
  { entity, source }: Write,
  tail: Sql,
  brief?: boolean,
): Sql {
  return SQL`select ${result}, coalesce(checks.scope, true) as "$allowed", coalesce(${missingSql(checks)}, '{}') as "$missing",
  ${writtenTime(engine, entity)} as "$updateTime", ${returned(entity, engine, NEW, brief)}
from ${source ? SQL`_src src` : SQL`(select 1) one`} ${tail}${source ? SQL` order by src."_at"` : SQL``}`;
}

/** The row of the operation log beside the write; none for what is not logged. */
function logged(engine: Engine, caller: Caller, { parameters }: Write['query'], told = false): Sql[] {
  const success = { code: 200, message: caller.t('msg.ok') };
  const log = told
    ? operationLogs(engine, caller, success, parameters)
    : operationLog(engine, caller, success, parameters, SQL`n.id::text`, SQL` from _n n`);
  return log ? [SQL`_log as (${log})`] : [];
}

/**
 * Inserts rows of the same properties, their history and their operation log row in one statement; it answers one outcome a row, in their order. What is
 * refused of one leaves the others.
 */
export function insertStatement(
  engine: Engine,
  entity: Entity,
  rows: readonly Row[],
  caller: Caller,
  options: WriteOptions,
): SqlStatement {
  const part =
    rows.length === 1 && !options.told
      ? oneRow(engine, entity, rows[0]!, caller)
      : manyRows(engine, entity, rows, caller, options.told);
  const { query, names, placeholders, source, told } = part;
  const checks = options.guarded ? referenceChecks(part, undefined) : [];
  const scope = options.guarded ? boundsCheck(part, undefined) : undefined;
  const now = told ? SQL`src."_time"` : query.parameters.add(new Date(caller.now), 'timestamptz');
  const times = ['createTime', 'updateTime'].filter((name) => !names.includes(name));
  const given = rows[0]!['id'] ?? undefined;
  const id = source ? SQL`src."_id"` : given === undefined ? undefined : query.parameters.add(given, 'bigint');
  const columns = [...(id ? ['id'] : []), ...names, ...times];
  const values = [...(id ? [id] : []), ...names.map((name) => placeholders.get(name)!), ...times.map(() => now)];
  const from = source ? SQL`_src src join _checks checks on checks."_id" = src."_id"` : SQL`_checks checks`;
  const order = source ? SQL` order by src."_at"` : SQL``;
  const ctes = [
    ...(source ? [source] : []),
    checksCte(checks, scope, source && SQL`src."_id"`, source ? SQL` from _src src` : SQL``),
    SQL`_n as (insert into ${ident(entity.name)} (${joinSql(columns.map(ident))}) select ${joinSql(values)} from ${from} where ${all(passed(checks))}${order} returning *)`,
  ];
  if (isRecorded(entity)) {
    const source = SQL`(select n.id, null::jsonb as before, jsonb_strip_nulls(to_jsonb(n.*) - ${unrecorded(entity)}) as after, null::jsonb as detail from _n n)`;
    ctes.push(
      SQL`_change as (${recordChange(caller, entity, eventOf(caller, 'insert'), query.parameters, source, told)})`,
    );
  }
  ctes.push(...noticesOf(engine, entity, caller, query.parameters, undefined, told));
  if (options.logged) ctes.push(...logged(engine, caller, query, told));
  ctes.push(...kept(engine, part, options.key));
  if (options.silent)
    return prepared(SQL`with ${joinSql(ctes, ',\n')}\nselect from _checks where false`, query.parameters.values);
  const tail = source
    ? SQL`join _checks checks on checks."_id" = src."_id" left join _n n on n.id = src."_id"`
    : SQL`cross join _checks checks left join _n n on true`;
  const text = SQL`with ${joinSql(ctes, ',\n')}\n${answer(SQL`${requireKept(part, options.key)}true as "$found", true as "$current"`, checks, engine, part, tail, options.brief)}`;
  return prepared(text, query.parameters.values);
}

function guards(part: Write, guard: WriteOptions['guard'], engine: Engine): Sql[] {
  const { query, entity } = part;
  const conditions: Sql[] = part.told
    ? [
        SQL`old."_version" = src."_version"`,
        SQL`(src."_seen" is null or to_char(old."updateTime" at time zone ${zoneExpression(engine, entity, 'old')}, ${WIRE_TIME}) = src."_seen")`,
      ]
    : [];
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
  if (guard?.version !== undefined)
    conditions.push(SQL`old."_version" = ${query.parameters.add(guard.version, 'text')}`);
  return conditions;
}

/**
 * Changes a row, or several in the same way, with the same bundle. The row is locked and read by `old`, so that the history has the very values that were replaced.
 * `updateTime` always moves by a whole second at least: on the wire every version has a time of its own. With `each` every row gets values of its
 * own in place of `values`, and an outcome in their order.
 */
export function updateStatement(
  engine: Engine,
  entity: Entity,
  id: number | readonly number[],
  values: Row,
  caller: Caller,
  options: WriteOptions & { readonly event?: string; readonly visibleOnly: boolean },
  each?: readonly (Row & { readonly id: number })[],
): SqlStatement {
  const part = each ? manyRows(engine, entity, each, caller, options.told) : oneRow(engine, entity, values, caller);
  const { query, names, placeholders, source, told } = part;
  const seen = options.visibleOnly ? visible(query, entity, 't') : [];
  const checks = options.guarded ? referenceChecks(part, 'old') : [];
  const scope = options.guarded ? boundsCheck(part, 'old', options.step) : undefined;
  const current = guards(part, options.guard, engine);
  const now = told ? SQL`src."_time"` : query.parameters.add(new Date(caller.now), 'timestamptz');
  const version = told || options.guard?.version !== undefined;
  // What a form sends back as it was answered is no change, also where the column has more of it.
  const written = (name: string): Sql => {
    const field = options.guarded ? entity.byName.get(name) : undefined;
    const value = placeholders.get(name)!;
    return (field && kindFor(field).keptSql?.(value, column('old', name), field)) ?? value;
  };
  const set = [
    ...names.map((name) => SQL`${ident(name)} = ${written(name)}`),
    SQL`"updateTime" = greatest(${now}, old."updateTime" + interval '1 second')`,
  ];
  const key =
    typeof id === 'number' ? query.parameters.add(id, 'bigint') : SQL`any(${query.parameters.add(id, 'bigint[]')})`;
  const joined = source ? SQL` join _src src on src."_id" = old.id` : SQL``;
  const judged = source ? SQL`join _checks checks on checks."_id" = old.id` : SQL`cross join _checks checks`;
  // What is written unguarded has nothing to check of its rows.
  const checked = options.guarded || source ? SQL` from _old old${joined}` : SQL``;
  const ctes = [
    ...(source ? [source] : []),
    SQL`_old as (select t.*${version ? SQL`, ${VERSION} as "_version"` : SQL``} from ${ident(entity.name)} t where ${all([SQL`t.id = ${key}`, ...seen, ...knownOnly(engine, entity)])} order by t.id for update of t${told ? SQL` skip locked` : SQL``})`,
    checksCte(checks, scope, source && SQL`old.id`, checked),
    SQL`_n as (update ${ident(entity.name)} u set ${joinSql(set)} from _old old${joined} ${judged} where ${all([SQL`u.id = ${key}`, SQL`u.id = old.id`, ...current, ...passed(checks)])} returning u.*)`,
  ];
  if (isRecorded(entity)) {
    const detail = options.detail ? query.parameters.add(JSON.stringify(options.detail), 'jsonb') : SQL`null::jsonb`;
    const source = SQL`(select j.id, d.before, d.after, ${detail} as detail from (select n.id, to_jsonb(old.*) as o, to_jsonb(n.*) - ${unrecorded(entity)} as n from _old old join _n n on n.id = old.id offset 0) j
      cross join lateral (select jsonb_object_agg(e.key, j.o -> e.key) as before, jsonb_object_agg(e.key, e.value) as after from jsonb_each(j.n) e where e.value is distinct from j.o -> e.key) d
      where d.after is not null)`;
    ctes.push(
      SQL`_change as (${recordChange(caller, entity, eventOf(caller, options.event ?? 'update'), query.parameters, source, told)})`,
    );
  }
  ctes.push(...noticesOf(engine, entity, caller, query.parameters, names, told));
  if (options.logged) ctes.push(...logged(engine, caller, query, told));
  ctes.push(...kept(engine, part, options.key));
  const found = SQL`${requireKept(part, options.key)}old.id is not null as "$found", ${current.length > 0 ? SQL`coalesce(${all(current)}, true)` : SQL`true`} as "$current"`;
  const tail = source
    ? SQL`left join _old old on old.id = src."_id" left join _checks checks on checks."_id" = old.id`
    : SQL`left join _old old on true left join _checks checks on true`;
  const text = SQL`with ${joinSql(ctes, ',\n')}\n${answer(found, checks, engine, part, SQL`${tail} left join _n n on n.id = old.id`, options.brief)}`;
  return (typeof id === 'number' || told ? prepared : planned)(text, query.parameters.values);
}

/** Deletes a row, or several, and records what each was. */
export function deleteStatement(
  engine: Engine,
  entity: Entity,
  id: number | readonly number[],
  caller: Caller,
  options: { readonly logged: boolean; readonly visibleOnly: boolean },
): SqlStatement {
  const query = reading(engine, caller);
  const key =
    typeof id === 'number' ? query.parameters.add(id, 'bigint') : SQL`any(${query.parameters.add(id, 'bigint[]')})`;
  const seen = options.visibleOnly ? visible(query, entity, 't') : [];
  const ctes = [
    SQL`_n as (delete from ${ident(entity.name)} t where ${all([SQL`t.id = ${key}`, ...seen, ...knownOnly(engine, entity)])} returning t.*)`,
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
  readonly $key?: null;
}

/** Separates the report from the row. */
export function readOutcome(raw: Row): Outcome {
  const { $found, $current, $allowed, $missing, $updateTime, $key: _, ...row } = raw as RawOutcome;
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
