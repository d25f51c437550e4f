import type { Entity, Field, Path } from '../../../model/index.ts';
import { column, deeper, ident, SQL, type Alias, type Sql } from '../sql/index.ts';
import { entityOf, type Engine } from './engine.ts';

/** Alias one relation further: `t`, `t_`, `t__`. Each lives in a subquery of its own. */
export const next = deeper;

type Leaf = (entity: Entity, field: Field, alias: Alias) => Sql;

function fieldAt(entity: Entity, name: string): Field {
  const field = entity.byName.get(name);
  if (!field) throw new Error(`${entity.name} has no property "${name}"`);
  return field;
}

/**
 * Value at the end of a path, as an expression over `alias`. Relations become scalar subqueries by primary key: they cost the planner
 * nothing and run only for the rows of the page. `root` replaces the column that the path starts from.
 */
export function pathValue(
  engine: Engine,
  entity: Entity,
  path: Path,
  alias: Alias,
  leaf: Leaf,
  root?: (name: string) => Sql,
): Sql {
  const [step, ...steps] = path.steps;
  if (!step) return root ? root(path.last) : leaf(entity, fieldAt(entity, path.last), alias);
  const inner = next(alias);
  const from = root ? root(step.field) : column(alias, step.field);
  const target = entityOf(engine, step.target);
  return SQL`(select ${pathValue(engine, target, { steps, last: path.last }, inner, leaf)} from ${ident(step.target)} ${inner} where ${inner}.id = ${from})`;
}

/** Condition on the end of a path; through relations an `exists` that the planner may turn into a join. */
export function pathCondition(engine: Engine, entity: Entity, path: Path, alias: Alias, test: Leaf): Sql {
  const [step, ...steps] = path.steps;
  if (!step) return test(entity, fieldAt(entity, path.last), alias);
  const inner = next(alias);
  const target = entityOf(engine, step.target);
  const rest = pathCondition(engine, target, { steps, last: path.last }, inner, test);
  return SQL`exists (select 1 from ${ident(step.target)} ${inner} where ${inner}.id = ${column(alias, step.field)} and ${rest})`;
}

/** Conditions on the end of a chain of relations, as an `exists` and by the ids that it leads to. */
export interface Through {
  readonly exists: Sql;
  /** The first relation, and the ids that it must have. They are looked up once and lead to the rows through the index of the relation. */
  readonly relation: Sql;
  readonly ids: Sql;
}

/** What `leaf` says of the end of a chain of relations, both ways. */
export function through(
  engine: Engine,
  steps: Path['steps'],
  alias: Alias,
  leaf: (owner: Entity, alias: Alias) => { readonly find: Sql; readonly test: Sql },
): Through {
  const [step, ...rest] = steps;
  if (!step) throw new Error('a chain of relations has at least one');
  const inner = next(alias);
  const deep = rest.length > 0 ? through(engine, rest, inner, leaf) : undefined;
  const end = deep ? { find: byIds(deep), test: deep.exists } : leaf(entityOf(engine, step.target), inner);
  const relation = column(alias, step.field);
  const from = SQL`from ${ident(step.target)} ${inner} where`;
  return {
    // "offset 0": asked of one row after the other. As a list of its own it would be worked out for every row of the other table.
    exists: SQL`exists (select 1 ${from} ${inner}.id = ${relation} and (${end.test}) offset 0)`,
    relation,
    ids: SQL`select ${inner}.id ${from} ${end.find}`,
  };
}

/** Rows by the ids that a chain of relations leads to. */
export const byIds = ({ relation, ids }: Pick<Through, 'relation' | 'ids'>): Sql =>
  SQL`${relation} = any(array(${ids}))`;

/** `modelId.name` of an entity as a path; undefined when it leads nowhere. */
export function parsePath(engine: Engine, entity: Entity, text: string): Path | undefined {
  const names = text.split('.');
  const steps: { field: string; target: string }[] = [];
  let current: Entity | undefined = entity;
  for (const name of names.slice(0, -1)) {
    const target: string | undefined = current?.byName.get(name)?.ref?.resource;
    if (!target) return undefined;
    steps.push({ field: name, target });
    current = engine.model.entities.get(target);
  }
  const last = names.at(-1)!;
  return current?.byName.has(last) ? { steps, last } : undefined;
}
