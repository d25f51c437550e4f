import { type Child, type Folder, startChild } from './children.ts';
import { PASSWORD } from './members.ts';
import type { ProxyPorts } from './proxies.ts';

/** One machine of the product: dist/server.js, started again when it ends, as systemd does. */
export interface Node {
  readonly name: string;
  readonly port: number;
  start(): void;
  /** kill -9; it comes back by itself. */
  kill(): Promise<void>;
  /** Ends it in order, for good. */
  stop(): Promise<void>;
  isReady(): Promise<boolean>;
  /** How often it ended without being told to. */
  fell(): number;
}

/** As `RestartSec` of deploy/forecourt.service. */
const RESTART_MS = 2_000;

const url = (port: number): string => `postgres://forecourt:${PASSWORD}@127.0.0.1:${port}/forecourt`;

/** How a node reaches the database, as deploy/cluster/forecourt.env says. */
const databaseSettings = ({ primary, standbys, pgbouncer }: ProxyPorts): Record<string, string> => ({
  DATABASE_URL: url(pgbouncer),
  DATABASE_DIRECT_URL: url(primary),
  DATABASE_READ_URL: url(standbys),
  // PgBouncer of Debian 12 is 1.18.
  DATABASE_NAMED_STATEMENTS: '0',
});

export function createNode(folder: Folder, at: number, port: number, ports: ProxyPorts): Node {
  const name = `node${at + 1}`;
  const environment = {
    ...databaseSettings(ports),
    NODE_ENV: 'production',
    PORT: String(port),
    // All nodes have the same folder, as on a shared volume.
    DATA_DIR: `${folder.root}/files`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ADMIN_PASSWORD: PASSWORD,
    DATABASE_POOL: '8',
    LOG_LEVEL: 'info',
  };
  let child: Child | undefined;
  let told = false;
  let stopped = false;
  let fell = 0;

  function start(): void {
    told = false;
    child = startChild(folder, {
      name,
      file: process.execPath,
      args: ['dist/server.js'],
      environment,
      asOurselves: true,
      onExit() {
        if (stopped) return;
        if (!told) fell++;
        setTimeout(() => !stopped && start(), RESTART_MS);
      },
    });
  }

  return {
    name,
    port,
    start,
    async kill() {
      told = true;
      await child?.end('SIGKILL');
    },
    async stop() {
      stopped = true;
      await child?.end('SIGTERM');
    },
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    fell: () => fell,
  };
}
