import { describe, expect, test } from 'vitest';
import { calls } from '../../src/rental/calls/index.ts';
import documented from './documentedCalls.json';

/** Who may use a call of the business, and what it says when it is done, written down apart from the code. */
const told = documented as unknown as Readonly<Record<string, readonly [keys: string, success: string]>>;

const declared = new Map(
  Object.values(calls).map((call): [string, { readonly permission: unknown; readonly success?: string }] => [
    `${call.method} ${call.path}`,
    call,
  ]),
);

describe('a call of the business', () => {
  test.each(Object.keys(told))('asks for its key: %s', (name) => {
    expect([declared.get(name)?.permission].flat().join('|')).toBe(told[name]![0]);
  });

  test.each(Object.keys(told).filter((name) => told[name]![1] !== ''))('says what it did: %s', (name) => {
    expect(declared.get(name)?.success).toBe(told[name]![1]);
  });
});
