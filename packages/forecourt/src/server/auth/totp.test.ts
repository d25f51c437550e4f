import { describe, expect, it } from 'vitest';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** "12345678901234567890", the secret of the vectors of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of second %i is that of RFC 6238', (seconds, code) => {
    expect(stepOf(SECRET, code, seconds, 0)).toBe(Math.floor(seconds / 30));
  });

  it('is taken half a minute early and late, and no further away', () => {
    const code = '081804';
    const at = (seconds: number) => stepOf(SECRET, code, 1_111_111_109 + seconds, 0);
    expect([at(-30), at(0), at(30)]).toEqual([37_037_036, 37_037_036, 37_037_036]);
    expect([at(-60), at(60)]).toEqual([undefined, undefined]);
  });

  it('works once: no code of its step or of one before is taken again', () => {
    expect(stepOf(SECRET, '287082', 59, 1)).toBeUndefined();
    expect(stepOf(SECRET, '287082', 59, 0)).toBe(1);
  });

  it.each(['', '28708', '2870822', '287083', 'abcdef', '２８７０８２'])('%j is none', (code) => {
    expect(stepOf(SECRET, code, 59, 0)).toBeUndefined();
  });
});

it('a secret has 160 random bits in base32', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

it('an address for apps keeps spaces and colons of names apart from its own', () => {
  expect(uriOf(SECRET, 'Car & Co: desk', 'may')).toBe(
    `otpauth://totp/Car%20%26%20Co%3A%20desk:may?secret=${SECRET}&issuer=Car%20%26%20Co%3A%20desk`,
  );
});
