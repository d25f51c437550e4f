import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Sum } from '../contract.ts';
import { onClient } from '../data/index.ts';
import type { FileStore } from '../files/index.ts';
import { createPool, type ConnectionConfig, type Log } from '../postgres/index.ts';
import { draftBackup, forgetBackups, type Draft } from './archive.ts';
import { BackupBusy, BackupError } from './backupError.ts';
import { CopyOut } from './copy.ts';
import type { BackupKeys } from './keys.ts';
import { BACKUP_LOCK, FILES_LOCK } from './locks.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { isMadeSince, noteBackup } from './state.ts';
import { readStructure, type StoredTable } from './structure.ts';

export interface BackupOptions {
  readonly connection: ConnectionConfig | string;
  /** Where uploaded files lie. */
  readonly files: FileStore;
  readonly keys: BackupKeys;
  /** Where backups go, each into a folder of its own. */
  readonly folder: string;
  /** Backups that stay there; all when undefined. */
  readonly keep?: number;
  /** Only where there is none yet since then: whoever is first makes it for all. */
  readonly unlessSince?: Date;
  /** Of the application. */
  readonly sums: Readonly<Record<string, Sum>>;
  readonly log: Log;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Tables whose rows stay behind, because they would let in who holds the backup. They hold the key of file addresses,
 * sessions with what they have open, sign-ins, trusted devices and codes for phones. The server makes a new key where
 * it finds none. Users sign in again.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'public._secret',
  'public._session',
  'public._signInStep',
  'public._passwordLink',
  'public._rememberedDevice',
  'public._editing',
  'public._verification',
  'public._upload',
]);

/** Names with capital letters are quoted, these are not. */
const isLeftOut = (table: string): boolean => LEFT_OUT.has(table.replaceAll('"', ''));

/** Reads every sum at the moment that the transaction of the connection shows. */
export async function readSums(
  client: PoolClient,
  sums: Readonly<Record<string, Sum>>,
): Promise<Record<string, string>> {
  const db = onClient(client);
  const found: Record<string, string> = {};
  for (const [name, { read }] of Object.entries(sums)) found[name] = String(await read(db));
  return found;
}

/** Keeps everybody else from backing up and from removing files, until its transaction ends. In a transaction of its own, so that what follows is seen as it is after it. */
async function keepStill(client: PoolClient): Promise<void> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [BACKUP_LOCK]);
  if (!rows[0]!.free) throw new BackupBusy('Another backup of this database is being made.');
  await client.query('select pg_advisory_xact_lock($1)', [FILES_LOCK]);
}

async function copyTable(
  client: PoolClient,
  draft: Draft,
  { name, columns }: StoredTable,
  at: number,
): Promise<TablePart> {
  const left = isLeftOut(name) ? ' where false' : '';
  const list = columns.join(', ');
  const rows = client.query(new CopyOut(`copy (select ${list} from ${name}${left}) to stdout`));
  const part = await draft.add(`tables/${String(at).padStart(4, '0')}.copy.gz`, rows);
  return { ...part, table: name, columns, rows: rows.rows };
}

async function sequencesOf(client: PoolClient, names: readonly string[]): Promise<Manifest['sequences']> {
  const found: { name: string; value: string; called: boolean }[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    found.push({ name, ...rows[0]! });
  }
  return found;
}

/** Everything, as it is at one moment: whatever is written meanwhile is not in it. */
async function takeSnapshot(
  client: PoolClient,
  draft: Draft,
  { files, sums, keys }: BackupOptions,
  time: Date,
): Promise<Manifest> {
  await client.query(
    'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
  );
  const { before, after, tables, sequences } = await readStructure(client);
  if (tables.length === 0) throw new BackupError('The database holds nothing yet.');
  // Nobody changes a table until its rows have been read; writers do not wait.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  const parts: TablePart[] = [];
  for (const [at, table] of tables.entries()) parts.push(await copyTable(client, draft, table, at));
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  // Last, and never behind the rows: a number is not given twice.
  const numbers = await sequencesOf(client, sequences);
  await client.query('set local search_path to default');
  return {
    format: 2,
    ...(keys.encrypt.length > 0 && { encrypted: true }),
    time: time.toISOString(),
    postgres: rows[0]!.version,
    structure: { before, after },
    tables: parts,
    sequences: numbers,
    sums: await readSums(client, sums),
    uploads: await draft.addUploads(files),
  };
}

/** A connection for work that takes its time. What fails leaves it in the middle of something: it is closed. */
async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Makes a backup while everybody works: all rows of one moment, the uploaded files, and what they add up to, in a folder that appears when it is whole. No keys are in it.
 * Memory does not grow with the database. Answers undefined where `unlessSince` holds. Throws BackupBusy, BackupError (something that it could not carry) and what the disk or the
 * database say; nothing is left then, and the next one may begin at once.
 */
export async function createBackup(options: BackupOptions): Promise<Backup | undefined> {
  const { connection, log, folder, keep, unlessSince } = options;
  const pool = createPool({ connection, log, max: 2, statementTimeout: 0, applicationName: 'forecourt backup' });
  try {
    return await onConnection(pool, async (guard) => {
      await keepStill(guard);
      if (unlessSince && (await isMadeSince(guard, unlessSince))) return undefined;
      const time = new Date();
      const draft = await draftBackup(path.resolve(folder), time, options.keys);
      try {
        const manifest = await onConnection(pool, (client) => takeSnapshot(client, draft, options, time));
        // Fails where the guard was lost while files were copied, and has guarded nothing.
        await noteBackup(guard, { time });
        const made = { folder: await draft.finish(manifest), manifest };
        if (keep !== undefined) await forgetBackups(folder, keep);
        return made;
      } catch (error) {
        // A connection that is only closed keeps others away until the server has noticed.
        await guard.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        await draft.discard();
      }
    });
  } finally {
    await pool.end();
  }
}
