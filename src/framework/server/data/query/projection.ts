import { HAS_CHILDREN, type Entity, type Field } from '../../../model/index.ts';
import { column, ident, now, splice } from '../sql/index.ts';
import { entityOf, holdsWord, mayRead, type Reading } from './engine.ts';
import { next, parsePath, pathValue } from './paths.ts';
import { templateText, titleOf } from './titles.ts';
import { hasChildren } from './trees.ts';
import { masked, wireValue, zoneExpression } from './wire.ts';

/** One output property and its SQL over the alias `t`. */
export interface Output {
  readonly name: string;
  readonly sql: string;
  /** The field it shows; undefined for labels. */
  readonly field?: Field;
}

export interface Projection {
  readonly outputs: readonly Output[];
  /** `sql as "name", …` */
  readonly select: string;
  /** Follows the table in `from`. */
  readonly joins: string;
}

export interface ProjectionOptions {
  /** Only these properties (and their labels); all readable ones when absent. */
  readonly fields?: ReadonlySet<string>;
  /** Full values of masked fields where the actor holds the detail permission of the record they belong to. */
  readonly reveal: boolean;
}

/** The zone of the row, worked out once a row however many times it has. */
const ZONE_ALIAS = 'z';

function labels(query: Reading, field: Field, reveal: boolean): Output[] {
  if (!field.ref) return [];
  const { engine } = query;
  const target = entityOf(engine, field.ref.resource);
  const alias = next('t');
  const from = `from ${ident(target.name)} ${alias}`;
  if (field.kind === 'refs') {
    const title = titleOf(query, target, alias, reveal);
    return [
      {
        name: field.ref.as,
        sql: `coalesce((select string_agg(${title}, ', ' order by ${alias}.id) ${from} where ${alias}.id = any(${column('t', field.name)})), '')`,
      },
    ];
  }
  const where = `where ${alias}.id = ${column('t', field.name)}`;
  const outputs: Output[] = [
    { name: field.ref.as, sql: `coalesce((select ${titleOf(query, target, alias, reveal)} ${from} ${where}), '')` },
  ];
  for (const [name, text] of Object.entries(field.ref.with)) {
    const path = parsePath(engine, target, text);
    if (!path) throw new Error(`x-ref of ${field.name}: ${target.name} has no "${text}"`);
    let end: Field | undefined;
    const value = pathValue(engine, target, path, alias, (owner, last, at) => {
      if (!mayRead(engine, owner, last, query.actor)) return 'null';
      end = last;
      const raw = column(at, last.name);
      return last.mask && !(reveal && holdsWord(engine, owner, query.actor, 'detail')) ? masked(last.mask, raw) : raw;
    });
    const sql = `(select ${value} ${from} ${where})`;
    outputs.push({
      name,
      sql: end ? wireValue(end, sql, zoneExpression(engine, target, alias), engine.model.codes) : sql,
    });
  }
  return outputs;
}

/** SQL of a field's value on the alias `t`, storage form; computed ones as registered. Undefined when nothing computes it. */
export function fieldValue(query: Reading, entity: Entity, field: Field, reveal = false): string {
  if (field.kind !== 'computed') return column('t', field.name);
  if (field.template) return templateText(query, entity, field.template, 't', reveal);
  const computed = query.engine.module.computed?.[field.compute ?? ''];
  if (!computed) throw new Error(`the computed column "${field.compute}" is not registered`);
  return `(${splice(computed.sql({ alias: 't', actor: query.actor, now }), query.parameters)})`;
}

/** Output properties of an entity for this actor, each as SQL that PostgreSQL turns into the wire form itself. */
export function project(query: Reading, entity: Entity, options: ProjectionOptions): Projection {
  const { engine, actor } = query;
  const { codes } = engine.model;
  const reveal = options.reveal && holdsWord(engine, entity, actor, 'detail');
  const fields = entity.fields.filter((field) => mayRead(engine, entity, field, actor));
  const wanted = (name: string): boolean => !options.fields || name === 'id' || options.fields.has(name);
  const outputs: Output[] = [];
  let zoned = false;
  for (const field of fields) {
    const parts = labels(query, field, options.reveal);
    const labelled = wanted(field.name) || parts.some((part) => wanted(part.name));
    if (wanted(field.name)) {
      const raw = fieldValue(query, entity, field, options.reveal);
      zoned ||= field.kind === 'dateTime' && entity.zone !== undefined;
      const zone = entity.zone ? `${ZONE_ALIAS}.zone` : zoneExpression(engine, entity, 't');
      const value = field.mask && !reveal ? masked(field.mask, raw) : raw;
      outputs.push({
        name: field.name,
        sql: field.kind === 'computed' ? value : wireValue(field, value, zone, codes),
        field,
      });
    }
    if (labelled) outputs.push(...parts);
  }
  if (entity.tree && options.fields?.has(HAS_CHILDREN)) outputs.push(hasChildren(query, entity));
  // `offset 0` keeps PostgreSQL from copying the subquery into every column that uses it.
  const joins = zoned
    ? ` cross join lateral (select ${zoneExpression(engine, entity, 't')} as zone offset 0) ${ZONE_ALIAS}`
    : '';
  return { outputs, select: outputs.map(({ name, sql }) => `${sql} as ${ident(name)}`).join(', '), joins };
}
