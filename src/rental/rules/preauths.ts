import { ZERO, add, atLeastZero, formatTHB, satang, smaller } from './money.ts';
import type { Satang } from './money.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';
import type { Instant } from './storeTime.ts';

/** Money that a bank or a wallet keeps blocked for an order. It is no payment until it is captured (D-MONEY-20). */
export interface Preauth {
  readonly amount: Satang;
  readonly captured: Satang;
  readonly released: Satang;
  readonly expires: Instant;
}

/** `open`: something of it can be captured. The others are over: all captured, some captured and the rest released, nothing captured, or too late. */
export type PreauthState = 'open' | 'captured' | 'released' | 'expired';

/** What is neither captured nor released. */
export const restOf = ({ amount, captured, released }: Preauth): Satang =>
  atLeastZero(satang(amount - captured - released));

/** Says how an authorisation stands (D-MONEY-20). */
export function preauthState(preauth: Preauth, now: Instant): PreauthState {
  if (restOf(preauth) > ZERO) return preauth.expires > now ? 'open' : 'expired';
  return preauth.captured > ZERO ? 'captured' : 'released';
}

/** May this authorisation be entered? It is for an order that goes on, above 0, and has not ended yet. */
export const enterProblems = (
  preauth: Pick<Preauth, 'amount' | 'expires'>,
  facts: { readonly status: OrderStatus; readonly now: Instant },
): readonly Problem[] => [
  ...(facts.status === ORDER.cancelled ? [problem('preauth.refusal.cancelled', {}, 'orderId')] : []),
  ...(preauth.amount <= 0 ? [problem('money.amountPositive', {}, 'amount')] : []),
  ...(preauth.expires <= facts.now ? [problem('preauth.refusal.past', {}, 'expireTime')] : []),
];

/** May so much of it be captured? Never more than is left of it, and nothing after its end. */
export function captureProblem(preauth: Preauth, amount: Satang, now: Instant): Problem | null {
  const state = preauthState(preauth, now);
  if (state !== 'open') return problem(`preauth.refusal.state.${state}`);
  if (amount <= 0) return problem('money.amountPositive', {}, 'amount');
  const rest = restOf(preauth);
  return amount > rest ? problem('preauth.refusal.tooMuch', { rest: formatTHB(rest) }, 'amount') : null;
}

/** May so much of it be released? Never more than is left of it; what has ended may still be. */
export function releaseProblem(preauth: Preauth, amount: Satang, now: Instant): Problem | null {
  const state = preauthState(preauth, now);
  if (state !== 'open' && state !== 'expired') return problem(`preauth.refusal.state.${state}`);
  if (amount <= 0) return problem('money.amountPositive', {}, 'amount');
  const rest = restOf(preauth);
  return amount > rest ? problem('preauth.refusal.tooMuch', { rest: formatTHB(rest) }, 'amount') : null;
}

/** What of the deposits that are due authorisations stand for at the handover: what is open of them, and no more than is due (D-ORD-23). */
export const coveredDeposit = (open: readonly Satang[], depositDue: Satang): Satang =>
  smaller(add(...open), depositDue);
