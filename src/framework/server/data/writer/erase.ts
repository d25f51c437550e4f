import { factsOf, isStored, type Entity, type Field } from '../../../model/index.ts';
import { pathCondition, reading, type Connection, type Engine } from '../query/index.ts';
import type { Caller } from '../layer.ts';
import { column, ident, joinSql, literal, prepared, SQL, type Sql } from '../sql/index.ts';

const personal = (entity: Entity): readonly Field[] =>
  entity.fields.filter((field) => isStored(field) && field.schema['x-personal'] !== undefined);

/** What stands in the place of a personal value: nothing, or where there must be something, a sign that says nothing. */
function blank(field: Field): Sql {
  if (!field.required) return SQL`null`;
  return factsOf(field).document ? SQL`'{}'::jsonb` : SQL`'#' || ${column('t', 'id')}`;
}

/** A pattern of `ilike` that finds this text wherever it stands. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
/** One or two letters of an alphabet stand in everything; two ideographs are a name. */
const isTelling = (text: string): boolean => text.length >= 4 || /^\p{Script=Han}{2,}$/u.test(text);

/** What was erased of one entity. */
export interface Erased {
  readonly entity: string;
  readonly ids: readonly number[];
  /** Names of files that the rows held. */
  readonly files: readonly string[];
}

async function eraseRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  people: readonly number[],
  caller: Caller,
  needles: Set<string>,
): Promise<Erased> {
  const query = reading(engine, caller);
  const fields = personal(entity);
  const keys = SQL`array[${joinSql(fields.map(({ name }) => literal(name)))}]::text[]`;
  const ids = query.parameters.add([...people], 'bigint[]');
  const where = pathCondition(
    engine,
    entity,
    entity.person!.path,
    't',
    (_holder, field, alias) => SQL`${column(alias, field.name)} = any(${ids})`,
  );
  const found = await connection.query<{ id: number; row: Record<string, unknown> }>(
    prepared(
      SQL`select t.id::int, to_jsonb(t) as row from ${ident(entity.name)} t where ${where} order by t.id for update of t`,
      query.parameters.values,
    ),
  );
  const rows = found.rows.map(({ id }) => Number(id));
  const identity = fields.filter(({ schema }) => schema['x-personal'] === 'identity').map(({ name }) => name);
  const told = await connection.query<{ values: Record<string, unknown> | null }>(
    prepared(
      SQL`select before as values from "recordChange" where entity = $1 and "recordId" = any($2::bigint[]) union all select after from "recordChange" where entity = $1 and "recordId" = any($2::bigint[])`,
      [entity.name, rows],
    ),
  );
  for (const values of [...found.rows.map(({ row }) => row), ...told.rows.map((one) => one.values ?? {})])
    for (const name of identity) {
      const value = values[name];
      if (typeof value === 'string' && isTelling(value.trim())) needles.add(value.trim());
    }
  const files = fields
    .filter((field) => factsOf(field).uploaded)
    .flatMap(({ name }) => found.rows.flatMap(({ row }) => [row[name] ?? []].flat() as string[]))
    .filter((name) => name !== '');
  if (rows.length > 0) {
    const set = joinSql(fields.map((field) => SQL`${ident(field.name)} = ${blank(field)}`));
    await connection.query(
      prepared(SQL`update ${ident(entity.name)} t set ${set} where t.id = any($1::bigint[])`, [rows]),
    );
  }
  await connection.query(
    prepared(SQL`select forecourt_sql.erase_changes($1, $2::bigint[], ${keys})`, [entity.name, rows]),
  );
  return { entity: entity.name, ids: rows, files };
}

/**
 * Blanks everything personal (`x-personal`) of all rows that are about these people (`x-person`), in the rows and in what was recorded of them, and in notices to users, drafts of imports
 * and kept answers whatever names them; the log of calls soon after, by the background: until then `"_erasure"` has a row with their ids. Never to be undone, and not recorded: a record of it would keep it. Answers the rows and the files that they held; whose bytes the caller removes.
 */
export async function erasePeople(
  connection: Connection,
  engine: Engine,
  of: string,
  people: readonly number[],
  caller: Caller,
): Promise<readonly Erased[]> {
  const needles = new Set<string>();
  const erased: Erased[] = [];
  // The people last: paths lead through what is erased, and over them.
  const about = [...engine.model.entities.values()].filter(({ person, view }) => person?.of === of && !view);
  for (const entity of about)
    if (personal(entity).length > 0) erased.push(await eraseRows(connection, engine, entity, people, caller, needles));
  const patterns = [...needles].map(patternOf);
  if (patterns.length === 0) return erased;
  const run = (text: Sql): Promise<unknown> => connection.query(prepared(text, [patterns]));
  // The log of calls has no end that a request could wait for: the background takes it from here (`eraseCalls`).
  if (engine.model.entities.has('operationLog'))
    await connection.query(
      prepared(SQL`insert into "_erasure" (entity, ids, patterns) values ($1, $2::bigint[], $3::text[])`, [
        of,
        [...people],
        patterns,
      ]),
    );
  await run(SQL`delete from idempotency where answer ilike any($1::text[])`);
  await run(SQL`update "_notice" set params = '{}' where params::text ilike any($1::text[])`);
  await run(
    SQL`delete from "_importRow" where input::text ilike any($1::text[]) or errors::text ilike any($1::text[])`,
  );
  return erased;
}
