import { expect, it } from 'vitest';
import { limitConcurrency, QueueFull, ShareFull } from './concurrency.ts';

/** Work that ends when it is told to, in the order in which it began. */
function workshop(limits: Parameters<typeof limitConcurrency>[0]) {
  const limited = limitConcurrency(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const order = (name: string, who: string): Promise<void> =>
    limited(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, who);
  /** Ends what began first, and lets the next begin. */
  async function endOne(): Promise<void> {
    ends.shift()!();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  return { order, begun, endOne };
}

it('takes turns by who asks, so that one who asks often does not hold up the others', async () => {
  const { order, begun, endOne } = workshop({ atOnce: 2, waiting: 10, share: { atOnce: 1, waiting: 8 } });
  const all = [order('a1', 'a'), order('a2', 'a'), order('a3', 'a'), order('b1', 'b'), order('c1', 'c')];
  expect(begun).toEqual(['a1', 'b1']);
  for (let count = 0; count < 5; count++) await endOne();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  await Promise.all(all);
});

it('turns away who has a full share, and everybody only when all is full', async () => {
  const { order, endOne } = workshop({ atOnce: 1, waiting: 3, share: { atOnce: 1, waiting: 2 } });
  const kept = [order('a1', 'a'), order('a2', 'a'), order('a3', 'a')];
  await expect(order('a4', 'a')).rejects.toThrow(ShareFull);
  kept.push(order('b1', 'b'));
  await expect(order('c1', 'c')).rejects.toThrow(QueueFull);
  for (let count = 0; count < 4; count++) await endOne();
  await Promise.all(kept);
});

it('goes on after work that failed', async () => {
  const limited = limitConcurrency({ atOnce: 1, waiting: 5 });
  const failed = limited(() => Promise.reject(new Error('broken')));
  const next = limited(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
