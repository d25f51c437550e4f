import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Screens in happy-dom take seconds on a busy machine; the tests wait for things, not for time. */
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 15_000 });

/** What react-admin says of every refused call in development; the refusal itself is what the test is about. */
const EXPECTED = /HttpError|^Error: admin\.error/;

/** Any console.error fails the test that caused it. Call once at the top of a file. */
export function strictConsole(): void {
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      const text = words
        .map((word) => (word instanceof Error ? `${word.name}: ${word.message}` : String(word)))
        .join(' ');
      if (!EXPECTED.test(text) && !(words[0] instanceof Error && 'status' in words[0])) said.push(text);
    });
  });
  afterEach(() => {
    cleanup();
    // What a test left half typed is not the next one's.
    sessionStorage.clear();
    expect(said).toEqual([]);
  });
}
