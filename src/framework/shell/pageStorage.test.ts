import { afterEach, describe, expect, it } from 'vitest';
import { ensureStorage } from './pageStorage.ts';

const real = Object.getOwnPropertyDescriptor(window, 'localStorage');
afterEach(() => {
  if (real) Object.defineProperty(window, 'localStorage', real);
});

describe('local storage', () => {
  it('stays as it is where it works', () => {
    const before = window.localStorage;
    ensureStorage();
    expect(window.localStorage).toBe(before);
  });

  it('is replaced by one that forgets with the page where the browser allows none', () => {
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    ensureStorage();
    window.localStorage.setItem('a', '1');
    window.localStorage.setItem('b', '2');
    expect(Object.keys(window.localStorage)).toEqual(['a', 'b']);
    window.localStorage.removeItem('b');
    expect([window.localStorage.getItem('a'), window.localStorage.getItem('toString')]).toEqual(['1', null]);
    window.localStorage.removeItem('a');
    expect(window.localStorage.getItem('a')).toBeNull();
  });
});
