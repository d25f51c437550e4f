import type { Entity } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { Caller } from '../layer.ts';
import { entityOf, visible, type Reading } from '../query/index.ts';
import { all, column, ident } from '../sql/index.ts';
import { nestedReferences } from './nested.ts';

/**
 * One writing statement. Names of its parts begin with "_", which no entity's name does: "log", "old" and "page" are good names for
 * tables.
 */
export interface Write {
  readonly query: Reading;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly names: readonly string[];
  /** Placeholder of each value. */
  readonly placeholders: ReadonlyMap<string, string>;
}

/** A condition that must hold for a write, and the field that it belongs to. */
export interface Check {
  readonly name: string;
  readonly sql: string;
}

/** More references than this in one document are reported at the document, not each at its place. */
const MAX_PLACES = 200;

/** References inside a document, each reported at its path. What an unchanged document says is not questioned again. */
function documentChecks(part: Write, name: string, value: unknown, old: string | undefined): Check[] {
  const { query, entity } = part;
  const same = old ? `${column(old, name)} is not distinct from ${part.placeholders.get(name)!} or ` : '';
  const references = nestedReferences(entity.byName.get(name)!.schema, value, name);
  const visibleIn = (target: string): readonly string[] => visible(query, entityOf(query.engine, target), 'r');
  const known = new Map(references.map((one) => [`${one.entity} ${one.id}`, one]));
  if (known.size <= MAX_PLACES)
    return [...known.values()].map(({ entity: target, id, path }) => {
      const conditions = [`r.id = ${query.parameters.add(id, 'bigint')}`, ...visibleIn(target)];
      return { name: path, sql: `(${same}exists (select 1 from ${ident(target)} r where ${all(conditions)}))` };
    });
  return [...new Set(references.map((one) => one.entity))].map((target) => {
    const ids = query.parameters.add(
      references.flatMap((one) => (one.entity === target ? [one.id] : [])),
      'bigint[]',
    );
    const found = `exists (select 1 from ${ident(target)} r where ${all(['r.id = wanted.id', ...visibleIn(target)])})`;
    return { name, sql: `(${same}not exists (select 1 from unnest(${ids}) as wanted(id) where not ${found}))` };
  });
}

/** References to check by looking them up: lists of ids, and records that a user may have no sight of. The rest is the foreign keys' work. */
export function referenceChecks(part: Write, values: Row, old: string | undefined): Check[] {
  const { query, entity } = part;
  const roots = new Set(entity.scope.filter((path) => path.steps.length === 0).map((path) => path.last));
  return part.names.flatMap((name) => {
    const field = entity.byName.get(name);
    if (field?.kind === 'json') return documentChecks(part, name, values[name], old);
    if (!field?.ref || values[name] === null) return [];
    const target = entityOf(query.engine, field.ref.resource);
    const conditions = visible(query, target, 'r', { ignoreScope: roots.has(name) });
    const placeholder = part.placeholders.get(name)!;
    const same = old ? `${column(old, name)} is not distinct from ${placeholder} or ` : '';
    if (field.kind === 'refs') {
      const found = `exists (select 1 from ${ident(target.name)} r where ${all(['r.id = wanted.id', ...conditions])})`;
      return [
        {
          name,
          sql: `(${same}not exists (select 1 from unnest(${placeholder}) as wanted(id) where not ${found}))`,
        },
      ];
    }
    if (conditions.length === 0) return [];
    return [
      {
        name,
        sql: `(${same}exists (select 1 from ${ident(target.name)} r where ${all([`r.id = ${placeholder}`, ...conditions])}))`,
      },
    ];
  });
}
