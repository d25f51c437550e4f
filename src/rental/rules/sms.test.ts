import { describe, expect, it } from 'vitest';
import { fillTemplate, signed, smsLength, variablesOf } from './sms.ts';

describe('a template', () => {
  it('says the values of its variables; other braces stay', () => {
    expect(
      fillTemplate('Dear {renterName}, {orderNo} {nothing} {}', { renterName: '张{orderNo}', orderNo: 'R1' }),
    ).toBe('Dear 张{orderNo}, R1 {nothing} {}');
    expect(fillTemplate('{constructor} {toString}', {})).toBe('{constructor} {toString}');
  });

  it('names its variables once, in their order', () => {
    expect(variablesOf('{total} {renterName} {total} {other}')).toEqual(['total', 'renterName']);
  });

  it('begins with the signature', () => {
    expect(signed('[Forecourt]', 'Hello')).toBe('[Forecourt] Hello');
    expect(signed(null, 'Hello')).toBe('Hello');
  });
});

describe('the length of a message', () => {
  it.each([
    ['', 0, 0, 160],
    ['a'.repeat(160), 160, 1, 160],
    ['a'.repeat(161), 161, 2, 160],
    ['a'.repeat(306), 306, 2, 160],
    ['a'.repeat(307), 307, 3, 160],
    ['€'.repeat(80), 160, 1, 160],
    [`${'€'.repeat(80)}a`, 161, 2, 160],
    ['租'.repeat(70), 70, 1, 70],
    ['租'.repeat(71), 71, 2, 70],
    ['ท'.repeat(135), 135, 3, 70],
    ['🚗', 2, 1, 70],
  ])('%#: characters, parts and limit', (text, characters, parts, limit) => {
    expect(smsLength(text)).toEqual({ characters, parts, limit });
  });
});
