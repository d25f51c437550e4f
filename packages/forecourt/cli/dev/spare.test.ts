import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

/** A spare of a framework that does nothing, told to serve what this module does. */
async function serving(module: string): Promise<ChildProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-spare-'));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, name), text);
    return pathToFileURL(path.join(folder, name)).href;
  };
  const spare = fork(path.join(import.meta.dirname, 'spare.mjs'), [await write('framework.mjs', '')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    spare.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  spare.send({ server: await write('server.mjs', module) });
  return spare;
}

it('ends a server with whoever keeps it, as if it was asked to', async () => {
  const spare = await serving(`
    process.once('SIGTERM', () => process.exit(7));
    setInterval(() => undefined, 1_000);
    console.log('starts');`);
  await once(spare.stdout!, 'data');
  const ended = once(spare, 'exit');
  spare.disconnect();
  expect(await ended).toEqual([7, null]);
});

it('keeps no server that has ended by itself', async () => {
  const spare = await serving('process.exitCode = 3;');
  expect(await once(spare, 'exit')).toEqual([3, null]);
});
