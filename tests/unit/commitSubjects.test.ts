import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const subjects = execFileSync('git', ['log', '--no-merges', '--max-count=100', '--format=%s'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

test('the last hundred commits have subjects of at most 72 characters', () => {
  expect(subjects.length).toBeGreaterThan(0);
  expect(subjects.filter((subject) => subject.length > 72)).toEqual([]);
});

test('the last hundred commits have subjects that say something, without a full stop', () => {
  expect(subjects.filter((subject) => subject.length < 10 || subject.endsWith('.'))).toEqual([]);
});
