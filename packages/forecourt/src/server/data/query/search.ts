import { permits, type Field, type Resource } from '../../../model/index.ts';
import type { Caller } from '../caller.ts';
import { ident, SQL, joinSql, type Sql } from '../sql/index.ts';
import { bestHits } from './bestHits.ts';
import { mayRead, reading, type Engine, type Reading } from './engine.ts';
import type { Connection } from './single.ts';
import { isReason } from './textConditions.ts';
import { recordText, titleOf } from './titles.ts';
import { cleanText } from '../kinds/index.ts';
import { visible } from './visibility.ts';

/** Records answered of one resource; whoever needs more opens its list. */
const HITS = 5;
/** Longer texts are no names or numbers. */
const MAX_LENGTH = 60;

/** The hits of one resource as one JSON array: the declared fields of each, and what else it was found by. */
async function hitsSql(connection: Connection, query: Reading, resource: Resource, text: string): Promise<Sql> {
  const { engine, actor } = query;
  const { entity } = resource;
  const hits = await bestHits(connection, query, entity, text, visible(query, entity, 't'));
  if (hits === undefined) return SQL`'[]'`;
  const table = ident(entity.name);
  const fields = resource
    .palette!.fields.map((name) => entity.byName.get(name))
    .filter((field): field is Field => field !== undefined && mayRead(engine, entity, field, actor));
  const told = new Set([
    ...resource.palette!.fields,
    ...entity.title.map(({ steps, last }) => steps[0]?.field ?? last),
  ]);
  const reasons = entity.search
    .filter((name) => !told.has(name) && mayRead(engine, entity, entity.byName.get(name)!, actor))
    .map((name) => {
      const field = entity.byName.get(name)!;
      return SQL`case when ${isReason(query, entity, name, text)} then nullif(${recordText(query, entity, field, 't')}, '') end`;
    });
  const detail = [...fields.map((field) => SQL`nullif(${recordText(query, entity, field, 't')}, '')`), ...reasons];
  return SQL`(select coalesce(json_agg(json_build_object('id', t.id, 'title', ${titleOf(query, entity, 't', false)}, 'detail', ${
    detail.length > 0 ? SQL`concat_ws(' · ', ${joinSql(detail)})` : SQL`''`
  }) order by p.rank, p.id desc), '[]')::text from (
    select * from (${hits}) h order by rank, id desc limit ${HITS}
  ) p join ${table} t on t.id = p.id)`;
}

/**
 * Records of all resources that declare `palette`, as JSON text: `[{resource, hits: [{id, title, detail}]}]`. One statement. Only resources
 * whose list the caller may open, only rows that it would show, masked as it masks them.
 */
export async function searchRecords(
  connection: Connection,
  engine: Engine,
  given: unknown,
  caller: Caller,
): Promise<string> {
  const text = typeof given === 'string' ? [...cleanText(given).trim()].slice(0, MAX_LENGTH).join('') : '';
  const resources = [...engine.model.resources.values()].filter(
    ({ palette, permission }) => palette && permits(caller.actor.permissions, permission.route),
  );
  if (text === '' || resources.length === 0) return '[]';
  const query = reading(engine, caller);
  const parts: Sql[] = [];
  for (const resource of resources) parts.push(await hitsSql(connection, query, resource, text));
  const select = joinSql(parts.map((sql, at) => SQL`${sql} as ${ident(`r${at}`)}`));
  const { rows } = await connection.query<Record<string, string>>({
    text: SQL`select ${select}`,
    values: query.parameters.values,
  });
  const found = resources
    .map(({ name }, at) => ({ name, hits: rows[0]![`r${at}`]! }))
    .filter(({ hits }) => hits !== '[]');
  return `[${found.map(({ name, hits }) => `{"resource":${JSON.stringify(name)},"hits":${hits}}`).join(',')}]`;
}
