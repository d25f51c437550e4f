import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import { planted, ROOT, type Mutant } from './mutants.ts';

/** What a run of test files came to: what tests that failed say, and whether a file could not be read at all. */
export interface Outcome {
  readonly failed: readonly string[];
  readonly broken: boolean;
}

export interface Bench {
  /** Runs the files as the source is, or as it reads with faults planted. No file on disk is touched. */
  readonly run: (files: readonly string[], faults?: readonly Mutant[]) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

const quiet = { onInit: () => undefined };

/** What is otherwise than expected, without what stands around it. */
const otherwise = (diff = ''): string =>
  stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[+-]/.test(line))
    .join(' ');

/** The name of a test, and what it says of its failure. */
const saidBy = (test: TestCase): string =>
  [test.fullName, ...(test.result().errors ?? []).map(({ message, diff }) => `${message} ${otherwise(diff)}`)].join(
    ' ',
  );

/** A busy machine is no test: who only took too long has noticed nothing. */
const isSaid = (test: TestCase): boolean =>
  !(test.result().errors ?? []).every(({ message }) => /^(Test|Hook) timed out/.test(message));

/** One vitest for all mutants: what is read once stays read, but the file that is planted. */
export async function openBench(): Promise<Bench> {
  const texts = new Map<string, string>();
  const plugin = {
    name: 'planted',
    enforce: 'pre' as const,
    load: (id: string) => texts.get(id.replace(/\?.*/, '')),
  };
  const project = (name: string, include: string[], globalSetup: string[]) => ({
    root: ROOT,
    plugins: [plugin],
    test: {
      name,
      include,
      globalSetup,
      setupFiles: name === 'unit' ? ['tests/seeded.ts', 'tests/declareLocale.ts'] : ['tests/seeded.ts'],
      environment: 'node',
      // As in the usual run: what all files import is read once a worker, not once a file. A run of five is one second instead of twenty.
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  });
  const vitest: Vitest = await createVitest('test', {
    root: ROOT,
    config: false,
    watch: false,
    reporters: [quiet],
    passWithNoTests: true,
    maxWorkers: Number(process.env['TEST_WORKERS']) || 2,
    projects: [
      project('unit', ['{src,resources,scripts}/**/*.test.ts', 'tests/unit/**/*.test.ts'], []),
      project('api', ['tests/api/**/*.test.ts'], ['tests/api/globalSetup.ts']),
    ],
  });
  const known = await vitest.globTestSpecifications();

  function reread(faults: readonly Mutant[], plant: boolean): void {
    for (const file of new Set(faults.map((one) => one.file))) {
      const id = path.join(ROOT, file);
      const here = faults.filter((one) => one.file === file);
      if (plant) texts.set(id, planted(readFileSync(id, 'utf8'), here));
      else texts.delete(id);
      vitest.invalidateFile(id);
    }
  }
  return {
    async run(files, faults = []) {
      const wanted = known.filter(({ moduleId }) => files.includes(path.relative(ROOT, moduleId)));
      if (wanted.length !== files.length) throw new Error(`no such test file among ${files.join(', ')}`);
      reread(faults, true);
      try {
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
        const failed = testModules.flatMap((one) => [...one.children.allTests('failed')].filter(isSaid).map(saidBy));
        const unread = testModules.some((one) => one.state() === 'failed' && one.errors().length > 0);
        return { failed, broken: unhandledErrors.length > 0 || unread };
      } finally {
        reread(faults, false);
      }
    },
    close: () => vitest.close(),
  };
}
