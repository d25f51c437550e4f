import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { machineOf, stateName, type Transition } from './machine.ts';

/** The states of a deduction (D-DED-02). */
export const DEDUCTION = { submitted: 1, awaiting: 2, deducted: 3, revoked: 4, failed: -1 } as const;
export type DeductionStatus = (typeof DEDUCTION)[keyof typeof DEDUCTION];
export type DeductionEvent = 'submit' | 'edit' | 'review' | 'success' | 'failure' | 'retry' | 'revoke';

/** The states of a refund (D-REF-02). */
export const REFUND = { submitted: 0, success: 1, failed: -1 } as const;
export type RefundStatus = (typeof REFUND)[keyof typeof REFUND];
export type RefundEvent = 'request' | 'success' | 'failure' | 'retry';

type MoneyTransition<Event extends string, Status extends number> = Transition<Event, Status> & { readonly to: Status };

/** The deduction machine, S1–S7 (D-DED-02). Deducted and revoked are final. */
export const DEDUCTION_TRANSITIONS: readonly MoneyTransition<DeductionEvent, DeductionStatus>[] = [
  { id: 'S1', event: 'submit', from: null, to: 1, permission: 'deduct-add' },
  { id: 'S2', event: 'edit', from: 1, to: 1, permission: 'deduct-edit' },
  { id: 'S3', event: 'review', from: 1, to: 2, permission: 'deduct-enable' },
  { id: 'S4', event: 'success', from: 2, to: 3, permission: 'deduct-enable' },
  { id: 'S5', event: 'failure', from: 2, to: -1, permission: 'deduct-enable' },
  { id: 'S6', event: 'retry', from: -1, to: 2, permission: 'deduct-enable' },
  { id: 'S7', event: 'revoke', from: 1, to: 4, permission: 'deduct-disable' },
  { id: 'S7', event: 'revoke', from: 2, to: 4, permission: 'deduct-disable' },
  { id: 'S7', event: 'revoke', from: -1, to: 4, permission: 'deduct-disable' },
];

/** The refund machine, F1–F4 (D-REF-02). Success is final. */
export const REFUND_TRANSITIONS: readonly MoneyTransition<RefundEvent, RefundStatus>[] = [
  { id: 'F1', event: 'request', from: null, to: 0, permission: 'refund-add' },
  { id: 'F2', event: 'success', from: 0, to: 1, permission: 'refund-enable' },
  { id: 'F3', event: 'failure', from: 0, to: -1, permission: 'refund-enable' },
  { id: 'F4', event: 'retry', from: -1, to: 0, permission: 'refund-enable' },
];

export const nextDeductionState = machineOf(DEDUCTION_TRANSITIONS, (from) =>
  problem(`deduction.refusal.state.${stateName(from, 'failed')}`),
);

export const nextRefundState = machineOf(REFUND_TRANSITIONS, (from) =>
  problem(`refund.refusal.state.${stateName(from, 'failed')}`),
);

const SAME_PERSON = {
  deduction: 'deduction.refusal.samePerson',
  refund: 'refund.refusal.samePerson',
  erasure: 'member.refusal.samePerson',
} as const;

/**
 * Four eyes: whoever asked for money to move, or for somebody to be erased, does not do it, unless he or she may do everything (D-PERM-10). `kind` names the
 * record; nobody has asked (null) where a channel did.
 */
export function fourEyesProblem(
  kind: 'deduction' | 'refund' | 'erasure',
  facts: { readonly askedBy: number | null; readonly actor: number; readonly mayEverything: boolean },
): Problem | null {
  if (facts.mayEverything || facts.askedBy !== facts.actor) return null;
  return problem(SAME_PERSON[kind]);
}
