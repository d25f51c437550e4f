import { expect, test } from 'vitest';
import { memoryStorage } from '../admin/testing/fakeServer.ts';
import { lastingStorage } from './lastingStorage.ts';

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError');
};

const full = (entries: Readonly<Record<string, string>>): Storage => {
  const real = memoryStorage(entries);
  return Object.assign(real, { setItem: refuse });
};

test('where storage is switched off, a value lasts as long as the page', () => {
  const storage = lastingStorage(refuse);
  expect(storage.getItem('color')).toBeNull();
  storage.setItem('color', 'x');
  expect(storage.getItem('color')).toBe('x');
  expect([storage.length, storage.key(0), Object.keys(storage)]).toEqual([1, 'color', ['color']]);
  storage.removeItem('color');
  expect([storage.getItem('color'), storage.length]).toEqual([null, 0]);
});

test('where storage is full, the newer value wins over the stored one', () => {
  const storage = lastingStorage(() => full({ color: 'old' }));
  expect(storage.getItem('color')).toBe('old');
  storage.setItem('color', 'new');
  expect(storage.getItem('color')).toBe('new');
  storage.clear();
  expect(storage.getItem('color')).toBeNull();
});

test('where storage works, it keeps everything', () => {
  const real = memoryStorage();
  const storage = lastingStorage(() => real);
  storage.setItem('color', 'x');
  expect(real.getItem('color')).toBe('x');
  real.setItem('color', 'changed by another tab');
  expect(storage.getItem('color')).toBe('changed by another tab');
});
