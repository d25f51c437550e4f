import { factsOf, isStored, type Entity, type Field } from '../../../model/index.ts';
import { pathCondition, reading, type Connection, type Engine } from '../query/index.ts';
import type { Caller } from '../caller.ts';
import { column, ident, joinSql, literal, prepared, SQL, type Sql } from '../sql/index.ts';

const personal = (entity: Entity): readonly Field[] =>
  entity.fields.filter((field) => isStored(field) && field.schema['x-personal'] !== undefined);

/** Names of the personal properties of an entity, as a list of SQL. */
export const personalKeys = (entity: Entity): Sql =>
  SQL`array[${joinSql(personal(entity).map(({ name }) => literal(name)))}]::text[]`;

/** What stands in the place of a personal value: nothing, or where there must be something, a sign that says nothing. */
function blank(field: Field): Sql {
  if (!field.required) return SQL`null`;
  return factsOf(field).document ? SQL`'{}'::jsonb` : SQL`'#' || ${column('t', 'id')}`;
}

/** What was erased of one entity. */
export interface Erased {
  readonly entity: string;
  readonly ids: readonly number[];
  /** Names of files that the rows held. */
  readonly files: readonly string[];
}

interface ErasedRows extends Erased {
  /** Whole values that told who the people are, as they were before. */
  readonly identity: readonly string[];
}

async function eraseRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  people: readonly number[],
  caller: Caller,
): Promise<ErasedRows> {
  const query = reading(engine, caller);
  const fields = personal(entity);
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
  if (fields.length === 0) return { entity: entity.name, ids: rows, files: [], identity: [] };
  const telling = fields.filter(({ schema }) => schema['x-personal'] === 'identity').map(({ name }) => name);
  const told = await connection.query<{ values: Record<string, unknown> | null }>(
    prepared(
      SQL`select before as values from "recordChange" where entity = $1 and "recordId" = any($2::bigint[]) union all select after from "recordChange" where entity = $1 and "recordId" = any($2::bigint[])`,
      [entity.name, rows],
    ),
  );
  const all = [...found.rows.map(({ row }) => row), ...told.rows.map((one) => one.values ?? {})];
  const identity = all
    .flatMap((values) => telling.map((name) => values[name]))
    .flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
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
    prepared(SQL`select forecourt_sql.erase_changes($1, $2::bigint[], ${personalKeys(entity)})`, [entity.name, rows]),
  );
  return { entity: entity.name, ids: rows, files, identity };
}

/** Notices to users about these records lose their words. */
async function eraseNotices(connection: Connection, engine: Engine, erased: readonly Erased[]): Promise<void> {
  for (const [kind, { resource }] of Object.entries(engine.module.notifications ?? {})) {
    const entity = engine.model.resources.get(resource)?.entity.name;
    const ids = erased.find((one) => one.entity === entity)?.ids ?? [];
    if (ids.length > 0)
      await connection.query(
        prepared(
          SQL`update "_notice" set params = '{}' where kind = $1 and "recordId" = any($2::bigint[]) and params is not null`,
          [kind, ids],
        ),
      );
  }
}

/**
 * Blanks everything personal (`x-personal`) of all rows that are about these people (`x-person`), in the rows, in what was recorded of them and in notices about them. What else may
 * name them (the log of calls, drafts of imports, kept answers) the background goes through soon after (`eraseTraces`): until then `"_erasure"` has a row. Never to be undone, and not
 * recorded: a record of it would keep it. Answers the rows and the files that they held; the background removes the files that no other record holds.
 */
export async function erasePeople(
  connection: Connection,
  engine: Engine,
  of: string,
  people: readonly number[],
  caller: Caller,
): Promise<readonly Erased[]> {
  const erased: ErasedRows[] = [];
  const about = [...engine.model.entities.values()].filter(({ person, view }) => person?.of === of && !view);
  for (const entity of about) erased.push(await eraseRows(connection, engine, entity, people, caller));
  await eraseNotices(connection, engine, erased);
  const records = Object.fromEntries(erased.map(({ entity, ids }) => [entity, ids]));
  await connection.query(
    prepared(
      SQL`insert into "_erasure" (entity, ids, records, identity, files) values ($1, $2::bigint[], $3::jsonb, $4::text[], $5::text[])`,
      [
        of,
        [...people],
        JSON.stringify(records),
        [...new Set(erased.flatMap(({ identity }) => identity))],
        [...new Set(erased.flatMap(({ files }) => files))],
      ],
    ),
  );
  return erased.map(({ entity, ids, files }) => ({ entity, ids, files }));
}
