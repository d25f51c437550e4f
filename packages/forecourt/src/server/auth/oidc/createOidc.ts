import type * as Jose from 'jose';
import type * as Client from 'openid-client';
import type { Logger } from '../../log.ts';
import { DeliveryFailure } from '../../outbox/index.ts';
import type { SecretBox } from '../../secrets/index.ts';
import { emailOf, hasClaim, type Claims } from './claims.ts';
import { createFetch, type Fetch } from './guardedFetch.ts';
import { readLogout, type Logout } from './readLogout.ts';
import { providerPurpose, type Provider } from './providers.ts';

/** `down`: it does not answer; `denied`: its user said no; `untrusted`: what it said does not hold. */
export class ProviderFailure extends Error {
  readonly kind: 'down' | 'denied' | 'untrusted';

  constructor(kind: ProviderFailure['kind'], reason: string) {
    super(reason);
    this.name = 'ProviderFailure';
    this.kind = kind;
  }
}

/** What a sign-in remembers between its two halves. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The user signs in anew, even if the provider knows who it is. */
  readonly fresh: boolean;
}

/** What a provider said of whoever came back from it. */
export interface SaidWho {
  readonly claims: Claims;
  /** Seconds since 1970 at which the user last signed in there, where it says so. */
  readonly authTime: number | undefined;
  /** The session there, which a logout names. */
  readonly session: string | undefined;
}

export interface Oidc {
  begin(
    provider: Provider,
    redirectUri: string,
    fresh: boolean,
  ): Promise<{ readonly url: string; readonly begun: Begun }>;
  /** Exchanges the code of an address that the provider has led to. Throws ProviderFailure. */
  finish(provider: Provider, address: URL, begun: Begun): Promise<SaidWho>;
  /** Where the user is signed out at the provider, too; undefined: it has no such place, or does not answer. */
  leaveUrl(provider: Provider, returnUri: string): Promise<string | undefined>;
  /** Who is signed out, by a logout token. Throws ProviderFailure. */
  logout(provider: Provider, token: string): Promise<Logout>;
}

interface OidcOptions {
  readonly secrets: SecretBox;
  /** Private addresses may be called, and loopback without TLS. */
  readonly allowPrivate: boolean;
  readonly log: Logger;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** How providers are called. */
  readonly fetch?: Fetch;
}

/** Signed with a key that only the provider has: never `none`, never a secret that both know. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Seconds by which the clocks may differ. */
const TOLERANCE = 60;
/** An ID token is made for the sign-in that asks for it. */
const OLDEST = 600;
/** A discovery document is asked for again after so long. */
const KNOWN_MS = 600_000;
const KEYS_AGAIN_MS = 60_000;

interface Known {
  readonly config: Client.Configuration;
  readonly keys: Jose.JWTVerifyGetKey;
  readonly until: number;
}

/** The failure of a call below an error of the library. */
function callFailure(error: unknown): DeliveryFailure | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DeliveryFailure) return at;
  return undefined;
}

/** Nothing of the answer is said: it may hold tokens. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const call = callFailure(error);
  if (call) return new ProviderFailure('down', call.reason);
  const { code, message, error: said } = error as { code?: string; message?: string; error?: unknown };
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new ProviderFailure('denied', typeof said === 'string' ? said.slice(0, 60) : 'refused');
  return new ProviderFailure('untrusted', `${code ?? 'fault'}: ${message ?? ''}`.slice(0, 200));
}

/** Signs users in at providers (OpenID Connect, code flow with PKCE). Both libraries load with the first sign-in. */
export function createOidc({ secrets, allowPrivate, log, signal, ...options }: OidcOptions): Oidc {
  const fetch = options.fetch ?? createFetch(allowPrivate, signal);
  const known = new Map<string, Promise<Known>>();
  const load = async (): Promise<readonly [typeof Client, typeof Jose]> =>
    Promise.all([import('openid-client'), import('jose')]);

  async function discover({ issuer, clientId, secret }: Provider): Promise<Known> {
    const [client, jose] = await load();
    const server = new URL(issuer);
    const key = secret === null ? undefined : secrets.open(secret, providerPurpose(issuer));
    const how = {
      [client.customFetch]: fetch as Client.CustomFetch,
      execute: allowPrivate && server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    };
    const found = (await client.discovery(server, clientId, undefined, undefined, how)).serverMetadata();
    if (found.issuer !== issuer) throw new ProviderFailure('untrusted', 'the issuer is another');
    if (found.jwks_uri === undefined) throw new ProviderFailure('untrusted', 'it has no keys');
    const offered = found.id_token_signing_alg_values_supported ?? ['RS256'];
    const metadata: Client.ServerMetadata = {
      ...(JSON.parse(JSON.stringify(found)) as Client.ServerMetadata),
      id_token_signing_alg_values_supported: offered.filter((one) => ALGORITHMS.includes(one)),
    };
    const byBasic = found.token_endpoint_auth_methods_supported?.includes('client_secret_post') === false;
    const auth =
      key === undefined ? client.None() : byBasic ? client.ClientSecretBasic(key) : client.ClientSecretPost(key);
    const config = new client.Configuration(metadata, clientId, { [client.clockTolerance]: TOLERANCE }, auth);
    config[client.customFetch] = fetch as Client.CustomFetch;
    if (how.execute.length > 0) client.allowInsecureRequests(config);
    // The signature of ID tokens is looked at, although they come over TLS.
    client.enableNonRepudiationChecks(config);
    const keys = jose.createRemoteJWKSet(new URL(found.jwks_uri), {
      [jose.customFetch]: fetch as Jose.FetchImplementation,
      cooldownDuration: KEYS_AGAIN_MS,
    });
    return { config, keys, until: performance.now() + KNOWN_MS };
  }

  async function knownOf(provider: Provider): Promise<Known> {
    const name = JSON.stringify([provider.issuer, provider.clientId, provider.secret]);
    const before = await known.get(name);
    if (before && before.until > performance.now()) return before;
    const asked = discover(provider);
    known.set(name, asked);
    asked.catch(() => known.get(name) === asked && known.delete(name));
    return asked;
  }

  async function guarded<T>(
    provider: Provider,
    run: (found: Known, client: typeof Client, jose: typeof Jose) => Promise<T>,
  ) {
    try {
      const [client, jose] = await load();
      return await run(await knownOf(provider), client, jose);
    } catch (error) {
      const failure = failureOf(error);
      log.warn({ provider: provider.id, kind: failure.kind, reason: failure.message }, 'a sign-in provider failed');
      throw failure;
    }
  }

  /** What the ID token leaves out is asked for, as its own user. */
  async function withUserInfo(
    client: typeof Client,
    config: Client.Configuration,
    provider: Provider,
    token: string,
    said: Claims,
  ) {
    const wanted = [provider.roleClaim, provider.scopeClaim].filter((claim) => claim !== null && claim !== '');
    const lacks = emailOf(provider.issuer, said) === undefined || wanted.some((claim) => !hasClaim(said, claim!));
    if (!lacks || config.serverMetadata().userinfo_endpoint === undefined) return said;
    return { ...(await client.fetchUserInfo(config, token, said['sub'] as string)), ...said };
  }

  return {
    begin: (provider, redirectUri, fresh) =>
      guarded(provider, async ({ config }, client) => {
        const begun = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          fresh,
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: provider.scopes?.trim() || 'openid email profile',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
          ...(fresh && { prompt: 'login', max_age: '0' }),
        });
        return { url: url.href, begun };
      }),

    finish: (provider, address, { state, nonce, verifier }) =>
      guarded(provider, async ({ config }, client) => {
        const tokens = await client.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const id = tokens.claims()!;
        const age = Date.now() / 1000 - id.iat;
        if (age < -TOLERANCE || age > OLDEST + TOLERANCE)
          throw new ProviderFailure('untrusted', 'the ID token is not of now');
        const claims = await withUserInfo(client, config, provider, tokens.access_token, id as Claims);
        const { sid } = id;
        return { claims, authTime: id.auth_time, session: typeof sid === 'string' ? sid : undefined };
      }),

    leaveUrl: (provider, returnUri) =>
      guarded(provider, async ({ config }, client) =>
        config.serverMetadata().end_session_endpoint === undefined
          ? undefined
          : client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnUri }).href,
      ).catch(() => undefined),

    logout: (provider, token) =>
      guarded(provider, ({ keys }, _client, jose) =>
        readLogout(jose, token, { provider, keys, algorithms: ALGORITHMS, tolerance: TOLERANCE }),
      ),
  };
}
