import { expect, test } from 'vitest';
import { atOnce } from './atOnce.ts';

test('answers what all of them answer, in their order', async () => {
  expect(await atOnce(Promise.resolve(1), Promise.resolve('two'), Promise.resolve(null))).toEqual([1, 'two', null]);
});

test('throws what failed first in time, once all of them are over', async () => {
  let isOver = false;
  let end = (): void => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve)).then(() => {
    isOver = true;
    throw new Error('second');
  });
  const all = atOnce(slow, Promise.reject(new Error('first'))).then(
    () => 'done',
    (error: Error) => `${error.message}, over: ${isOver}`,
  );
  end();
  expect(await all).toBe('first, over: true');
});
