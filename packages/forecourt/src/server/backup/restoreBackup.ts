import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { Sum } from '../contract.ts';
import type { FileStore } from '../files/index.ts';
import { createPool, type ConnectionConfig, type Log } from '../postgres/index.ts';
import { BackupError } from './backupError.ts';
import { CopyIn } from './copy.ts';
import { readSums } from './createBackup.ts';
import type { BackupKeys } from './keys.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { openBackup, type OpenBackup } from './openBackup.ts';
import { dropStructure, IN_FULL, runTogether } from './structure.ts';

export interface RestoreOptions {
  readonly connection: ConnectionConfig | string;
  /** The folder of one backup. */
  readonly backup: string;
  /** Where uploaded files go; undefined: they stay where they are. */
  readonly files?: FileStore;
  readonly keys: BackupKeys;
  /** Take a backup that none of the keys has sealed: it runs whatever its writer put in. */
  readonly trustWriter?: boolean;
  /** Throw away what the database holds. */
  readonly replace?: boolean;
  readonly sums: Readonly<Record<string, Sum>>;
  readonly log: Log;
}

/** What a restored backup was found to hold. */
export interface Restored {
  readonly time: string;
  readonly tables: number;
  readonly rows: number;
  readonly uploads: number;
  readonly sums: Readonly<Record<string, string>>;
}

async function requireRoom(client: PoolClient, replace: boolean): Promise<void> {
  const { rows: others } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'forecourt'`,
  );
  if (others.length > 0) throw new BackupError('Servers are connected to this database. Stop all of them first.');
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  if (tables.length === 0) return;
  if (!replace)
    throw new BackupError(
      `The database holds ${tables.length} tables already; nothing was changed. To throw them away for those of the backup, add --replace.`,
    );
  await dropStructure(client);
}

async function copyTable(client: PoolClient, backup: OpenBackup, part: TablePart): Promise<void> {
  const { table, columns, rows } = part;
  const into = client.query(new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`));
  const { streams, proof } = backup.read(part);
  await pipeline([...streams, createGunzip(), into]);
  // The file was looked at before; somebody may have put another in its place since.
  proof();
  if (into.rows !== rows)
    throw new BackupError(`The backup is damaged: ${table} has ${into.rows} rows and not ${rows}.`);
}

async function requireSums(
  client: PoolClient,
  { sums }: RestoreOptions,
  before: Manifest['sums'],
): Promise<Record<string, string>> {
  // What the application did not count then, or does no more, proves nothing.
  const known = Object.fromEntries(Object.entries(sums).filter(([name]) => name in before));
  const found = await readSums(client, known);
  const wrong = Object.keys(found).filter((name) => found[name] !== before[name]);
  if (wrong.length > 0)
    throw new BackupError(
      `What was restored does not add up: ${wrong.map((name) => `${name} is ${found[name]} and was ${before[name]}`).join(', ')}.`,
    );
  return found;
}

/** Files that are there are those of the backup: their names are random, and none is ever changed. */
async function copyUploads(backup: OpenBackup, files: FileStore): Promise<void> {
  await files.prepare();
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-restore-'));
  try {
    for await (const { name, ...part } of backup.uploads()) {
      const copy = path.join(folder, name);
      const { streams, proof } = backup.read(part);
      await pipeline([...streams, createWriteStream(copy, { flags: 'wx', mode: 0o600 })]);
      proof();
      await files.bring(name, copy);
      await rm(copy);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(client: PoolClient, options: RestoreOptions, backup: OpenBackup): Promise<Restored> {
  const { files, replace = false } = options;
  const { structure, tables, sequences, uploads, time, sums: before } = backup.manifest;
  await client.query('begin; set local check_function_bodies = off');
  await requireRoom(client, replace);
  await client.query(IN_FULL);
  await runTogether(client, structure.before);
  for (const part of tables) await copyTable(client, backup, part);
  await runTogether(client, structure.after);
  for (const { name, value, called } of sequences)
    await client.query('select setval($1, $2, $3)', [name, value, called]);
  await client.query('set local search_path to default');
  const sums = await requireSums(client, options, before);
  if (files !== undefined) await copyUploads(backup, files);
  await client.query('commit');
  return {
    time,
    tables: tables.length,
    rows: tables.reduce((all, { rows }) => all + rows, 0),
    uploads: uploads.count,
    sums,
  };
}

/**
 * Brings back a backup, in one transaction: whole, with the rows and sums that it was made with, or not at all. Every byte of it is looked at before. Throws BackupError where it is damaged, none of the keys has sealed it,
 * the database holds something and `replace` is not said, or servers work on it.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { connection, log, keys, trustWriter = false } = options;
  const backup = await openBackup(options.backup, keys, trustWriter);
  await backup.requireWhole();
  const pool = createPool({ connection, log, max: 1, statementTimeout: 0, applicationName: 'forecourt restore' });
  try {
    const client = await pool.connect();
    try {
      const restored = await fill(client, options, backup);
      await client.query('analyze');
      return restored;
    } finally {
      // Whatever was begun ends with the connection.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
