import { defineConfig } from 'vitest/config';

/**
 * Three projects, so that each can be run alone: `npx vitest run --project unit`.
 * unit: pure functions and components. api: the real server on a real PostgreSQL. browser: the built product in Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'resources/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/unit/**/*.test.{ts,tsx}',
          ],
          environment: 'node',
          // Isolated: each component test has a document of its own, and libraries keep the one that they were imported with.
          // Component tests draw whole forms; a busy machine takes its time.
          testTimeout: 30_000,
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'examples/*/tests/**/*.test.ts'],
          globalSetup: ['tests/api/globalSetup.ts'],
          environment: 'node',
          // The application is imported once a worker instead of once a file; files leave nothing behind, whatever their order.
          isolate: false,
          sequence: { shuffle: { files: true } },
          maxWorkers: '100%',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Long by nature: `npm run test:long`.
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/api/globalSetup.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/globalSetup.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One product and one Chromium a worker (globalSetup.ts, fixtures.ts).
          isolate: false,
          maxWorkers: 2,
        },
      },
    ],
  },
});
