import type { Entity, Path } from '../../../model/index.ts';
import { any, column, ident, SQL, type Alias, type Sql } from '../sql/index.ts';
import type { Reading } from './engine.ts';
import { next } from './paths.ts';
import { restrictions } from './rowRules.ts';

/** Ways into the scope, one a column or relation of the entity; two paths through one relation are one lookup. */
function scopeWays(
  query: Reading,
  paths: readonly Path[],
  scope: Sql,
  value: (name: string) => Sql,
  alias: Alias,
): Sql[] {
  const direct = paths
    .filter((path) => path.steps.length === 0)
    .map((path) => SQL`${value(path.last)} = any(${scope})`);
  const groups = new Map<string, { target: string; paths: Path[] }>();
  for (const path of paths) {
    const [step, ...steps] = path.steps;
    if (!step) continue;
    const group = groups.get(step.field) ?? { target: step.target, paths: [] };
    group.paths.push({ steps, last: path.last });
    groups.set(step.field, group);
  }
  const through = [...groups].map(([field, group]) => {
    const inner = next(alias);
    const rest = any(scopeWays(query, group.paths, scope, (name) => column(inner, name), inner));
    return SQL`exists (select 1 from ${ident(group.target)} ${inner} where ${inner}.id = ${value(field)} and ${rest})`;
  });
  return [...direct, ...through];
}

/**
 * Whether a row lies in the actor's scope, as SQL; undefined when nothing restricts it. `value` yields the SQL of a column, so that a row
 * can be judged before it is written.
 */
export function scopeCondition(
  query: Reading,
  entity: Entity,
  alias: Alias,
  value = (name: string) => column(alias, name),
  paths = entity.scope,
): Sql | undefined {
  if (query.actor.scope === 'all' || paths.length === 0) return undefined;
  return any(scopeWays(query, paths, query.parameters.add(query.actor.scope, 'bigint[]'), value, alias));
}

export interface Visibility {
  /** All of these hold. */
  readonly conditions: readonly Sql[];
  /** One of these holds; empty when the scope does not restrict. */
  readonly ways: readonly Sql[];
}

interface VisibilityOptions {
  /** Whatever the actor's scope (`scope`), and the restrictions too (`all`), but not what is deleted. */
  readonly ignore?: 'scope' | 'all';
  /** Only what is soft-deleted, in place of everything else. */
  readonly deleted?: boolean;
}

const alive = (entity: Entity, alias: Alias, deleted = false): Sql[] =>
  entity.deletion === 'soft' ? [SQL`${column(alias, 'deleteTime')} is ${deleted ? SQL`not ` : SQL``}null`] : [];

/** When a row exists for this actor: in scope, within its restrictions, not deleted (D-PERM-07). */
export function visibility(
  query: Reading,
  entity: Entity,
  alias: Alias,
  { deleted }: Pick<VisibilityOptions, 'deleted'> = {},
): Visibility {
  const conditions = alive(entity, alias, deleted);
  const { scope } = query.actor;
  const ways =
    scope === 'all' || entity.scope.length === 0
      ? []
      : scopeWays(query, entity.scope, query.parameters.add(scope, 'bigint[]'), (name) => column(alias, name), alias);
  return { conditions: [...conditions, ...restrictions(query, entity, alias)], ways };
}

/** The same as conditions to join by "and". */
export function visible(query: Reading, entity: Entity, alias: Alias, options: VisibilityOptions = {}): Sql[] {
  if (options.ignore === 'all') return alive(entity, alias, options.deleted);
  if (options.ignore === 'scope')
    return [...alive(entity, alias, options.deleted), ...restrictions(query, entity, alias)];
  const { conditions, ways } = visibility(query, entity, alias, options);
  return ways.length > 0 ? [...conditions, any(ways)] : [...conditions];
}
