import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '../files/index.ts';
import { BackupError } from './backupError.ts';
import { decrypting, encryptedSize, encrypting } from './cipher.ts';
import type { BackupKeys } from './keys.ts';
import { MANIFEST, sealManifest, type Manifest, type Part } from './manifest.ts';

export const UPLOADS = 'uploads';
const UNFINISHED = '.part';
const FINISHED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Passes bytes on and remembers what they were. */
export class Measure extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Everything passes, nothing stays. */
export async function measured(source: Readable): Promise<{ bytes: number; sha256: string }> {
  const measure = new Measure();
  measure.resume();
  await pipeline(source, measure);
  return { bytes: measure.bytes, sha256: measure.sha256() };
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Finished backups of a folder, the oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => FINISHED.test(name)).toSorted();
}

/** Deletes all but the newest `keep`. */
export async function forgetBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await listBackups(folder)).slice(0, -keep))
    await rm(path.join(folder, name), { recursive: true });
}

/** The SHA-256 of an encrypted file of an earlier backup. Undefined where it is of another key, or harmed. */
async function decrypted(from: string, file: string, key: Buffer): Promise<string | undefined> {
  const lying = new Measure();
  try {
    await pipeline([createReadStream(from), lying, decrypting([key], file), new Measure().resume()]);
    return lying.sha256();
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  }
}

/** A backup on its way. Nobody takes it for one before `finish`. */
export interface Draft {
  /** Writes a part, compressed. */
  add(file: string, content: Readable): Promise<Part>;
  /** Copies the uploaded files. Those that the previous backup holds already take no further place. */
  addUploads(from: FileStore): Promise<Manifest['uploads']>;
  /** Makes it a backup, in one step, and answers its folder. */
  finish(manifest: Manifest): Promise<string>;
  /** Leaves nothing behind; harmless after `finish`. */
  discard(): Promise<void>;
}

/** The name of a backup of this second, or of the next one that has none yet. */
async function freeName(folder: string, time: Date): Promise<string> {
  const taken = new Set(await readdir(folder));
  for (let at = time.getTime(); ; at += 1_000) {
    const name = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    if (!taken.has(name)) return name;
  }
}

/** Begins a backup in the folder, which is made where it is missing. What others left unfinished there is cleared away: at most one is made at a time. */
export async function draftBackup(folder: string, time: Date, keys: BackupKeys): Promise<Draft> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED) && FINISHED.test(name.slice(0, -UNFINISHED.length)))
      await rm(path.join(folder, name), { recursive: true });
  const previous = (await listBackups(folder)).at(-1);
  const final = path.join(folder, await freeName(folder, time));
  const draft = final + UNFINISHED;
  const [key] = keys.encrypt;
  for (const dir of ['tables', UPLOADS]) await mkdir(path.join(draft, dir), { recursive: true, mode: 0o700 });

  async function write(file: string, content: Readable, ...through: Transform[]): Promise<Part> {
    const measure = new Measure();
    const target = path.join(draft, file);
    const cipher = key === undefined ? [] : [encrypting(key, file)];
    const sink = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline([content, ...through, ...cipher, measure, sink]);
    await toDisk(target);
    return { file, bytes: measure.bytes, sha256: measure.sha256() };
  }

  /** Files never change under their name: one of the same name and size is the same. */
  async function upload(from: FileStore, name: string, size: number): Promise<string> {
    const file = `${UPLOADS}/${name}`;
    const content = async (): Promise<Readable> => {
      const opened = await from.open(name);
      if (!opened) throw new BackupError(`The uploaded file ${name} went away while it was copied.`);
      return opened.body;
    };
    const before = previous === undefined ? undefined : path.join(folder, previous, file);
    const known = before === undefined ? undefined : await stat(before).catch(() => undefined);
    if (before !== undefined && known !== undefined && known.size === (key ? encryptedSize(size) : size))
      try {
        const sealed = key && (await decrypted(before, file, key));
        if (!key || sealed !== undefined) {
          await link(before, path.join(draft, file));
          return sealed ?? (await measured(await content())).sha256;
        }
      } catch (error) {
        // A disk that knows no links, or another one.
        if (!['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    return (await write(file, await content())).sha256;
  }

  return {
    add: (file, content) => write(file, content, createGzip({ level: 6 })),
    async addUploads(from) {
      let count = 0;
      async function* lines(): AsyncGenerator<string> {
        for await (const { name, size } of from.list()) {
          count++;
          yield `${await upload(from, name, size)}  ${UPLOADS}/${name}\n`;
        }
      }
      const part = await write(`${UPLOADS}.sha256`, Readable.from(lines(), { objectMode: false }));
      return { ...part, count };
    },
    async finish(manifest) {
      const file = path.join(draft, MANIFEST);
      await writeFile(file, sealManifest(manifest, keys), { mode: 0o600, flush: true });
      for (const dir of ['tables', UPLOADS, '.']) await toDisk(path.join(draft, dir));
      await rename(draft, final);
      await toDisk(folder);
      return final;
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}
