import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../../auth/index.ts';
import { readInput } from '../../inputs.ts';

/** Base64url; what is longer is no passkey. */
const TEXT = { type: 'string', pattern: '^[\\w-]*$', maxLength: 20_000 };
const ID = { type: 'string', pattern: '^[\\w-]{1,1400}$' };
export const TICKET = { type: 'string', pattern: '^[\\w-]{43}$' };
const KIND = { type: 'string', maxLength: 40 };

const shown = (response: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    id: ID,
    rawId: ID,
    type: { const: 'public-key' },
    authenticatorAttachment: KIND,
    clientExtensionResults: { type: 'object' },
    response,
  },
});

const NEW = shown({
  type: 'object',
  additionalProperties: false,
  required: ['clientDataJSON', 'attestationObject'],
  properties: {
    clientDataJSON: TEXT,
    attestationObject: TEXT,
    authenticatorData: TEXT,
    publicKey: TEXT,
    publicKeyAlgorithm: { type: 'integer' },
    transports: { type: 'array', maxItems: 10, items: KIND },
  },
});
const USED = shown({
  type: 'object',
  additionalProperties: false,
  required: ['clientDataJSON', 'authenticatorData', 'signature'],
  properties: { clientDataJSON: TEXT, authenticatorData: TEXT, signature: TEXT, userHandle: TEXT },
});
const NAME = { type: 'string', minLength: 1, maxLength: 60, pattern: '\\S' };
const ticket = { ticket: TICKET };

const of = <T>(required: Readonly<Record<string, object>>, more: Readonly<Record<string, object>> = {}) =>
  readInput<T>({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...more },
  });

interface New {
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}
interface Used {
  readonly response: AuthenticationResponseJSON;
}
interface Ticket {
  readonly ticket: string;
}

export const NOTHING = readInput({ type: 'object', properties: {} });
export const ONE = of<{ id: number }>({ id: { type: 'integer', minimum: 1 } });
export const OF_TICKET = of<Ticket>(ticket);
export const MAY_HAVE_TICKET = of<Partial<Ticket>>({}, ticket);
export const MADE = of<New>({ name: NAME, response: NEW });
export const MADE_AT_SIGN_IN = of<New & Ticket>({ name: NAME, response: NEW, ...ticket });
export const SHOWN = of<Used>({ response: USED });
export const SHOWN_AT_SIGN_IN = of<Used & Partial<Ticket>>({ response: USED }, ticket);
