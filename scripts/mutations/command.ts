/**
 * Plants faults one at a time (a field that is no longer required, a column gone, another key, another state …), runs the tests that ought to notice,
 * and names those that nobody did. No file is changed: the tests read the planted text in place of it.
 *
 *   node --import tsx scripts/mutations/command.ts
 *
 * SEED says which, MUTANTS how many; without them 230, those of the day. It ends with 1 when a survivor has no reason in survivors.json.
 */
import { mutantsOf, type Mutant } from './mutants.ts';
import { openBench } from './bench.ts';
import { testsFor } from './noticing.ts';
import reasons from './survivors.json' with { type: 'json' };

const USUAL = 230;
const seed = Number(process.env['SEED'] ?? 20_261_127);
const mutants = mutantsOf(seed, Number(process.env['MUTANTS'] ?? USUAL) / USUAL);

const bench = await openBench();
const started = Date.now();

// As it is, all of them pass: else every fault would seem to be noticed.
const all = [...new Set(mutants.flatMap((one) => testsFor(one).flat()))];
const asItIs = await bench.run(all);
if (asItIs.failed.length > 0 || asItIs.broken) {
  console.log(`without any fault these do not pass: ${asItIs.failed.join('; ')}`);
  await bench.close();
  process.exit(1);
}
const elapsed = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
console.log(`${mutants.length} faults of SEED=${seed}, ${all.length} test files, ${elapsed()} without a fault`);

/** A reason is on file for the fault itself, wherever its line has moved to. */
const known = reasons as Readonly<Record<string, string>>;
const reasonOf = ({ id }: Mutant): string | undefined => known[id.replace(/(\.ts):\d+/, '$1')];

const survivors: Mutant[] = [];
for (const group of groupsOf(mutants)) {
  const left = await unnoticed(group);
  for (const one of left) console.log(`${one.id}: ${reasonOf(one) ?? 'NO REASON ON FILE'}`);
  survivors.push(...left);
  console.log(`${group.length} × ${group[0]!.kind}: ${left.length} survive, ${elapsed()}`);
}
await bench.close();

/** Told apart by what a failing test says, and not in each other's way. */
function goesWith(one: Mutant, other: Mutant): boolean {
  return one.names !== undefined && other.names !== undefined && one.names.join() !== other.names.join();
}

/** Faults of one kind that go with each other are planted together; the others alone. */
function groupsOf(faults: readonly Mutant[]): readonly (readonly Mutant[])[] {
  const groups: Mutant[][] = [];
  for (const one of faults) {
    const group = groups.find(
      (others) => others[0]!.kind === one.kind && others.every((other) => goesWith(one, other)),
    );
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Those of a group that no test noticed: first all at once, then alone whatever no test has named. One that nothing can be read with hides the others: then half of them at a time. */
async function unnoticed(group: readonly Mutant[]): Promise<readonly Mutant[]> {
  if (group.length === 1) return (await isNoticed(group[0]!)) ? [] : group;
  const [stage] = testsFor(group[0]!);
  const { failed, broken } = await bench.run(stage!, group);
  if (broken) {
    const middle = Math.ceil(group.length / 2);
    return [...(await unnoticed(group.slice(0, middle))), ...(await unnoticed(group.slice(middle)))];
  }
  const said = failed.map((name) => new Set(name.split(/[^\w/{}-]+/)));
  const left: Mutant[] = [];
  for (const one of group) {
    const named = said.some((words) => one.names!.every((word) => words.has(word)));
    if (!named && !(await isNoticed(one))) left.push(one);
  }
  return left;
}

async function isNoticed(mutant: Mutant): Promise<boolean> {
  for (const files of testsFor(mutant)) {
    const { failed, broken } = await bench.run(files, [mutant]);
    if (failed.length > 0 || broken) return true;
  }
  return false;
}

const unexplained = survivors.filter((one) => reasonOf(one) === undefined);
const kinds = [...new Set(mutants.map(({ kind }) => kind))];
for (const kind of kinds) {
  const of = (list: readonly Mutant[]): number => list.filter((one) => one.kind === kind).length;
  console.log(
    `${kind.padEnd(12)} ${of(mutants)} planted, ${of(mutants) - of(survivors)} noticed, ${of(survivors)} survive`,
  );
}
console.log(
  `${mutants.length} planted, ${mutants.length - survivors.length} noticed, ${survivors.length} survive, ${unexplained.length} of them without a reason, in ${elapsed()}`,
);
process.exit(unexplained.length > 0 ? 1 : 0);
