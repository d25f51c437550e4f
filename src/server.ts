import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { application } from './application.ts';
import { migrate, readSettings, runServer, SettingsError } from './framework/server/index.ts';

const client = path.join(path.dirname(fileURLToPath(import.meta.url)), 'client');

/** `node dist/server.js` serves; `node dist/server.js migrate [--apply]` only brings the tables up to the schemas. */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { apply: { type: 'boolean', default: false } },
  });
  const clientDir = existsSync(path.join(client, 'index.html')) ? client : undefined;
  const options = { application, settings: readSettings(process.env), clientDir };
  if (positionals[0] === 'migrate') await migrate(options, { allowUnsafe: values.apply });
  else await runServer(options);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
