import { factsOf, isStored, WILDCARD, type Entity } from '../../../model/index.ts';
import type { PersonRecords } from '../../contract.ts';
import type { Cell } from '../kinds/index.ts';
import { entityLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { pathCondition, project, reading, type Connection, type Engine, type Reading } from '../query/index.ts';
import { column, ident, prepared, SQL, type Sql } from '../sql/index.ts';
import { columnsFor } from './columns.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The record as it is sent, beside its columns as a file takes them. */
const WHOLE = 'whole record';

/** Properties that hold names of files. */
const filesOf = (entity: Entity) =>
  entity.fields.filter((field) => isStored(field) && factsOf(field).uploaded === true);

/** Rows of an entity that are about one of these people. */
const aboutThem = (query: Reading, entity: Entity, ids: Sql): Sql =>
  pathCondition(
    query.engine,
    entity,
    entity.person!.path,
    't',
    (_holder, field, alias) => SQL`${column(alias, field.name)} = any(${ids})`,
  );

async function recordsOf(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
  caller: Caller,
): Promise<PersonRecords> {
  const query = reading(engine, caller);
  const names = ['id', ...entity.fields.filter(({ writeOnly, sensitive }) => !writeOnly && !sensitive).map(({ name }) => name)]; // prettier-ignore
  const projection = project(query, entity, { fields: new Set(names), reveal: true, joined: true });
  const where = aboutThem(query, entity, query.parameters.add([...ids], 'bigint[]'));
  const files = filesOf(entity);
  const held = files.map(({ name }) => SQL`, to_jsonb(${column('t', name)}) as ${ident(`file ${name}`)}`);
  const found = SQL`select ${projection.select}${held.reduce((all, one) => SQL`${all}${one}`, SQL``)} from ${ident(entity.name)} t${projection.joins} where ${where} order by t.id`;
  const text = SQL`select c.*, to_jsonb(c.*) as ${ident(WHOLE)} from (${found}) c`;
  const { rows } = await connection.query<Record<string, unknown>>(prepared(text, query.parameters.values));
  const answered = new Set(projection.outputs.map(({ name }) => name));
  const columns = columnsFor(
    entity,
    [...new Set(names)],
    'labels',
    answered,
    caller,
    (_entity, id) => `#${String(id)}`,
  );
  return {
    entity: entity.name,
    title: entityLabel(caller, entity.name),
    columns: columns.map(({ header }) => header),
    rows: (rows as Rows).map((row) => ({
      id: Number(row['id']),
      cells: columns.map((one): Cell => one.cell(row)),
      values: Object.fromEntries(
        columns.map(({ name }) => [name, (row[WHOLE] as Record<string, unknown>)[name] ?? null]),
      ),
      files: files.flatMap(({ name }) =>
        [row[`file ${name}`] ?? []]
          .flat()
          .flatMap((file) => (typeof file === 'string' && file !== '' ? [{ field: name, file }] : [])),
      ),
    })),
  };
}

/** Everything that is about these people, by the model (`x-person`): entities in the order of their names, the people themselves first. In full, in the language of who asks. */
export async function personRecords(
  connection: Connection,
  engine: Engine,
  of: string,
  ids: readonly number[],
  caller: Caller,
): Promise<readonly PersonRecords[]> {
  const about = [...engine.model.entities.values()].filter(({ person, view }) => person?.of === of && !view);
  const sorted = about.toSorted(
    (a, b) => Number(b.name === of) - Number(a.name === of) || a.name.localeCompare(b.name),
  );
  // What the permission of the call opens is everything: half of a person's data is no answer to that person.
  const whole = { ...caller, actor: { ...caller.actor, permissions: new Set([WILDCARD]), scope: 'all' as const } };
  const all: PersonRecords[] = [];
  for (const entity of sorted) all.push(await recordsOf(connection, engine, entity, ids, whole));
  return all;
}
