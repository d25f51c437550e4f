import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

const UNFINISHED = '.part';
const ABANDONED_MS = 60 * 60 * 1000;

/** A file being written. It does not exist for anybody until `keep`. */
export interface Draft {
  readonly name: string;
  write(chunk: Buffer): Promise<void>;
  keep(): Promise<void>;
  /** Leaves nothing behind; harmless after `keep`. */
  discard(): Promise<void>;
}

export interface FileStore {
  readonly directory: string;
  /** Makes the directory and clears away what crashed uploads left. */
  prepare(): Promise<void>;
  draft(): Promise<Draft>;
  remove(name: string): Promise<void>;
}

/** Uploaded files in one local directory, under random names (D-SEC-02). */
export function createFileStore(directory: string): FileStore {
  const remove = (name: string): Promise<void> => rm(path.join(directory, name), { force: true });
  return {
    directory,
    remove,
    async prepare() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (const name of await readdir(directory)) {
        // Another process on the same directory may be in the middle of a younger one.
        const abandoned =
          name.endsWith(UNFINISHED) && Date.now() - (await stat(path.join(directory, name))).mtimeMs > ABANDONED_MS;
        if (abandoned) await remove(name);
      }
    },
    async draft() {
      const name = randomBytes(16).toString('hex');
      const unfinished = path.join(directory, name + UNFINISHED);
      const handle: FileHandle = await open(unfinished, 'wx', 0o600);
      let kept = false;
      return {
        name,
        async write(chunk) {
          await handle.writeFile(chunk);
        },
        async keep() {
          await handle.sync();
          await handle.close();
          await rename(unfinished, path.join(directory, name));
          kept = true;
        },
        async discard() {
          await handle.close().catch(() => undefined);
          if (!kept) await rm(unfinished, { force: true });
        },
      };
    },
  };
}
