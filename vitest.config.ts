import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { ShuffledFiles } from './tests/shuffledFiles.ts';

/** What is waited for comes when the machine has time for it. */
const PATIENT = { poll: { timeout: 20_000 } };

/** One more than there are processors: some tests wait for a deadline, a lock or a server that is silent, and a sixth of the time would be lost on that. */
const WORKERS = Number(process.env['TEST_WORKERS']) || os.availableParallelism() + 1;

/** A drawn page and an answered call leave a lot behind: a larger nursery is cleared less often, an eighth of all work. */
const LARGE_NURSERY = ['--max-semi-space-size=64'];

/**
 * Projects, so that each can be run alone: `npx vitest run --project unit`.
 *
 * - unit: pure functions, and checks of the project itself
 * - components: what is drawn, in happy-dom; their files end in `.tsx`
 * - api: the real server on a real PostgreSQL
 * - browser: the built product in Chromium
 *
 * Files of unit, components and api are not isolated: what they import is imported once a worker instead of once a file. They leave nothing
 * behind, and run in the order of a seed (tests/shuffledFiles.ts).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: ShuffledFiles },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,packages/*/{src,cli,vite}}/**/*.test.ts',
            'resources/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/unit/**/*.test.ts',
          ],
          setupFiles: ['tests/seeded.ts', 'tests/declareLocale.ts'],
          environment: 'node',
          isolate: false,
          execArgv: LARGE_NURSERY,
          testTimeout: 30_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'components',
          include: ['{src,packages/*/src,tests/unit}/**/*.test.tsx'],
          // One window a worker: libraries keep the document that they were imported with.
          environment: 'happy-dom',
          setupFiles: ['tests/seeded.ts', 'tests/declareLocale.ts', 'tests/components/setup.ts'],
          isolate: false,
          execArgv: LARGE_NURSERY,
          // What a page of paper imports is a style sheet, for which Node has no use.
          server: { deps: { inline: [/@fontsource/] } },
          // Component tests draw whole forms; a busy machine takes its time.
          testTimeout: 30_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'examples/*/tests/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          globalSetup: ['packages/forecourt/generated/run/globalSetup.ts'],
          environment: 'node',
          isolate: false,
          execArgv: LARGE_NURSERY,
          maxWorkers: WORKERS,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          // Long by nature: `npm run test:long`.
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          globalSetup: ['packages/forecourt/generated/run/globalSetup.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 120_000,
          expect: PATIENT,
          fileParallelism: false,
        },
      },
      {
        test: {
          // The packed framework in a folder outside the repository.
          name: 'outside',
          include: ['tests/outside/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          environment: 'node',
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          // Needs programs that Node does not bring: `npm run test:cluster`.
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          environment: 'node',
          testTimeout: 7_200_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles: ['tests/seeded.ts'],
          globalSetup: ['tests/browser/globalSetup.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENT,
          // One product and one Chromium a worker (globalSetup.ts, fixtures.ts).
          isolate: false,
          maxWorkers: 2,
        },
      },
    ],
  },
});
