import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecretBox } from '../secrets/index.ts';
import { BackupError } from './backupError.ts';
import { isSealedBy, sealOf, type BackupKeys } from './keys.ts';
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
  /** 1: of a release that did not seal backups with a key. */
  readonly format: 1 | 2;
  /** Every part is encrypted. */
  readonly encrypted?: boolean;
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

export const MANIFEST = 'manifest.json';

/** How the description lies in the folder. */
interface Lying {
  /** SHA-256 of the description: shows damage. Format 1 calls it `seal`. */
  readonly digest?: string;
  /** HMAC of the description with a key that lies elsewhere: shows who made it. */
  readonly seal?: string;
  readonly manifest?: Manifest;
  /** In place of `manifest` where the backup is encrypted. */
  readonly encrypted?: string;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the content of the file that describes a backup. */
export function sealManifest(manifest: Manifest, keys: BackupKeys): string {
  const text = JSON.stringify(manifest);
  const shown =
    keys.encrypt.length > 0 ? { encrypted: createSecretBox(keys.encrypt).seal(text, MANIFEST) } : { manifest };
  return JSON.stringify({ digest: digestOf(text), seal: sealOf(keys, text), ...shown });
}

/** The description as text; undefined where no key opens it. */
function textOf({ manifest, encrypted }: Lying, keys: BackupKeys): string | undefined {
  if (encrypted === undefined) return manifest && JSON.stringify(manifest);
  try {
    return createSecretBox(keys.encrypt).open(encrypted, MANIFEST);
  } catch {
    return undefined;
  }
}

/**
 * Reads what a backup says of itself. Throws BackupError where there is none, it is not the one that was written, or none of the keys has sealed it. `trustWriter`: a missing
 * or foreign seal is no reason. Restoring such a backup runs whatever its writer put in.
 */
export async function readManifest(backup: string, keys: BackupKeys, trustWriter: boolean): Promise<Manifest> {
  const content = await readFile(path.join(backup, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${backup} holds no backup: ${MANIFEST} cannot be read (${error.code ?? error.message}).`);
  });
  const damaged = new BackupError(`The backup in ${backup} is damaged: ${MANIFEST} is not what was written.`);
  let read: Lying;
  try {
    read = JSON.parse(content) as Lying;
  } catch {
    throw damaged;
  }
  if (typeof read !== 'object' || read === null) throw damaged;
  const text = textOf(read, keys);
  if (text === undefined) {
    if (read.encrypted === undefined) throw damaged;
    throw new BackupError(`The backup in ${backup} is encrypted. Set BACKUP_KEY to the key that it was made with.`);
  }
  if (digestOf(text) !== (read.digest ?? read.seal)) throw damaged;
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1 && manifest.format !== 2)
    throw new BackupError(`The backup in ${backup} was made by a newer release.`);
  if (!trustWriter && !isSealedBy(keys, text, read.digest === undefined ? undefined : read.seal))
    throw new BackupError(
      `The backup in ${backup} is not sealed with a key of this server, so anybody who can write to that folder may have made it. ` +
        'Restoring runs the SQL that is in it. Nothing was read. Bring the key of the server that made it (SECRET_KEY, secret.key or BACKUP_KEY), ' +
        'or, if you trust everybody who can write there, add --trust-folder-writer.',
    );
  return manifest;
}
