import { expect, test } from 'vitest';
import { greetingKey } from './greeting.ts';

test('morning ends at noon', () => {
  expect([0, 9, 11].map(greetingKey)).toEqual(Array(3).fill('shell.greeting.morning'));
  expect([12, 15, 23].map(greetingKey)).toEqual(Array(3).fill('shell.greeting.afternoon'));
});
