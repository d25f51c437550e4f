import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { application } from './application.ts';
import { readSettings, runServer, SettingsError } from './framework/server/index.ts';

const client = path.join(path.dirname(fileURLToPath(import.meta.url)), 'client');

try {
  await runServer({
    application,
    settings: readSettings(process.env),
    clientDir: existsSync(path.join(client, 'index.html')) ? client : undefined,
  });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
