import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '../files/index.ts';
import { BackupError } from './backupError.ts';
import type { Structure } from './structure.ts';

/** A file of a backup, and what must be in it. */
export interface Part {
  /** Below the folder of the backup. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface TablePart extends Part {
  /** Qualified and quoted, as in statements. */
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** What a backup says of itself. */
export interface Manifest {
  readonly format: 1;
  /** ISO 8601, UTC: the moment that it shows. */
  readonly time: string;
  /** Of the server that it was read from. */
  readonly postgres: string;
  readonly structure: Pick<Structure, 'before' | 'after'>;
  readonly tables: readonly TablePart[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
  /** Sums of the application by name, as they were. */
  readonly sums: Readonly<Record<string, string>>;
  /** Lists the uploaded files, one a line, as `sha256sum` does. */
  readonly uploads: Part & { readonly count: number };
}

const MANIFEST = 'manifest.json';
const UPLOADS = 'uploads';
const UNFINISHED = '.part';
const FINISHED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Passes bytes on and remembers what they were. */
class Measure extends Transform {
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
async function measured(source: Readable): Promise<{ bytes: number; sha256: string }> {
  const measure = new Measure();
  measure.resume();
  await pipeline(source, measure);
  return { bytes: measure.bytes, sha256: measure.sha256() };
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

const sealOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Finished backups of a folder, the oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => FINISHED.test(name)).toSorted();
}

/** Deletes all but the newest `keep`. */
export async function forgetBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await listBackups(folder)).slice(0, -keep))
    await rm(path.join(folder, name), { recursive: true });
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

/** Begins a backup in the folder, which is made where it is missing. What others left unfinished there is cleared away: at most one is made at a time. */
export async function draftBackup(folder: string, time: Date): Promise<Draft> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED) && FINISHED.test(name.slice(0, -UNFINISHED.length)))
      await rm(path.join(folder, name), { recursive: true });
  const previous = (await listBackups(folder)).at(-1);
  const final = path.join(folder, `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  const draft = final + UNFINISHED;
  for (const dir of ['tables', UPLOADS]) await mkdir(path.join(draft, dir), { recursive: true, mode: 0o700 });

  async function write(file: string, content: Readable, ...through: Transform[]): Promise<Part> {
    const measure = new Measure();
    const target = path.join(draft, file);
    await pipeline([content, ...through, measure, createWriteStream(target, { flags: 'wx', mode: 0o600 })]);
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
    if (before !== undefined && known !== undefined && known.size === size)
      try {
        await link(before, path.join(draft, file));
        return (await measured(await content())).sha256;
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
      await writeFile(file, JSON.stringify({ seal: sealOf(manifest), manifest }), { mode: 0o600, flush: true });
      for (const dir of ['tables', UPLOADS, '.']) await toDisk(path.join(draft, dir));
      await rename(draft, final);
      await toDisk(folder);
      return final;
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

/** Reads what a backup says of itself. Throws BackupError where there is none, or not the one that was written. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(path.join(backup, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${backup} holds no backup: ${MANIFEST} cannot be read (${error.code ?? error.message}).`);
  });
  const damaged = new BackupError(`The backup in ${backup} is damaged: ${MANIFEST} is not what was written.`);
  let read: { seal?: string; manifest?: Manifest };
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw damaged;
  }
  if (!read.manifest || sealOf(read.manifest) !== read.seal) throw damaged;
  if (read.manifest.format !== 1) throw new BackupError(`The backup in ${backup} was made by a newer release.`);
  return read.manifest;
}

/** The uploaded files that a backup lists, by name. */
export async function* listUploads(
  backup: string,
  manifest: Manifest,
): AsyncGenerator<{ name: string; sha256: string }> {
  const handle = await open(path.join(backup, manifest.uploads.file));
  for await (const line of handle.readLines()) {
    const [sha256 = '', file = ''] = line.split('  ');
    yield { sha256, name: path.basename(file) };
  }
}

export const uploadIn = (backup: string, name: string): string => path.join(backup, UPLOADS, name);

/** Reads every byte of a backup once and holds it against what was written. Throws BackupError naming the first that differs. */
export async function requireWhole(backup: string, manifest: Manifest): Promise<void> {
  const check = async (file: string, sha256: string): Promise<void> => {
    const found = await measured(createReadStream(path.join(backup, file))).catch(() => undefined);
    if (found?.sha256 !== sha256)
      throw new BackupError(
        `The backup in ${backup} is damaged: ${file} is ${found ? 'not what was written' : 'missing'}.`,
      );
  };
  for (const { file, sha256 } of [...manifest.tables, manifest.uploads]) await check(file, sha256);
  for await (const { name, sha256 } of listUploads(backup, manifest)) await check(`${UPLOADS}/${name}`, sha256);
}
