import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export const ADMIN = { username: 'admin', password: 'Forecourt-1' } as const;

export interface Product {
  readonly url: string;
  /** Its data folder, with the database. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

const LISTENING = /listening at (http:\/\/[^\s"]+)/;

/** How much of its last words is repeated when the product does not start. */
const LAST_LINES = 30;

/**
 * Starts the built product (`npm run build` first) on a free port with an empty data folder of its own and the demonstration data.
 * Rejects with what it printed when it ends before it listens.
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  entry = process.env['PRODUCT'] ?? 'dist/server.js',
): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-browser-'));
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const child = spawn(process.execPath, [entry], {
    env: { ...inherited, PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };

  const printed: string[] = [];
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      const url = LISTENING.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([listening, ended.then(() => undefined)]);
  if (url) return { url, dataDir, stop };
  await stop();
  throw new Error(`${entry} ended before it listened:\n${printed.slice(-LAST_LINES).join('\n')}`);
}
