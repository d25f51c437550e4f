import pg from 'pg';
import type { ConnectionConfig } from '../../packages/forecourt/src/server/postgres/index.ts';
import { loadsFor, type TableLoad } from './load.sql.ts';
import type { Size } from './size.ts';

/** PostgreSQL while it is loaded: what is lost by a crash is loaded anew. */
export const LOADING: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

const WORKERS = 2;
/** Rows of one insert. */
const CHUNK = 200_000;

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

type Task = (client: pg.Client) => Promise<unknown>;

/** Each task once, by whichever connection is free, in their order. */
async function share(clients: readonly pg.Client[], tasks: readonly Task[]): Promise<void> {
  const waiting = [...tasks];
  await Promise.all(
    clients.map(async (client) => {
      for (let task = waiting.shift(); task; task = waiting.shift()) await task(client);
    }),
  );
}

const chunksOf = ({ count, rows }: TableLoad): Task[] =>
  Array.from(
    { length: Math.ceil(count / CHUNK) },
    (_, at) => (client: pg.Client) => client.query(rows, [at * CHUNK + 1, Math.min((at + 1) * CHUNK, count)]),
  );

/** The index of the search takes as long as all others: it is begun with. */
const longestFirst = (a: Index, b: Index): number =>
  Number(b.definition.includes('USING gin')) - Number(a.definition.includes('USING gin'));

/**
 * Fills the tables that the product has made, as a superuser of its database, with PostgreSQL as LOADING has it; indexes are built
 * afterwards, which is much faster. References are not looked at: rows name what was loaded before them.
 */
export async function loadDatabase(
  connection: ConnectionConfig,
  size: Size,
  say: (text: string) => void,
): Promise<void> {
  const clients = Array.from({ length: WORKERS }, () => new pg.Client({ ...connection }));
  try {
    for (const client of clients) {
      await client.connect();
      await client.query(
        `set statement_timeout = 0; set session_replication_role = replica; set maintenance_work_mem = '2GB'`,
      );
    }
    await fill(clients, size, say);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function fill(clients: readonly pg.Client[], size: Size, say: (text: string) => void): Promise<void> {
  const [client] = clients as [pg.Client];
  const later: Index[] = [];
  for (const load of loadsFor(size, new Date())) {
    const { table } = load;
    say(`loading ${table}`);
    const indexes = load.count > CHUNK ? await plainIndexes(client, table) : [];
    for (const { name } of indexes) await client.query(`drop index "${name}"`);
    later.push(...indexes);
    await share(clients, chunksOf(load));
    await client.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`);
  }
  say(`building ${later.length} indexes`);
  await share(
    clients,
    later.toSorted(longestFirst).map(({ name, definition }) => async (builder: pg.Client) => {
      const started = performance.now();
      // Of a log in parts, an index of the whole is told apart from those of the parts: made as it was found, it would be none.
      await builder.query(definition.replace(' ON ONLY ', ' ON '));
      say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }),
  );
  say('vacuum');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from "order"');
  if (rows[0]!.orders !== size.orders) throw new Error(`${rows[0]!.orders} orders instead of ${size.orders}`);
}
