import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../admin/testing/fakeServer.ts';
import { watchIdle } from './idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number): void => void vi.advanceTimersByTime(count * 60_000);

test('the end comes once nobody has touched the page for so long, and only once', () => {
  const end = vi.fn();
  watchIdle(5, end, memoryStorage());
  minutes(4);
  window.dispatchEvent(new Event('keydown'));
  minutes(4);
  expect(end).not.toHaveBeenCalled();
  minutes(2);
  expect(end).toHaveBeenCalledOnce();
  minutes(20);
  expect(end).toHaveBeenCalledOnce();
});

test('a touch in another window of the browser counts, and after it is stopped nothing ends', () => {
  const [end, storage] = [vi.fn(), memoryStorage()];
  const stop = watchIdle(5, end, storage);
  minutes(4);
  storage.setItem('remembered.touched', String(Date.now()));
  minutes(4);
  expect(end).not.toHaveBeenCalled();
  stop();
  minutes(20);
  expect(end).not.toHaveBeenCalled();
});
