import pg from 'pg';

/** A table as PostgreSQL describes it. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  /** What it is called in notes and by references: its name, before it the schema where several are read. */
  readonly key: string;
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
  /** Numbers of its own: `serial`, `identity`. */
  readonly numbered: boolean;
  /** What a domain demands of its values, as pg_get_constraintdef() spells it (`VALUE` is the column). */
  readonly domain?: { readonly name: string; readonly checks: readonly string[] };
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
  readonly target?: { readonly key: string; readonly table: string; readonly columns: readonly string[] };
  /** Of a foreign key: what becomes of a row when the one that it names is deleted. Absent: that one stays. */
  readonly onDelete?: 'cascade' | 'set null' | 'set default';
}

/** An index that no constraint owns. */
export interface Index {
  readonly name: string;
  /** Undefined where it is over an expression. */
  readonly columns?: readonly string[];
  readonly unique: boolean;
  /** Of a unique one: two rows that have nothing there collide. */
  readonly nullsEqual: boolean;
  readonly method: string;
  /** SQL of the condition of a partial one. */
  readonly where?: string;
}

const COLUMNS = `
select json_agg(json_build_object(
    'name', a.attname, 'notNull', a.attnotnull or t.typnotnull, 'generated', a.attgenerated <> '',
    'default', coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)),
    'numbered', a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false),
    'domain', case t.typtype when 'd' then json_build_object('name', t.typname, 'checks', (select coalesce(json_agg(pg_get_constraintdef(k.oid) order by k.conname), '[]')
      from pg_constraint k where k.contypid = t.oid and k.contype = 'c')) end,
    'type', case t.typtype when 'd' then format_type(t.typbasetype, t.typtypmod) else format_type(a.atttypid, a.atttypmod) end,
    'enum', (select json_build_object('name', b.typname, 'values', json_agg(e.enumlabel order by e.enumsortorder))
      from pg_type b join pg_enum e on e.enumtypid = b.oid
      where b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end group by b.typname),
    'comment', col_description(w.oid, a.attnum)) order by a.attnum)
from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = w.oid and d.adnum = a.attnum
where a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped`;

const CONSTRAINTS = `
select coalesce(json_agg(json_build_object(
    'name', k.conname, 'kind', k.contype, 'onDelete', case when k.contype = 'f' then case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' end end, 'definition', pg_get_constraintdef(k.oid),
    'columns', (select coalesce(json_agg(a.attname order by p.position), '[]') from unnest(k.conkey) with ordinality p (number, position)
      join pg_attribute a on a.attrelid = w.oid and a.attnum = p.number),
    'target', case when k.contype = 'f' then (select json_build_object('schema', n.nspname, 'table', f.relname, 'columns',
        (select json_agg(a.attname order by p.position) from unnest(k.confkey) with ordinality p (number, position)
          join pg_attribute a on a.attrelid = f.oid and a.attnum = p.number))
      from pg_class f join pg_namespace n on n.oid = f.relnamespace where f.oid = k.confrelid) end) order by k.conname), '[]')
from pg_constraint k where k.conrelid = w.oid and k.contype in ('p', 'u', 'f', 'c', 'x')`;

const INDEXES = `
select coalesce(json_agg(json_build_object(
    'name', i.relname, 'unique', x.indisunique, 'nullsEqual', coalesce((to_jsonb(x) ->> 'indnullsnotdistinct')::boolean, false), 'method', m.amname, 'where', pg_get_expr(x.indpred, x.indrelid),
    'columns', case when x.indexprs is null then (select json_agg(a.attname order by p.position)
      from unnest(x.indkey::int2[]) with ordinality p (number, position)
      join pg_attribute a on a.attrelid = w.oid and a.attnum = p.number where p.position <= x.indnkeyatts) end) order by i.relname), '[]')
from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
where x.indrelid = w.oid and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))`;

/** Ordinary and partitioned tables of some schemas, without partitions and what extensions brought. */
const TABLES = `
select s.nspname as schema, w.relname as name, obj_description(w.oid, 'pg_class') as comment, (${COLUMNS}) as columns, (${CONSTRAINTS}) as constraints,
  (${INDEXES}) as indexes
from pg_class w join pg_namespace s on s.oid = w.relnamespace
where s.nspname = any ($1) and w.relkind in ('r', 'p') and not w.relispartition
  and ($2::text[] is null or w.relname = any ($2) or s.nspname || '.' || w.relname = any ($2))
  and not exists (select from pg_depend d where d.objid = w.oid and d.deptype = 'e')
order by array_position($1, s.nspname::text), w.relname`;

/** What stands beside tables and is none, or works behind them: views, tables of other servers, functions, triggers, rules for rows. */
const OTHERS = `
with n as (select oid, nspname from pg_namespace where nspname = any ($1)),
  w as (select c.oid, n.nspname, c.relname, c.relkind from pg_class c join n on n.oid = c.relnamespace
    where ($2::text[] is null or c.relname = any ($2) or n.nspname || '.' || c.relname = any ($2)))
select nspname as schema, relname as name, case relkind when 'v' then 'is a view' when 'm' then 'is a materialized view' else 'is a table of another server' end as what
  from w where relkind in ('v', 'm', 'f')
union all select w.nspname, w.relname || '.' || t.tgname, 'is a trigger' from pg_trigger t join w on w.oid = t.tgrelid where not t.tgisinternal
union all select w.nspname, w.relname || '.' || p.polname, 'is a rule for rows' from pg_policy p join w on w.oid = p.polrelid
union all select n.nspname, f.proname, 'is a function' from pg_proc f join n on n.oid = f.pronamespace
  where $2::text[] is null and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
order by 3 desc, 1, 2`;

/** A table as the statement answers it. */
type Stored = Omit<Table, 'key' | 'constraints'> & { readonly constraints: readonly StoredConstraint[] };
type StoredConstraint = Omit<Constraint, 'target'> & {
  readonly target: { readonly schema: string; readonly table: string; readonly columns: readonly string[] } | null;
};
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** JSON knows null, our types know what is not there. */
const present = <T extends object>(row: Nullable<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

export interface Database {
  readonly tables: readonly Table[];
  /** What else is there, and what it is. */
  readonly others: readonly { readonly key: string; readonly name: string; readonly what: string }[];
}

/** Reads the tables of some schemas and changes nothing. Throws what `pg` throws when the database cannot be reached. */
export async function readDatabase(
  url: string,
  schemas: readonly string[],
  only?: readonly string[],
): Promise<Database> {
  const keyOf = (schema: string, name: string): string =>
    schemas.length === 1 && schema === schemas[0] ? name : `${schema}.${name}`;
  const constraintOf = ({ target, ...constraint }: StoredConstraint): Constraint => ({
    ...present<Omit<Constraint, 'target'>>(constraint),
    ...(target
      ? { target: { key: keyOf(target.schema, target.table), table: target.table, columns: target.columns } }
      : {}),
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin read only');
    const { rows } = await client.query<Stored>(TABLES, [schemas, only ?? null]);
    const others = await client.query<{ schema: string; name: string; what: string }>(OTHERS, [schemas, only ?? null]);
    const tables = rows.map((row) => ({
      ...present(row),
      key: keyOf(row.schema, row.name),
      columns: (row.columns ?? []).map((column) => present<Column>(column)),
      constraints: row.constraints.map((constraint) => constraintOf(constraint)),
      indexes: row.indexes.map((index) => present<Index>(index)),
    }));
    return {
      tables,
      others: others.rows.map(({ schema, name, what }) => ({ key: keyOf(schema, name), name, what })),
    };
  } finally {
    await client.end();
  }
}
