import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createSecretBox } from '../../secrets/index.ts';
import { emailOf, hasOverage, showsFactor, subjectOf, valuesOf, type Claims } from './claims.ts';
import { createOidc, type Begun, type Oidc } from './createOidc.ts';
import { providerPurpose, type Provider } from './providers.ts';

/** Discovery documents and claims as these providers have them, shortened to what a sign-in reads. */
const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const RECORDED = {
  keycloak: {
    issuer: 'https://login.example.com/realms/desk',
    discovery: {
      authorization_endpoint: 'https://login.example.com/realms/desk/protocol/openid-connect/auth',
      token_endpoint: 'https://login.example.com/realms/desk/protocol/openid-connect/token',
      userinfo_endpoint: 'https://login.example.com/realms/desk/protocol/openid-connect/userinfo',
      end_session_endpoint: 'https://login.example.com/realms/desk/protocol/openid-connect/logout',
      jwks_uri: 'https://login.example.com/realms/desk/protocol/openid-connect/certs',
      id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'HS512', 'ES256', 'RS256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    },
    claims: {
      sub: 'f1f5b2a3-0d8e-4b1f-9d76-3f6f1cb1a111',
      typ: 'ID',
      azp: 'desk',
      sid: '6a3c',
      acr: '1',
      email_verified: true,
      realm_access: { roles: ['offline_access', 'clerk'] },
      preferred_username: 'may',
      email: 'may@example.com',
    },
  },
  entra: {
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    discovery: {
      authorization_endpoint: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/authorize`,
      token_endpoint: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
      userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
      end_session_endpoint: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/logout`,
      jwks_uri: `https://login.microsoftonline.com/${TENANT}/discovery/v2.0/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    },
    claims: {
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      tid: TENANT,
      ver: '2.0',
      preferred_username: 'may@example.com',
      email: 'may@example.com',
      roles: ['Desk.Clerk'],
      _claim_names: { groups: 'src1' },
    },
  },
  google: {
    issuer: 'https://accounts.google.com',
    discovery: {
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    },
    claims: {
      sub: '10769150350006150715113082367',
      azp: 'desk',
      email: 'may@example.com',
      email_verified: true,
      hd: 'example.com',
    },
  },
} as const;
type Name = keyof typeof RECORDED;

const REDIRECT = 'https://desk.example.com/user/oidc/1';
const secrets = createSecretBox([Buffer.alloc(32, 7)]);
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const now = (): number => Math.floor(Date.now() / 1000);

let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
let jwk: Awaited<ReturnType<typeof exportJWK>>;
beforeAll(async () => {
  [pair, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
});

interface Desk {
  readonly oidc: Oidc;
  readonly provider: Provider;
  /** What the token endpoint answers next, made of the nonce. */
  idToken: (nonce: string) => Promise<string>;
  userInfo: object;
}

function desk(name: Name, { discovery = {} }: { discovery?: object } = {}): Desk {
  const { issuer, discovery: recorded } = RECORDED[name];
  const provider: Provider = {
    ...{ id: 1, name, issuer, clientId: 'desk', scopes: null, makesUsers: true, linksByEmail: true, domains: null },
    ...{ roleId: null, roleClaim: null, roleMap: null, scopeClaim: null, scopeMap: null, trustedFactors: null },
    secret: secrets.seal('client-secret', providerPurpose(issuer)),
  };
  let nonce = '';
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  const self: Desk = {
    provider,
    idToken: () => Promise.reject(new Error('nobody signs in')),
    userInfo: {},
    oidc: createOidc({
      secrets,
      allowPrivate: false,
      log: createLog('silent'),
      signal: new AbortController().signal,
      async fetch(url) {
        if (url === `${issuer}/.well-known/openid-configuration`)
          return json({
            issuer,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            ...recorded,
            ...discovery,
          });
        if (url === recorded.jwks_uri) return json({ keys: [jwk] });
        if (url === recorded.userinfo_endpoint) return json(self.userInfo);
        if (url === recorded.token_endpoint)
          return json({
            access_token: 'a',
            token_type: 'Bearer',
            expires_in: 300,
            id_token: await self.idToken(nonce),
          });
        throw new Error(`the test has no answer for ${url}`);
      },
    }),
  };
  const begin = self.oidc.begin;
  self.oidc.begin = async (...all) => {
    const begun = await begin(...all);
    nonce = begun.begun.nonce;
    return begun;
  };
  return self;
}

const signed = (
  claims: JWTPayload,
  { header = {}, key = pair.privateKey }: { header?: Partial<JWTHeaderParameters>; key?: typeof pair.privateKey } = {},
) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);

const claimsOf = (name: Name, nonce: string, changes: JWTPayload = {}): JWTPayload => ({
  ...RECORDED[name].claims,
  iss: RECORDED[name].issuer,
  aud: 'desk',
  iat: now(),
  exp: now() + 300,
  nonce,
  ...changes,
});

async function signIn(at: Desk, parameters: Record<string, string> = {}) {
  const { begun } = await at.oidc.begin(at.provider, REDIRECT, false);
  return at.oidc.finish(at.provider, address(at, begun, parameters), begun);
}
function address({ provider }: Desk, { state }: Begun, parameters: Record<string, string>): URL {
  const url = new URL(REDIRECT);
  url.search = new URLSearchParams({ code: 'c', state, ...parameters }).toString();
  if (provider.name === 'keycloak') url.searchParams.set('iss', provider.issuer);
  return url;
}

describe.each(['keycloak', 'entra', 'google'] as const)('a sign-in at %s', (name) => {
  it('is led to its own address and comes back with its claims', async () => {
    const at = desk(name);
    at.idToken = (nonce) => signed(claimsOf(name, nonce));
    const { url } = await at.oidc.begin(at.provider, REDIRECT, false);
    expect(url.startsWith(`${RECORDED[name].discovery.authorization_endpoint}?`)).toBe(true);
    expect((await signIn(at)).claims).toMatchObject(RECORDED[name].claims);
  });
});

describe('an ID token', () => {
  const refused = async (make: (nonce: string) => Promise<string>, at = desk('keycloak')): Promise<string> => {
    at.idToken = make;
    return signIn(at).then(
      () => 'taken',
      (error: { kind: string }) => error.kind,
    );
  };
  const changed = (changes: JWTPayload) => (nonce: string) => signed(claimsOf('keycloak', nonce, changes));

  it.each<readonly [string, JWTPayload]>([
    ['of another issuer', { iss: 'https://login.example.org' }],
    ['for somebody else', { aud: 'other' }],
    ['for several, issued to another', { aud: ['desk', 'other'], azp: 'other' }],
    ['without a nonce', { nonce: undefined }],
    ['of another sign-in', { nonce: 'n' }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['that has ended', { exp: now() - 120 }],
    ['of the future', { iat: now() + 180, exp: now() + 600 }],
    ['made long ago', { iat: now() - 3600 }],
  ])('%s is refused', async (_what, changes) => {
    expect(await refused(changed(changes))).toBe('untrusted');
  });

  it.each<readonly [string, JWTPayload]>([
    ['is a minute slow', { iat: now() - 50, exp: now() - 40 }],
    ['is a minute fast', { iat: now() + 40, exp: now() + 340 }],
  ])('of a clock that %s is taken', async (_what, changes) => {
    expect(await refused(changed(changes))).toBe('taken');
  });

  it("is refused without a signature, with one that others can make, and with a stranger's", async () => {
    expect(await refused(async (nonce) => new UnsecuredJWT(claimsOf('keycloak', nonce)).encode())).toBe('untrusted');
    const shared = new TextEncoder().encode('client-secret'.padEnd(32, '0'));
    const byHmac = (nonce: string) =>
      new SignJWT(claimsOf('keycloak', nonce)).setProtectedHeader({ alg: 'HS256' }).sign(shared);
    expect(await refused(byHmac)).toBe('untrusted');
    expect(await refused((nonce) => signed(claimsOf('keycloak', nonce), { key: stranger.privateKey }))).toBe(
      'untrusted',
    );
    expect(await refused((nonce) => signed(claimsOf('keycloak', nonce), { header: { kid: 'two' } }))).toBe('untrusted');
    const offersNone = desk('keycloak', { discovery: { id_token_signing_alg_values_supported: ['none', 'HS256'] } });
    expect(await refused(async (nonce) => new UnsecuredJWT(claimsOf('keycloak', nonce)).encode(), offersNone)).toBe(
      'untrusted',
    );
  });

  it('lacks what userinfo says, of the same user only', async () => {
    const at = desk('keycloak');
    const bare = { email: undefined, email_verified: undefined };
    at.idToken = (nonce) => signed(claimsOf('keycloak', nonce, bare));
    at.userInfo = { sub: RECORDED.keycloak.claims.sub, email: 'may@example.com', email_verified: true };
    expect((await signIn(at)).claims).toMatchObject({ email: 'may@example.com', email_verified: true });
    at.userInfo = { sub: 'another', email: 'may@example.com' };
    await expect(signIn(at)).rejects.toMatchObject({ kind: 'untrusted' });
  });
});

describe('a provider', () => {
  const begun = (at: Desk) =>
    at.oidc.begin(at.provider, REDIRECT, false).then(
      () => 'taken',
      (error: { kind: string }) => error.kind,
    );

  it.each([
    ['names another issuer', { issuer: 'https://login.example.org' }, 'untrusted'],
    ['names its issuer with a slash more', { issuer: `${RECORDED.keycloak.issuer}/` }, 'untrusted'],
    ['has no keys', { jwks_uri: undefined }, 'untrusted'],
  ])('that %s is refused', async (_what, discovery, kind) => {
    expect(await begun(desk('keycloak', { discovery }))).toBe(kind);
  });

  it('at a private address is not called unless that is allowed', async () => {
    const at = desk('keycloak');
    const guarded = createOidc({
      secrets,
      allowPrivate: false,
      log: createLog('silent'),
      signal: new AbortController().signal,
    });
    const issuer = 'https://127.0.0.1:9';
    const provider = { ...at.provider, issuer, secret: null };
    await expect(guarded.begin(provider, REDIRECT, false)).rejects.toMatchObject({
      kind: 'down',
      message: 'address not allowed',
    });
  });
});

describe('a logout token', () => {
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: RECORDED.keycloak.issuer,
    aud: 'desk',
    iat: now(),
    jti: 'j',
    sub: 's',
    sid: '6a3c',
    events: { [EVENT]: {} },
    ...changes,
  });
  it('names session and subject', async () => {
    const at = desk('keycloak');
    const token = await signed(claims(), { header: { typ: 'logout+jwt' } });
    expect(await at.oidc.logout(at.provider, token)).toEqual({ subject: 's', session: '6a3c', id: 'j' });
  });
  it.each<readonly [string, JWTPayload]>([
    ['with a nonce', { nonce: 'n' }],
    ['of another issuer', { iss: 'https://login.example.org' }],
    ['for somebody else', { aud: 'other' }],
    ['without a number', { jti: undefined }],
    ['that names nobody', { sub: undefined, sid: undefined }],
    ['without its event', { events: {} }],
    ['of another event', { events: { 'http://example.com/other': {} } }],
    ['whose event is no object', { events: { [EVENT]: 'x' } }],
    ['without a time', { iat: undefined }],
    ['made long ago', { iat: now() - 3600 }],
  ])('%s is refused', async (_what, changes) => {
    const at = desk('keycloak');
    await expect(at.oidc.logout(at.provider, await signed(claims(changes)))).rejects.toMatchObject({
      kind: 'untrusted',
    });
  });
  it("is refused without a signature, and with a stranger's", async () => {
    const at = desk('keycloak');
    for (const token of [
      new UnsecuredJWT(claims()).encode(),
      await signed(claims(), { key: stranger.privateKey }),
      'x',
    ])
      await expect(at.oidc.logout(at.provider, token)).rejects.toMatchObject({ kind: 'untrusted' });
  });
});

describe('claims', () => {
  const { keycloak, entra, google } = RECORDED;

  it('of Keycloak say roles below realm_access', () => {
    expect(valuesOf(keycloak.claims, 'realm_access.roles')).toEqual(['offline_access', 'clerk']);
    expect(valuesOf({ 'https://example.com/roles': 'clerk' }, 'https://example.com/roles')).toEqual(['clerk']);
    expect(valuesOf(keycloak.claims, 'realm_access.constructor.name')).toEqual([]);
  });

  it("of Entra know users by tenant and object, never of another tenant, and their address only as its owner's", () => {
    expect(subjectOf(entra.issuer, entra.claims)).toBe(`${TENANT}/${entra.claims.oid}`);
    expect(subjectOf(entra.issuer, { ...entra.claims, tid: 'other' })).toBeUndefined();
    expect(subjectOf(entra.issuer, { ...entra.claims, oid: undefined })).toBeUndefined();
    expect(emailOf(entra.issuer, { ...entra.claims, email_verified: true })?.verified).toBe(false);
    expect(emailOf(entra.issuer, { ...entra.claims, xms_edov: true })?.verified).toBe(true);
    expect([hasOverage(entra.claims, 'groups'), hasOverage(entra.claims, 'roles')]).toEqual([true, false]);
  });

  it.each<readonly [string, Claims, boolean]>([
    ['its company', google.claims, true],
    ['nobody in particular', { ...google.claims, hd: undefined }, false],
    ['another company', { ...google.claims, hd: 'example.org' }, false],
    ['Google itself', { ...google.claims, hd: undefined, email: 'may@gmail.com' }, true],
  ])('of Google vouch for an address of %s', (_whose, claims, verified) => {
    expect(emailOf(google.issuer, claims)?.verified).toBe(verified);
  });

  it('name no other address by letters that only look like others in lower case', () => {
    const said = (email: string) => emailOf('https://login.example.org', { email, email_verified: true })?.address;
    expect(said(' Mark@Example.com')).toBe('mark@example.com');
    expect(said('mar\u212a@example.com')).toBe('mar\u212a@example.com');
  });

  it('stand in for the second factor only where they are trusted to', () => {
    expect(showsFactor({ amr: ['pwd', 'mfa'] }, null)).toBe(false);
    expect(showsFactor({ amr: ['pwd', 'mfa'] }, 'mfa')).toBe(true);
    expect(showsFactor({ acr: 'phr' }, 'mfa, phr')).toBe(true);
    expect(showsFactor({ amr: ['pwd'] }, 'mfa')).toBe(false);
    expect(showsFactor({ amr: 'mfa' }, 'm')).toBe(false);
  });
});
