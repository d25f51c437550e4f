import { sql } from 'kysely';
import type * as Server from '@simplewebauthn/server';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../../contract.ts';
import type { Known, NewPasskey } from './kept.ts';

export type { AuthenticationResponseJSON, RegistrationResponseJSON };

/** A challenge is answered within this time. */
export const CHALLENGE_MINUTES = 5;
const MILLISECONDS = CHALLENGE_MINUTES * 60_000;
/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** `unknown`: nobody here has it; `copied`: its counter has not gone on, so that two may have it; `untrusted`: what it says does not hold. */
export class PasskeyFailure extends Error {
  readonly kind: 'unknown' | 'copied' | 'untrusted';
  readonly username: string | undefined;

  constructor(kind: PasskeyFailure['kind'], reason: string, username?: string) {
    super(reason);
    this.name = 'PasskeyFailure';
    this.kind = kind;
    this.username = username;
  }
}

interface Owner {
  readonly username: string;
  readonly name: string;
  readonly handle: string;
}

/** Whose passkey was shown. */
export interface Shown {
  readonly id: number;
  readonly username: string;
  /** Null: there is none. */
  readonly password: string | null;
  /** The user is there, on, and has a role. */
  readonly active: boolean;
  /** It signs in by itself. */
  readonly alone: boolean;
}

interface Answered<T> {
  readonly response: T;
  readonly challenge: string;
}

export interface Passkeys {
  /** Of the pages on which passkeys are made and used, and no others. */
  readonly origin: string;
  creation(owner: Owner, known: readonly Known[]): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Throws PasskeyFailure. */
  created(answered: Answered<RegistrationResponseJSON>): Promise<NewPasskey>;
  /** Without `known` the authenticator finds out who it is. */
  request(known?: readonly Known[]): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Looks at a passkey and counts its use; of this user, or with `undefined` of whomever it says. Throws PasskeyFailure. */
  show(db: Database, answered: Answered<AuthenticationResponseJSON>, userId: number | undefined): Promise<Shown>;
}

interface Row extends Omit<Shown, 'alone'> {
  readonly passkeyId: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly handle: string;
  readonly alone: boolean;
}

/** What the library stands on extends `Reflect`, which has to be there first: a bundle does not keep the order in which its parts import. */
async function library(): Promise<typeof Server> {
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
}
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);
const listed = (known: readonly Known[]) =>
  known.map(({ id, transports }) => ({ id, transports: [...transports] as AuthenticatorTransport[] }));

/** Nobody asks who made the authenticator: a statement with certificates would have the server look at them, and at addresses that they name. */
async function requireNoCertificates(attestation: string): Promise<void> {
  await library();
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  if (format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined))
    throw new Error(`attestation ${format} was not asked for`);
}

/** Passkeys of the pages at this address (WebAuthn). The library loads with the first one. Whoever holds one is verified by it each time: it is both factors. */
export function createPasskeys(publicUrl: string, title: string): Passkeys {
  const { origin, hostname: rpID } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    origin,

    async creation({ username, name, handle }, known) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: title,
        rpID,
        userName: username,
        userDisplayName: name || username,
        userID: new Uint8Array(Buffer.from(handle, 'base64url')),
        timeout: MILLISECONDS,
        attestationType: 'none',
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },

    async created({ response, challenge }) {
      const { verifyRegistrationResponse } = await library();
      try {
        await requireNoCertificates(response.response.attestationObject);
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!verified) throw new Error('its signature is wrong');
        const { id, publicKey, counter } = registrationInfo.credential;
        return { credentialId: id, publicKey, counter, transports: response.response.transports ?? [] };
      } catch (error) {
        throw new PasskeyFailure('untrusted', reasonOf(error));
      }
    },

    async request(known) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID,
        timeout: MILLISECONDS,
        userVerification: 'required',
        ...(known && { allowCredentials: listed(known) }),
      });
    },

    async show(db, { response, challenge }, userId) {
      const { verifyAuthenticationResponse } = await library();
      return db.transaction().execute(async (within) => {
        const { rows } = await sql<Row>`
          select p.id as "passkeyId", p."publicKey", p.counter::float8 as counter, p.handle, p.alone,
            u.id, u.username, u.password, u.status = 1 and u."deleteTime" is null and u."roleId" is not null as active
          from "_passkey" p join "user" u on u.id = p."userId" where p."credentialId" = ${response.id} for update of p
        `.execute(within);
        const [kept] = rows;
        if (!kept || (userId !== undefined && kept.id !== userId)) throw new PasskeyFailure('unknown', 'nobody has it');
        const fail = (kind: PasskeyFailure['kind'], reason: string) => new PasskeyFailure(kind, reason, kept.username);
        const { userHandle } = response.response;
        if (userHandle === undefined ? userId === undefined : userHandle !== kept.handle)
          throw fail('untrusted', 'it names another user');
        const { counter, ...verified } = await verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          // Its counter is looked at below, once its signature is known to be right.
          credential: { id: response.id, publicKey: new Uint8Array(kept.publicKey), counter: 0 },
        }).then(
          ({ verified: right, authenticationInfo }) => ({ right, counter: authenticationInfo.newCounter }),
          (error: unknown) => {
            throw fail('untrusted', reasonOf(error));
          },
        );
        if (!verified.right) throw fail('untrusted', 'its signature is wrong');
        if ((counter > 0 || kept.counter > 0) && counter <= kept.counter)
          throw fail('copied', `its counter is ${counter} after ${kept.counter}`);
        await sql`
          update "_passkey" set counter = ${counter}, "lastUsedTime" = now() where id = ${kept.passkeyId}
        `.execute(within);
        const { id, username, password, active, alone } = kept;
        return { id, username, password, active, alone };
      });
    },
  };
}
