import type { Entity } from '../../../model/index.ts';
import { ident } from '../sql/index.ts';
import type { CatalogTable } from './catalog.ts';
import type { Draft } from './draft.ts';
import { isDerived } from './naming.ts';
import { storeIndex, type TableObject } from './objects.ts';

/** Building an index on more rows than this keeps writers waiting too long. */
export const BIG_TABLE_ROWS = 200_000;

/** Indexes that differ in how they are stored alone get it where they stand: nobody waits for more than a moment. Answers the table as it then is. */
export function restore(objects: readonly TableObject[], table: CatalogTable, draft: Draft): CatalogTable {
  const names = new Set(table.objects);
  for (const { name, was, storage } of objects) {
    if (was === undefined || storage === undefined || names.has(name) || !names.delete(was)) continue;
    names.add(name);
    draft.safe.push({
      sql: `${storeIndex(was, storage, table.divided)}; alter index ${ident(was)} rename to ${ident(name)}`,
      does: `store ${name} otherwise (${storage})`,
    });
  }
  return { ...table, objects: names };
}

/**
 * Whether an index is built while the work goes on. Not one that guards (a unique one holds from the first row on), nor of a table that is divided, where
 * PostgreSQL has no such way.
 */
const isLater = (object: TableObject, table: CatalogTable | undefined): boolean =>
  object.kind === 'index' &&
  object.fields.length === 0 &&
  table !== undefined &&
  !table.divided &&
  (table.rows > BIG_TABLE_ROWS || table.broken.has(object.name));

/** Indexes and constraints made from an earlier schema. */
export function dropStale(
  entity: Entity,
  objects: readonly TableObject[],
  table: CatalogTable | undefined,
  draft: Draft,
): void {
  const wanted = new Set(objects.map((object) => object.name));
  for (const name of table?.broken ?? []) if (isDerived(name) && !wanted.has(name)) draft.later.push({ name });
  // Until those in their place are built, lists live on them.
  const stay = objects.some((object) => !table?.objects.has(object.name) && isLater(object, table));
  for (const name of table?.objects ?? []) {
    if (!isDerived(name) || wanted.has(name)) continue;
    if (stay && name.endsWith('_idx')) {
      draft.later.push({ name });
      continue;
    }
    const constraint = table!.constraints.has(name);
    draft.safe.push({
      sql: constraint
        ? `alter table ${ident(entity.name)} drop constraint ${ident(name)}`
        : `drop index ${ident(name)}`,
      does: `drop ${name}`,
      // A check of numbers would not let its column become text.
      first: true,
    });
  }
}

/** Indexes and constraints that are not there yet. */
export function addMissing(
  entity: Entity,
  objects: readonly TableObject[],
  table: CatalogTable | undefined,
  draft: Draft,
): void {
  for (const object of objects) {
    if (table?.objects.has(object.name)) continue;
    if (isLater(object, table)) {
      draft.later.unshift({
        name: object.name,
        sql: object.sql.replace(/^create index /, 'create index concurrently '),
        ...(object.expression && { analyze: entity.name }),
      });
      continue;
    }
    const analyze = object.expression && (table?.rows ?? 0) > 0 ? `; analyze ${ident(entity.name)}` : '';
    const statement = {
      sql: `${object.sql}${analyze}`,
      does: `create ${object.name}`,
      ...(object.collisions && { collisions: object.collisions }),
      ...(object.sparing && { sparing: object.sparing }),
    };
    const locks = object.kind === 'index' && (table?.rows ?? 0) > BIG_TABLE_ROWS;
    if (locks)
      draft.unsafe.push({
        statement,
        why: `building it keeps writers of ${entity.name} waiting (about ${Math.round(table!.rows)} rows)`,
      });
    else draft.safe.push(statement);
  }
}
