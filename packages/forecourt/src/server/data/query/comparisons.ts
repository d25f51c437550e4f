import { isStored, relationOf, type Entity, type Field, type MaskName, type Path } from '../../../model/index.ts';
import { BadValue, kindFor } from '../kinds/index.ts';
import { any, arrayOf, column, splice, SQL, joinSql, type Alias, type Sql } from '../sql/index.ts';
import { entityOf, maskOf, sqlContext, type Reading } from './engine.ts';
import { pathCondition } from './paths.ts';
import { templateText } from './titles.ts';
import { withDescendants } from './trees.ts';
import { filterValue, rangeBound } from './values.ts';

const MAX_VALUES = 200;
/** So many are compared one by one: a kept plan takes every list for ten values, and one that is dear for ten is never kept. */
const FEW_VALUES = 4;
const OPERATORS = { '<': SQL`<`, '<=': SQL`<=`, '>': SQL`>`, '>=': SQL`>=` } as const;

/** Compares one column of the model with values that PostgreSQL receives as parameters. */
export function equals(query: Reading, field: Field, sql: Sql, text: string): Sql {
  const { codes } = query.engine.model;
  // A word of a code table may have a comma in it.
  const whole = field.codes && codes[field.codes]?.some(({ code }) => code === text);
  const parts = whole ? [text] : text.split(',').filter((part) => part !== '');
  if (parts.length === 0 || parts.length > MAX_VALUES) throw new BadValue('msg.invalid');
  if (kindFor(field).bound) return any(parts.map((part) => SQL`(${bounds(query, field, sql, part, part)})`));
  const values = parts.map((part) => filterValue(field, part, codes));
  const type = values[0]!.type;
  const target = field.ref && entityOf(query.engine, field.ref.resource);
  // Who asks for a branch of a tree means all of it; the tree itself is walked level by level.
  if (target?.tree && target.byName.get(target.tree) !== field) {
    const given = query.parameters.add(
      values.map(({ value }) => value),
      'bigint[]',
    );
    return SQL`${sql} ${relationOf(field) === 'many' ? SQL`&&` : SQL`= any`}(${withDescendants(target, given)})`;
  }
  if (relationOf(field) === 'many')
    return SQL`${sql} && ${query.parameters.add(
      values.map(({ value }) => value),
      'bigint[]',
    )}`;
  if (values.length === 1) return SQL`${sql} = ${query.parameters.add(values[0]!.value, type)}`;
  if (values.length <= FEW_VALUES)
    return SQL`${sql} in (${joinSql(
      values.map(({ value }) => query.parameters.add(value, type)),
      ', ',
    )})`;
  return SQL`${sql} = any(${query.parameters.add(
    values.map(({ value }) => value),
    arrayOf(type),
  )})`;
}

/** From `start` to `end`, both included and either of them empty. */
export function bounds(query: Reading, field: Field, sql: Sql, start: string, end: string): Sql {
  const { codes } = query.engine.model;
  const parts: Sql[] = [];
  for (const [text, isEnd] of [
    [start, false],
    [end, true],
  ] as const) {
    if (text === '') continue;
    const bound = rangeBound(field, text, isEnd, query.engine.defaultZone, codes);
    parts.push(SQL`${sql} ${OPERATORS[bound.operator]} ${query.parameters.add(bound.value, bound.type)}`);
  }
  return joinSql(parts, ' and ');
}

/** One filter over each of its paths, joined by "or". A path to something the actor may not read matches nothing it could tell. */
export function overPaths(
  query: Reading,
  entity: Entity,
  paths: readonly Path[],
  test: (field: Field, sql: Sql, mask: MaskName | undefined) => Sql,
): Sql {
  return any(
    paths.map((path) =>
      pathCondition(query.engine, entity, path, 't', (owner, field, alias) =>
        test(field, fieldSql(query, owner, field, alias), maskOf(query.engine, owner, field, query.actor, true)),
      ),
    ),
  );
}

export function fieldSql(query: Reading, owner: Entity, field: Field, alias: Alias): Sql {
  if (isStored(field)) return column(alias, field.name);
  if (field.template) return templateText(query, owner, field.template, alias, false);
  const computed = query.engine.module.computed?.[field.compute ?? ''];
  if (!computed) throw new Error(`the computed column "${field.compute}" is not registered`);
  return SQL`(${splice(computed.sql(sqlContext(query, alias)), query.parameters)})`;
}
