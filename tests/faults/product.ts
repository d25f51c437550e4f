import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { createPool } from '../../packages/forecourt/src/server/postgres/index.ts';
import { isAlive } from '../../packages/forecourt/src/server/postgres/processes.ts';
import { log, until } from './dataFolders.ts';

export const PASSWORD = 'quiet-otters-paddle';

/** The product in a process of its own, over a data folder that outlives it. */
export interface Product {
  /** Starts it and answers where it listens; rejects with what it printed when it ends instead. */
  start(): Promise<string>;
  process(): ChildProcess;
  /** kill -9; answers when it is gone. */
  kill(): Promise<void>;
  /** The process in PostgreSQL's pid file; none while it is down. */
  postmaster(): number | undefined;
  /** Connections past the product. Close them by `end`. */
  connect(): ReturnType<typeof createPool>;
  /** Stops everything and removes the folder. */
  remove(): Promise<void>;
}

/** Whether it answers at this address and reaches its database. */
export const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Builds the server below the project, so that it finds its packages; answers its entry. `PRODUCT` names one that is built already. */
async function entry(): Promise<{ file: string; remove(): void }> {
  const given = process.env['PRODUCT'];
  if (given) return { file: given, remove: () => undefined };
  const outDir = path.resolve('.cache', `faults-${process.pid}-${Date.now()}`);
  await build({ configFile: 'packages/forecourt/vite/server.config.ts', logLevel: 'error', build: { outDir } });
  return { file: path.join(outDir, 'server.js'), remove: () => rmSync(outDir, { recursive: true, force: true }) };
}

/** `settings`: further variables of its environment. */
export async function prepareProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const { file, remove } = await entry();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'forecourt-kill-'));
  const postgres = path.join(dataDir, 'postgres');
  let child: ChildProcess | undefined;

  const running = (): ChildProcess => {
    if (!child) throw new Error('the product was never started');
    return child;
  };
  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(path.join(postgres, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  return {
    async start() {
      const { DATABASE_URL: _database, ...inherited } = process.env;
      const started = spawn(process.execPath, [file], {
        env: {
          ...inherited,
          ...{ DATA_DIR: dataDir, PORT: '0', DEMO: '0', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' },
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let printed = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
      const address = (): string | undefined => /Ready: open (http:\S+)/.exec(printed)?.[1];
      await until(() => {
        if (started.exitCode !== null) throw new Error(`the product did not start:\n${printed}`);
        return address() !== undefined;
      });
      return address()!;
    },
    process: running,
    kill: () => end('SIGKILL'),
    postmaster,
    connect: () =>
      createPool({
        connection: {
          host: path.join(postgres, 'run'),
          port: 5432,
          user: 'forecourt',
          database: 'forecourt',
          password: readFileSync(path.join(postgres, 'password'), 'utf8').trim(),
        },
        log,
        max: 2,
      }),
    async remove() {
      const left = postmaster();
      await end('SIGTERM');
      if (left !== undefined && isAlive(left)) process.kill(left, 'SIGQUIT');
      if (left !== undefined) await until(() => !isAlive(left));
      rmSync(dataDir, { recursive: true, force: true });
      remove();
    },
  };
}
