import { factsOf, fieldOf, permissionKey, permits, WILDCARD, type Entity, type Field, type Model, type Path, type RowRule, type RowTest, type RowValue } from '../../../model/index.ts'; // prettier-ignore
import type { Actor, ServerModule } from '../../contract.ts';
import { asParameter, columnType, toStorage } from '../kinds/index.ts';
import {
  all,
  amountSql,
  any,
  column,
  ident,
  joinSql,
  literal,
  now,
  splice,
  SQL,
  type Alias,
  type Sql,
} from '../sql/index.ts';
import { entityOf, sqlContext, type Reading } from './engine.ts';
import { next } from './paths.ts';

/** What restricts rows: the schemas, and what code registered. */
interface Restricting {
  readonly model: Model;
  readonly module: Pick<ServerModule, 'rowScopes'>;
}

/** The SQL of a column of the row that is judged: one that is there, or one that is about to be written. */
type Value = (name: string) => Sql;

/** Rules about rows of an entity that bind this actor (`x-rows`): those without a right that lifts them bind all but who holds every right. */
const bindingRules = (model: Model, { name, rows }: Entity, actor: Actor): readonly RowRule[] =>
  rows.filter(({ except }) => {
    const base = model.resources.get(name)?.permission.base ?? name;
    return !permits(actor.permissions, except === undefined ? WILDCARD : permissionKey(base, except));
  });

/** What is at the end of a path; nothing fits where a relation on the way names nothing. */
function atEnd(
  query: Reading,
  entity: Entity,
  path: Path,
  alias: Alias,
  value: Value,
  test: (field: Field, sql: Sql) => Sql,
): Sql {
  const [step, ...steps] = path.steps;
  if (!step) return test(fieldOf(entity, path.last), value(path.last));
  const inner = next(alias);
  const rest = atEnd(query, entityOf(query.engine, step.target), { steps, last: path.last }, inner, (name) => column(inner, name), test); // prettier-ignore
  return SQL`exists (select 1 from ${ident(step.target)} ${inner} where ${inner}.id = ${value(step.field)} and ${rest})`;
}

/** A constant of a rule, or what it stands for, as a value of its column. */
function parameterOf({ engine, actor, parameters }: Reading, field: Field, value: RowValue): Sql {
  if ('word' in value) {
    if (value.word === 'user') return parameters.add(actor.id, 'bigint');
    const instant = parameters.instant();
    return value.word === 'now' ? instant : SQL`(${instant} at time zone ${literal(engine.defaultZone)})::date`;
  }
  // A list holds ids.
  const { kind } = field;
  if (factsOf({ kind }).relation === 'many') return parameters.add(value.value, 'bigint');
  const stored = asParameter(field, toStorage(field, value.value, engine.defaultZone), engine.model.codes);
  return parameters.add(stored.value, stored.type);
}

function testSql(query: Reading, entity: Entity, test: RowTest, alias: Alias, value: Value): Sql {
  switch (test.op) {
    case 'all':
      return SQL`(${all(test.of.map((part) => testSql(query, entity, part, alias, value)))})`;
    case 'any':
      return test.of.length === 0 ? SQL`false` : any(test.of.map((part) => testSql(query, entity, part, alias, value)));
    case 'not':
      return SQL`((${testSql(query, entity, test.of, alias, value)}) is not true)`;
    case 'empty':
      return atEnd(query, entity, test.path, alias, value, (field, sql) =>
        columnType(field, query.engine.model.codes)?.endsWith('[]')
          ? SQL`(${sql} is null or ${sql} = '{}')`
          : SQL`${sql} is null`,
      );
    case 'in':
      return atEnd(query, entity, test.path, alias, value, (field, sql) => inSql(query, field, sql, test.values));
    default: {
      const operator = { '<': SQL`<`, '<=': SQL`<=`, '>': SQL`>`, '>=': SQL`>=` }[test.op];
      return atEnd(query, entity, test.path, alias, value, (field, sql) => SQL`${sql} ${operator} ${parameterOf(query, field, test.value)}`); // prettier-ignore
    }
  }
}

function inSql(query: Reading, field: Field, sql: Sql, values: readonly RowValue[]): Sql {
  const type = columnType(field, query.engine.model.codes)!;
  const given = joinSql(values.map((value) => parameterOf(query, field, value)));
  if (type.endsWith('[]')) return SQL`${sql} && array[${given}]`;
  return values.length === 1 ? SQL`${sql} = ${given}` : SQL`${sql} in (${given})`;
}

/** The rules about rows (`x-rows`) that bind the actor, as SQL. `value` yields the SQL of a column, so that a row can be judged before it is written. */
export function ruleConditions(
  query: Reading,
  entity: Entity,
  alias: Alias,
  value: Value = (name) => column(alias, name),
): Sql[] {
  return bindingRules(query.engine.model, entity, query.actor).flatMap(({ where, like }): Sql[] => {
    if (where) return [testSql(query, entity, where, alias, value)];
    if (!like) throw new Error(`a rule about rows of ${entity.name} says nothing`);
    const { path, target } = like;
    const record = next(path.steps.reduce<Alias>((at) => next(at), alias));
    const seen = restrictions(query, entityOf(query.engine, target), record);
    if (seen.length === 0) return [];
    return [
      atEnd(
        query,
        entity,
        path,
        alias,
        value,
        (_field, id) =>
          SQL`exists (select 1 from ${ident(target)} ${record} where ${all([SQL`${record}.id = ${id}`, ...seen])})`,
      ),
    ];
  });
}

/**
 * All that restricts single rows of an entity for this actor, beside the scope: the rules of its schema and what code registered. Whatever reads or
 * writes rows asks here, by `visible` and `visibility`.
 */
export function restrictions(query: Reading, entity: Entity, alias: Alias): Sql[] {
  const registered = query.engine.module.rowScopes?.[entity.name]?.(sqlContext(query, alias));
  return [
    ...ruleConditions(query, entity, alias),
    ...(registered ? [SQL`(${splice(registered, query.parameters)})`] : []),
  ];
}

/** Whether something says of single rows of an entity that this actor does not see them. */
export const isRestricted = ({ model, module: { rowScopes } }: Restricting, entity: Entity, actor: Actor): boolean =>
  rowScopes?.[entity.name]?.({ alias: 't', actor, now, amount: (minor) => amountSql(minor, 0) }) !== undefined ||
  bindingRules(model, entity, actor).some(({ like }) => {
    const target = like && model.entities.get(like.target);
    return !target || isRestricted({ model, module: { rowScopes } }, target, actor);
  });

/** Whether a test compares with who asks. */
function asksWho(test: RowTest): boolean {
  const isUser = (value: RowValue): boolean => 'word' in value && value.word === 'user';
  if (test.op === 'all' || test.op === 'any') return test.of.some(asksWho);
  if (test.op === 'not') return asksWho(test.of);
  if (test.op === 'in') return test.values.some(isUser);
  return test.op !== 'empty' && isUser(test.value);
}

/** Whether a rule shows this actor rows by who he or she is: somebody else with the same rights sees others. */
export const seesAsPerson = (model: Model, actor: Actor): boolean =>
  [...model.entities.values()].some((entity) =>
    bindingRules(model, entity, actor).some(({ where }) => where !== undefined && asksWho(where)),
  );

/** Whether rows of an entity may be restricted for somebody: then what two users see is compared by who they are. */
export const mayBeRestricted = ({ module: { rowScopes } }: Restricting, { name, rows }: Entity): boolean =>
  rows.length > 0 || rowScopes?.[name] !== undefined;
