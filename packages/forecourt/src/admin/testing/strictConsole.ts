import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
    // What going away says counts too.
    cleanup();
    expect(said).toEqual([]);
  });
}
