import { rowReads } from '../../../model/index.ts';
import { ruleConditions, scopeCondition } from '../query/index.ts';
import { all, column, SQL, type Alias, type Sql } from '../sql/index.ts';
import type { Write } from './source.ts';

/** The row's own scope columns after the write; relations are judged by the reference checks. */
function scopeCheck({ query, entity, placeholders }: Write, old: Alias | undefined): readonly Sql[] {
  const direct = entity.scope.filter((path) => path.steps.length === 0 && path.last !== 'id');
  if (direct.length === 0 || (old !== undefined && !direct.some((path) => placeholders.has(path.last)))) return [];
  const value = (name: string): Sql => placeholders.get(name) ?? (old ? column(old, name) : SQL`null::bigint`);
  const condition = scopeCondition(query, entity, SQL`unused`, value, direct);
  return condition ? [condition] : [];
}

/**
 * The rules about rows (`x-rows`) after the write: nobody makes a record that he or she would not see, or puts one out of sight. A step may: who takes it
 * holds its right, and the state is judged as it was.
 */
function ruleCheck({ query, entity, placeholders }: Write, old: Alias | undefined, step: boolean): readonly Sql[] {
  if (entity.rows.length === 0) return [];
  const written = (name: string): Sql | undefined =>
    step && name === entity.stateField ? undefined : placeholders.get(name);
  if (old !== undefined && !entity.rows.some((rule) => rowReads(rule).some((name) => written(name)))) return [];
  const now = (name: string): Sql | undefined =>
    name === 'createTime' || name === 'updateTime' ? query.parameters.instant() : undefined;
  const value = (name: string): Sql => written(name) ?? (old ? column(old, name) : (now(name) ?? SQL`null`));
  return ruleConditions(query, entity, SQL`written`, value).map((condition) => SQL`coalesce(${condition}, false)`);
}

/** Whether the row as it is written lies in the actor's scope and within what binds him or her; undefined where nothing does. */
export function boundsCheck(part: Write, old: Alias | undefined, step = false): Sql | undefined {
  const checks = [...scopeCheck(part, old), ...ruleCheck(part, old, step)];
  return checks.length === 0 ? undefined : all(checks);
}
