import { createReadStream } from 'node:fs';
import path from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { Measure, measured, UPLOADS } from './archive.ts';
import { BackupError } from './backupError.ts';
import { decrypting } from './cipher.ts';
import type { BackupKeys } from './keys.ts';
import { readManifest, type Manifest, type Part } from './manifest.ts';

/** A backup whose description is known to be the one that was written. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /**
   * The streams through which the content of a part comes, decrypted. `proof` throws BackupError where what came is not what was written; ask it once everything has come.
   */
  read(part: Pick<Part, 'file' | 'sha256'>): {
    readonly streams: readonly (Readable | NodeJS.ReadWriteStream)[];
    proof(): void;
  };
  /** The uploaded files that it lists, by name. */
  uploads(): AsyncGenerator<{ readonly name: string; readonly sha256: string; readonly file: string }>;
  /** Reads every byte once and holds it against what was written. Throws BackupError naming the first that differs. */
  requireWhole(): Promise<void>;
}

const FILE_NAME = /^[\w.-]{1,200}$/;

/** The lines that come out of these streams. Throws what one of them fails with. */
async function* linesOf(streams: readonly (Readable | NodeJS.ReadWriteStream)[]): AsyncGenerator<string> {
  const text = new PassThrough({ encoding: 'utf8' });
  pipeline([...streams, text], () => undefined);
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Opens a backup to read. Throws like `readManifest`. */
export async function openBackup(backup: string, keys: BackupKeys, trustWriter: boolean): Promise<OpenBackup> {
  const manifest = await readManifest(backup, keys, trustWriter);
  const damage = (file: string, what: string): BackupError =>
    new BackupError(`The backup in ${backup} is damaged: ${file} is ${what}.`);

  const read: OpenBackup['read'] = ({ file, sha256 }) => {
    const measure = new Measure();
    const cipher = manifest.encrypted === true ? [decrypting(keys.encrypt, file)] : [];
    return {
      streams: [createReadStream(path.join(backup, file)), measure, ...cipher],
      proof() {
        if (measure.sha256() !== sha256) throw damage(file, 'not what was written');
      },
    };
  };

  async function check(file: string, sha256: string): Promise<void> {
    const found = await measured(createReadStream(path.join(backup, file))).catch(() => undefined);
    if (found?.sha256 !== sha256) throw damage(file, found ? 'not what was written' : 'missing');
  }

  async function* uploads(): ReturnType<OpenBackup['uploads']> {
    for await (const line of linesOf(read(manifest.uploads).streams)) {
      const [sha256 = '', listed = ''] = line.split('  ');
      const name = path.basename(listed);
      if (!FILE_NAME.test(name)) throw damage(manifest.uploads.file, 'not what was written');
      yield { name, sha256, file: `${UPLOADS}/${name}` };
    }
  }

  return {
    manifest,
    read,
    uploads,
    async requireWhole() {
      for (const { file, sha256 } of [...manifest.tables, manifest.uploads]) await check(file, sha256);
      for await (const { file, sha256 } of uploads()) await check(file, sha256);
    },
  };
}
