/**
 * Is every line of docs/requirements.csv held by a test that ran and passed? The reports of the steps of `npm test` say which did:
 * node --import tsx scripts/proof/command.ts <folder of reports>
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readLines, unfit, unproven } from './lines.ts';

interface Report {
  readonly name: string;
  readonly titles: readonly string[];
}

const folder = process.argv[2]!;
const passed = new Map<string, string[]>();
for (const file of readdirSync(folder).filter((name) => name.endsWith('.report.json')))
  for (const { name, titles } of JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Report[])
    passed.set(name, [...(passed.get(name) ?? []), ...titles]);

const lines = readLines();
const proven = lines.filter(({ state }) => state === 'proven');
const refused = proven.flatMap((line) => {
  const reason = unfit(line);
  return reason === undefined ? [] : [`${line.id}: ${line.file}: ${line.test}: ${reason}`];
});
const missing = unproven(lines, passed).map(({ id, file, test }) => `${id}: no such test passed in ${file}: ${test}`);
for (const fault of [...refused, ...missing]) console.log(fault);
console.log(`${proven.length} lines proven, ${refused.length + missing.length} of them by no test of this run`);
process.exit(refused.length + missing.length > 0 ? 1 : 0);
