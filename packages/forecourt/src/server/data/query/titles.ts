import type { Entity, Field, Path, TemplatePart } from '../../../model/index.ts';
import { column, ident, literal, SQL, joinSql, type Alias, type Sql } from '../sql/index.ts';
import { entityOf, maskOf, mayReach, mayRead, type Reading } from './engine.ts';
import { next, pathValue } from './paths.ts';
import { masked, plainText, zoneExpression } from './wire.ts';

/** One field of a record for a line about it: relations by their title, everything else as text, masked where the list masks it. */
export function recordText(query: Reading, entity: Entity, field: Field, alias: Alias): Sql {
  if (!field.ref) return textOf(query, entity, field, alias, false);
  if (!mayRead(query.engine, entity, field, query.actor)) return SQL`null::text`;
  const target = entityOf(query.engine, field.ref.resource);
  const inner = next(alias);
  return SQL`(select ${titleOf(query, target, inner, false)} from ${ident(target.name)} ${inner} where ${inner}.id = ${column(alias, field.name)})`;
}

/** One field of a record as text: masked as it is everywhere, relations by their title. */
function textOf(query: Reading, owner: Entity, field: Field, alias: Alias, reveal: boolean): Sql {
  const { engine } = query;
  if (!mayRead(engine, owner, field, query.actor)) return SQL`null::text`;
  const text = field.template && templateText(query, owner, field.template, alias, reveal);
  const value = text ?? column(alias, field.name);
  const mask = maskOf(engine, owner, field, query.actor, reveal);
  if (mask) return masked(mask, value);
  if (text) return text;
  return plainText(field, value, zoneExpression(engine, owner, alias), engine.model.codes);
}

/** Title of a record as text, masked as its parts are, without what the actor may not read. */
export function titleOf(query: Reading, entity: Entity, alias: Alias, reveal: boolean): Sql {
  const part = (path: Path): Sql =>
    mayReach(query.engine, entity, path, query.actor)
      ? pathValue(query.engine, entity, path, alias, (owner, field, at) => textOf(query, owner, field, at, reveal))
      : SQL`null::text`;
  const parts = entity.title.map(part);
  return parts.length === 1
    ? SQL`coalesce(${parts[0]!}, '')`
    : SQL`concat_ws(' ', ${joinSql(parts.map((one) => SQL`nullif(${one}, '')`))})`;
}

/** A text template (`x-template`) over a row; empty when every value in it is. What the actor may not read is left out. */
export function templateText(
  query: Reading,
  entity: Entity,
  template: readonly TemplatePart[],
  alias: Alias,
  reveal: boolean,
): Sql {
  const { engine, actor } = query;
  const values = template.map((part) => {
    if (typeof part === 'string') return undefined;
    if (!mayReach(engine, entity, part, actor)) return SQL`null::text`;
    return pathValue(engine, entity, part, alias, (owner, field, at) => {
      if (!field.ref) return textOf(query, owner, field, at, reveal);
      const target = entityOf(engine, field.ref.resource);
      const inner = next(at);
      return SQL`(select ${titleOf(query, target, inner, reveal)} from ${ident(target.name)} ${inner} where ${inner}.id = ${column(at, field.name)})`;
    });
  });
  const whole = template.map((part, index) => (typeof part === 'string' ? literal(part) : values[index]!));
  return SQL`case when concat(${joinSql(values.filter((value) => value !== undefined))}) = '' then '' else concat(${joinSql(whole)}) end`;
}
