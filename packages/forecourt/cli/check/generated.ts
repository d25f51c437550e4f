import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Model } from '../../src/model/index.ts';
import { ENDING, filesBelow, PACKAGE, type ApplicationSource } from '../application/readApplication.ts';
import { generatedNames } from '../generate/names.ts';
import type { ReportAt } from './findings.ts';

/** What makes the types. */
const MAKERS = ['cli/generate', 'src/model', 'src/server/data/kinds'];
/** Of the last comparison that found nothing wrong. */
const MARK = '.cache/types';

/** Generated text without what formatting adds and takes away. */
const essence = (text: string): string => text.replace(/[\s'"|;,()\\]/g, '');

/** What the answer depends on: schemas, what was written, and the programs that write it. */
async function markOf({ schemas, codes, locale, scopeEntity }: ApplicationSource, written: readonly unknown[]) {
  const below = await Promise.all(MAKERS.map((name) => filesBelow(path.join(PACKAGE, name), /\.[jt]s$/)));
  const makers = [path.join(PACKAGE, `cli/generate${ENDING}`), ...below.flat()];
  const times = await Promise.all(makers.map(async (file) => (await stat(file)).mtimeMs));
  const values = [...schemas].map(([name, { value }]) => [name, value]);
  const text = JSON.stringify([values, codes, locale, scopeEntity, written, makers, times]);
  return createHash('sha256').update(text).digest('hex');
}

/** Says which generated files are not what the schemas say. Making the types takes half of a check, so what was found right is not made again until something changes. */
export async function checkGenerated(source: ApplicationSource, model: Model, report: ReportAt): Promise<void> {
  const { folder } = source;
  // Without code of its own an application needs no types.
  const hasCode = ['resources', 'src'].some((name) => existsSync(path.join(folder, name)));
  const names = generatedNames(folder);
  if (!hasCode && !names.some((file) => existsSync(file))) return;
  const written = await Promise.all(
    names.map((file) => (existsSync(file) ? readFile(file, 'utf8') : Promise.resolve(undefined))),
  );
  const mark = await markOf(source, written);
  const remembered = path.join(folder, MARK);
  if (existsSync(remembered) && (await readFile(remembered, 'utf8')) === mark) return;

  const { generatedFiles } = await import('../generate.ts');
  let right = true;
  for (const [file, text] of await generatedFiles(folder, model, false)) {
    const there = written[names.indexOf(file)];
    if (there === undefined && !hasCode) continue;
    if (there !== undefined && essence(there) === essence(text)) continue;
    const what = there === undefined ? 'is missing' : 'is not what the schemas say';
    const place = path.relative(folder, file).split(path.sep).join('/');
    report('error', place, '', `${what}: run \`npm run generate\``);
    right = false;
  }
  if (!right) return;
  await mkdir(path.dirname(remembered), { recursive: true });
  await writeFile(remembered, mark);
}
