import type { Database } from '../contract.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { Call } from './outgoing.ts';

/** An outgoing message as the deliverer of its channel receives it. */
export interface OutgoingMessage {
  readonly id: number;
  readonly channel: string;
  readonly topic: string;
  readonly to: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The same in every attempt: a provider that is told it can recognise a message it has taken already. */
  readonly key: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** How an attempt ended well: taken by a provider, or kept back for a reason that is no failure (`off`). */
export type DeliveryResult =
  | { readonly state: 'sent'; readonly provider: string; readonly reference?: string }
  | { readonly state: 'notSent'; readonly provider?: string; readonly reason: string };

/** What a deliverer works with. */
export interface DeliveryContext {
  readonly db: Database;
  /** The instant of the attempt, epoch milliseconds. */
  readonly now: number;
  /** Calls the world outside, within the time and to the addresses that the settings allow. */
  readonly call: Call;
  readonly secrets: SecretBox;
  /** What the operator has set for the application's own code: the variables that begin with `APP_`. */
  readonly setting: (name: string) => string | undefined;
}

/** Sends the messages of one channel. Throws DeliveryFailure; anything else that is thrown is a fault, and is tried again as well. */
export interface Deliverer {
  /** Whether it can send at all, by what the operator has set; the messages wait until it can. Default: yes. */
  ready?(setting: (name: string) => string | undefined): boolean;
  send(message: OutgoingMessage, context: DeliveryContext): Promise<DeliveryResult>;
}

/**
 * Why a message was not taken. `reason` is shown to whoever may see messages: a short code (`timeout`, `http 503`, the provider's own), never a
 * secret, an address or what was sent.
 */
export class DeliveryFailure extends Error {
  readonly reason: string;
  /** Trying again cannot help: a number that does not exist, a signature that is not registered. */
  readonly permanent: boolean;
  /** The provider asks to be left alone for so long. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, options: { readonly permanent?: boolean; readonly retryAfterMs?: number } = {}) {
    const shown = reason.replace(/[^\w .:-]/g, ' ').slice(0, 120);
    super(shown);
    this.name = 'DeliveryFailure';
    this.reason = shown;
    this.permanent = options.permanent ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
