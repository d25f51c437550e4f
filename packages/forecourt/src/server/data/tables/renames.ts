import type { Entity } from '../../../model/index.ts';
import type { Statement } from '../tablesPlan.ts';
import { storedForm } from '../kinds/index.ts';
import { ident } from '../sql/index.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { Column } from './columns.ts';
import { conversionOf } from './conversions.ts';

const sameForm = (one: CatalogColumn, other: CatalogColumn): boolean => storedForm(one) === storedForm(other);

export interface Renamed {
  /** The table as it will be; its questions still ask the columns as they are. */
  readonly table: CatalogTable;
  readonly statements: readonly Statement[];
  /** What could not be renamed. */
  readonly notes: readonly string[];
}

/**
 * Columns whose property says `x-was`: renamed with everything in them. Where an earlier start has already made the new column, the values
 * move over, as long as it is empty.
 */
export async function renameColumns(entity: Entity, wanted: readonly Column[], table: CatalogTable): Promise<Renamed> {
  const sources = new Map<string, string>();
  const columns = new Map(table.columns);
  const statements: Statement[] = [];
  const notes: string[] = [];
  const alter = `alter table ${ident(entity.name)}`;
  for (const { name, was } of entity.fields) {
    if (was === undefined || entity.byName.has(was) || !table.columns.has(was)) continue;
    if (table.columns.has(name)) {
      if (!sameForm(table.columns.get(name)!, table.columns.get(was)!) || (await table.hasValues(name))) {
        const from = storedForm(table.columns.get(was)!);
        const column = wanted.find((one) => one.name === name);
        const moved =
          from === column?.form
            ? ident(was)
            : from && column && conversionOf(from, column, () => true)?.using(ident(was));
        notes.push(
          `${entity.name}.${name} was "${was}" (x-was), but has values or another type already: move them by hand${moved === undefined ? '' : ` (update ${ident(entity.name)} set ${ident(name)} = ${moved} where ${ident(name)} is null)`}`,
        );
        continue;
      }
      statements.push(
        {
          sql: `update ${ident(entity.name)} set ${ident(name)} = ${ident(was)} where ${ident(was)} is not null`,
          does: `move the values of ${entity.name}.${was} to ${name}`,
          breaks: 'stops',
        },
        {
          sql: `${alter} drop column ${ident(was)}`,
          does: `drop the emptied ${entity.name}.${was}`,
          breaks: 'stops',
        },
      );
      columns.delete(was);
      continue;
    }
    statements.push({
      sql: `${alter} rename column ${ident(was)} to ${ident(name)}`,
      does: `rename column ${entity.name}.${was} to ${name}`,
      first: true,
      breaks: 'stops',
    });
    sources.set(name, was);
    columns.set(name, { ...table.columns.get(was)!, name });
    columns.delete(was);
  }
  const asked = (column: string): string => sources.get(column) ?? column;
  return {
    statements,
    notes,
    table: {
      ...table,
      columns,
      hasValues: (column) => table.hasValues(asked(column)),
      count: (column, condition) => table.count(asked(column), condition),
    },
  };
}
