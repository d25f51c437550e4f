import type * as Jose from 'jose';
import type { Provider } from './providers.ts';

/** Whom a provider has signed out: one session, or whoever the subject is. */
export interface Logout {
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** Of the token: it counts once. */
  readonly id: string;
}

interface How {
  readonly provider: Pick<Provider, 'issuer' | 'clientId'>;
  readonly keys: Jose.JWTVerifyGetKey;
  readonly algorithms: string[];
  readonly tolerance: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be; so long its number is remembered at least. */
export const LOGOUT_MINUTES = 10;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads a logout token (OpenID Connect Back-Channel Logout 1.0). Throws whatever is wrong with it. */
export async function readLogout(jose: typeof Jose, token: string, how: How): Promise<Logout> {
  const { payload } = await jose.jwtVerify(token, how.keys, {
    issuer: how.provider.issuer,
    audience: how.provider.clientId,
    algorithms: how.algorithms,
    clockTolerance: how.tolerance,
    maxTokenAge: LOGOUT_MINUTES * 60,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { events, nonce, sub, sid, jti } = payload;
  const event: unknown =
    typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : null;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) throw new Error('it is no logout token');
  if (nonce !== undefined) throw new Error('a logout token has no nonce');
  const [subject, session, id] = [text(sub), text(sid), text(jti)];
  if (id === undefined || (subject === undefined && session === undefined)) throw new Error('it names nobody');
  return { subject, session, id };
}
