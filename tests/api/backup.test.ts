import { spawnSync } from 'node:child_process';
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import {
  createBackup,
  lastDue,
  nightlyBackup,
  restoreBackup,
  verifyBackup,
  type Backup,
} from '../../src/framework/server/backup/index.ts';
import { createFileStore } from '../../src/framework/server/files/index.ts';
import type { DeliveryContext, Sum } from '../../src/framework/server/index.ts';
import { createLog } from '../../src/framework/server/log.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { scratchFolder } from '../scratch.ts';
import { startTestApp, type TestApp } from './app.ts';

const TOKEN = 'a-token-that-nobody-guesses';
const UPLOAD = '0123456789abcdef0123456789abcdef';
const log = createLog('silent');
/** Those of the application, and one that this file fills. */
const sums: Readonly<Record<string, Sum>> = {
  ...application.module.sums,
  tries: {
    async read(db) {
      const { rows } = await sql<{ tries: string }>`select sum(tries)::text as tries from outbox`.execute(db);
      return rows[0]!.tries;
    },
  },
};

let test: TestApp;
let folder: string;
let made: Backup;

const scratch = async (): Promise<string> => {
  const dir = await scratchFolder('forecourt-backup-');
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};
const files = (): string => path.join(test.dataDir, 'files');
const store = (dataDir = test.dataDir) => createFileStore({ dataDir });
const backup = (into: string, more: Partial<Parameters<typeof createBackup>[0]> = {}) =>
  createBackup({ connection: test.database.connection, files: store(), folder: into, sums, log, ...more });
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
const restore = (
  from: string,
  { connection }: TestDatabase,
  more: Pick<Parameters<typeof restoreBackup>[0], 'files' | 'replace'> = {},
) => restoreBackup({ connection, backup: from, sums, log, ...more });
const figure = async (name: string): Promise<number> => {
  const { body } = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};
/** As an operator asks: not as a server that is connected. */
async function ask<T extends pg.QueryResultRow>({ connection }: TestDatabase, query: string): Promise<T[]> {
  const client = new pg.Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}
const tablesOf = async (database: TestDatabase): Promise<number> =>
  (await ask(database, `select from pg_tables where schemaname = 'public'`)).length;

/** Rows that hang together: one of each a transaction, as long as it goes on. */
async function writeOn(signal: AbortSignal): Promise<number> {
  let written = 0;
  while (!signal.aborted) {
    const key = `during-${written++}`;
    await test.pool.query(
      `with a as (insert into "_signIn" (key, attempts) values ('${key}', '{}')) insert into "_knownPlace" ("userId", place, "lastTime") values (1, '${key}', now())`,
    );
  }
  return written;
}

beforeAll(async () => {
  test = await startTestApp({ settings: { metricsToken: TOKEN } });
  await test.as('admin');
  await writeFile(path.join(files(), UPLOAD), 'a picture');
  await writeFile(path.join(files(), `${'f'.repeat(32)}.part`), 'half');
  // Text that a careless copy would break.
  await sql`insert into "_signIn" (key, attempts) values (${'tab\tline\nback\\slash 中文 ไทย'}, '{}')`.execute(test.db);
  await test.pool.query(
    `insert into outbox (channel, topic, state, payload, tries, "nextTryTime") values ('channel', 'stock', 'sent', '{"text": "\\n"}', 1250, now())`,
  );
  folder = await scratchFolder('forecourt-backup-');
  made = (await backup(folder))!;
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('brings back every row, index, guard, trigger and number, and the files', async () => {
    const database = await emptyDatabase();
    const into = await scratch();
    const restored = await restore(made.folder, database, { files: store(into) });
    expect(restored).toMatchObject({ uploads: 1, sums: { tries: '1250', payments: '0', paid: '0' } });
    expect(await readFile(path.join(into, 'files', UPLOAD), 'utf8')).toBe('a picture');
    const again = (await backup(await scratch(), { connection: database.connection, files: store(into) }))!;
    // PostgreSQL writes a condition that it has read once more with fewer brackets.
    const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/[()]/g, '')).toSorted();
    const sorted = ({ manifest: { structure } }: Backup) => [plain(structure.before), plain(structure.after)];
    expect(sorted(again)).toEqual(sorted(made));
    expect(again.manifest.sequences.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      made.manifest.sequences.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const lines = ({ manifest }: Backup) =>
      Object.fromEntries(manifest.tables.map(({ table, sha256 }) => [table, sha256]));
    // Byte for byte, but for the line that says when the first backup was made.
    expect({ ...lines(again), 'public._backup': '' }).toEqual({ ...lines(made), 'public._backup': '' });
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const stop = new AbortController();
    const writing = writeOn(stop.signal);
    const during = (await backup(await scratch()))!;
    stop.abort();
    expect(await writing).toBeGreaterThan(0);
    const database = await emptyDatabase();
    await restore(during.folder, database);
    const count = async (from: string): Promise<number> =>
      (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${from} like 'during-%'`)).rows[0]!.n;
    expect(await count('"_signIn" where key')).toBe(await count('"_knownPlace" where place'));
    await test.pool.query(
      `delete from "_signIn" where key like 'during-%'; delete from "_knownPlace" where place like 'during-%'`,
    );
  });

  it('holds no key, no session and no proof of a phone', async () => {
    const { rows } = await test.pool.query<{ value: Buffer }>('select value from "_secret"');
    expect(rows.length).toBeGreaterThan(0);
    const texts = await Promise.all(
      made.manifest.tables.map(async ({ file }) => gunzipSync(await readFile(path.join(made.folder, file))).toString()),
    );
    for (const { value } of rows) expect(texts.join()).not.toContain(value.toString('hex'));
    for (const name of ['_secret', '_session', '_editing', '_verification'])
      expect(made.manifest.tables.find(({ table }) => table.replaceAll('"', '') === `public.${name}`)?.rows).toBe(0);
  });

  it('is found to be good in a database of its own', async () => {
    expect(await verifyBackup({ backup: made.folder, sums, log })).toMatchObject({ sums: { tries: '1250' } });
  });

  it('does not pass for good when the sums are others', async () => {
    const database = await emptyDatabase();
    const wrong = { tries: { read: () => Promise.resolve('1249') } };
    await expect(
      restoreBackup({ connection: database.connection, backup: made.folder, sums: wrong, log }),
    ).rejects.toThrow('tries is 1249 and was 1250');
    expect(await tablesOf(database)).toBe(0);
  });

  it.each<readonly [what: string, harm: (backup: string) => Promise<void>]>([
    ['a table cut short', (dir) => truncate(path.join(dir, made.manifest.tables[3]!.file), 10)],
    ['a table with another byte', (dir) => appendFile(path.join(dir, made.manifest.tables[3]!.file), 'x')],
    ['a table that is missing', (dir) => rm(path.join(dir, made.manifest.tables[3]!.file))],
    ['a file that is missing', (dir) => rm(path.join(dir, 'uploads', UPLOAD))],
    ['a file that is another', (dir) => writeFile(path.join(dir, 'uploads', UPLOAD), 'b picture')],
    ['a list of files cut short', (dir) => truncate(path.join(dir, 'uploads.sha256'), 0)],
    ['a description cut short', (dir) => truncate(path.join(dir, 'manifest.json'), 500)],
    [
      'a description that was edited',
      async (dir) => {
        const file = path.join(dir, 'manifest.json');
        await writeFile(file, (await readFile(file, 'utf8')).replace('"1250"', '"1251"'));
      },
    ],
  ])('is refused with %s, and nothing is changed', async (_what, harm) => {
    const copy = path.join(await scratch(), 'copy');
    await cp(made.folder, copy, { recursive: true });
    await harm(copy);
    const database = await emptyDatabase();
    await expect(restore(copy, database)).rejects.toThrow(/is damaged/);
    expect(await tablesOf(database)).toBe(0);
  });

  it('takes the place of what is there only when told so', async () => {
    const database = await emptyDatabase();
    await ask(database, 'create table mine as select 1 as id');
    await expect(restore(made.folder, database)).rejects.toThrow(/holds 1 tables already; nothing was changed/);
    expect(await tablesOf(database)).toBe(1);
    await restore(made.folder, database, { replace: true });
    await restore(made.folder, database, { replace: true });
    const { rows } = await database.pool.query(
      `select to_regclass('mine') as mine, count(*)::int as users from "user"`,
    );
    expect(rows[0]).toEqual({ mine: null, users: 9 });
  });

  it('is refused where it would lose something, and stands in the way of no other', async () => {
    await test.pool.query(`create type mood as enum ('good')`);
    onTestFinished(async () => void (await test.pool.query('drop type mood')));
    const into = await scratch();
    for (let attempt = 0; attempt < 5; attempt += 1) await expect(backup(into)).rejects.toThrow(/type public\.mood/);
    expect(await readdir(into)).toEqual([]);
  });

  it('takes a file that the one before has already no second time', async () => {
    const second = (await backup(folder, { keep: 5 }))!;
    const { stdout } = spawnSync('stat', ['-c', '%h', path.join(second.folder, 'uploads', UPLOAD)], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('2');
    await rm(second.folder, { recursive: true });
  });
});

describe('a full disk', () => {
  const mount = async (): Promise<string> => {
    const dir = await scratch();
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', dir]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', [dir]));
    return dir;
  };

  it.skipIf(process.getuid?.() !== 0)(
    'leaves nothing that looks like a backup, and is seen in the figures',
    async () => {
      const dir = await mount();
      const due = Date.now();
      const work = nightlyBackup({
        pool: test.pool,
        connection: test.database.connection,
        settings: { folder: dir, keep: 3, at: '00:00' },
        zone: 'UTC',
        files: store(),
        sums,
        log,
      });
      await test.pool.query('delete from "_backup"');
      await work.run({ now: due } as DeliveryContext);
      expect(await readdir(dir)).toEqual([]);
      expect(await figure('backup_failures')).toBe(1);
      const { rows } = await test.pool.query<{ problem: string }>('select problem from "_backup"');
      expect(rows[0]!.problem).toContain('ENOSPC');
      // Not again at once.
      await work.run({ now: due + 60_000 } as DeliveryContext);
      expect(await figure('backup_failures')).toBe(1);
    },
  );
});

describe('the backup of a night', () => {
  it.each([
    ['2026-11-23T20:00:00Z', '2026-11-23T19:00:00.000Z'],
    ['2026-11-23T18:59:00Z', '2026-11-22T19:00:00.000Z'],
  ])('at %s was last due at %s', (now, due) => {
    expect(lastDue(Date.parse(now), { at: '02:00', zone: 'Asia/Bangkok' }).toISOString()).toBe(due);
  });

  it('is made once, whichever process comes first, and the oldest go', async () => {
    await test.pool.query('delete from "_backup"');
    const dir = await scratch();
    const work = () =>
      nightlyBackup({
        pool: test.pool,
        connection: test.database.connection,
        settings: { folder: dir, keep: 2, at: '00:00' },
        zone: 'UTC',
        files: store(),
        sums,
        log,
      });
    for (const day of ['01', '02', '03'])
      await cp(made.folder, path.join(dir, `2020-01-${day}T00-00-00Z`), { recursive: true });
    const processes = [work(), work(), work()];
    await Promise.all(processes.map((one) => one.run({ now: Date.now() } as DeliveryContext)));
    for (const one of processes) await one.run({ now: Date.now() } as DeliveryContext);
    const left = await readdir(dir);
    expect(left).toHaveLength(2);
    expect(left).toContain('2020-01-03T00-00-00Z');
    expect(await figure('backup_failures')).toBe(0);
    expect(await figure('backup_age_seconds')).toBeLessThan(60);
  });

  it('waits with removing files while one is made', async () => {
    await writeFile(path.join(files(), 'a'.repeat(32)), 'x');
    await test.pool.query(`insert into "_removedFile" values ('${'a'.repeat(32)}')`);
    const other = await test.pool.connect();
    await other.query('begin; select pg_advisory_xact_lock(4062210734)');
    await test.app.background.doNow('_removedFiles');
    expect(await readdir(files())).toContain('a'.repeat(32));
    await other.query('commit');
    other.release();
    await test.app.background.doNow('_removedFiles');
    expect(await readdir(files())).not.toContain('a'.repeat(32));
  });
});
