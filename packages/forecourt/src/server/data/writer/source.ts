import { isStored, type Entity } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import { asParameter, columnType } from '../kinds/index.ts';
import { reading, type Engine, type Reading } from '../query/index.ts';
import { column, ident, joinSql, literal, SQL, type PgType, type Sql } from '../sql/index.ts';
import { CALLER_TYPES } from './audit.ts';

/**
 * One writing statement. Names of its parts begin with "_", which no entity's name does: "log", "old" and "page" are good names for
 * tables.
 */
export interface Write {
  readonly query: Reading;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly names: readonly string[];
  /** SQL of each value: a parameter, or the column of `source`. */
  readonly placeholders: ReadonlyMap<string, Sql>;
  /** What is written, by row. */
  readonly rows: readonly Row[];
  /** The relation `_src` that the values of several rows come from, as a part of the statement; undefined where there is one row of values. */
  readonly source?: Sql;
  /** Every row says itself whose it is (`OWN_TYPES`, columns of `_src`). */
  readonly told: boolean;
}

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

/** The values of one row, or the same for several, as parameters. */
export function oneRow(engine: Engine, entity: Entity, values: Row, caller: Caller): Write {
  const query = reading(engine, caller);
  const names = writable(entity, values);
  const placeholders = new Map<string, Sql>();
  for (const name of names) {
    const field = entity.byName.get(name);
    const { value, type } = field
      ? asParameter(field, values[name], engine.model.codes)
      : { value: values[name], type: 'timestamptz' as const };
    placeholders.set(name, query.parameters.add(value, type));
  }
  return { query, entity, caller, names, placeholders, rows: [values], told: false };
}

const isKnown = (row: Row): boolean => (row['id'] ?? null) !== null;

/** What rows of one statement have in common: the properties that are set, in whatever order they were, and whether the id is known. */
export const shapeOf = (entity: Entity, row: Row): string => `${isKnown(row)} ${writable(entity, row).sort().join()}`;

/** Whether two rows have the same properties in the same order, as rows of one file do: then they are of one shape, which is not asked of each. */
export function isLike(one: Row, other: Row): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && (one[name] === undefined) === (other[name] === undefined)) &&
    isKnown(one) === isKnown(other)
  );
}

/** Objects without names in common as one, in JSON: making that one first takes longer than both. */
const joined = (first: string, ...more: readonly (Row | undefined)[]): string =>
  `{${[first, ...more.map((one) => (one ? JSON.stringify(one).slice(1, -1) : ''))].filter((part) => part !== '').join()}}`;

/** What each of several saves of one statement has for itself, beside the values of its row. */
const OWN_TYPES: Readonly<Record<string, PgType>> = {
  ...CALLER_TYPES,
  _key: 'text',
  _request: 'text',
  _seen: 'text',
  _version: 'text',
};

/** How long saves of different callers wait together for what somebody else holds; then each waits alone. */
const PATIENCE_MS = 200;

/** The next id of a table. The sequence is looked up once for all rows. */
export const nextId = (entity: Entity): Sql =>
  SQL`nextval((select pg_get_serial_sequence(${literal(ident(entity.name))}, 'id')::regclass))`;

/**
 * Rows with values of their own and the same properties: one document goes along, whatever their number, so that the statement is the same for all. `_src`
 * has them in their order (`_at`), each with its id (`_id`): of those without one it is the next.
 */
export function manyRows(
  engine: Engine,
  entity: Entity,
  rows: readonly Row[],
  caller: Caller,
  told?: readonly Row[],
): Write {
  const query = reading(engine, caller);
  const { codes } = engine.model;
  const [first] = rows;
  const names = writable(entity, first!);
  const known = isKnown(first!);
  const shape = shapeOf(entity, first!);
  if (rows.some((row) => !isLike(row, first!) && shapeOf(entity, row) !== shape))
    throw new Error(`rows of ${entity.name} with different properties`);
  const types = names.map((name): PgType => {
    const field = entity.byName.get(name);
    return (field && columnType(field, codes)) ?? 'timestamptz';
  });
  // A document is a part of this one as it is; of more than the columns below nothing is read.
  const document = rows.map((row, at) => joined(`"_at":${at}`, row, told?.[at]));
  const columns = [
    SQL`"_at" integer`,
    ...(known ? [SQL`id bigint`] : []),
    ...names.map((name, at) => SQL`${ident(name)} ${types[at]!}`),
    ...(told ? Object.entries(OWN_TYPES).map(([name, type]) => SQL`${ident(name)} ${type}`) : []),
  ];
  // Nobody waits for a lock that only another row's save waits for: beside the rows, so that it holds before the first is written.
  const patience = told ? SQL`, set_config('lock_timeout', '${PATIENCE_MS}', true) as "_patience"` : SQL``;
  // Not as jsonb: it is taken apart at once, and its numbers are written as they came.
  const parameter = query.parameters.add(`[${document.join()}]`, 'json');
  return {
    query,
    entity,
    caller,
    names,
    rows,
    placeholders: new Map(names.map((name) => [name, column(SQL`src`, name)] as const)),
    told: told !== undefined,
    source: SQL`_src as materialized (select s.*${patience}, ${known ? SQL`s.id` : nextId(entity)} as "_id" from json_to_recordset(${parameter}) as s(${joinSql(columns)}))`,
  };
}
