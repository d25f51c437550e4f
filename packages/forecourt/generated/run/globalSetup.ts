import type { TestProject } from 'vitest/node';
import type { ConnectionConfig } from '../../src/server/postgres/index.ts';
import { startTestCluster } from './testCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionConfig;
  }
}

/** One PostgreSQL for the whole run; every test file makes its own database in it (postgres.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('postgres', cluster.connection);
  return cluster.stop;
}
