import {
  factsOf,
  isDocument,
  isPrivateFile,
  relationOf,
  type Entity,
  type Field,
  type RefKeyword,
} from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { refuseFields } from '../../errors.ts';
import { entityOf, visible, type Connection } from '../query/index.ts';
import { all, column, ident, literal, prepared, SQL, joinSql, type Sql, type Alias } from '../sql/index.ts';
import { nestedReferences } from './nested.ts';
import type { Write } from './source.ts';

/** A condition that must hold for a write, and the field that it belongs to. */
export interface Check {
  readonly name: string;
  readonly sql: Sql;
  /** The record is there, and is none of those that may be chosen (`where` of x-ref). */
  readonly unfit?: boolean;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** More references than this in one document are reported at the document, not each at its place. */
const MAX_PLACES = 200;

type Where = NonNullable<RefKeyword['where']>;

/** SQL of whether a record (alias `r`) may be chosen. */
export const fits = (where: Where): Sql =>
  all(Object.entries(where).map(([name, values]) => SQL`${column('r', name)} in (${joinSql(values.map(literal))})`));

/** That none of the named records exists and does not fit: whether it exists is another check. */
const noneUnfit = (target: string, where: Where, ids: Sql): Sql =>
  SQL`not exists (select 1 from ${ident(target)} r where r.id = any(${ids}) and (${fits(where)}) is not true)`;

/** References inside a document, each reported at its path. What an unchanged document says is not questioned again. */
function documentChecks(part: Write, name: string, value: unknown, old: Alias | undefined): Check[] {
  const { query, entity } = part;
  const before = old ? column(old, name) : undefined;
  const same = before ? SQL`${before} is not distinct from ${part.placeholders.get(name)!} or ` : SQL``;
  const references = nestedReferences(entity.byName.get(name)!.schema, value, name);
  const visibleIn = (target: string): readonly Sql[] => visible(query, entityOf(query.engine, target), 'r');
  const known = new Map(references.map((one) => [`${one.entity} ${one.id} ${JSON.stringify(one.where)}`, one]));
  if (known.size <= MAX_PLACES)
    return [...known.values()].flatMap(({ entity: target, id, path, where }) => {
      const key = query.parameters.add(id, 'bigint');
      const conditions = [SQL`r.id = ${key}`, ...visibleIn(target)];
      const exists = {
        name: path,
        sql: SQL`(${same}exists (select 1 from ${ident(target)} r where ${all(conditions)}))`,
      };
      if (!where) return [exists];
      // A record that stands where it stood stays, whatever else changes in the document.
      const steps = path.split('.').slice(1).map(literal);
      const kept = before ? SQL`${before} #>> array[${joinSql(steps)}]::text[] = ${key}::text or ` : SQL``;
      return [exists, { name: path, sql: SQL`(${kept}${noneUnfit(target, where, SQL`array[${key}]`)})`, unfit: true }];
    });
  return [...new Set(references.map((one) => one.entity))].map((target) => {
    const ids = query.parameters.add(
      references.flatMap((one) => (one.entity === target ? [one.id] : [])),
      'bigint[]',
    );
    const found = SQL`exists (select 1 from ${ident(target)} r where ${all([SQL`r.id = wanted.id`, ...visibleIn(target)])})`;
    return { name, sql: SQL`(${same}not exists (select 1 from unnest(${ids}) as wanted(id) where not ${found}))` };
  });
}

/** That nobody takes a private file of somebody else, whose name he or she has read somewhere, into a record in order to see it. */
function foreignFileCheck({ query, caller, told, placeholders }: Write, field: Field, old: Alias | undefined): Check {
  const { name } = field;
  const asList = (value: Sql): Sql => (factsOf(field).several ? value : SQL`array[${value}]`);
  const actor = told ? SQL`src."_userId"` : query.parameters.add(caller.actor.id, 'bigint');
  const added = old
    ? SQL`array(select unnest(${asList(placeholders.get(name)!)}) except select unnest(${asList(column(old, name))}))`
    : asList(placeholders.get(name)!);
  return {
    name,
    sql: SQL`not exists (select 1 from "_file" f where f.name = any(${added}) and f.private and f."userId" is distinct from ${actor})`,
  };
}

/**
 * References to check by looking them up: lists of ids, records that a user may have no sight of, and those of which only some may be chosen.
 * The rest is the foreign keys' work.
 */
export function referenceChecks(part: Write, old: Alias | undefined): Check[] {
  const { query, entity, rows, source } = part;
  const roots = new Set(entity.scope.filter((path) => path.steps.length === 0).map((path) => path.last));
  return part.names.flatMap((name): Check[] => {
    const field = entity.byName.get(name);
    if (field && isPrivateFile(field))
      return rows.every((values) => isNothing(values[name])) ? [] : [foreignFileCheck(part, field, old)];
    if (field && isDocument(field)) {
      const named = rows.map((values) => documentChecks(part, name, values[name], old));
      if (source && named.some((checks) => checks.length > 0))
        throw new Error(`rows of ${entity.name} whose documents name records are written one by one`);
      return named.flat();
    }
    if (!field?.ref || rows.every((values) => values[name] === null)) return [];
    const target = entityOf(query.engine, field.ref.resource);
    const { where } = field.ref;
    const conditions = visible(query, target, 'r', { ignore: roots.has(name) ? 'scope' : undefined });
    const placeholder = part.placeholders.get(name)!;
    const same = joinSql(
      [
        ...(source ? [SQL`${placeholder} is null`] : []),
        ...(old ? [SQL`${column(old, name)} is not distinct from ${placeholder}`] : []),
      ].map((one) => SQL`${one} or `),
      '',
    );
    if (relationOf(field) === 'many') {
      const found = SQL`exists (select 1 from ${ident(target.name)} r where ${all([SQL`r.id = wanted.id`, ...conditions])})`;
      const exist = SQL`(${same}not exists (select 1 from unnest(${placeholder}) as wanted(id) where not ${found}))`;
      const added = old
        ? SQL`array(select unnest(${placeholder}) except select unnest(${column(old, name)}))`
        : placeholder;
      return [
        { name, sql: exist },
        ...(where ? [{ name, sql: SQL`(${noneUnfit(target.name, where, added)})`, unfit: true }] : []),
      ];
    }
    const chosen = SQL`r.id = ${placeholder}`;
    return [
      ...(conditions.length > 0
        ? [
            {
              name,
              sql: SQL`(${same}exists (select 1 from ${ident(target.name)} r where ${all([chosen, ...conditions])}))`,
            },
          ]
        : []),
      ...(where
        ? [{ name, sql: SQL`(${same}${noneUnfit(target.name, where, SQL`array[${placeholder}]`)})`, unfit: true }]
        : []),
    ];
  });
}

/** Those of the named records that are there and may not be chosen (`where` of x-ref). */
export async function unfitAmong(
  connection: Connection,
  { resource, where }: RefKeyword,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!where || ids.length === 0) return new Set();
  const text = SQL`select r.id from ${ident(resource)} r where r.id = any($1::bigint[]) and (${fits(where)}) is not true`;
  const { rows } = await connection.query<{ id: number }>(prepared(text, [ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Refuses relations among these values that name records which may not be chosen; lists and documents are the generic save's. */
export async function requireFit(connection: Connection, entity: Entity, values: Row): Promise<void> {
  const unfit: string[] = [];
  for (const field of entity.fields) {
    const { name, ref } = field;
    const id = values[name];
    if (relationOf(field) !== 'one' || !ref || id === undefined || id === null) continue;
    if ((await unfitAmong(connection, ref, [id as number])).size > 0) unfit.push(name);
  }
  if (unfit.length > 0) throw refuseFields(Object.fromEntries(unfit.map((name) => [name, 'msg.unfitRecord'])));
}
