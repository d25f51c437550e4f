import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded, type ConnectionConfig } from '../../packages/forecourt/src/server/postgres/index.ts';
import { loadDatabase, LOADING } from './database.ts';
import { serve, type Served } from './processes.ts';
import { USUAL_ORDERS, type Size } from './size.ts';

/** Folder that keeps the loaded database from run to run; without it a scratch one is loaded and deleted. */
const KEEP = process.env.BENCH_DATA;
const PASSWORD = 'copper-anvil-measure';

export const quiet = { info: () => undefined, warn: () => undefined, error: console.error };

async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

const urlOf = ({ host, user, password, database }: ConnectionConfig): string =>
  `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}`;

const startProduct = (scratch: string, url: string): Promise<Served> =>
  serve(
    ['dist/server.js'],
    // Listeners of webhooks are on this machine too.
    { ...environmentOf(url), ADMIN_PASSWORD: PASSWORD, DATA_DIR: path.join(scratch, 'files'), PRIVATE_CALLS: '1' },
    '/api/health',
  );

export const environmentOf = (url: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
});

/** Loads the database of a folder unless it is loaded. Throws when it holds another size than the one asked for. */
async function prepare(scratch: string, size: Size): Promise<void> {
  mkdirSync(scratch, { recursive: true });
  const loaded = path.join(scratch, 'loaded');
  if (existsSync(loaded)) {
    // A mark without a number is of the usual size.
    const orders = Number(readFileSync(loaded, 'utf8')) || USUAL_ORDERS;
    if (orders !== size.orders) throw new Error(`${scratch} holds ${orders} orders, not ${size.orders}`);
    return;
  }
  const { connection, superuser, stop } = await startEmbedded({
    dataDir: path.join(scratch, 'database'),
    log: quiet,
    settings: LOADING,
  });
  try {
    await (await startProduct(scratch, urlOf(connection))).stop();
    await loadDatabase({ ...superuser, database: connection.database }, size, (text) => console.log(`  ${text}`));
    writeFileSync(loaded, String(size.orders));
  } finally {
    await stop();
  }
}

/** A loaded database while it is measured, and the product on it. */
export interface Stage {
  readonly scratch: string;
  readonly url: string;
  /** The process of PostgreSQL. */
  readonly pid: number;
  readonly product: Served;
  /** Session of the administrator; signed in when it is first asked for. */
  token(): Promise<string>;
}

/** Loads a database of this size unless it is kept from before, and runs the built product on it until the work is done. */
export async function onStage<T>(size: Size, work: (stage: Stage) => Promise<T>): Promise<T> {
  const scratch = KEEP ?? mkdtempSync(path.join(tmpdir(), 'forecourt-bench-'));
  await prepare(scratch, size);
  const database = await startEmbedded({ dataDir: path.join(scratch, 'database'), log: quiet });
  let product: Served | undefined;
  try {
    const url = urlOf(database.connection);
    product = await startProduct(scratch, url);
    const { port } = product;
    return await work({ scratch, url, pid: database.pid()!, product, token: () => signIn(port) });
  } finally {
    await product?.stop();
    await database.stop();
    if (!KEEP) rmSync(scratch, { recursive: true, force: true });
  }
}
