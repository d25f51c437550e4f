import type { Entity, Field } from '../../../model/index.ts';
import { kindFor } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import {
  entityOf,
  hasPermission,
  isHidden,
  mayRead,
  reading,
  titleOf,
  visible,
  type Connection,
  type Engine,
  type Reading,
} from '../query/index.ts';
import { all, column, ident, SQL, type Sql } from '../sql/index.ts';

/** What the texts of a relation's column stand for. */
export interface Targets {
  /** Id of a text; `msg.unknownRecord` or `msg.import.ambiguous` when it is no one record. */
  find(text: string): { readonly id: number } | { readonly issue: string };
}

const ID = /^\d{1,15}$/;
const BATCH = 5_000;

function* batches<T>(values: readonly T[]): Generator<T[]> {
  for (let at = 0; at < values.length; at += BATCH) yield values.slice(at, at + BATCH);
}

/** SQL of a record's title (alias `r`) as people write it; undefined where this actor may not see it in full. */
export function titleSql(query: Reading, target: Entity): Sql | undefined {
  const [path] = target.title;
  const field = target.title.length === 1 && path!.steps.length === 0 ? target.byName.get(path!.last) : undefined;
  const { engine, actor } = query;
  const isOpen = target.title.every(({ steps, last }) => {
    if (steps.length > 0) return hasPermission(engine, target, actor, 'detail');
    const part = target.byName.get(last);
    return !part || (mayRead(engine, target, part, actor) && !isHidden(engine, target, part, actor));
  });
  if (!isOpen) return undefined;
  // The bare column: it may have an index.
  if (field && kindFor(field).form(field, query.engine.model.codes) === 'text') return column('r', field.name);
  return titleOf(query, target, 'r', true);
}

/**
 * Looks up all texts of one relation at once: ids, and titles of the records that this actor may see. `idsFirst` where the column has the
 * property's name (ids and codes); under a label `101` is the room called so before it is an id.
 */
export async function findTargets(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  field: Field,
  texts: ReadonlySet<string>,
  idsFirst: boolean,
  caller: Caller,
): Promise<Targets> {
  const target = entityOf(engine, field.ref!.resource);
  // The scope's own column may name a record out of scope: that is refused as such, not as unknown (D-PERM-07).
  const ownScope = entity.scope.some((path) => path.steps.length === 0 && path.last === field.name);
  const ignore = ownScope ? 'scope' : undefined;
  const ids = new Set<number>();
  for (const batch of batches([...texts].filter((text) => ID.test(text)).map(Number))) {
    const query = reading(engine, caller);
    const where = all([
      SQL`r.id = any(${query.parameters.add(batch, 'bigint[]')})`,
      ...visible(query, target, 'r', { ignore }),
    ]);
    const { rows } = await connection.query<{ id: number }>({
      text: SQL`select r.id from ${ident(target.name)} r where ${where}`,
      values: query.parameters.values,
    });
    for (const { id } of rows) ids.add(id);
  }
  const titles = new Map<string, number | null>();
  const words = [...texts].filter((text) => !ID.test(text) || !idsFirst || !ids.has(Number(text)));
  for (const batch of batches(words)) {
    const query = reading(engine, caller);
    const title = titleSql(query, target);
    if (title === undefined) break;
    const where = all([
      SQL`${title} = any(${query.parameters.add(batch, 'text[]')})`,
      ...visible(query, target, 'r', { ignore }),
    ]);
    const { rows } = await connection.query<{ id: number; title: string }>({
      text: SQL`select r.id, ${title} as title from ${ident(target.name)} r where ${where}`,
      values: query.parameters.values,
    });
    for (const row of rows) titles.set(row.title, titles.has(row.title) ? null : row.id);
  }
  return {
    find(text) {
      const id = ID.test(text) && ids.has(Number(text)) ? Number(text) : undefined;
      if (idsFirst && id !== undefined) return { id };
      const titled = titles.get(text);
      if (titled === null) return { issue: 'msg.import.ambiguous' };
      if (titled !== undefined) return { id: titled };
      return id === undefined ? { issue: 'msg.unknownRecord' } : { id };
    },
  };
}
