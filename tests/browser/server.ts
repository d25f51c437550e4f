import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { scratchFolder } from '../scratch.ts';

export const ADMIN = { username: 'admin', password: 'Amber-Kettle-71' } as const;

/** The built product, and the example that is nothing but schemas (`npm run build`, and the same with `-- --app examples/video-rental`). */
export const PRODUCT = process.env['PRODUCT'] ?? 'dist/server.js';
export const EXAMPLE = 'examples/video-rental/dist/server.js';

export interface Product {
  readonly url: string;
  /** Its data folder, with the database. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** A data folder at rest, to be copied. */
export interface Demo {
  readonly folder: string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly entry?: string;
  /** The data folder that it begins with a copy of; without, it makes its demonstration data anew. */
  readonly demo?: string;
}

const LISTENING = /listening at (http:\/\/[^\s"]+)/;

/** How much of its last words is repeated when the product does not start. */
const LAST_LINES = 30;

const copy = promisify(execFile);

const newDataDir = (): Promise<string> => scratchFolder('forecourt-browser-');

/**
 * Starts the built product on a free port with a data folder of its own. Rejects with what it printed when it ends before it listens.
 */
export async function startProduct({ environment = {}, entry = PRODUCT, demo }: ProductOptions = {}): Promise<Product> {
  const dataDir = await newDataDir();
  // The owner of the database's files comes along: PostgreSQL does not run as root.
  if (demo) await copy('cp', ['-Rp', `${demo}/.`, dataDir]);
  return runIn(dataDir, entry, environment, () => rm(dataDir, { recursive: true, force: true }));
}

/** Makes the demonstration data of a product once, for others to start with. */
export async function prepareDemo(entry: string): Promise<Demo> {
  const folder = await newDataDir();
  const product = await runIn(folder, entry, {}, () => Promise.resolve());
  await product.stop();
  return { folder, stop: () => rm(folder, { recursive: true, force: true }) };
}

async function runIn(
  dataDir: string,
  entry: string,
  environment: Readonly<Record<string, string>>,
  clear: () => Promise<void>,
): Promise<Product> {
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const child = spawn(process.execPath, [entry], {
    // No test asks a tile server of the world.
    env: {
      ...inherited,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      MAP_TILES: 'none',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    await clear();
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
