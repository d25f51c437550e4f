import type { ClientBase } from 'pg';

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | null;
  /** The table that a foreign key on this column alone names. */
  readonly references: string | null;
  readonly comment: string | null;
}

export interface CatalogTable {
  readonly columns: ReadonlyMap<string, CatalogColumn>;
  /** Names of indexes and constraints. */
  readonly objects: ReadonlySet<string>;
  readonly constraints: ReadonlySet<string>;
  /** Indexes whose building was broken off, or goes on at the moment. */
  readonly broken: ReadonlySet<string>;
  /** Kept in several tables, as logs are by months. */
  readonly divided: boolean;
  /** The planner's estimate. */
  readonly rows: number;
  /** These ask the table itself: only where a column differs, never to find out whether one does. */
  isEmpty(): Promise<boolean>;
  /** Months (`2026-11`, UTC) that a column of times has values in. */
  months(column: string): Promise<string[]>;
  /** Whether any row has a value there. */
  hasValues(column: string): Promise<boolean>;
  /** Rows for which the condition over the (quoted) column holds. */
  count(column: string, condition: (column: string) => string): Promise<number>;
}

export type Catalog = ReadonlyMap<string, CatalogTable>;

interface TableRow {
  readonly name: string;
  readonly rows: number;
  readonly divided: boolean;
  readonly columns: readonly CatalogColumn[];
  readonly indexes: readonly string[] | null;
  readonly broken: readonly string[] | null;
  readonly constraints: readonly string[] | null;
}

const SQL = `
select c.relname as name, c.relkind = 'p' as divided,
  (select coalesce(sum(greatest(p.reltuples, 0)), 0)::float8 from pg_class p
     where p.oid = c.oid or p.oid in (select inhrelid from pg_inherits where inhparent = c.oid)) as rows,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
       'references', (select r.relname from pg_constraint k join pg_class r on r.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1), 'comment', col_description(c.oid, a.attnum)))
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_agg(i.relname) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisvalid) as indexes,
  (select json_agg(i.relname) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and not x.indisvalid) as broken,
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
      broken: new Set(table.broken ?? []),
      divided: table.divided,
      rows: table.rows,
      isEmpty: async () => !(await exists('')),
      async months(column) {
        const month = `to_char(${client.escapeIdentifier(column)} at time zone 'UTC', 'YYYY-MM')`;
        const found = await client.query<{ month: string }>(`select distinct ${month} as month from ${name}`);
        return found.rows.map((row) => row.month);
      },
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
