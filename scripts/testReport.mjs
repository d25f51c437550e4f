/**
 * A reporter of vitest for `npm test`: writes to the file named by TEST_REPORT how many tests passed and failed, which passed, and what each file
 * took, by project.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export default class TestReport {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const tests = Array.from(module.children.allTests(), (test) => ({
        state: test.result().state,
        name: test.fullName,
      }));
      const count = (state) => tests.filter((one) => one.state === state).length;
      const { collectDuration, duration } = module.diagnostic();
      return {
        name: path.relative(process.cwd(), module.moduleId),
        project: module.project.name,
        seconds: (collectDuration + duration) / 1000,
        passed: count('passed'),
        titles: tests.filter(({ state }) => state === 'passed').map(({ name }) => name),
        // A file that cannot be read has no tests that could fail.
        failed: count('failed') || (module.state() === 'failed' ? 1 : 0),
      };
    });
    writeFileSync(process.env['TEST_REPORT'], JSON.stringify(files));
  }
}
