/**
 * A reporter of vitest for `npm test`: writes to the file named by TEST_REPORT how many tests passed and failed, and what each file took, by
 * project.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export default class TestReport {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const states = Array.from(module.children.allTests(), (test) => test.result().state);
      const count = (state) => states.filter((one) => one === state).length;
      const { collectDuration, duration } = module.diagnostic();
      return {
        name: path.relative(process.cwd(), module.moduleId),
        project: module.project.name,
        seconds: (collectDuration + duration) / 1000,
        passed: count('passed'),
        // A file that cannot be read has no tests that could fail.
        failed: count('failed') || (module.state() === 'failed' ? 1 : 0),
      };
    });
    writeFileSync(process.env['TEST_REPORT'], JSON.stringify(files));
  }
}
