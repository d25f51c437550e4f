import { createHash } from 'node:crypto';
import { appendFile, cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { backupKeys, verifyBackup } from '../../packages/forecourt/src/server/backup/index.ts';
import type { Manifest } from '../../packages/forecourt/src/server/backup/manifest.ts';
import { decrypting, encryptedSize, encrypting } from '../../packages/forecourt/src/server/backup/cipher.ts';
import { sealOf } from '../../packages/forecourt/src/server/backup/keys.ts';
import { openBackup } from '../../packages/forecourt/src/server/backup/openBackup.ts';
import { ask, backedUp, emptyDatabase, KEYS, log, OURS, restore, scratch, sums, tablesOf, UPLOAD } from './backups.ts';

const [OTHER, THEIRS] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
/** As of a server with BACKUP_KEY. */
const ENCRYPTING = backupKeys([OTHER], [OURS]);
const world = backedUp();

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
    await cp(world.made.folder, copy, { recursive: true });
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
    await expect(restore(world.made.folder, database, { keys: backupKeys([], []) })).rejects.toThrow(/not sealed/);
    await restore(world.made.folder, database, { keys: backupKeys([OTHER], [THEIRS, OURS]) });
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
    const first = (await world.backup(into, { keys: ENCRYPTING }))!;
    const second = (await world.backup(into, { keys: ENCRYPTING }))!;
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
    const restored = await restore(second.folder, database, { keys: ENCRYPTING, files: world.store(dataDir) });
    expect(restored).toMatchObject({ uploads: 1, sums: { tries: '1250' } });
    expect(await readFile(path.join(dataDir, 'files', UPLOAD), 'utf8')).toBe('a picture');
  });

  it('of another key takes nothing over from the one before', async () => {
    const into = await scratch();
    await world.backup(into, { keys: backupKeys([THEIRS], []) });
    const second = (await world.backup(into, { keys: ENCRYPTING }))!;
    expect((await stat(path.join(second.folder, 'uploads', UPLOAD))).nlink).toBe(1);
    expect(await verifyBackup({ backup: second.folder, keys: ENCRYPTING, sums, log })).toMatchObject({ uploads: 1 });
    // Two backups and a start of PostgreSQL: more than a busy machine does in half a minute.
  }, 120_000);

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
