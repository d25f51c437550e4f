import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BackupError } from './backup/index.ts';
import { runBackupCommand } from './backupCommands.ts';
import { loadDemo, migrate, runServer } from './http/index.ts';
import { LogCommandError, runLogCommand } from './logCommands.ts';
import { letMemoryGrow } from './memory.ts';
import type { Application } from './platform/index.ts';
import { meant } from '../model/index.ts';
import { DataFolderError, endAsFirstProcess } from './postgres/index.ts';
import { readSettings, SettingsError } from './settings.ts';

const COMMANDS = ['migrate', 'demo', 'backup', 'restore', 'verify', 'log-head', 'verify-log'];

/** What was typed wrongly: an option that there is not, or one without its value. */
const isTyped = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;

/**
 * The Node program of an application: serves, with the pages that were built beside it. A wrong setting is said in a
 * sentence, with exit code 1. `here` is the `import.meta.url` of the program. Arguments do one thing instead:
 *
 * - `migrate [--plan] [--apply] [--drop NAME] [--currency EUR:JPY] [--zone FROM:TO]` brings the tables up to the
 *   schemas
 * - `demo` loads the demonstration
 * - `backup`, `restore` and `verify` take a folder
 * - `log-head` and `verify-log [--heads FILE]` say where the logs end and whether they are whole
 */
export async function main(application: Application, here: string): Promise<void> {
  endAsFirstProcess();
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        drop: { type: 'string', multiple: true, default: [] },
        plan: { type: 'boolean', default: false },
        currency: { type: 'string' },
        zone: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'trust-folder-writer': { type: 'boolean', default: false },
        heads: { type: 'string' },
      },
    });
    const missing = Object.entries(application.needs ?? {}).filter(([name]) => !process.env[name]);
    if (missing.length > 0) throw new SettingsError(missing.map(([name, what]) => `${name} must be set: ${what}`));
    const client = path.join(path.dirname(fileURLToPath(here)), 'client');
    const clientDir = existsSync(path.join(client, 'index.html')) ? client : undefined;
    const options = { application, settings: readSettings(process.env, application.locale), clientDir };
    const [command] = positionals;
    if (command !== undefined && !COMMANDS.includes(command))
      throw new SettingsError([`there is no command "${command}"${meant(command, COMMANDS)}`]);
    if (positionals.length > 0) letMemoryGrow();
    if (
      await runBackupCommand(positionals[0], positionals[1], {
        ...options,
        replace: values.replace,
        trustWriter: values['trust-folder-writer'],
      })
    )
      return;
    if (await runLogCommand(command, { ...options, heads: values.heads })) return;
    if (positionals[0] === 'migrate') {
      const { currency, zone, drop } = values;
      const change = currency !== undefined || zone !== undefined ? { currency, zone } : undefined;
      await migrate(options, { allowUnsafe: values.apply, drop, change, dry: values.plan });
    } else if (positionals[0] === 'demo') await loadDemo(options);
    else await runServer(options);
  } catch (error) {
    if (
      !isTyped(error) &&
      ![SettingsError, BackupError, DataFolderError, LogCommandError].some((kind) => error instanceof kind)
    )
      throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
