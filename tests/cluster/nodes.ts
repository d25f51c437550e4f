import type { Folder } from './children.ts';
import { keep, type Kept } from './kept.ts';
import { PASSWORD } from './members.ts';
import type { ProxyPorts } from './proxies.ts';

/** One machine of the product: dist/server.js. */
export interface Node extends Kept {
  isReady(): Promise<boolean>;
}

const url = (port: number): string => `postgres://forecourt:${PASSWORD}@127.0.0.1:${port}/forecourt`;

/** How a node reaches the database, as deploy/cluster/forecourt.env says. */
const databaseSettings = ({ primary, standbys, pgbouncer }: ProxyPorts): Record<string, string> => ({
  DATABASE_URL: url(pgbouncer),
  DATABASE_DIRECT_URL: url(primary),
  DATABASE_READ_URL: url(standbys),
  // PgBouncer of Debian 12 is 1.18.
  DATABASE_NAMED_STATEMENTS: '0',
});

export function startNode(folder: Folder, at: number, port: number, ports: ProxyPorts): Node {
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
  const kept = keep(folder, {
    name: `node${at + 1}`,
    file: process.execPath,
    args: ['dist/server.js'],
    environment,
    asOurselves: true,
  });
  return {
    ...kept,
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}
