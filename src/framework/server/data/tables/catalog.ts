import type { ClientBase } from 'pg';

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | null;
}

export interface CatalogTable {
  readonly columns: ReadonlyMap<string, CatalogColumn>;
  /** Names of indexes and constraints. */
  readonly objects: ReadonlySet<string>;
  readonly constraints: ReadonlySet<string>;
  /** The planner's estimate. */
  readonly rows: number;
  /** These three ask the table itself: only where a column differs, never to find out whether one does. */
  isEmpty(): Promise<boolean>;
  /** Whether any row has a value there. */
  hasValues(column: string): Promise<boolean>;
  /** Rows for which the condition over the (quoted) column holds. */
  count(column: string, condition: (column: string) => string): Promise<number>;
}

export type Catalog = ReadonlyMap<string, CatalogTable>;

interface TableRow {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly CatalogColumn[];
  readonly indexes: readonly string[] | null;
  readonly constraints: readonly string[] | null;
}

const SQL = `
select c.relname as name, greatest(c.reltuples, 0)::float8 as rows,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid)))
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_agg(i.relname) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid) as indexes,
  (select json_agg(k.conname) from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') as constraints
from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1::text[])`;

/** What the database holds of the named tables now: one question, however many they are. */
export async function readCatalog(client: ClientBase, tables: readonly string[]): Promise<Catalog> {
  const { rows } = await client.query<TableRow>(SQL, [tables]);
  const catalog = new Map<string, CatalogTable>();
  for (const table of rows) {
    const name = client.escapeIdentifier(table.name);
    const exists = async (condition: string): Promise<boolean> =>
      (await client.query<{ found: boolean }>(`select exists(select 1 from ${name}${condition}) as found`)).rows[0]!
        .found;
    catalog.set(table.name, {
      columns: new Map((table.columns ?? []).map((column) => [column.name, column])),
      objects: new Set([...(table.indexes ?? []), ...(table.constraints ?? [])]),
      constraints: new Set(table.constraints ?? []),
      rows: table.rows,
      isEmpty: async () => !(await exists('')),
      hasValues: (column) => exists(` where ${client.escapeIdentifier(column)} is not null`),
      async count(column, condition) {
        const where = condition(client.escapeIdentifier(column));
        const { rows: counted } = await client.query<{ count: number }>(
          `select count(*)::int as count from ${name} where ${where}`,
        );
        return counted[0]!.count;
      },
    });
  }
  return catalog;
}
