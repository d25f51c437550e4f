import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { PIECE, type FileStore } from './store.ts';

const UNFINISHED = '.part';
const ABANDONED_MS = 60 * 60 * 1000;
/** Uploads are forgotten after a day, with their pieces; these are left where the database was replaced by a backup. */
const FORGOTTEN_MS = 48 * 60 * 60 * 1000;

/** A file of this disk on its way to where it is kept. */
export interface LocalDraft {
  readonly name: string;
  /** Where it lies meanwhile. */
  readonly file: string;
  write(chunk: Buffer): Promise<void>;
  /** All of it is on the disk. */
  finish(): Promise<void>;
  /** Takes it off the disk if it still lies there. */
  discard(): Promise<void>;
}

export async function startDraft(directory: string, name = randomBytes(16).toString('hex')): Promise<LocalDraft> {
  const file = path.join(directory, name + UNFINISHED);
  const handle: FileHandle = await open(file, 'wx', 0o600);
  return {
    name,
    file,
    async write(chunk) {
      await handle.writeFile(chunk);
    },
    async finish() {
      await handle.sync();
      await handle.close();
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

/** Makes the directory and clears away what crashed uploads left. */
export async function prepareFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    // Another process on the same directory may be in the middle of a younger one.
    const after = name.endsWith(UNFINISHED) ? ABANDONED_MS : name.endsWith(PIECE) ? FORGOTTEN_MS : Infinity;
    if (after < Infinity && Date.now() - (await stat(file)).mtimeMs > after) await rm(file, { force: true });
  }
}

/** In one local directory. */
export function createFolderStore(directory: string): FileStore & { readonly directory: string } {
  const at = (name: string): string => path.join(directory, name);
  const sizeOf = (name: string): Promise<number | undefined> =>
    stat(at(name)).then(
      ({ size }) => size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
  return {
    directory,
    prepare: () => prepareFolder(directory),
    async draft(name) {
      const draft = await startDraft(directory, name);
      return {
        name: draft.name,
        write: draft.write,
        async keep() {
          await draft.finish();
          await rename(draft.file, at(draft.name));
        },
        discard: draft.discard,
      };
    },
    remove: (name) => rm(at(name), { force: true }),
    async open(name) {
      const size = await sizeOf(name);
      return size === undefined
        ? undefined
        : { status: 200, headers: { 'content-length': String(size) }, body: createReadStream(at(name)) };
    },
    async *list() {
      // Nobody knows yet of one that is still being written.
      for await (const { name } of await opendir(directory))
        if (!name.endsWith(UNFINISHED) && !name.endsWith(PIECE)) yield { name, size: (await sizeOf(name)) ?? 0 };
    },
    async bring(name, from) {
      if ((await sizeOf(name)) === undefined) await copyFile(from, at(name));
    },
  };
}
