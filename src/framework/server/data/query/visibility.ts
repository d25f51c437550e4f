import type { Entity, Path } from '../../../model/index.ts';
import { any, column, ident, splice } from '../sql/index.ts';
import type { Reading } from './engine.ts';
import { next } from './paths.ts';

/** Paths of one entity grouped by the relation they start with, so that two ways through one relation are one lookup. */
function scopeTree(query: Reading, paths: readonly Path[], scope: string, value: (name: string) => string, alias: string): string {
  const direct = paths.filter((path) => path.steps.length === 0).map((path) => `${value(path.last)} = any(${scope})`);
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
    const rest = scopeTree(query, group.paths, scope, (name) => column(inner, name), inner);
    return `exists (select 1 from ${ident(group.target)} ${inner} where ${inner}.id = ${value(field)} and ${rest})`;
  });
  return any([...direct, ...through]);
}

/**
 * Whether a row lies in the actor's scope, as SQL; undefined when nothing restricts it. `value` yields the SQL of a column, so that a row
 * can be judged before it is written.
 */
export function scopeCondition(query: Reading, entity: Entity, alias: string, value = (name: string) => column(alias, name), paths = entity.scope): string | undefined {
  if (query.actor.scope === 'all' || paths.length === 0) return undefined;
  return scopeTree(query, paths, query.parameters.add(query.actor.scope, 'bigint[]'), value, alias);
}

/** Conditions of a row that exists for this actor: in scope, within registered restrictions, not deleted (D-PERM-07). */
export function visible(query: Reading, entity: Entity, alias: string, options: { readonly ignoreScope?: boolean } = {}): string[] {
  const conditions: string[] = [];
  if (entity.deletion === 'soft') conditions.push(`${column(alias, 'deleteTime')} is null`);
  if (options.ignoreScope) return conditions;
  const scope = scopeCondition(query, entity, alias);
  if (scope) conditions.push(scope);
  const restriction = query.engine.module.rowScopes?.[entity.name]?.({ alias, actor: query.actor, now: query.now });
  if (restriction) conditions.push(`(${splice(restriction, query.parameters)})`);
  return conditions;
}
