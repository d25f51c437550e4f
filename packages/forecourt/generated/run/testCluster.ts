import { rmSync } from 'node:fs';
import pg from 'pg';
import { type ConnectionConfig, startEmbedded } from '../../src/server/postgres/index.ts';
import { scratchFolder } from './scratch.ts';

/** Durability costs time and a test run has nothing to lose; only the fault tests run with it. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A worker that connects to a template would hold up its cloning.
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  // Two that wait for each other wait a second before the server looks: in tests they meet on purpose.
  deadlock_timeout: '100ms',
  // Each connection of each test proves its password: the guess is dear by the number of rounds, and nobody guesses here.
  scram_iterations: '1',
};

export const quiet = { info: () => undefined, warn: () => undefined, error: console.error };

/** A throw-away PostgreSQL whose role `forecourt` may create databases; `stop` removes its folder. */
export async function startTestCluster(): Promise<{ connection: ConnectionConfig; stop(): Promise<void> }> {
  const dataDir = await scratchFolder('forecourt-pg-');
  const server = await startEmbedded({ dataDir, log: quiet, settings: FAST });
  const client = new pg.Client({ ...server.superuser });
  await client.connect();
  await client.query(`alter role ${server.connection.user} createdb`);
  await client.end();
  return {
    connection: server.connection,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
