import type { FastifyRequest } from 'fastify';
import {
  CHALLENGE_MINUTES,
  PasskeyFailure,
  spendOnce,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '../../../auth/index.ts';
import type { DataLayer } from '../../../data/index.ts';
import { refuse, type Refusal } from '../../../errors.ts';
import type { SecretBox } from '../../../secrets/index.ts';
import { noteInLoginLog } from '../../loginLog.ts';
import { createSealedCookies, hashOf, type Place } from '../sealedCookie.ts';

/** What a challenge was made for: it counts for nothing else. */
export interface Challenge {
  readonly of: 'add' | 'enrol' | 'signIn' | 'step' | 'proof';
  /** Hash of the session or the ticket that it belongs to. */
  readonly bound?: string;
  /** By which the authenticator will know the user of a new passkey. */
  readonly handle?: string;
}

export const boundTo = (token: string | Buffer): string => hashOf(token.toString('hex')).toString('base64url');

/** The challenge that an authenticator says it has answered; undefined: it says none. */
function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export interface Challenges {
  /** The cookie by which the browser that asked, and no other one, can answer. */
  keep(request: FastifyRequest, challenge: string, made: Challenge): string;
  /** The challenge that was answered, once. Refuses one of another browser, of something else, or that is over. */
  take(
    request: FastifyRequest,
    response: RegistrationResponseJSON | AuthenticationResponseJSON,
    made: Challenge,
  ): Promise<Challenge & { readonly challenge: string }>;
}

export function createChallenges({ db }: Pick<DataLayer, 'db'>, secrets: SecretBox, place: Place): Challenges {
  const cookies = createSealedCookies<Challenge>(
    secrets,
    { name: 'passkey', purpose: 'passkey challenge', path: '/account', minutes: CHALLENGE_MINUTES },
    place,
  );
  return {
    keep: (request, challenge, made) => cookies.set(challenge, made, request.now),
    async take(request, { response }, made) {
      const challenge = challengeIn(response.clientDataJSON);
      const kept = challenge === undefined ? undefined : cookies.read(request.headers.cookie, challenge, request.now);
      if (challenge === undefined || kept?.of !== made.of || kept.bound !== made.bound)
        throw refuse('msg.passkey.over');
      if (!(await spendOnce(db, hashOf(`passkey ${challenge}`), 2 * CHALLENGE_MINUTES)))
        throw refuse('msg.passkey.over');
      return { ...kept, challenge };
    },
  };
}

const TEXTS = {
  unknown: 'msg.passkey.unknown',
  copied: 'msg.passkey.copied',
  untrusted: 'msg.passkey.untrusted',
} as const;

/** What is said of a passkey that does not hold; the login log has it by the user it claims to be. */
export async function refusalOf(
  { db }: Pick<DataLayer, 'db'>,
  request: FastifyRequest,
  error: unknown,
  username?: string,
): Promise<Refusal> {
  if (!(error instanceof PasskeyFailure)) throw error;
  const key = TEXTS[error.kind];
  const who = username ?? error.username ?? '';
  request.log.warn({ kind: error.kind, reason: error.message, username: who }, 'a passkey was refused');
  await noteInLoginLog(db, request, who, 'wrongPasskey', request.t(key));
  return refuse(key);
}
