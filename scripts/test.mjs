/**
 * Runs everything a contributor needs before a commit and ends non-zero on any failure. The last line is `N passed, N failed`.
 *
 *   npm test                 all steps
 *   npm test -- unit api     only the named ones
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const scratch = mkdtempSync(path.join(tmpdir(), 'forecourt-test-'));
const bin = (name) => path.join('node_modules', '.bin', name);

/** Steps in the order in which a mistake is cheapest to find. `vitest` steps count their tests, the others count as one. */
const STEPS = [
  { name: 'types', command: [bin('tsc'), '--noEmit', '-p', '.'] },
  { name: 'lint', command: [bin('eslint'), '.', '--max-warnings', '0'] },
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  {
    name: 'boundaries',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'resources', 'examples'],
  },
  { name: 'unit', vitest: true },
  { name: 'api', vitest: true },
  { name: 'build', command: [process.execPath, 'scripts/build.mjs'] },
  { name: 'example', command: [process.execPath, 'scripts/build.mjs', '--app', 'examples/video-rental'] },
  { name: 'browser', vitest: true },
  { name: 'faults', vitest: true },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
for (const step of STEPS) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  const report = path.join(scratch, `${step.name}.json`);
  const command = step.vitest
    ? [
        bin('vitest'),
        'run',
        '--project',
        step.name,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]
    : step.command;
  const started = Date.now();
  console.log(`\n== ${step.name}`);
  const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
  if (step.vitest) {
    const counts = readCounts(report);
    passed += counts.passed;
    failed += counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0);
  } else if (status === 0) passed++;
  else failed++;
  console.log(`== ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** A run that died before it wrote its report has passed nothing. */
function readCounts(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
