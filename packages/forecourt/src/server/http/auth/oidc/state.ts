import type { Begun } from '../../../auth/index.ts';
import type { SecretBox } from '../../../secrets/index.ts';
import { createSealedCookies, type Place, type SealedCookies } from '../sealedCookie.ts';

/** What the browser keeps, sealed, while its user is at the provider. */
export interface State extends Begun {
  readonly provider: number;
  /** Page to open afterwards, as it was asked for. */
  readonly redirect: string;
}

/** A sign-in at a provider takes so long at most. */
export const STATE_MINUTES = 10;

/** By the state of the sign-in. */
export const stateCookies = (secrets: SecretBox, place: Place): SealedCookies<State> =>
  createSealedCookies(
    secrets,
    { name: 'signin', purpose: 'sign-in state', path: '/account/oidc', minutes: STATE_MINUTES },
    place,
  );
