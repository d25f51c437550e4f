import { spawnSync } from 'node:child_process';
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  lastDue,
  nightlyBackup,
  restoreBackup,
  verifyBackup,
  type Backup,
} from '../../packages/forecourt/src/server/backup/index.ts';
import type { DeliveryContext } from 'forecourt/server';
import { ask, backedUp, emptyDatabase, KEYS, log, restore, scratch, sums, tablesOf, TOKEN, UPLOAD } from './backups.ts';

const world = backedUp();

const figure = async (name: string): Promise<number> => {
  const { body } = await world.app.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};

/** Rows that hang together: one of each a transaction, as long as it goes on. */
async function writeOn(signal: AbortSignal): Promise<number> {
  let written = 0;
  while (!signal.aborted) {
    const key = `during-${written++}`;
    await world.app.pool.query(
      `with a as (insert into "_signIn" (key, attempts) values ('${key}', '{}')) insert into "_knownPlace" ("userId", place, "lastTime") values (1, '${key}', now())`,
    );
  }
  return written;
}

describe('a backup', () => {
  it('brings back every row, index, guard, trigger and number, and the files', async () => {
    const database = await emptyDatabase();
    const into = await scratch();
    const restored = await restore(world.made.folder, database, { files: world.store(into) });
    expect(restored).toMatchObject({ uploads: 1, sums: { tries: '1250', payments: '0', paid: '0' } });
    expect(await readFile(path.join(into, 'files', UPLOAD), 'utf8')).toBe('a picture');
    const again = (await world.backup(await scratch(), { connection: database.connection, files: world.store(into) }))!;
    // PostgreSQL writes a condition that it has read once more with fewer brackets.
    const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/[()]/g, '')).toSorted();
    const sorted = ({ manifest: { structure } }: Backup) => [plain(structure.before), plain(structure.after)];
    expect(sorted(again)).toEqual(sorted(world.made));
    expect(again.manifest.sequences.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      world.made.manifest.sequences.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const lines = ({ manifest }: Backup) =>
      Object.fromEntries(manifest.tables.map(({ table, sha256 }) => [table, sha256]));
    // Byte for byte, but for the line that says when the first backup was world.made.
    expect({ ...lines(again), 'public._backup': '' }).toEqual({ ...lines(world.made), 'public._backup': '' });
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const stop = new AbortController();
    const writing = writeOn(stop.signal);
    const during = (await world.backup(await scratch()))!;
    stop.abort();
    expect(await writing).toBeGreaterThan(0);
    const database = await emptyDatabase();
    await restore(during.folder, database);
    const count = async (from: string): Promise<number> =>
      (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${from} like 'during-%'`)).rows[0]!.n;
    expect(await count('"_signIn" where key')).toBe(await count('"_knownPlace" where place'));
    await world.app.pool.query(
      `delete from "_signIn" where key like 'during-%'; delete from "_knownPlace" where place like 'during-%'`,
    );
  });

  it('holds no key, no session and no proof of a phone', async () => {
    const { rows } = await world.app.pool.query<{ value: Buffer }>('select value from "_secret"');
    expect(rows.length).toBeGreaterThan(0);
    const texts = await Promise.all(
      world.made.manifest.tables.map(async ({ file }) =>
        gunzipSync(await readFile(path.join(world.made.folder, file))).toString(),
      ),
    );
    for (const { value } of rows) expect(texts.join()).not.toContain(value.toString('hex'));
    for (const name of ['_secret', '_session', '_editing', '_verification'])
      expect(world.made.manifest.tables.find(({ table }) => table.replaceAll('"', '') === `public.${name}`)?.rows).toBe(
        0,
      );
  });

  it('is found to be good in a database of its own', async () => {
    expect(await verifyBackup({ backup: world.made.folder, keys: KEYS, sums, log })).toMatchObject({
      sums: { tries: '1250' },
    });
  });

  it('does not pass for good when the sums are others', async () => {
    const database = await emptyDatabase();
    const wrong = { tries: { read: () => Promise.resolve('1249') } };
    await expect(
      restoreBackup({ connection: database.connection, backup: world.made.folder, keys: KEYS, sums: wrong, log }),
    ).rejects.toThrow('tries is 1249 and was 1250');
    expect(await tablesOf(database)).toBe(0);
  });

  it.each<readonly [what: string, harm: (backup: string) => Promise<void>]>([
    ['a table cut short', (dir) => truncate(path.join(dir, world.made.manifest.tables[3]!.file), 10)],
    ['a table with another byte', (dir) => appendFile(path.join(dir, world.made.manifest.tables[3]!.file), 'x')],
    ['a table that is missing', (dir) => rm(path.join(dir, world.made.manifest.tables[3]!.file))],
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
    await cp(world.made.folder, copy, { recursive: true });
    await harm(copy);
    const database = await emptyDatabase();
    await expect(restore(copy, database)).rejects.toThrow(/is damaged/);
    expect(await tablesOf(database)).toBe(0);
  });

  it('takes the place of what is there only when told so', async () => {
    const database = await emptyDatabase();
    await ask(database, 'create table mine as select 1 as id');
    await expect(restore(world.made.folder, database)).rejects.toThrow(/holds 1 tables already; nothing was changed/);
    expect(await tablesOf(database)).toBe(1);
    await restore(world.made.folder, database, { replace: true });
    await restore(world.made.folder, database, { replace: true });
    const { rows } = await database.pool.query(
      `select to_regclass('mine') as mine, count(*)::int as users from "user"`,
    );
    expect(rows[0]).toEqual({ mine: null, users: 9 });
  });

  it('is refused where it would lose something, and stands in the way of no other', async () => {
    await world.app.pool.query(`create type mood as enum ('good')`);
    onTestFinished(async () => void (await world.app.pool.query('drop type mood')));
    const into = await scratch();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(world.backup(into)).rejects.toThrow(/type public\.mood/);
    expect(await readdir(into)).toEqual([]);
  });

  it('takes a file that the one before has already no second time', async () => {
    const second = (await world.backup(world.folder, { keep: 5 }))!;
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
        pool: world.app.pool,
        connection: world.app.database.connection,
        settings: { folder: dir, keep: 3, at: '00:00' },
        zone: 'UTC',
        files: world.store(),
        keys: KEYS,
        sums,
        log,
      });
      await world.app.pool.query('delete from "_backup"');
      await work.run({ now: due } as DeliveryContext);
      expect(await readdir(dir)).toEqual([]);
      expect(await figure('backup_failures')).toBe(1);
      const { rows } = await world.app.pool.query<{ problem: string }>('select problem from "_backup"');
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
    await world.app.pool.query('delete from "_backup"');
    const dir = await scratch();
    const work = () =>
      nightlyBackup({
        pool: world.app.pool,
        connection: world.app.database.connection,
        settings: { folder: dir, keep: 2, at: '00:00' },
        zone: 'UTC',
        files: world.store(),
        keys: KEYS,
        sums,
        log,
      });
    for (const day of ['01', '02', '03'])
      await cp(world.made.folder, path.join(dir, `2020-01-${day}T00-00-00Z`), { recursive: true });
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
    await writeFile(path.join(world.files(), 'a'.repeat(32)), 'x');
    await world.app.pool.query(`insert into "_removedFile" values ('${'a'.repeat(32)}')`);
    const other = await world.app.pool.connect();
    await other.query('begin; select pg_advisory_xact_lock(4062210734)');
    await world.app.app.background.doNow('_removedFiles');
    expect(await readdir(world.files())).toContain('a'.repeat(32));
    await other.query('commit');
    other.release();
    await world.app.app.background.doNow('_removedFiles');
    expect(await readdir(world.files())).not.toContain('a'.repeat(32));
  });
});
