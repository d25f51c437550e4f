import { describe, expect, it } from 'vitest';
import {
  REFUND,
  DEDUCTION,
  DEDUCTION_TRANSITIONS,
  REFUND_TRANSITIONS,
  fourEyesProblem,
  nextDeductionState,
  nextRefundState,
  otherOrderProblem,
} from './index.ts';
import type { DeductionEvent, DeductionStatus, RefundEvent, RefundStatus } from './index.ts';

/** The tables of D-DED-02 and D-REF-02, written out again: event → the states it leaves and where it leads. */
const DEDUCTION_TABLE: Record<DeductionEvent, Partial<Record<DeductionStatus | 'none', DeductionStatus>>> = {
  submit: { none: 1 },
  edit: { 1: 1 },
  review: { 1: 2 },
  success: { 2: 3 },
  failure: { 2: -1 },
  retry: { [-1]: 2 },
  revoke: { 1: 4, 2: 4, [-1]: 4 },
};
const REFUND_TABLE: Record<RefundEvent, Partial<Record<RefundStatus | 'none', RefundStatus>>> = {
  request: { none: 0 },
  success: { 0: 1 },
  failure: { 0: -1 },
  retry: { [-1]: 0 },
};
const nameOf = (from: number | null): string => (from === null ? 'none' : from === -1 ? 'failed' : String(from));

describe('the deduction machine', () => {
  const pairs = [null, ...Object.values(DEDUCTION)].flatMap((from) =>
    (Object.keys(DEDUCTION_TABLE) as DeductionEvent[]).map((event) => [from, event] as const),
  );
  it.each(pairs)('from %s by %s goes where the table says, or is refused with the state named', (from, event) => {
    const to = DEDUCTION_TABLE[event][from ?? 'none'];
    expect(nextDeductionState(from, event)).toEqual(
      to !== undefined
        ? { ok: true, to }
        : { ok: false, refusal: { code: `deduction.refusal.state.${nameOf(from)}`, params: {} } },
    );
  });

  it('has one row for an event in a state, S1 to S7; deducted and revoked are final', () => {
    const keys = DEDUCTION_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(DEDUCTION_TRANSITIONS.map(({ id }) => id)).size).toBe(7);
    expect(DEDUCTION_TRANSITIONS.filter(({ from }) => from === 3 || from === 4)).toEqual([]);
  });
});

describe('the refund machine', () => {
  const pairs = [null, ...Object.values(REFUND)].flatMap((from) =>
    (Object.keys(REFUND_TABLE) as RefundEvent[]).map((event) => [from, event] as const),
  );
  it.each(pairs)('from %s by %s goes where the table says, or is refused with the state named', (from, event) => {
    const to = REFUND_TABLE[event][from ?? 'none'];
    expect(nextRefundState(from, event)).toEqual(
      to !== undefined
        ? { ok: true, to }
        : { ok: false, refusal: { code: `refund.refusal.state.${nameOf(from)}`, params: {} } },
    );
  });

  it('has one row for an event in a state, F1 to F4; success is final', () => {
    const keys = REFUND_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(REFUND_TRANSITIONS.filter(({ from }) => from === 1)).toEqual([]);
  });
});

describe('four eyes', () => {
  it.each([
    [7, 7, false, true],
    [7, 8, false, false],
    [7, 7, true, false],
    [null, 7, false, false],
  ])('asked by %s, done by %s, who may everything: %s – refused: %s', (askedBy, actor, mayEverything, refused) => {
    for (const kind of ['deduction', 'refund'] as const)
      expect(fourEyesProblem(kind, { askedBy, actor, mayEverything })?.code).toBe(
        refused ? `${kind}.refusal.samePerson` : undefined,
      );
  });

  it('a deduction stays with its order', () => {
    expect(otherOrderProblem(1, null)).toBeNull();
    expect(otherOrderProblem(1, 1)).toBeNull();
    expect(otherOrderProblem(2, 1)?.field).toBe('orderId');
  });
});
