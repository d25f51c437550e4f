import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type Mutant } from './mutants.ts';

const unit = (...names: string[]): string[] => names.map((name) => `tests/unit/${name}.test.ts`);
const api = (...names: string[]): string[] => names.map((name) => `tests/api/${name}.test.ts`);

const RULES = 'src/rental/rules';
const ruleTests = readdirSync(path.join(ROOT, RULES)).filter((name) => name.endsWith('.test.ts'));

/** Tests of rules that read a file of rules: its own first, then those that import it, then the rest. */
function testsOfRule(file: string): readonly string[][] {
  const own = file.replace(/\.ts$/, '.test.ts');
  const all = ruleTests.map((name) => `${RULES}/${name}`);
  const name = path.basename(file);
  const importing = all.filter(
    (one) => one !== own && readFileSync(path.join(ROOT, one), 'utf8').includes(`./${name}`),
  );
  const rest = all.filter((one) => one !== own && !importing.includes(one));
  return [existsSync(path.join(ROOT, own)) ? [own] : [], importing, rest].filter((files) => files.length > 0);
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
