import type { ClientBase } from 'pg';
import { BackupError } from './backupError.ts';

/** A table that holds rows: a month of a log is one of its own, the log itself is none. */
export interface StoredTable {
  /** Qualified and quoted, as in statements. */
  readonly name: string;
  /** Quoted; without those that PostgreSQL works out itself. */
  readonly columns: readonly string[];
}

/** Everything that a database of ours is made of but its rows, as statements of PostgreSQL's own words. */
export interface Structure {
  /** Up to the empty tables. */
  readonly before: readonly string[];
  /** What is quicker, or only possible, once the rows are there: keys, indexes, guards, triggers, views. */
  readonly after: readonly string[];
  readonly tables: readonly StoredTable[];
  /** Qualified and quoted. */
  readonly sequences: readonly string[];
}

/** Schemas whose objects are ours to carry. */
const OURS = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`;
const belongsToExtension = (catalog: string, oid: string): string =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
const RELATION = `pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not ${belongsToExtension('pg_class', 'c.oid')}`;
const NAME = `format('%I.%I', n.nspname, c.relname)`;

/** What the statements below would lose without a word. */
const UNKNOWN = `
  select case c.relkind when 'm' then 'materialized view ' when 'f' then 'foreign table ' else 'type ' end || ${NAME} as what from ${RELATION} and c.relkind in ('m', 'f', 'c')
  union all select 'type ' || format('%I.%I', n.nspname, t.typname) from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where ${OURS} and t.typtype in ('d', 'e', 'r') and not ${belongsToExtension('pg_type', 't.oid')}
  union all select 'policy ' || polname from pg_policy
  union all select 'rule ' || rulename from pg_rules n where ${OURS.replaceAll('nspname', 'schemaname')}
  union all select 'aggregate ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OURS} and p.prokind not in ('f', 'p') and not ${belongsToExtension('pg_proc', 'p.oid')}
  union all select 'inheritance of ' || ${NAME} from ${RELATION} and c.relkind = 'r' and not c.relispartition and exists (select from pg_inherits i where i.inhrelid = c.oid)`;

const SCHEMAS = `select format('create schema if not exists %I', n.nspname) as sql from pg_namespace n where ${OURS} order by 1`;

const EXTENSIONS = `select format('create extension if not exists %I with schema %I', e.extname, n.nspname) as sql
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname <> 'plpgsql' order by 1`;

const FUNCTIONS = `select pg_get_functiondef(p.oid) as sql from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OURS} and not ${belongsToExtension('pg_proc', 'p.oid')} order by p.oid`;

/** Those of identity columns come with their tables. */
const SEQUENCES = `select format('create sequence %s as %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s', ${NAME}, format_type(s.seqtypid, null),
    s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache, case when s.seqcycle then ' cycle' else '' end) as sql
  from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i')) order by c.oid`;

/** A month of a log takes its numbers from the whole. */
const COLUMNS = `select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
      || case when a.attcollation <> 0 and a.attcollation <> t.typcollation
           then (select format(' collate %I.%I', cn.nspname, co.collname) from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace where co.oid = a.attcollation) else '' end
      || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(f.adbin, f.adrelid) || ') stored'
              when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(f.adbin, f.adrelid) || ') virtual'
              when f.adbin is not null then ' default ' || pg_get_expr(f.adbin, f.adrelid) else '' end
      || case when a.attidentity <> '' and not c.relispartition then format(' generated %s as identity (sequence name %s)',
           case a.attidentity when 'a' then 'always' else 'by default' end, pg_get_serial_sequence(${NAME}, a.attname)) else '' end
      || case when a.attnotnull then ' not null' else '' end, ', ' order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const TABLES = `select format('create %stable %s (%s)%s', case c.relpersistence when 'u' then 'unlogged ' else '' end, ${NAME}, (${COLUMNS}),
    coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')) as sql from ${RELATION} and c.relkind in ('r', 'p') order by c.oid`;

const PARTITIONS = `select format('alter table %s attach partition %s %s', i.inhparent::regclass, ${NAME}, pg_get_expr(c.relpartbound, c.oid)) as sql
  from pg_inherits i, ${RELATION} and c.oid = i.inhrelid and c.relispartition and c.relkind in ('r', 'p') order by c.oid`;

/** Of a partitioned table those of the whole; each month gets its own from them. Foreign keys last: they need the keys that they point to. */
const CONSTRAINTS = `select format('alter table %s add constraint %I %s', ${NAME}, k.conname, pg_get_constraintdef(k.oid)) as sql
  from pg_constraint k, ${RELATION} and c.oid = k.conrelid and k.contype in ('p', 'u', 'x', 'c', 'f') and k.conparentid = 0 and k.coninhcount = 0
  order by position(k.contype in 'puxcf'), k.oid`;

const INDEXES = `select regexp_replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as sql from pg_index x, ${RELATION} and c.oid = x.indexrelid
  and not c.relispartition and (x.indisvalid or c.relkind = 'I')
  and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')) order by x.indexrelid`;

const VIEWS = `select format('create view %s%s as %s', ${NAME}, ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)) as sql
  from ${RELATION} and c.relkind = 'v' order by c.oid`;

const TRIGGERS = `select pg_get_triggerdef(t.oid) as sql from pg_trigger t, ${RELATION} and c.oid = t.tgrelid and not t.tgisinternal and t.tgparentid = 0 order by t.oid`;

const TRIGGER_STATES = `select format('alter table %s %s trigger %I', ${NAME}, case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, t.tgname) as sql
  from pg_trigger t, ${RELATION} and c.oid = t.tgrelid and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'O' order by t.oid`;

const COMMENTS = `select format('comment on %s %s is %L', case c.relkind when 'v' then 'view' else 'table' end, ${NAME}, d.description) as sql
  from pg_description d, ${RELATION} and d.classoid = 'pg_class'::regclass and c.oid = d.objoid and d.objsubid = 0 and c.relkind in ('r', 'p', 'v') order by c.oid`;

/** By its comment a column of whole numbers is told from one of amounts. */
const COLUMN_COMMENTS = `select format('comment on column %s.%s is %L', ${NAME}, (select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = d.objsubid), d.description) as sql
  from pg_description d, ${RELATION} and d.classoid = 'pg_class'::regclass and c.oid = d.objoid and d.objsubid > 0 and c.relkind in ('r', 'p', 'v') order by c.oid, d.objsubid`;

const STORED = `select ${NAME} as name, (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from ${RELATION} and c.relkind = 'r' order by c.oid`;

const ALL_SEQUENCES = `select ${NAME} as name from ${RELATION} and c.relkind = 'S' order by c.oid`;

/** With an empty search path PostgreSQL writes out every name in full, so that the statements mean the same anywhere. */
export const IN_FULL = `set local search_path = ''`;

/**
 * Reads what the database of the connection is made of, within its transaction. Throws BackupError where there is something that it could not carry: it leaves nothing
 * out silently.
 */
export async function readStructure(client: ClientBase): Promise<Structure> {
  const texts = async (query: string): Promise<string[]> =>
    (await client.query<{ sql: string }>(query)).rows.map(({ sql }) => sql);
  await client.query(IN_FULL);
  const { rows: unknown } = await client.query<{ what: string }>(UNKNOWN);
  if (unknown.length > 0)
    throw new BackupError(
      `The database holds what no schema made, and a backup would lose it: ${unknown.map(({ what }) => what).join(', ')}. Back it up with pg_dump.`,
    );
  const collect = async (queries: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const query of queries) found.push(...(await texts(query)));
    return found;
  };
  return {
    before: await collect([SCHEMAS, EXTENSIONS, FUNCTIONS, SEQUENCES, TABLES, PARTITIONS]),
    after: await collect([CONSTRAINTS, INDEXES, VIEWS, TRIGGERS, TRIGGER_STATES, COMMENTS, COLUMN_COMMENTS]),
    tables: (await client.query<StoredTable>(STORED)).rows,
    sequences: (await client.query<{ name: string }>(ALL_SEQUENCES)).rows.map(({ name }) => name),
  };
}

/** So many go to the database in one message: there are a thousand. */
const TOGETHER = 100;

/** Runs statements in their order, within the transaction of the connection. */
export async function runTogether(client: ClientBase, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += TOGETHER)
    await client.query(statements.slice(at, at + TOGETHER).join(';\n'));
}

/** Takes away everything that a structure would make, within the transaction of the connection. */
export async function dropStructure(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(`
    select format('drop %s %s cascade', case c.relkind when 'v' then 'view' else 'table' end, ${NAME}) as sql from ${RELATION} and c.relkind in ('v', 'r', 'p') and not c.relispartition
    union all select format('drop sequence if exists %s cascade', ${NAME}) from ${RELATION} and c.relkind = 'S'
    union all select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prokind = 'f' and not ${belongsToExtension('pg_proc', 'p.oid')}`);
  await runTogether(
    client,
    rows.map(({ sql }) => sql.replace(/^drop (view|table) /, 'drop $1 if exists ')),
  );
}
