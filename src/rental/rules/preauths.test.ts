import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  captureProblem,
  coveredDeposit,
  enterProblems,
  preauthState,
  releaseProblem,
  restOf,
  satang,
} from './index.ts';

const NOW = 1_000;
const preauth = (captured: number, released: number, expires = NOW + 1) => ({
  amount: satang(800),
  captured: satang(captured),
  released: satang(released),
  expires,
});

describe('an authorisation (D-MONEY-20)', () => {
  it.each([
    [0, 0, NOW + 1, 'open'],
    [799, 0, NOW + 1, 'open'],
    [0, 0, NOW, 'expired'],
    [1, 0, NOW, 'expired'],
    [800, 0, NOW, 'captured'],
    [1, 799, NOW + 1, 'captured'],
    [0, 800, NOW + 1, 'released'],
  ] as const)('of 800 with %d captured and %d released that ends at %d is %s', (captured, released, expires, state) => {
    expect(preauthState(preauth(captured, released, expires), NOW)).toBe(state);
  });

  it('is never captured and released beyond its sum, whatever is asked in which order', () => {
    const step = fc.record({ kind: fc.constantFrom('capture', 'release'), amount: fc.integer({ min: -5, max: 900 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let one = preauth(0, 0);
        for (const { kind, amount } of steps) {
          if (kind === 'release') {
            if (!releaseProblem(one, satang(amount), NOW)) one = { ...one, released: satang(one.released + amount) };
          } else if (!captureProblem(one, satang(amount), NOW)) {
            one = { ...one, captured: satang(one.captured + amount) };
          }
          expect(one.captured + one.released).toBeLessThanOrEqual(one.amount);
          expect(one.captured + one.released + restOf(one)).toBe(one.amount);
        }
      }),
    );
  });

  it('is released in part, after its end too, and not once nothing is left', () => {
    const code = (one: ReturnType<typeof preauth>, amount: number) => releaseProblem(one, satang(amount), NOW)?.code;
    expect(code(preauth(300, 100), 400)).toBeUndefined();
    expect(code(preauth(300, 100), 401)).toBe('preauth.refusal.tooMuch');
    expect(code(preauth(0, 0, NOW), 1)).toBeUndefined();
    expect(code(preauth(0, 0), 0)).toBe('money.amountPositive');
    expect(code(preauth(300, 500), 1)).toBe('preauth.refusal.state.captured');
    expect(code(preauth(0, 800), 1)).toBe('preauth.refusal.state.released');
  });

  it('stands for what is due of the deposits and no more', () => {
    expect(coveredDeposit([satang(300), satang(400)], satang(500))).toBe(500);
    expect(coveredDeposit([satang(300)], satang(500))).toBe(300);
    expect(coveredDeposit([], satang(500))).toBe(0);
  });

  it('is entered with an end to come, a sum, and for an order that goes on', () => {
    const codes = (amount: number, expires: number, status: 1 | -1) =>
      enterProblems({ amount: satang(amount), expires }, { status, now: NOW }).map(({ code }) => code);
    expect(codes(1, NOW + 1, 1)).toEqual([]);
    expect(codes(0, NOW, -1)).toEqual(['preauth.refusal.cancelled', 'money.amountPositive', 'preauth.refusal.past']);
  });
});
