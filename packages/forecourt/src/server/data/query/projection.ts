import { closedNames, HAS_CHILDREN, isStored, relationOf, type Entity, type Field } from '../../../model/index.ts';
import { kindFor } from '../kinds/index.ts';
import { column, ident, literal, splice, SQL, joinSql, type Sql } from '../sql/index.ts';
import { entityOf, maskOf, mayReach, mayRead, sqlContext, type Reading } from './engine.ts';
import { next, parsePath, pathValue } from './paths.ts';
import { templateText, titleOf } from './titles.ts';
import { hasChildren } from './trees.ts';
import { masked, wireValue, zoneExpression } from './wire.ts';

/** One output property and its SQL over the alias `t`. */
export interface Output {
  readonly name: string;
  readonly sql: Sql;
  /** The field it shows; undefined for labels. */
  readonly field?: Field;
}

export interface Projection {
  readonly outputs: readonly Output[];
  /** `sql as "name", …` */
  readonly select: Sql;
  /** Follows the table in `from`. */
  readonly joins: Sql;
}

export interface ProjectionOptions {
  /** Only these properties (and their labels); all readable ones when absent. */
  readonly fields?: ReadonlySet<string>;
  /** Labels only that are among them. */
  readonly exactly?: boolean;
  /** Full values of masked fields where the actor holds the detail permission of the record they belong to. */
  readonly reveal: boolean;
  /**
   * For all rows of a table rather than a page: what belongs to a referenced row is joined, so that PostgreSQL looks each up once and remembers
   * it. A page is better off with subqueries, which run for its rows only, after they were sorted and cut.
   */
  readonly joined?: boolean;
}

/** Its `params` are what calls were given. */
const OPERATION_LOG = 'operationLog';

/** The zone of the row, worked out once a row however many times it has. */
const ZONE_ALIAS = SQL`z`;

interface Labels {
  readonly outputs: readonly Output[];
  /** Join that the outputs read from. */
  readonly join?: Sql;
}

/** What is answered of the record that a relation names: all that is told of it, or what is asked for by name. */
function labelsWanted({ name, ref }: Field, { fields, exactly = false }: ProjectionOptions): ReadonlySet<string> {
  const all = ref ? [ref.as, ...Object.keys(ref.with)] : [];
  const named = all.filter((one) => fields?.has(one));
  const whole = !fields || (!exactly && (fields.has(name) || named.length > 0));
  return new Set(whole ? all : named);
}

function labels(
  query: Reading,
  field: Field,
  wanted: ReadonlySet<string>,
  { reveal, joined = false }: ProjectionOptions,
): Labels {
  if (!field.ref || wanted.size === 0) return { outputs: [] };
  const { engine } = query;
  const target = entityOf(engine, field.ref.resource);
  const alias = next('t');
  const from = SQL`from ${ident(target.name)} ${alias}`;
  if (relationOf(field) === 'many') {
    const title = titleOf(query, target, alias, reveal);
    const all = SQL`(select string_agg(${title}, ', ' order by ${alias}.id) ${from} where ${alias}.id = any(${column('t', field.name)}))`;
    return { outputs: [{ name: field.ref.as, sql: SQL`coalesce(${all}, '')` }] };
  }
  const where = SQL`where ${alias}.id = ${column('t', field.name)}`;
  const row = ident(`${field.name} row`);
  const looked: Sql[] = [];
  /** A value of the referenced row, as the outputs read it. */
  const look = (value: Sql): Sql =>
    joined
      ? SQL`${row}.v${looked.push(SQL`${value} as v${looked.length}`) - 1}`
      : SQL`(select ${value} ${from} ${where})`;
  const outputs: Output[] = [];
  if (wanted.has(field.ref.as))
    outputs.push({ name: field.ref.as, sql: SQL`coalesce(${look(titleOf(query, target, alias, reveal))}, '')` });
  for (const [name, text] of Object.entries(field.ref.with)) {
    if (!wanted.has(name)) continue;
    const path = parsePath(engine, target, text);
    if (!path) throw new Error(`x-ref of ${field.name}: ${target.name} has no "${text}"`);
    let end: Field | undefined;
    const value = mayReach(engine, target, path, query.actor)
      ? pathValue(engine, target, path, alias, (owner, last, at) => {
          end = last;
          const raw = column(at, last.name);
          const mask = maskOf(engine, owner, last, query.actor, reveal);
          return mask ? masked(mask, raw) : raw;
        })
      : SQL`null`;
    const sql = look(value);
    outputs.push({
      name,
      sql: end ? wireValue(end, sql, zoneExpression(engine, target, alias), engine.model.codes) : sql,
    });
  }
  // `offset 0` keeps PostgreSQL from copying the subquery into every column that uses it.
  const join = SQL` left join lateral (select ${joinSql(looked)} ${from} ${where} offset 0) ${row} on true`;
  return joined ? { outputs, join } : { outputs };
}

/** SQL of a field's value on the alias `t`, storage form; computed ones as registered. Undefined when nothing computes it. */
export function fieldValue(query: Reading, entity: Entity, field: Field, reveal = false): Sql {
  if (isStored(field)) return column('t', field.name);
  if (field.template) return templateText(query, entity, field.template, 't', reveal);
  const computed = query.engine.module.computed?.[field.compute ?? ''];
  if (!computed) throw new Error(`the computed column "${field.compute}" is not registered`);
  return SQL`(${splice(computed.sql(sqlContext(query, 't')), query.parameters)})`;
}

/** What the operation log has of a call, without what is called as properties that the actor's role closes. */
function told({ actor }: Reading, entity: Entity, field: Field, value: Sql): Sql {
  if (entity.name !== OPERATION_LOG || field.name !== 'params') return value;
  const names = closedNames(actor);
  return names.length === 0
    ? value
    : SQL`forecourt_sql.without_names(${value}, array[${joinSql(names.map((name) => literal(name)))}])`;
}

/** Output properties of an entity for this actor, each as SQL that PostgreSQL turns into the wire form itself. */
export function project(query: Reading, entity: Entity, options: ProjectionOptions): Projection {
  const { engine, actor } = query;
  const { codes } = engine.model;
  const fields = entity.fields.filter((field) => mayRead(engine, entity, field, actor));
  const wanted = (name: string): boolean => !options.fields || name === 'id' || options.fields.has(name);
  const outputs: Output[] = [];
  let zoned = false;
  let joins = SQL``;
  for (const field of fields) {
    const { outputs: parts, join = SQL`` } = labels(query, field, labelsWanted(field, options), options);
    if (wanted(field.name)) {
      const raw = fieldValue(query, entity, field, options.reveal);
      zoned ||= kindFor(field).zoned === true && entity.zone !== undefined;
      const zone = entity.zone ? SQL`${ZONE_ALIAS}.zone` : zoneExpression(engine, entity, 't');
      const mask = maskOf(engine, entity, field, actor, options.reveal);
      const value = mask ? masked(mask, raw) : told(query, entity, field, raw);
      outputs.push({
        name: field.name,
        sql: wireValue(field, value, zone, codes),
        field,
      });
    }
    outputs.push(...parts);
    joins = SQL`${joins}${join}`;
  }
  if (entity.tree && options.fields?.has(HAS_CHILDREN)) outputs.push(hasChildren(query, entity));
  if (zoned)
    joins = SQL`${joins} cross join lateral (select ${zoneExpression(engine, entity, 't')} as zone offset 0) ${ZONE_ALIAS}`;
  return { outputs, select: joinSql(outputs.map(({ name, sql }) => SQL`${sql} as ${ident(name)}`)), joins };
}
