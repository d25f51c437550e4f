import pg from 'pg';
import { LOADS, SIZE } from './load.sql.ts';

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Plain indexes of a table, those of its constraints left alone. */
async function plainIndexes(client: pg.Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
     where x.indrelid = $1::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.oid)`,
    [`"${table}"`],
  );
  return rows;
}

/** Fills the tables that the product has made; indexes of the big ones are built afterwards, which is much faster. */
export async function loadDatabase(connectionString: string, say: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await fill(client, say);
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, say: (text: string) => void): Promise<void> {
  await client.query(
    `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2; set synchronous_commit = off`,
  );
  for (const [table, statement] of LOADS) {
    say(`loading ${table}`);
    const indexes = table === 'order' ? await plainIndexes(client, table) : [];
    for (const index of indexes) await client.query(`drop index "${index.name}"`);
    await client.query(statement);
    for (const index of indexes) await client.query(index.definition);
    await client.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`);
  }
  say('vacuum');
  await client.query('vacuum analyze');
  await client.query('checkpoint').catch(() => undefined);
  const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from "order"');
  if (rows[0]!.orders !== SIZE.orders) throw new Error(`${rows[0]!.orders} orders instead of ${SIZE.orders}`);
}
