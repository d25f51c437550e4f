import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type Mutant } from './mutants.ts';

const unit = (...names: string[]): string[] => names.map((name) => `tests/unit/${name}.test.ts`);
const api = (...names: string[]): string[] => names.map((name) => `tests/api/${name}.test.ts`);

const RULES = 'src/rental/rules';
const ruleTests = readdirSync(path.join(ROOT, RULES)).filter((name) => name.endsWith('.test.ts'));

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const ruleFiles = readdirSync(path.join(ROOT, RULES)).filter(
  (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'index.ts',
);

const exported = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, name]) => name!);

const usesAny = (text: string, names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`\\b${name}\\b`).test(text));

/** Tests of a file of rules: its own, those that use what it exports, those that use what is made of it, and the rest. */
function testsOfRule(file: string): readonly string[][] {
  const own = file.replace(/\.ts$/, '.test.ts');
  const near = exported(file);
  const after = ruleFiles
    .map((name) => `${RULES}/${name}`)
    .filter((other) => other !== file && textOf(other).includes(`'./${path.basename(file)}'`))
    .flatMap(exported);
  const stages: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const test of ruleTests.map((name) => `${RULES}/${name}`)) {
    const text = textOf(test);
    const stage = test === own ? 0 : usesAny(text, near) ? 1 : usesAny(text, after) ? 2 : 3;
    stages[stage].push(test);
  }
  return stages.filter((files) => files.length > 0);
}

const SCREENS = unit('documentedScreens', 'screens', 'declaredScreens', 'vehicleScreens');

/** The tests that ought to notice, the quick ones first. */
const OF_KIND: Readonly<Record<string, readonly string[][]>> = {
  required: [unit('documentedScreens'), api('documentedRequired')],
  limit: [unit('documentedLimits', 'moneyLimits')],
  column: [SCREENS],
  filter: [SCREENS],
  label: [unit('labels', 'i18n', 'stateWords'), api('codeTables')],
  message: [unit('messageCatalogue', 'documentedCalls', 'labels', 'i18n')],
  permission: [unit('documentedCalls')],
};

export const testsFor = ({ kind, file }: Mutant): readonly (readonly string[])[] => OF_KIND[kind] ?? testsOfRule(file);

/** The quickest that reads all of the application: with a fault that it cannot be read with, it does not pass either. */
export const READS = unit('documentedScreens');
