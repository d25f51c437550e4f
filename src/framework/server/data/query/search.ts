import type { Pool } from 'pg';
import { permits, type Entity, type Field, type Resource } from '../../../model/index.ts';
import type { Caller } from '../layer.ts';
import { all, any, column, ident } from '../sql/index.ts';
import { isHidden, mayRead, reading, type Engine, type Reading } from './engine.ts';
import { areCommon } from './frequencies.ts';
import { keyword } from './textConditions.ts';
import { recordText, titleOf } from './titles.ts';
import { cleanText } from './values.ts';
import { visible } from './visibility.ts';

/** Records answered of one resource; whoever needs more opens its list. */
const HITS = 5;
/** Hits that the best are chosen from. */
const CANDIDATES = 500;
/** Longer texts are no names or numbers. */
const MAX_LENGTH = 60;

/** Best first: the whole value of a searched column, then its beginning, then anywhere in it. A masked column tells nothing here. */
function rank(query: Reading, entity: Entity, value: string): string {
  const shown = entity.search.filter((name) => !isHidden(query.engine, entity, entity.byName.get(name)!, query.actor));
  if (shown.length === 0) return '0';
  const texts = shown.map((name) => `lower(${column('t', name)}::text)`);
  return `case when ${any(texts.map((text) => `${text} = lower(${value})`))} then 0 when ${any(
    texts.map((text) => `starts_with(${text}, lower(${value}))`),
  )} then 1 else 2 end`;
}

/** The hits of one resource as one JSON array. */
async function hitsSql(pool: Pool, query: Reading, resource: Resource, text: string): Promise<string> {
  const { engine, actor, parameters } = query;
  const { entity } = resource;
  const draft = { plain: [] as string[], indexed: [] as string[], needles: [] as string[] };
  keyword(query, entity, text, draft);
  // What nearly every row has is found soonest at the end of the table, everything else by the index.
  const common = await areCommon(pool, engine, entity, draft.needles);
  const seen = visible(query, entity, 't');
  const where = all([...(common ? draft.plain : draft.indexed), ...seen]);
  const table = ident(entity.name);
  const whole = parameters.add(text, 'text');
  const fields = resource
    .palette!.fields.map((name) => entity.byName.get(name))
    .filter((field): field is Field => field !== undefined && mayRead(engine, entity, field, actor));
  const detail = fields.map((field) => `nullif(${recordText(query, entity, field, 't')}, '')`);
  return `(select coalesce(json_agg(json_build_object('id', t.id, 'title', ${titleOf(query, entity, 't', false)}, 'detail', ${
    detail.length > 0 ? `concat_ws(' · ', ${detail.join(', ')})` : `''`
  }) order by p.rank, p.id desc), '[]')::text from (
    with _hits as materialized (select t.id from ${table} t where ${where}${common ? ' order by t.id desc' : ''} limit ${CANDIDATES})
    select t.id, ${rank(query, entity, whole)} as rank from _hits h join ${table} t on t.id = h.id order by rank, t.id desc limit ${HITS}
  ) p join ${table} t on t.id = p.id)`;
}

/**
 * Records of all resources that declare `palette`, as JSON text: `[{resource, hits: [{id, title, detail}]}]`. One statement. Only resources
 * whose list the caller may open, only rows that it would show, masked as it masks them.
 */
export async function searchRecords(pool: Pool, engine: Engine, given: unknown, caller: Caller): Promise<string> {
  const text = typeof given === 'string' ? cleanText(given).trim().slice(0, MAX_LENGTH) : '';
  const resources = [...engine.model.resources.values()].filter(
    ({ palette, permission }) => palette && permits(caller.actor.permissions, permission.route),
  );
  if (text === '' || resources.length === 0) return '[]';
  const query = reading(engine, caller);
  const parts: string[] = [];
  for (const resource of resources) parts.push(await hitsSql(pool, query, resource, text));
  const select = parts.map((sql, at) => `${sql} as ${ident(`r${at}`)}`).join(', ');
  const { rows } = await pool.query<Record<string, string>>({
    text: `select ${select}`,
    values: query.parameters.values,
  });
  const found = resources
    .map(({ name }, at) => ({ name, hits: rows[0]![`r${at}`]! }))
    .filter(({ hits }) => hits !== '[]');
  return `[${found.map(({ name, hits }) => `{"resource":${JSON.stringify(name)},"hits":${hits}}`).join(',')}]`;
}
