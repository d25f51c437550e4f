import { relationOf, type Entity, type Field } from '../../../model/index.ts';
import { entityOf, mayRead, type Reading } from './engine.ts';
import { titleOf } from './titles.ts';
import { ident, literal, SQL, joinSql, type Sql } from '../sql/index.ts';

/** Titles by entity and id. */
export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Titles of all records that the relations of some changes name, as one JSON object. `source` is SQL that yields the columns before and
 * after. Ids are read with care: what a relation holds now may have been anything once.
 */
export function titlesSql(query: Reading, entity: Entity, source: Sql): Sql {
  const names = new Map<string, string[]>();
  for (const field of entity.fields) {
    if (!field.ref || !relationOf(field) || !mayRead(query.engine, entity, field, query.actor)) continue;
    const known = names.get(field.ref.resource) ?? [];
    names.set(field.ref.resource, [...known, field.name, ...(field.was === undefined ? [] : [field.was])]);
  }
  const parts = [...names].flatMap(([resource, fields]) => {
    const target = entityOf(query.engine, resource);
    const values = fields.flatMap((name) => [SQL`(c.before -> ${literal(name)})`, SQL`(c.after -> ${literal(name)})`]);
    const ids = SQL`select case when x.id ~ '^[0-9]{1,18}$' then x.id::bigint end from (${source}) c
      cross join lateral (values ${joinSql(values)}) v(j)
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(v.j) when 'array' then v.j when 'number' then jsonb_build_array(v.j) else '[]' end) x(id)`;
    const title = titleOf(query, target, 'r', true);
    return [
      literal(resource),
      SQL`(select coalesce(jsonb_object_agg(r.id, ${title}), '{}') from ${ident(resource)} r where r.id in (${ids}))`,
    ];
  });
  return SQL`jsonb_build_object(${joinSql(parts)})`;
}

/** What a value of a relation is called; undefined for everything else. What is gone keeps its number. */
export function titleOfValue(field: Field, value: unknown, titles: Titles): string | undefined {
  if (!field.ref || !relationOf(field)) return undefined;
  const known = titles[field.ref.resource] ?? {};
  const ids = Array.isArray(value) ? (value as unknown[]) : value === null || value === undefined ? [] : [value];
  return ids.map((id) => known[String(id)] ?? `#${String(id)}`).join(', ');
}
