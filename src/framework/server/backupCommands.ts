import path from 'node:path';
import { BackupError, createBackup, restoreBackup, verifyBackup, type Restored } from './backup/index.ts';
import { createFileStore } from './files/index.ts';
import { createLog } from './log.ts';
import type { Application } from './platform/index.ts';
import { openBeside } from './postgres/index.ts';
import type { Settings } from './settings.ts';

interface Options {
  readonly application: Application;
  readonly settings: Settings;
  readonly replace: boolean;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function describe({ time, tables, rows, uploads, sums }: Restored): string {
  const proven = Object.entries(sums).map(([name, value]) => `${name} ${value}`);
  return `${rows} rows of ${tables} tables and ${uploads} files as of ${time}${proven.length > 0 ? `; ${proven.join(', ')}` : ''}`;
}

async function backup({ application, settings }: Options, folder: string): Promise<void> {
  const log = createLog(settings.logLevel);
  const { connection, close } = await openBeside({ ...settings, log });
  try {
    const sums = application.module.sums ?? {};
    const made = await createBackup({ connection, files: createFileStore(settings), folder, sums, log });
    const rows = made!.manifest.tables.reduce((all, table) => all + table.rows, 0);
    print(`Backup made: ${made!.folder} (${rows} rows, ${made!.manifest.uploads.count} files).`);
    print(`The key of stored secrets is not in it: keep ${path.join(settings.dataDir, 'secret.key')} somewhere else.`);
  } finally {
    await close();
  }
}

async function restore({ application, settings, replace }: Options, folder: string): Promise<void> {
  const log = createLog(settings.logLevel);
  const { connection, close } = await openBeside({ ...settings, log });
  try {
    const sums = application.module.sums ?? {};
    const restored = await restoreBackup({
      connection,
      backup: folder,
      files: createFileStore(settings),
      replace,
      sums,
      log,
    });
    print(`Restored: ${describe(restored)}.`);
  } finally {
    await close();
  }
}

async function verify({ application, settings }: Options, folder: string): Promise<void> {
  const sums = application.module.sums ?? {};
  const restored = await verifyBackup({ backup: folder, sums, log: createLog(settings.logLevel) });
  print(`The backup is good: ${describe(restored)}.`);
}

/** What the disk or the database says, in a sentence. */
function explained(error: unknown, folder: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new BackupError(`The disk of ${folder} is full; nothing was kept.`, { cause: error });
  if (code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS')
    return new BackupError(`${folder} cannot be used: ${error.message}`, { cause: error });
  return error;
}

const COMMANDS: Readonly<Record<string, (options: Options, folder: string) => Promise<void>>> = {
  backup,
  restore,
  verify,
};

/**
 * What an operator calls for backups: `backup <folder>`, `restore <folder> [--replace]`, `verify <folder>`. A relative folder is one of the shell that npm was called in. Throws BackupError
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
    throw explained(error, folder);
  }
  return true;
}
