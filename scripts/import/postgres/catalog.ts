import pg from 'pg';

/** A table as PostgreSQL describes it. */
export interface Table {
  readonly name: string;
  readonly comment?: string;
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly Index[];
}

export interface Column {
  readonly name: string;
  /** As format_type() spells it; of a domain, the type below it. */
  readonly type: string;
  readonly notNull: boolean;
  /** SQL of the default. */
  readonly default?: string;
  readonly generated: boolean;
  /** Values of an enum type, and the type's name. */
  readonly enum?: { readonly name: string; readonly values: readonly string[] };
  readonly comment?: string;
}

export interface Constraint {
  readonly name: string;
  /** Primary key, unique, foreign key, check, exclusion. */
  readonly kind: 'p' | 'u' | 'f' | 'c' | 'x';
  readonly columns: readonly string[];
  /** As pg_get_constraintdef() spells it. */
  readonly definition: string;
  /** Of a foreign key. */
  readonly target?: { readonly schema: string; readonly table: string; readonly columns: readonly string[] };
}

/** An index that no constraint owns. */
export interface Index {
  readonly name: string;
  /** Undefined where it is over an expression. */
  readonly columns?: readonly string[];
  readonly unique: boolean;
  readonly method: string;
  /** SQL of the condition of a partial one. */
  readonly where?: string;
}

const COLUMNS = `
select json_agg(json_build_object(
    'name', a.attname, 'notNull', a.attnotnull or t.typnotnull, 'default', pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated <> '',
    'type', case t.typtype when 'd' then format_type(t.typbasetype, t.typtypmod) else format_type(a.atttypid, a.atttypmod) end,
    'enum', (select json_build_object('name', b.typname, 'values', json_agg(e.enumlabel order by e.enumsortorder))
      from pg_type b join pg_enum e on e.enumtypid = b.oid
      where b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end group by b.typname),
    'comment', col_description(w.oid, a.attnum)) order by a.attnum)
from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = w.oid and d.adnum = a.attnum
where a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped`;

const CONSTRAINTS = `
select coalesce(json_agg(json_build_object(
    'name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid),
    'columns', (select coalesce(json_agg(a.attname order by p.position), '[]') from unnest(k.conkey) with ordinality p (number, position)
      join pg_attribute a on a.attrelid = w.oid and a.attnum = p.number),
    'target', case when k.contype = 'f' then (select json_build_object('schema', n.nspname, 'table', f.relname, 'columns',
        (select json_agg(a.attname order by p.position) from unnest(k.confkey) with ordinality p (number, position)
          join pg_attribute a on a.attrelid = f.oid and a.attnum = p.number))
      from pg_class f join pg_namespace n on n.oid = f.relnamespace where f.oid = k.confrelid) end) order by k.conname), '[]')
from pg_constraint k where k.conrelid = w.oid and k.contype in ('p', 'u', 'f', 'c', 'x')`;

const INDEXES = `
select coalesce(json_agg(json_build_object(
    'name', i.relname, 'unique', x.indisunique, 'method', m.amname, 'where', pg_get_expr(x.indpred, x.indrelid),
    'columns', case when x.indexprs is null then (select json_agg(a.attname order by p.position)
      from unnest(x.indkey::int2[]) with ordinality p (number, position)
      join pg_attribute a on a.attrelid = w.oid and a.attnum = p.number where p.position <= x.indnkeyatts) end) order by i.relname), '[]')
from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
where x.indrelid = w.oid and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))`;

/** Ordinary and partitioned tables of one schema, without partitions and what extensions brought. */
const TABLES = `
select w.relname as name, obj_description(w.oid, 'pg_class') as comment, (${COLUMNS}) as columns, (${CONSTRAINTS}) as constraints,
  (${INDEXES}) as indexes
from pg_class w
where w.relnamespace = (select oid from pg_namespace where nspname = $1) and w.relkind in ('r', 'p') and not w.relispartition
  and ($2::text[] is null or w.relname = any ($2))
  and not exists (select from pg_depend d where d.objid = w.oid and d.deptype = 'e')
order by w.relname`;

/** What looks like a table and is none: views and tables of other servers. */
const OTHERS = `
select relname as name from pg_class
where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('v', 'm', 'f')
  and ($2::text[] is null or relname = any ($2))
order by relname`;

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** JSON knows null, our types know what is not there. */
const present = <T extends object>(row: Nullable<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

export interface Database {
  readonly tables: readonly Table[];
  readonly others: readonly string[];
}

/** Reads the tables of one schema and changes nothing. Throws what `pg` throws when the database cannot be reached. */
export async function readDatabase(url: string, schema: string, only?: readonly string[]): Promise<Database> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin read only');
    const { rows } = await client.query<Table>(TABLES, [schema, only ?? null]);
    const others = await client.query<{ name: string }>(OTHERS, [schema, only ?? null]);
    const tables = rows.map((row) => ({
      ...present(row),
      columns: (row.columns ?? []).map((column) => present<Column>(column)),
      constraints: row.constraints.map((constraint) => present<Constraint>(constraint)),
      indexes: row.indexes.map((index) => present<Index>(index)),
    }));
    return { tables, others: others.rows.map((row) => row.name) };
  } finally {
    await client.end();
  }
}
