import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import {
  backupKeys,
  createBackup,
  lastDue,
  nightlyBackup,
  restoreBackup,
  verifyBackup,
  type Backup,
} from '../../src/framework/server/backup/index.ts';
import type { Manifest } from '../../src/framework/server/backup/manifest.ts';
import { decrypting, encryptedSize, encrypting } from '../../src/framework/server/backup/cipher.ts';
import { sealOf } from '../../src/framework/server/backup/keys.ts';
import { openBackup } from '../../src/framework/server/backup/openBackup.ts';
import { createFileStore } from '../../src/framework/server/files/index.ts';
import type { DeliveryContext, Sum } from '../../src/framework/server/index.ts';
import { createLog } from '../../src/framework/server/log.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { scratchFolder } from '../scratch.ts';
import { startTestApp, type TestApp } from './app.ts';

const TOKEN = 'a-token-that-nobody-guesses';
const UPLOAD = '0123456789abcdef0123456789abcdef';
const log = createLog('silent');
const [OURS, OTHER, THEIRS] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
/** As of a server without BACKUP_KEY. */
const KEYS = backupKeys([], [OURS]);
/** As of one with it. */
const ENCRYPTING = backupKeys([OTHER], [OURS]);
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
  createBackup({ connection: test.database.connection, files: store(), keys: KEYS, folder: into, sums, log, ...more });
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
const restore = (
  from: string,
  { connection }: TestDatabase,
  more: Partial<Pick<Parameters<typeof restoreBackup>[0], 'files' | 'replace' | 'keys' | 'trustWriter'>> = {},
) => restoreBackup({ connection, backup: from, keys: KEYS, sums, log, ...more });
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
    expect(await verifyBackup({ backup: made.folder, keys: KEYS, sums, log })).toMatchObject({
      sums: { tries: '1250' },
    });
  });

  it('does not pass for good when the sums are others', async () => {
    const database = await emptyDatabase();
    const wrong = { tries: { read: () => Promise.resolve('1249') } };
    await expect(
      restoreBackup({ connection: database.connection, backup: made.folder, keys: KEYS, sums: wrong, log }),
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

/** What somebody who can write to the folder makes of a backup: their own SQL, with every sum right. */
async function forge(backup: string, seal: (text: string) => string): Promise<void> {
  const file = path.join(backup, 'manifest.json');
  const { manifest } = JSON.parse(await readFile(file, 'utf8')) as { manifest: Manifest };
  const before = [...manifest.structure.before, 'create table public.forged as select 1 as id'];
  const text = JSON.stringify({ ...manifest, structure: { ...manifest.structure, before } });
  const digest = createHash('sha256').update(text).digest('hex');
  await writeFile(file, `{"digest":"${digest}","seal":"${seal(text)}","manifest":${text}}`);
}

describe('the seal of a backup', () => {
  const copied = async (): Promise<string> => {
    const copy = path.join(await scratch(), 'copy');
    await cp(made.folder, copy, { recursive: true });
    return copy;
  };
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  it.each<readonly [string, (text: string) => string]>([
    ['none', () => ''],
    ['a plain sum', sha256],
    ['a seal with another key', (text) => sealOf(backupKeys([], [THEIRS]), text)],
  ])('is not %s: nothing of such a backup is run', async (_what, seal) => {
    const copy = await copied();
    await forge(copy, seal);
    const database = await emptyDatabase();
    await expect(restore(copy, database)).rejects.toThrow(
      /not sealed with a key of this server.*--trust-folder-writer/,
    );
    await expect(verifyBackup({ backup: copy, keys: KEYS, sums, log })).rejects.toThrow(/not sealed/);
    expect(await tablesOf(database)).toBe(0);
  });

  it('is not asked for by an operator who trusts whoever can write there', async () => {
    const copy = await copied();
    await forge(copy, () => '');
    const database = await emptyDatabase();
    await restore(copy, database, { trustWriter: true });
    expect(await ask(database, 'select id from public.forged')).toEqual([{ id: 1 }]);
  });

  it('of an earlier release is none', async () => {
    const copy = await copied();
    const file = path.join(copy, 'manifest.json');
    const { manifest } = JSON.parse(await readFile(file, 'utf8')) as { manifest: Manifest };
    const text = JSON.stringify({ ...manifest, format: 1 });
    await writeFile(file, `{"seal":"${sha256(text)}","manifest":${text}}`);
    const database = await emptyDatabase();
    await expect(restore(copy, database)).rejects.toThrow(/not sealed/);
    await restore(copy, database, { trustWriter: true });
    expect(await tablesOf(database)).toBeGreaterThan(10);
  });

  it('of an older key is accepted while the key is listed', async () => {
    const database = await emptyDatabase();
    await expect(restore(made.folder, database, { keys: backupKeys([], []) })).rejects.toThrow(/not sealed/);
    await restore(made.folder, database, { keys: backupKeys([OTHER], [THEIRS, OURS]) });
  });

  it('a table that is changed after the check is not taken', async () => {
    const copy = await copied();
    const opened = await openBackup(copy, KEYS, false);
    await opened.requireWhole();
    const part = opened.manifest.tables.find(({ rows }) => rows > 0)!;
    await appendFile(path.join(copy, part.file), 'x');
    const { streams, proof } = opened.read(part);
    await pipeline([...streams, new Writable({ write: (_chunk, _encoding, done) => done() })]);
    expect(proof).toThrow(/is damaged/);
  });
});

describe('an encrypted backup', () => {
  it('shows nothing without the key, comes back whole with it, and links what has not changed', async () => {
    const into = await scratch();
    const first = (await backup(into, { keys: ENCRYPTING }))!;
    const second = (await backup(into, { keys: ENCRYPTING }))!;
    for (const { folder: of } of [first, second]) {
      const names = await readdir(of, { recursive: true, withFileTypes: true });
      for (const entry of names.filter((each) => each.isFile())) {
        const bytes = await readFile(path.join(entry.parentPath, entry.name));
        expect(bytes.includes('a picture') || bytes.includes('create table') || bytes.includes(UPLOAD)).toBe(false);
        expect(bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))).toBe(false);
      }
    }
    expect((await stat(path.join(second.folder, 'uploads', UPLOAD))).nlink).toBe(2);
    const database = await emptyDatabase();
    await expect(restore(second.folder, database)).rejects.toThrow(/is encrypted. Set BACKUP_KEY/);
    await expect(restore(second.folder, database, { trustWriter: true })).rejects.toThrow(/is encrypted/);
    expect(await tablesOf(database)).toBe(0);
    const dataDir = await scratch();
    const restored = await restore(second.folder, database, { keys: ENCRYPTING, files: store(dataDir) });
    expect(restored).toMatchObject({ uploads: 1, sums: { tries: '1250' } });
    expect(await readFile(path.join(dataDir, 'files', UPLOAD), 'utf8')).toBe('a picture');
  });

  it('of another key takes nothing over from the one before', async () => {
    const into = await scratch();
    await backup(into, { keys: backupKeys([THEIRS], []) });
    const second = (await backup(into, { keys: ENCRYPTING }))!;
    expect((await stat(path.join(second.folder, 'uploads', UPLOAD))).nlink).toBe(1);
    expect(await verifyBackup({ backup: second.folder, keys: ENCRYPTING, sums, log })).toMatchObject({ uploads: 1 });
  });

  it.each([0, 1, 15, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024 + 7])(
    'brings back %d bytes, and no piece that is cut off, moved or of another file',
    async (bytes) => {
      const content = Buffer.alloc(bytes, 'abc');
      const [key] = ENCRYPTING.encrypt;
      const through = (stream: Duplex, from: Buffer) => buffer(Readable.from([from]).pipe(stream));
      const encrypted = await through(encrypting(key!, 'a'), content);
      expect(encrypted.length).toBe(encryptedSize(bytes));
      const read = (from: Buffer, file = 'a') => through(decrypting([key!], file), from);
      expect((await read(encrypted)).equals(content)).toBe(true);
      await expect(read(encrypted, 'b')).rejects.toThrow(/is damaged/);
      await expect(read(encrypted.subarray(0, -1))).rejects.toThrow(/is damaged/);
      const piece = 1024 * 1024 + 16;
      if (bytes > 1024 * 1024) await expect(read(encrypted.subarray(0, 16 + piece))).rejects.toThrow(/is damaged/);
    },
  );
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
        keys: KEYS,
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
        keys: KEYS,
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
