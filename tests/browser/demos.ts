/**
 * Makes the demonstration data of the product and of the example, and writes where it is into a file, for the tests in a browser to begin with:
 * `node --import tsx tests/browser/demos.ts FILE`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EXAMPLE, prepareDemo, PRODUCT, type Demo } from './server.ts';

/** All of them, or none: what has begun is stopped when another did not begin. */
export async function together<Made extends { stop(): Promise<void> }>(
  making: readonly Promise<Made>[],
): Promise<Made[]> {
  const results = await Promise.allSettled(making);
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return made;
  await Promise.all(made.map((one) => one.stop()));
  throw failed.reason;
}

/** Data of the product, and of the example where that is built. */
const makeDemos = (): Promise<Demo[]> =>
  together([PRODUCT, EXAMPLE].filter((entry) => entry === PRODUCT || existsSync(entry)).map(prepareDemo));

/** Data that `npm test` has made before, else made now. */
export async function demos(): Promise<readonly Demo[]> {
  const file = process.env['DEMOS'];
  if (!file || !existsSync(file)) return makeDemos();
  return (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((folder) => ({
    folder,
    stop: () => rm(folder, { recursive: true, force: true }),
  }));
}

const [, program, file] = process.argv;
if (program === fileURLToPath(import.meta.url) && file)
  writeFileSync(file, JSON.stringify((await makeDemos()).map(({ folder }) => folder)));
