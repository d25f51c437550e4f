import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import {
  backupKeys,
  createBackup,
  restoreBackup,
  type Backup,
} from '../../packages/forecourt/src/server/backup/index.ts';
import { createFileStore } from '../../packages/forecourt/src/server/files/index.ts';
import type { Sum } from 'forecourt/server';
import { createLog } from '../../packages/forecourt/src/server/log.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { scratchFolder } from '../scratch.ts';
import { startTestApp, type TestApp } from './app.ts';

export const TOKEN = 'a-token-that-nobody-guesses';
export const UPLOAD = '0123456789abcdef0123456789abcdef';
export const log = createLog('silent');
export const OURS = Buffer.alloc(32, 1);
/** As of a server without BACKUP_KEY. */
export const KEYS = backupKeys([], [OURS]);
/** Those of the application, and one that the tests fill. */
export const sums: Readonly<Record<string, Sum>> = {
  ...application.module.sums,
  tries: {
    async read(db) {
      const { rows } = await sql<{ tries: string }>`select sum(tries)::text as tries from outbox`.execute(db);
      return rows[0]!.tries;
    },
  },
};

/** A folder of one test. */
export const scratch = async (): Promise<string> => {
  const dir = await scratchFolder('forecourt-backup-');
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

/** A database of one test. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** As an operator asks: not as a server that is connected. */
export async function ask<T extends pg.QueryResultRow>({ connection }: TestDatabase, query: string): Promise<T[]> {
  const client = new pg.Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

export const tablesOf = async (database: TestDatabase): Promise<number> =>
  (await ask(database, `select from pg_tables where schemaname = 'public'`)).length;

export const restore = (
  from: string,
  { connection }: TestDatabase,
  more: Partial<Pick<Parameters<typeof restoreBackup>[0], 'files' | 'replace' | 'keys' | 'trustWriter'>> = {},
) => restoreBackup({ connection, backup: from, keys: KEYS, sums, log, ...more });

/** A server with an upload and rows that a careless copy would break, and a backup of it, for all tests of a file. */
export function backedUp() {
  let app: TestApp;
  let folder: string;
  let made: Backup;
  const files = (): string => path.join(app.dataDir, 'files');
  const store = (dataDir = app.dataDir) => createFileStore({ dataDir });
  const backup = (into: string, more: Partial<Parameters<typeof createBackup>[0]> = {}) =>
    createBackup({ connection: app.database.connection, files: store(), keys: KEYS, folder: into, sums, log, ...more });
  beforeAll(async () => {
    app = await startTestApp({ settings: { metricsToken: TOKEN } });
    await app.as('admin');
    await writeFile(path.join(files(), UPLOAD), 'a picture');
    await writeFile(path.join(files(), `${'f'.repeat(32)}.part`), 'half');
    // Text that a careless copy would break.
    await sql`insert into "_signIn" (key, attempts) values (${'tab\tline\nback\\slash 中文 ไทย'}, '{}')`.execute(
      app.db,
    );
    await app.pool.query(
      `insert into outbox (channel, topic, state, payload, tries, "nextTryTime") values ('channel', 'stock', 'sent', '{"text": "\\n"}', 1250, now())`,
    );
    folder = await scratchFolder('forecourt-backup-');
    made = (await backup(folder))!;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    files,
    store,
    backup,
    get app() {
      return app;
    },
    get folder() {
      return folder;
    },
    get made() {
      return made;
    },
  };
}
