/**
 * Plants faults one at a time (a field that is no longer required, a column gone, another key, another state …), runs the tests that ought to notice,
 * and names those that nobody did. No file is changed: the tests read the planted text in place of it.
 *
 *   node --import tsx scripts/mutations/command.ts
 *
 * SEED says which, MUTANTS how many; without them 230, those of the day. It ends with 1 when a survivor has no reason in survivors.json.
 * JUDGED names a file of verdicts: what stands in it is not judged again, while neither the file of the fault nor its tests have changed.
 */
import { mutantsOf, type Mutant } from './mutants.ts';
import { openBench } from './bench.ts';
import { READS, testsFor } from './noticing.ts';
import { openVerdicts } from './verdicts.ts';
import reasons from './survivors.json' with { type: 'json' };

const USUAL = 230;
const seed = Number(process.env['SEED'] ?? 20_261_127);
const mutants = mutantsOf(seed, Number(process.env['MUTANTS'] ?? USUAL) / USUAL);

const verdicts = openVerdicts(process.env['JUDGED']);
const open = mutants.filter((one) => verdicts.of(one) === undefined);

const bench = await openBench();
const started = Date.now();
const elapsed = (): string => `${Math.round((Date.now() - started) / 1000)} s`;

// As it is, all of them pass: else every fault would seem to be noticed.
const all = [...new Set(open.flatMap((one) => testsFor(one).flat()))];
const asItIs = await bench.run(all);
if (asItIs.failed.length > 0 || asItIs.broken) {
  console.log(`without any fault these do not pass: ${asItIs.failed.join('; ')}`);
  await bench.close();
  process.exit(1);
}
console.log(`${mutants.length} faults of SEED=${seed}, ${open.length} of them to be judged`);
console.log(`${all.length} test files, ${elapsed()} without a fault`);

/** A reason is on file for the fault itself, wherever its line has moved to. */
const known = reasons as Readonly<Record<string, string>>;
const reasonOf = ({ id }: Mutant): string | undefined => known[id.replace(/(\.ts):\d+/, '$1')];

for (const group of groupsOf(open)) {
  const left = await survivorsOf(group);
  for (const one of group) verdicts.add(one, !left.includes(one));
  for (const one of left) console.log(`${one.id}: ${reasonOf(one) ?? 'NO REASON ON FILE'}`);
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

/** Those of a group that no test noticed. What is left of many is asked again alone: two faults may hide each other. */
async function survivorsOf(group: readonly Mutant[]): Promise<readonly Mutant[]> {
  const left = await throughAll(group);
  if (group.length === 1) return left;
  const alone: Mutant[] = [];
  for (const one of left) alone.push(...(await throughAll([one])));
  return alone;
}

async function throughAll(group: readonly Mutant[]): Promise<readonly Mutant[]> {
  // All of a group are of one kind, and have the same tests; those of rules are alone.
  let left = group;
  for (const files of testsFor(group[0]!)) left = await through(files, left);
  return left;
}

/** Those that these files do not notice: planted together first, then without those that a failing test has named, and those alone that none has. */
async function through(files: readonly string[], faults: readonly Mutant[]): Promise<readonly Mutant[]> {
  if (faults.length === 0) return faults;
  const { failed, broken } = await bench.run(files, faults);
  if (failed.length === 0 && !broken) return faults;
  if (faults.length === 1) return [];
  const left = broken ? await readable(faults) : unnamed(faults, failed);
  if (left.length < faults.length) return through(files, left);
  const alone: Mutant[] = [];
  for (const one of left) alone.push(...(await through(files, [one])));
  return alone;
}

/** One that the application cannot be read with hides all others, and is noticed by whoever starts it. */
async function readable(faults: readonly Mutant[]): Promise<readonly Mutant[]> {
  const left: Mutant[] = [];
  for (const one of faults) if (!(await bench.run(READS, [one])).broken) left.push(one);
  return left;
}

function unnamed(faults: readonly Mutant[], failed: readonly string[]): readonly Mutant[] {
  const said = failed.map((name) => new Set(name.split(/[^\w/{}-]+/)));
  return faults.filter((one) => !said.some((words) => one.names!.every((word) => words.has(word))));
}

const survivors = mutants.filter((one) => verdicts.of(one) === false);
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
