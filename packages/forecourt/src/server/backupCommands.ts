import path from 'node:path';
import {
  BackupError,
  backupKeys,
  createBackup,
  restoreBackup,
  verifyBackup,
  type BackupKeys,
  type Restored,
} from './backup/index.ts';
import { createFileStore } from './files/index.ts';
import { createLog } from './log.ts';
import type { Application } from './platform/index.ts';
import { openBeside } from './postgres/index.ts';
import { keysOf, knownKeys } from './secrets/index.ts';
import type { Settings } from './settings.ts';

interface Options {
  readonly application: Application;
  readonly settings: Settings;
  readonly replace: boolean;
  /** Restore and verify take a backup that no key has sealed. */
  readonly trustWriter: boolean;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Keys that are there already: a restore makes none, it would be another than the one that sealed. */
const keysToRead = async ({ settings }: Options): Promise<BackupKeys> =>
  backupKeys(settings.backupKeys, await knownKeys(settings.dataDir, settings.secretKeys));

function describe({ time, tables, rows, uploads, sums }: Restored): string {
  const proven = Object.entries(sums).map(([name, value]) => `${name} ${value}`);
  return `${rows} rows of ${tables} tables and ${uploads} files as of ${time}${proven.length > 0 ? `; ${proven.join(', ')}` : ''}`;
}

async function backup({ application, settings }: Options, folder: string): Promise<void> {
  const log = createLog(settings.logLevel);
  const { connection, close } = await openBeside({ ...settings, log });
  try {
    const sums = application.module.sums ?? {};
    const keys = backupKeys(settings.backupKeys, await keysOf(settings.dataDir, settings.secretKeys));
    const made = await createBackup({ connection, files: createFileStore(settings), keys, folder, sums, log });
    const rows = made!.manifest.tables.reduce((all, table) => all + table.rows, 0);
    print(`Backup made: ${made!.folder} (${rows} rows, ${made!.manifest.uploads.count} files).`);
    print(
      `Its key is not in it: keep ${settings.backupKeys.length > 0 ? 'BACKUP_KEY' : path.join(settings.dataDir, 'secret.key')} somewhere else. Nothing restores without it.`,
    );
    if (settings.backupKeys.length === 0) print('It is not encrypted: set BACKUP_KEY to encrypt backups.');
  } finally {
    await close();
  }
}

async function restore(options: Options, folder: string): Promise<void> {
  const { application, settings, replace, trustWriter } = options;
  const log = createLog(settings.logLevel);
  const { connection, close } = await openBeside({ ...settings, log });
  try {
    const sums = application.module.sums ?? {};
    const restored = await restoreBackup({
      connection,
      backup: folder,
      files: createFileStore(settings),
      keys: await keysToRead(options),
      trustWriter,
      replace,
      sums,
      log,
    });
    print(`Restored: ${describe(restored)}.`);
  } finally {
    await close();
  }
}

async function verify(options: Options, folder: string): Promise<void> {
  const { application, settings, trustWriter } = options;
  const sums = application.module.sums ?? {};
  const restored = await verifyBackup({
    backup: folder,
    keys: await keysToRead(options),
    trustWriter,
    sums,
    log: createLog(settings.logLevel),
  });
  print(`The backup is good: ${describe(restored)}.`);
}

/** What the disk or the database says, in a sentence. */
function explained(error: unknown, name: string, folder: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const say = (message: string): BackupError => new BackupError(message, { cause: error });
  if (code === 'ENOSPC') return say(`The disk of ${folder} is full; nothing was kept.`);
  if (code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS')
    return say(`${folder} cannot be used: ${error.message}`);
  // Whatever else a folder makes go wrong, its operator needs a sentence and no stack.
  const work = { backup: 'Nothing was kept', restore: 'Nothing was changed', verify: 'The backup is not good' }[name];
  return code === undefined ? error : say(`${work}: ${error.message} (${code}).`);
}

const COMMANDS: Readonly<Record<string, (options: Options, folder: string) => Promise<void>>> = {
  backup,
  restore,
  verify,
};

/**
 * What an operator calls for backups: `backup <folder>`, `restore <folder> [--replace] [--trust-folder-writer]`, `verify <folder> [--trust-folder-writer]`. A relative folder is one of the shell that npm was called in. Throws BackupError
 * with a sentence; false when the name is another's.
 */
export async function runBackupCommand(
  name: string | undefined,
  folder: string | undefined,
  options: Options,
): Promise<boolean> {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) return false;
  if (folder === undefined) throw new BackupError(`Which folder? As in: npm run ${name} -- /var/backups/forecourt`);
  try {
    await command(options, path.resolve(process.env['INIT_CWD'] ?? '.', folder));
  } catch (error) {
    throw explained(error, name!, folder);
  }
  return true;
}
