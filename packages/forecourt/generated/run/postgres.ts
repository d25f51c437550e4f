import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type ConnectionConfig, createPool } from '../../src/server/postgres/index.ts';
import { quiet } from './testCluster.ts';

/** A busy machine is not what tests look for: what takes long in them is waited for. */
export const PATIENCE = 60_000;

export interface TestDatabase {
  readonly connection: ConnectionConfig;
  readonly pool: pg.Pool;
  /** Ends the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/**
 * A database of its own for a test file, empty or cloned from a template made by `prepareTemplate`. Needs a run whose
 * global setup runs PostgreSQL.
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await maintain((client) => create(client, database, template));
  const connection = { ...server(), database };
  const pool = createPool({ connection, log: quiet, max: 5, statementTimeout: PATIENCE, connectionTimeout: PATIENCE });
  const drop = async (): Promise<void> => {
    await pool.end();
    await maintain((client) => client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`));
  };
  return { connection, pool, drop };
}

/** Templates that this worker knows to be whole. */
const prepared = new Set<string>();

/**
 * Fills a template database once per run, whichever worker comes first; the others wait for it. `fill` must close its connections.
 * Returns the name for `createTestDatabase`.
 */
export async function prepareTemplate(
  name: string,
  fill: (connection: ConnectionConfig) => Promise<void>,
): Promise<string> {
  const database = `template_${name}`;
  if (prepared.has(database)) return database;
  const quoted = pg.escapeIdentifier(database);
  await maintain(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [database]);
    try {
      const ready = await client.query('select from pg_database where datname = $1 and datistemplate', [database]);
      if (ready.rowCount === 1) return;
      // Left over when filling failed in another worker.
      await client.query(`drop database if exists ${quoted} with (force)`);
      await create(client, database);
      await fill({ ...server(), database });
      // Only a whole template carries the mark, and nobody connects to it any more: a session would hold up cloning.
      await client.query(`alter database ${quoted} with is_template true allow_connections false`);
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [database]);
    }
  });
  prepared.add(database);
  return database;
}

async function create(client: pg.ClientBase, database: string, template = 'template0'): Promise<void> {
  // Copying files is faster than logging every page while checkpoints cost nothing (fsync is off).
  await client.query(
    `create database ${pg.escapeIdentifier(database)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
}

function server(): ConnectionConfig {
  const connection = inject('postgres');
  if (!connection) throw new Error('no PostgreSQL: globalSetup.ts beside this file runs one');
  return connection;
}

/** Of the worker: a connection costs ten milliseconds, and every file needs three times one. It does not keep the worker from ending. */
let maintenance: pg.Pool | undefined;

/** Works in the maintenance database. */
async function maintain<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  if (!maintenance) {
    maintenance = new pg.Pool({ ...server(), database: 'postgres', ssl: false, allowExitOnIdle: true });
    // At the end of a run PostgreSQL may be gone before the worker.
    maintenance.on('error', () => undefined);
  }
  const client = await maintenance.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
