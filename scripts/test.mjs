/**
 * Runs everything a contributor needs before a commit and ends non-zero on any failure. The last line is `N passed, N failed`.
 *
 *   npm test                 all steps
 *   npm test -- unit api     only the named ones
 *   npm run test:long        what is long by nature: hours, on a machine that does nothing else
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fetchNode } from './fetchNode.mjs';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'forecourt-test-'));
const bin = (name) => path.join('node_modules', '.bin', name);

/** What the tests of the built product need. */
const BUILDS = [
  { name: 'build', command: [process.execPath, 'packages/forecourt/cli/build.mjs'] },
  { name: 'size', command: [process.execPath, 'scripts/bundle-size.mjs'] },
  {
    name: 'example',
    command: [process.execPath, 'packages/forecourt/cli/build.mjs', '--app', 'examples/video-rental'],
  },
];
/** Need nothing that another step makes: they take what processor time the tests in a browser leave, which is a quarter. */
const CHECKS = [
  // The native compiler. Several threads of it check the same types anew, each for itself: half as much work again.
  { name: 'types', command: ['node_modules/@typescript/native/bin/tsc', '--noEmit', '--singleThreaded', '-p', '.'] },
  { name: 'lint', command: [bin('oxlint'), '.'] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'boundaries', command: [process.execPath, '--import', 'tsx', 'scripts/boundaries.ts'] },
];
/** One run of all three: when a worker has nothing left to do of one, it goes on with another. */
const TESTS = ['unit', 'components', 'api'];
/** Tests of the server that start whole processes, load the demonstration, or wait for a deadline or a lock: they leave a worker idle. */
const SLOW = [
  'backup',
  'backupKeys',
  'guide',
  'httpProcess',
  'lockOrder',
  'nodeFaults',
  'notificationMail',
  'orderModel',
  'seed',
].map((name) => `tests/api/${name}.test.ts`);
/** Wait more than they work: they stand beside the tests in a browser, too. */
const BESIDE = [
  { name: 'faults', projects: ['faults'] },
  { name: 'outside', projects: ['outside'] },
  { name: 'processes', projects: ['api'], files: SLOW, environment: { TEST_WORKERS: '1' } },
];
/** The data that the tests in a browser begin with (tests/browser/demos.ts), made where the builds are: they need not wait for it. */
const DEMOS = path.join(scratch, 'demos.json');
const DEMO = { name: 'demo', command: [process.execPath, '--import', 'tsx', 'tests/browser/demos.ts', DEMOS] };
const BROWSER = { name: 'browser', projects: ['browser'], environment: { DEMOS } };

/** Which tests passed is known when all have run. */
const PROOF = {
  name: 'requirements',
  command: [process.execPath, '--import', 'tsx', 'scripts/proof/command.ts', scratch],
};

/** The same tests with more of what they do by chance, and those that nothing shorter shows. A smaller number in the environment is kept. */
const LONG = [
  { name: 'build', command: [process.execPath, 'packages/forecourt/cli/build.mjs'] },
  // What npm fetches of an application: whether it suffices, and how much it is.
  { name: 'install', projects: ['long'], files: ['tests/long/install.test.ts'] },
  { name: 'schemas', projects: ['long'], files: ['tests/long/manySchemas.test.ts'], environment: { SCHEMAS: '200' } },
  { name: 'faults', projects: ['faults'], environment: { FAULT_ROUNDS: '20' } },
  { name: 'chance', projects: ['unit', 'components'] },
  {
    name: 'anything',
    projects: ['unit'],
    files: ['packages/forecourt/cli/check/anything.test.ts'],
    environment: { TRIES: '3000' },
  },
  // What takes turns from seed to seed: every page, form, sheet and dialog in all of its looks and languages, every kind of value as every other,
  // every resource by every beginning of its names, every call under every made-up token and every role, every masked value in every form of file.
  {
    name: 'example',
    command: [process.execPath, 'packages/forecourt/cli/build.mjs', '--app', 'examples/video-rental'],
  },
  { name: 'turns', projects: ['browser'], environment: { TURNS: 'all' } },
  {
    name: 'kinds',
    projects: ['api'],
    files: ['tests/api/dataKinds.test.ts', 'tests/api/findByName.test.ts'],
    environment: { TURNS: 'all' },
  },
  {
    name: 'rights',
    projects: ['api'],
    files: ['tests/api/securityMatrix.test.ts', 'tests/api/generated.test.ts', 'examples/video-rental/tests'],
    environment: { TURNS: 'all' },
  },
  // Faults planted on purpose: which of them does no test notice?
  { name: 'mutations', command: [process.execPath, '--import', 'tsx', 'scripts/mutations/command.ts'] },
  { name: 'fuzz', projects: ['api'], files: ['tests/api/httpFuzz.test.ts'], environment: { FUZZ_RUNS: '1000' } },
  { name: 'race', projects: ['api'], files: ['tests/api/race.test.ts'], environment: { RACE_STEPS: '1000' } },
  {
    name: 'meetings',
    projects: ['api'],
    files: ['tests/api/atTheSameMoment.test.ts'],
    environment: { MEETINGS: '200' },
  },
  { name: 'agents', projects: ['api'], files: ['tests/api/mcpWalk.test.ts'], environment: { AGENT_CALLS: '100000' } },
  { name: 'model', projects: ['api'], files: ['tests/api/orderModel.test.ts'], environment: { STEPS: '1000000' } },
  // What the server still holds after a long day.
  { name: 'soak', projects: ['long'], files: ['tests/long/soak.test.ts'], environment: { SOAK_HOURS: '8' } },
];

/**
 * The tests of a browser at other hours of the day: demonstration data, days and deadlines follow the clock. Every program has it shifted but Chromium,
 * whose pages are told (tests/browser/shiftedClock.ts).
 */
for (const hours of [5, 10, 15, 20])
  LONG.push({
    name: `hours${hours}`,
    projects: ['browser'],
    needs: { there: faketime() !== undefined, install: 'apt-get install --no-install-recommends libfaketime' },
    environment: {
      LD_PRELOAD: faketime(),
      FAKETIME: `+${hours}h`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      CLOCK_SHIFT_MS: String(hours * 3_600_000),
    },
  });

/** Every Node that the framework says it runs on, the oldest in its oldest form. */
for (const node of ['20.19', '22', '24']) LONG.push({ name: `node${parseInt(node)}`, projects: ['unit'], node });

const SLOWEST = 10;

const long = process.argv[2] === '--long';
/** The long run tries something else every day, one day for all steps, also past midnight; the short one is always the same: tests/turns.ts. */
if (long) process.env['SEED'] ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
const names = long
  ? LONG.map(({ name }) => name)
  : [...[...BUILDS, ...BESIDE, ...CHECKS].map(({ name }) => name), ...TESTS, BROWSER.name];
const wanted = process.argv.slice(long ? 3 : 2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);

if (process.env['SEED']) console.log(`What is tried by chance is that of SEED=${process.env['SEED']}`);
const results = [];
if (long) await runLane(LONG, 'inherit');
else {
  const demo = wanted.length === 0 ? [DEMO] : [];
  // A run of all has built the server before; a step by itself may find none, or an old one.
  if (demo.length > 0) process.env['BUILT_SERVER'] = 'dist';
  await Promise.all([runLane([...BUILDS, ...demo], 'pipe'), runTests()]);
  await Promise.all([
    runLane([BROWSER], 'inherit'),
    runLane(BESIDE, 'pipe'),
    runLane(CHECKS, 'pipe', os.constants.priority.PRIORITY_BELOW_NORMAL),
  ]);
  if (wanted.length === 0) results.push(await run(PROOF, 'pipe'));
}
rmSync(scratch, { recursive: true, force: true });
printTable();
const passed = results.reduce((sum, step) => sum + step.passed, 0);
const failed = results.reduce((sum, step) => sum + step.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** Debian's and Ubuntu's library that shifts the clock of programs; undefined where it is not installed. */
function faketime() {
  const root = '/usr/lib';
  const folders = existsSync(root) ? readdirSync(root) : [];
  return folders
    .map((folder) => path.join(root, folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** One step after the other; a failure does not keep the next from being tried. */
async function runLane(lane, output, priority) {
  for (const step of lane) if (step === DEMO || isWanted(step.name)) results.push(await run(step, output, priority));
}

/** What needs no build, in one run. */
async function runTests() {
  const projects = TESTS.filter(isWanted);
  // Those that are slow have a step of their own, unless only some projects are asked for.
  const exclude = wanted.length === 0 ? SLOW : [];
  if (projects.length > 0) results.push(await run({ name: projects.join(' + '), projects, exclude }, 'inherit'));
}

/** Runs a step; what a step beside others prints appears in one piece when it has ended. */
async function run(step, output, priority = os.constants.priority.PRIORITY_NORMAL) {
  if (step.needs?.there === false) {
    console.log(`\n== ${step.name}: FAILED, it needs what is not here: ${step.needs.install}`);
    return { ...step, passed: 0, failed: 1, seconds: 0 };
  }
  const report = path.join(scratch, `${step.name}.report.json`);
  const [file, ...args] = step.projects
    ? [
        bin('vitest'),
        'run',
        ...step.projects.flatMap((project) => ['--project', project]),
        ...(step.files ?? []),
        ...(step.exclude ?? []).flatMap((file) => ['--exclude', file]),
        '--reporter=default',
        '--reporter=./scripts/testReport.mjs',
      ]
    : step.command;
  const started = Date.now();
  if (output === 'inherit') console.log(`\n== ${step.name}`);
  const bins = step.node ? `${await fetchNode(step.node, scratch)}${path.delimiter}` : '';
  const env = { ...step.environment, ...process.env, TEST_REPORT: report, PATH: bins + process.env['PATH'] };
  const child = spawn(file, args, { stdio: ['ignore', output, output], env });
  if (priority !== os.constants.priority.PRIORITY_NORMAL && child.pid) os.setPriority(child.pid, priority);
  const printed = [];
  child.stdout?.on('data', (chunk) => printed.push(chunk));
  child.stderr?.on('data', (chunk) => printed.push(chunk));
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = (Date.now() - started) / 1000;
  if (output === 'pipe') process.stdout.write(`\n== ${step.name}\n${Buffer.concat(printed).toString()}`);
  console.log(`== ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  const counts = step.projects ? readReport(report) : { passed: status === 0 ? 1 : 0, failed: 0, files: [] };
  return {
    ...step,
    ...counts,
    seconds,
    failed: counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0),
  };
}

/** `vitest` steps count their tests; a run that died before it wrote its report has passed nothing. */
function readReport(file) {
  let files = [];
  try {
    files = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Judged by its exit code alone.
  }
  return { ...countsOf(files), files };
}

function countsOf(files) {
  const sum = (count) => files.reduce((all, one) => all + one[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), seconds: sum('seconds') };
}

/** Where the time went: every step, and the slowest files. */
function printTable() {
  const row = (seconds, name, rest = '') =>
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name.padEnd(26)}${rest}`);
  const told = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
  console.log('\nTime by step');
  for (const step of results) row(step.seconds, step.name, told(step));
  const together = results.find(({ projects }) => projects?.length > 1);
  if (together) console.log('\nFiles of each project, of which two or more run side by side');
  for (const project of together?.projects ?? []) {
    const counts = countsOf(together.files.filter((one) => one.project === project));
    row(counts.seconds, project, told(counts));
  }
  const files = results.flatMap((step) => step.files ?? []).sort((a, b) => b.seconds - a.seconds);
  if (files.length > 0) console.log('\nSlowest files');
  for (const { name, seconds } of files.slice(0, SLOWEST)) row(seconds, name);
}
