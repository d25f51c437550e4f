import type { DeliveryContext } from 'forecourt/server';

/** What a provider needs to send one message. */
interface SmsOrder {
  readonly to: string;
  /** The whole text, signature included. */
  readonly text: string;
  readonly topic: string;
  /** For providers that send registered templates only: their code for it, and the values in the template's order. */
  readonly templateCode: string | null;
  readonly values: readonly (readonly [name: string, value: string])[];
  /** The same in every attempt. */
  readonly key: string;
}

interface SmsAccess {
  readonly accessKey: string;
  readonly secret: string;
  readonly signature: string;
  readonly endpoint: string;
  readonly appId: string;
}

/** Sends one message and answers the provider's number for it. Throws DeliveryFailure. */
export type SmsProvider = (
  order: SmsOrder,
  access: SmsAccess,
  context: Pick<DeliveryContext, 'call' | 'setting' | 'now'>,
) => Promise<string | undefined>;

/** The name that is registered with a provider, without the brackets that it adds by itself. */
export const signName = (signature: string): string => signature.replace(/^[【[]\s*|\s*[】\]]$/g, '');
