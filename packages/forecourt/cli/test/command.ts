import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type * as runner from 'vitest/node';
import { moduleOf } from '../../vite/ownFiles.ts';
import { applicationFolder, runCommand, UsageError } from '../application/options.ts';

const HELP = `forecourt test [--app FOLDER] [FILE…]

Tries what must hold for every resource: rights, masks, wrong values, states, intervals, exports and imports, each over HTTP on a database that lasts
as long as the run. Then the application's own tests (*.test.ts). tests/generated.test.ts of the application stands in place of the first, where some
code asks more than its schemas say. FILE: only tests whose path has this in it.`;

/** What only tests need: an application that runs none installs neither. */
const PACKAGES = ['vitest', 'fast-check'];
const OWN = 'tests/generated.test.ts';
const WRITTEN = '.cache/generated.test.ts';

/** Patience is for busy machines: what is waited for comes. */
const TEST_MS = 60_000;
const HOOK_MS = 120_000;

async function loadRunner(): Promise<typeof runner> {
  try {
    await import('fast-check');
    return await import('vitest/node');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `tests need packages that nothing else does: run \`npm install --save-dev ${PACKAGES.join(' ')}\` in the application`,
    );
  }
}

/** The generated tests of an application that says nothing about them itself. */
async function writeGenerated(root: string): Promise<void> {
  const said = (file: string): string => JSON.stringify(file.split(path.sep).join('/'));
  const text = `import { generatedTests } from ${said(moduleOf('generated'))};
import { application } from ${said(path.join(root, 'src/application.ts'))};
generatedTests(application);
`;
  await mkdir(path.join(root, '.cache'), { recursive: true });
  await writeFile(path.join(root, WRITTEN), text);
}

async function test(folder: string, filters: readonly string[]): Promise<number> {
  const root = path.resolve(folder);
  const { startVitest } = await loadRunner();
  const { pluggedStart } = await import('../../vite/pluggedStart.ts');
  const { startFiles } = await import('../../vite/startFiles.ts');
  const own = existsSync(path.join(root, OWN));
  if (!own) await writeGenerated(root);
  const run = await startVitest(
    'test',
    [...filters],
    {
      ...{ root, config: false, run: true, watch: false, environment: 'node' },
      include: ['{src,resources,plugins,tests}/**/*.test.ts', ...(own ? [] : [WRITTEN])],
      // The framework finds its texts by `import.meta.glob`, which the runner understands and Node does not.
      server: { deps: { inline: [/\/forecourt\/(?!node_modules\/)/] } },
      globalSetup: [moduleOf('generated/run/globalSetup')],
      ...{ reporters: ['verbose'], testTimeout: TEST_MS, hookTimeout: HOOK_MS },
    },
    { plugins: [pluggedStart(), startFiles()] },
  );
  await run.close();
  return Number(process.exitCode ?? 0);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { app: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) return (console.log(HELP), 0);
  return test(applicationFolder(values.app), positionals);
});
