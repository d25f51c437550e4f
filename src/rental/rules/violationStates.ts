import { problem } from './problem.ts';
import { machineOf, type Transition } from './machine.ts';

/** The states of a violation (D-UPK-06). */
export const VIOLATION = { pending: 0, noAction: 1, completed: 2 } as const;
export type ViolationStatus = (typeof VIOLATION)[keyof typeof VIOLATION];

/** Deducting from a waived deposit and charging on the bill are the two ways of W6. */
export type ViolationEvent = 'new' | 'edit' | 'noaction' | 'complete' | 'reopen' | 'deduct' | 'charge' | 'delete';
type ViolationTransition = Transition<ViolationEvent, ViolationStatus>;

/** The violation machine, W1–W7 (D-UPK-06). Completed is final. */
export const VIOLATION_TRANSITIONS: readonly ViolationTransition[] = [
  { id: 'W1', event: 'new', from: null, to: 0, permission: 'violation-add' },
  { id: 'W2', event: 'edit', from: 0, to: 0, permission: 'violation-edit' },
  { id: 'W3', event: 'noaction', from: 0, to: 1, permission: 'violation-enable' },
  { id: 'W4', event: 'complete', from: 0, to: 2, permission: 'violation-enable' },
  { id: 'W5', event: 'reopen', from: 1, to: 0, permission: 'violation-enable' },
  { id: 'W6', event: 'deduct', from: 0, to: 0, permission: 'deduct-add' },
  { id: 'W6', event: 'charge', from: 0, to: 0, permission: 'order-edit' },
  { id: 'W7', event: 'delete', from: 0, to: null, permission: 'violation-delete' },
];

export const nextViolationState = machineOf(VIOLATION_TRANSITIONS, (from) =>
  problem(`violation.refusal.state.${from ?? 'none'}`),
);

/** The step that a wanted state means. */
export const VIOLATION_STEP_TO: Readonly<Record<ViolationStatus, ViolationEvent>> = {
  0: 'reopen',
  1: 'noaction',
  2: 'complete',
};
