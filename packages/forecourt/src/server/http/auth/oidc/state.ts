import { createHash } from 'node:crypto';
import type { Begun } from '../../../auth/index.ts';
import { SecretLost, type SecretBox } from '../../../secrets/index.ts';

/** What the browser keeps, sealed, while its user is at the provider. */
export interface State extends Begun {
  readonly provider: number;
  /** Page to open afterwards, as it was asked for. */
  readonly redirect: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** A sign-in at a provider takes so long at most. */
export const STATE_MINUTES = 10;

const PURPOSE = 'sign-in state';
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** One a sign-in: two tabs do not disturb each other. */
const cookieOf = (state: string): string => `signin-${hashOf(state).toString('hex').slice(0, 16)}`;

interface Place {
  /** What all addresses begin with below a proxy. */
  readonly path: string;
  readonly isSecure: boolean;
}

const cookie = (name: string, value: string, seconds: number, { path, isSecure }: Place): string =>
  [
    `${name}=${value}`,
    `Max-Age=${seconds}`,
    `Path=${path}/api/account/oidc`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

export const stateCookie = (secrets: SecretBox, state: State, place: Place): string =>
  cookie(cookieOf(state.state), secrets.seal(JSON.stringify(state), PURPOSE), STATE_MINUTES * 60, place);

export const endedCookie = (state: string, place: Place): string => cookie(cookieOf(state), '', 0, place);

/** The state that this browser keeps of this very sign-in; undefined without one, or when its time is over. */
export function readState(
  secrets: SecretBox,
  header: string | undefined,
  state: string,
  now: number,
): State | undefined {
  const name = `${cookieOf(state)}=`;
  const sealed = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
  if (sealed === undefined) return undefined;
  try {
    const kept = JSON.parse(secrets.open(sealed, PURPOSE)) as State;
    return kept.state === state && kept.until > now ? kept : undefined;
  } catch (error) {
    if (error instanceof SecretLost) return undefined;
    throw error;
  }
}
