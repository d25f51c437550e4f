import type { Actor, Language } from '../contract.ts';
import type { CallChanges } from './recordedChanges.ts';

/** What the operation log says about a state-changing call (D-LOG-01). */
export interface Call {
  readonly module: string;
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly ip: string;
  /** What the caller came in by, where it is not a session: the shown part of an API key. */
  readonly door?: string;
  /** The record or thing the call was about, as text (`order 12`). */
  readonly object?: string;
  /** The input; secrets and ID numbers are masked before it is stored. */
  readonly payload?: unknown;
  /** `performance.now()` when the request arrived. */
  readonly startedAt: number;
}

/** Who asks, in which language, at which instant. One object a request, made by the HTTP layer. */
export interface Caller {
  readonly actor: Actor;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly now: number;
  t(key: string, params?: Record<string, unknown>, language?: Language): string;
  /** Present on state-changing calls: they write one row of the operation log in their transaction. */
  readonly call?: Call;
  /** The password of the caller's session was proven within the last ten minutes: without it no property with `x-proof` changes. */
  readonly proven?: boolean;
  /** What is asked is only tried: it is done, judged and taken back, and what it would have changed is told. */
  readonly rehearsal?: Rehearsal;
  /** Nothing that the caller does may send a message. */
  readonly sendsNothing?: true;
  /** Whether the caller has been told that it took too long: what is not committed by then is taken back. */
  late?(): boolean;
}

/** Is told what a call changes that is tried; of one with several transactions after each. */
export type Rehearsal = (changes: CallChanges) => void;

/** The flat query of the house dialect (D-API-03), values as they came; anything that is not a string is refused at its name. */
export type ListQuery = Readonly<Record<string, unknown>>;

export interface ChangeOptions {
  /** The `Idempotency-Key` header: within 24 hours the same key of the same actor answers the first answer (D-API-07). */
  readonly idempotencyKey?: string;
  /** The body the key belongs to; the same key with another body is refused. */
  readonly body?: unknown;
  /** The answer is nobody's but the caller's: it is not kept. The key then only tells that the call was done. */
  readonly secretAnswer?: boolean;
  /** Told when the first answer is given again, and nothing done. */
  replayed?(): void;
}
