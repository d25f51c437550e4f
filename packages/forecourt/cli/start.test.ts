import { afterAll, expect, it, vi } from 'vitest';
import { removeSamples, sampleApplication, sampleDeclaration } from './application/testing/sampleApplication.ts';
import { runScript } from './application/testing/runScript.ts';

vi.setConfig({ testTimeout: 60_000 });
afterAll(removeSamples);

const STACK = /^\s+at /m;

it.each(['build.mjs', 'start.mjs'])('%s says a mistake with its place, without a stack, and goes no further', async (script) => {
  const folder = await sampleApplication({ 'resources/shelf.ts': sampleDeclaration.replace("'roomId'", "'romId'") });
  const { code, stdout, stderr } = await runScript(script, ['--app', folder]);
  expect(code).toBe(1);
  expect(stdout).toContain('error resources/shelf.ts /list/columns\n');
  expect(stdout).toContain('did you mean "roomId"?');
  expect(stdout).not.toContain('Building the pages');
  expect(stderr).toContain('Nothing was built');
  expect(stdout + stderr).not.toMatch(STACK);
}); // prettier-ignore

it('npm start -- --help names the commands, and starts nothing', async () => {
  const { code, stdout, stderr } = await runScript('start.mjs', ['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of ['migrate', 'demo', 'backup', 'verify', 'restore', 'log-head', 'verify-log'])
    expect(stdout).toContain(command);
});
