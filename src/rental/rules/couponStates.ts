import type { Step } from './machine.ts';
import { problem } from './problem.ts';
import type { ProblemCode } from './problem.ts';

/** The states of a coupon (D-CPN-03). */
export const COUPON = { unused: 0, used: 1, cancelled: -1 } as const;
export type CouponStatus = (typeof COUPON)[keyof typeof COUPON];

export type CouponEvent = 'create' | 'generate' | 'edit' | 'redeem' | 'release' | 'void';

interface CouponTransition {
  /** Row of the table in D-CPN-03. */
  readonly id: string;
  readonly event: CouponEvent;
  /** null: the coupon does not exist yet. */
  readonly from: CouponStatus | null;
  readonly to: CouponStatus;
  /** Permission paths, any of which allows it: a cancelled order releases its coupon without the key of editing. */
  readonly permissions: readonly string[];
}

/** The coupon machine, K1–K5 (D-CPN-03). Cancelled is final, and a used coupon is cancelled by nobody. */
export const COUPON_TRANSITIONS: readonly CouponTransition[] = [
  { id: 'K1', event: 'create', from: null, to: 0, permissions: ['coupon-add'] },
  { id: 'K1', event: 'generate', from: null, to: 0, permissions: ['coupon-add'] },
  { id: 'K2', event: 'edit', from: 0, to: 0, permissions: ['coupon-edit'] },
  { id: 'K3', event: 'redeem', from: 0, to: 1, permissions: ['order-edit'] },
  { id: 'K4', event: 'release', from: 1, to: 0, permissions: ['order-edit', 'order-disable'] },
  { id: 'K5', event: 'void', from: 0, to: -1, permissions: ['coupon-disable'] },
];

const REFUSALS: Readonly<Record<string, ProblemCode>> = {
  null: 'coupon.refusal.unknown',
  0: 'coupon.refusal.none',
  1: 'coupon.refusal.used',
  [-1]: 'coupon.refusal.void',
};

/** Where the event leads, by the table alone; whether the order can have the coupon is asked of `redeemGuard`. */
export function nextCouponState(from: CouponStatus | null, event: CouponEvent): Step<CouponStatus> {
  const transition = COUPON_TRANSITIONS.find((each) => each.from === from && each.event === event);
  if (transition) return { ok: true, to: transition.to };
  // Making a coupon that is there says nothing of its state; it is the same refusal as for a used one.
  return { ok: false, refusal: problem(REFUSALS[String(from)]!) };
}
