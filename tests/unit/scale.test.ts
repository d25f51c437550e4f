import { describe, expect, it } from 'vitest';
import { compileModel } from '../../src/framework/model/index.ts';
import { largeCodes, largeSchemas } from '../scale/largeApplication.ts';

/** The least of several: what else the machine does counts as little as it can. */
function cpuOfCompiling(count: number): number {
  const schemas = largeSchemas(count);
  const runs = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage();
    expect(compileModel({ schemas, resources: [], codes: largeCodes }).entities.size).toBe(count);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

describe('an application with many schemas of thirty properties', () => {
  it('compiles 200 of them in less than a second of CPU, and in proportion to their number', () => {
    const twenty = cpuOfCompiling(20);
    const twoHundred = cpuOfCompiling(200);
    expect(twoHundred).toBeLessThan(1_000);
    // In proportion would be 10, all with all 100.
    expect(twoHundred / twenty).toBeLessThan(30);
  });
});
