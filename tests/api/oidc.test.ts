import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOidc, type OidcServer } from '../oidcServer.ts';
import { createAuthenticator, type Authenticator } from '../authenticator.ts';
import { accountsOf } from './accounts.ts';
import { directoryOf } from './directory.ts';
import { PASSWORD, type Answer, type Client } from './app.ts';
import { accepted, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

const HOME = 'https://desk.example.com/back';

let test: RentalApp;
let admin: Client;
let oidc: OidcServer;
let providerId: number;
beforeAll(async () => {
  test = await startRentalApp({
    settings: { privateCalls: true, publicUrl: { url: HOME, path: '/back' } },
    clock: Date.now,
  });
  admin = await test.as('admin');
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  oidc = await startOidc({
    redirectUri: () => `${HOME}/user/oidc/1`,
    returnUri: `${HOME}/user/login`,
    logoutUri: `${address}/api/account/oidc/logout/1`,
  });
  providerId = accepted(await admin.post<{ id: number }>('/system/signinprovider/save', values())).data.id;
  expect(providerId).toBe(1);
});
afterAll(async () => {
  await oidc?.close();
  await test?.close();
});

const values = (changes: object = {}) => ({
  name: 'Company',
  label: 'Company account',
  issuer: oidc.issuer,
  clientId: oidc.clientId,
  secret: oidc.secret,
  scopes: 'openid email profile',
  status: 1,
  makesUsers: true,
  linksByEmail: false,
  domains: null,
  roleClaim: 'groups',
  roleMap: 'cn=desk,dc=example = clerk\nmoney = finance',
  scopeClaim: 'stores',
  scopeMap: `south = ${RENTAL.phuket}, ${RENTAL.airport}\nnorth = ${RENTAL.chiangMai}\nwhole = all`,
  trustedFactors: null,
  passwordsOff: false,
  emergencyUserId: null,
  ...changes,
});
const settle = async (changes: object = {}): Promise<void> =>
  void accepted(await admin.post('/system/signinprovider/save', { ...values(changes), id: providerId }));

const lazy = new Proxy({} as RentalApp, { get: (_none, name) => test[name as keyof RentalApp] });
const accounts = accountsOf(lazy, () => admin);

let people = 0;
/** Somebody new at the provider, who signs in next. */
function somebody(claims: Record<string, unknown> = {}): string {
  const name = `person${++people}`;
  oidc.account = name;
  oidc.claims[name] = {
    preferred_username: name,
    name: `Person ${people}`,
    email: `${name}@example.com`,
    email_verified: true,
    groups: ['staff', 'cn=desk,dc=example'],
    stores: ['south'],
    ...claims,
  };
  return name;
}
afterEach(() => settle());
beforeEach(() => void somebody());

interface Begun {
  readonly url: string;
  readonly cookie: string;
}
interface Finished {
  readonly token?: string;
  readonly next?: string;
  readonly ticket?: string;
  readonly username: string;
  readonly redirect: string;
}

async function begin(more: object = {}): Promise<Begun> {
  const answer = accepted(await test.nobody.post<{ url: string }>('/account/oidc/begin', { id: providerId, ...more }));
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { url: answer.data.url, cookie };
}
const finish = (address: URL, cookie: string): Promise<Answer<Finished>> =>
  test.nobody.post<Finished>('/account/oidc/finish', { id: providerId, query: address.search }, { cookie });

/** Through the provider and back, in a browser of its own. */
async function signIn(more: object = {}): Promise<Answer<Finished>> {
  const { url, cookie } = await begin(more);
  return finish(await oidc.visitor().visit(url), cookie);
}
const entered = async (more: object = {}): Promise<Client> => test.withToken(accepted(await signIn(more)).data.token!);

const userOf = async (username: string) =>
  (
    await sql<Record<string, unknown>>`
      select u.*, r.code as role from "user" u left join role r on r.id = u."roleId" where username = ${username}
    `.execute(test.db)
  ).rows[0];
const isIn = async (client: Client): Promise<boolean> => (await client.get('/admin/user/info')).http === 200;
const reason = async (answer: Promise<Answer<unknown>>): Promise<string> => (await answer).message;

type Creation = Parameters<Authenticator['create']>[0];
/** What an authenticator is asked, and the cookie by which this browser answers. */
async function challenged(by: Client, path: string, body: object = {}) {
  const answer = accepted(await by.post<Creation>(path, body));
  return { options: answer.data, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}
/** Passwords on again, whoever is signed in. */
async function passwordsOn(): Promise<void> {
  await sql`update "signInProvider" set "passwordsOff" = false, "emergencyUserId" = null`.execute(test.db);
  admin = await test.signIn('admin');
}

describe('a first sign-in at a provider', () => {
  it('makes a user with the role and stores that the claims name, and an ordinary session', async () => {
    const client = await entered();
    expect(await userOf(oidc.account)).toMatchObject({
      role: 'clerk',
      dataScope: 1,
      storeIds: [RENTAL.phuket, RENTAL.airport],
      email: `${oidc.account}@example.com`,
      phone: null,
      password: null,
      status: 1,
    });
    const { sessions } = accepted(await client.get<{ sessions: { provider: string }[] }>('/account/sessions')).data;
    expect(sessions.map(({ provider }) => provider)).toEqual(['Company']);
    expect((await test.nobody.post('/admin/user/login', { username: oidc.account, password: 'x' })).statusCode).toBe(
      400,
    );
  });

  it('makes one user of two sign-ins at once, and the same later', async () => {
    const answers = await Promise.all([signIn(), signIn()]);
    for (const answer of answers) expect(accepted(answer).data.token).toBeDefined();
    accepted(await signIn());
    const { rows } = await sql`select from "user" where email = ${`${oidc.account}@example.com`}`.execute(test.db);
    expect(rows).toHaveLength(1);
  });

  it('makes nobody where only the invited may sign in', async () => {
    await settle({ makesUsers: false });
    expect(await reason(signIn())).toContain('ask an administrator for an invitation');
    expect(await userOf(oidc.account)).toBeUndefined();
  });

  it.each([
    ['no group', { groups: undefined }, /names no role/],
    ['groups that are mapped to nothing', { groups: ['staff', 'super', 'admin'] }, /names no role/],
    ['a group that is no text', { groups: [{ toString: 'money' }] }, /names no role/],
    ['no store', { stores: [] }, /names nothing that you may see/],
    ['too many groups', { groups: undefined, _claim_names: { groups: 'src1' } }, /names no role|too many/],
  ])('is refused with %s, and gives nothing', async (_what, claims, message) => {
    const name = somebody(claims);
    expect(await reason(signIn())).toMatch(message);
    expect(await userOf(name)).toBeUndefined();
  });

  it('takes a name apart from one that somebody has', async () => {
    somebody({ preferred_username: 'admin@example.com' });
    const { username } = accepted(await signIn()).data;
    expect(username).toBe('admin2');
    expect(await userOf('admin')).toMatchObject({ role: 'super' });
  });
});

describe('a later sign-in', () => {
  it('follows the claims: another role and other stores, or none and no entry', async () => {
    const name = oidc.account;
    const first = await entered();
    Object.assign(oidc.claims[name]!, { groups: ['money'], stores: ['north', 'whole'] });
    const second = await entered();
    expect(await userOf(name)).toMatchObject({ role: 'finance', dataScope: 0 });
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    Object.assign(oidc.claims[name]!, { groups: [] });
    expect(await reason(signIn())).toMatch(/names no role/);
    expect(await userOf(name)).toMatchObject({ role: 'finance' });
  });

  it('is none for a locked or deleted user, who loses a living session at once', async () => {
    const client = await entered();
    const { id } = (await userOf(oidc.account))!;
    accepted(await admin.post('/admin/user/lock', { ids: [id], locked: 1 }));
    expect(await isIn(client)).toBe(false);
    expect(await reason(signIn())).toMatch(/not active/);
  });

  it('is none any more where the provider is for other domains by now', async () => {
    accepted(await signIn());
    await settle({ domains: 'example.org' });
    expect(await reason(signIn())).toMatch(/does not confirm/);
    await settle({ domains: 'example.com' });
    accepted(await signIn());
  });

  it('ends with the provider, and not without it', async () => {
    const client = await entered();
    await settle({ status: 0 });
    expect(await isIn(client)).toBe(false);
    expect(accepted(await test.nobody.get('/account/oidc/providers')).data).toEqual([]);
    expect(await reason(test.nobody.post('/account/oidc/begin', { id: providerId }))).toMatch(/not available/);
    await settle();
    expect(accepted(await test.nobody.get('/account/oidc/providers')).data).toEqual([
      { id: providerId, label: 'Company account' },
    ]);
  });
});

describe('a user who is there already', () => {
  const links = { linksByEmail: true, domains: 'example.com' };
  const emailed = async (email: string, changes: object = {}) =>
    accounts.makeUser({ email, roleId: await accounts.roleId('clerk'), dataScope: 0, ...changes });

  it('is found by a verified address of our domain, in any case', async () => {
    await settle(links);
    const user = await emailed(`${oidc.account}@example.com`);
    oidc.claims[oidc.account]!['email'] = `${oidc.account.toUpperCase()}@Example.com`;
    expect(accepted(await signIn()).data.username).toBe(user.username);
    expect(await userOf(user.username)).toMatchObject({ role: 'clerk', dataScope: 1 });
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, {}, /does not confirm/],
    ['a verification that is a text', { email_verified: 'true' }, {}, /does not confirm/],
    ['an address of another domain', {}, { domains: 'example.org' }, /does not confirm/],
    ['a provider that finds nobody by address', {}, { linksByEmail: false }, /may not sign in as that user/],
  ])('is not found by %s', async (_what, claims, changes, message) => {
    await settle({ ...links, ...changes });
    const user = await emailed(`${oidc.account}@example.com`);
    Object.assign(oidc.claims[oidc.account]!, claims);
    expect(await reason(signIn())).toMatch(message);
    expect(await isIn(user.client)).toBe(true);
  });

  it('is not guessed where two have the address, is locked, or has another account there', async () => {
    await settle(links);
    const address = `${oidc.account}@example.com`;
    const one = await emailed(address);
    const two = await emailed(address);
    expect(await reason(signIn())).toMatch(/Two users have your e-mail address/);
    accepted(await admin.post('/admin/user/lock', { ids: [one.id], locked: 1 }));
    expect(await reason(signIn())).toMatch(/Two users/);
    await sql`update "user" set email = null where id = ${two.id}`.execute(test.db);
    expect(await reason(signIn())).toMatch(/not active/);
    accepted(await admin.post('/admin/user/lock', { ids: [one.id], locked: 0 }));
    accepted(await signIn());
    somebody({ email: address });
    expect(await reason(signIn())).toMatch(/may not sign in as that user/);
  });

  it('who typed the address of a colleague gets nothing of what the provider gives to the colleague', async () => {
    await settle(links);
    const user = await accounts.makeUser({ dataScope: 1, storeIds: [RENTAL.phuket] });
    const expireTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const key = { name: user.username, userId: user.id, readsOnly: false, expireTime };
    const { id } = accepted(await admin.post<{ id: number }>('/system/apikey/save', key)).data;
    accepted(await user.client.post('/account/settings/save', { email: `${oidc.account}@example.com` }));
    Object.assign(oidc.claims[oidc.account]!, { groups: ['money'], stores: ['whole'] });
    const colleague = await entered();
    expect(await userOf(user.username)).toMatchObject({ role: 'finance', dataScope: 0, password: null });
    expect([await isIn(colleague), await isIn(user.client)]).toEqual([true, false]);
    const again = await test.nobody.post('/admin/user/login', { username: user.username, password: PASSWORD });
    expect(again.statusCode).toBe(400);
    const { rows } = await sql<{ status: number }>`select status from "apiKey" where id = ${id}`.execute(test.db);
    expect(rows).toEqual([{ status: 0 }]);
  });

  it('keeps the password where the claims give no more than he or she had', async () => {
    await settle(links);
    const user = await emailed(`${oidc.account}@example.com`);
    accepted(await signIn());
    expect(await userOf(user.username)).toMatchObject({ role: 'clerk', dataScope: 1 });
    const again = await test.nobody.post('/admin/user/login', { username: user.username, password: PASSWORD });
    expect(accepted(again).data).toHaveProperty('token');
  });

  it('stays the last super administrator, whatever the claims say', async () => {
    await settle(links);
    await sql`update "user" set email = 'boss@example.com' where username = 'admin'`.execute(test.db);
    somebody({ email: 'boss@example.com' });
    expect(await reason(signIn())).toMatch(/last super administrator/);
    expect(await userOf('admin')).toMatchObject({ role: 'super' });
    await sql`update "user" set email = null where username = 'admin'`.execute(test.db);
  });
});

describe('what comes back from a provider', () => {
  it('counts once, in the browser that began, for the provider that it began at', async () => {
    const { url, cookie } = await begin();
    const address = await oidc.visitor().visit(url);
    const other = await begin();
    expect(await reason(finish(address, ''))).toMatch(/took too long/);
    expect(await reason(finish(address, other.cookie))).toMatch(/took too long/);
    const wrong = test.nobody.post('/account/oidc/finish', { id: 2, query: address.search }, { cookie });
    expect(await reason(wrong)).toMatch(/not available/);
    expect(accepted(await finish(address, cookie)).data.token).toBeDefined();
    expect(await reason(finish(address, cookie))).toMatch(/took too long, or was used before/);
  });

  it('is refused with a code that was used, another code, another issuer, and without one', async () => {
    const used = await begin();
    const spent = await oidc.visitor().visit(used.url);
    accepted(await finish(spent, used.cookie));
    const cases: readonly [string, (query: URLSearchParams) => void][] = [
      ['used code', (query) => query.set('code', spent.searchParams.get('code')!)],
      ['no such code', (query) => query.set('code', 'x')],
      ['other issuer', (query) => query.set('iss', 'https://login.example.org')],
      ['no issuer', (query) => query.delete('iss')],
      ['two codes', (query) => query.append('code', 'x')],
    ];
    for (const [what, change] of cases) {
      const { url, cookie } = await begin();
      const address = await oidc.visitor().visit(url);
      change(address.searchParams);
      expect(await reason(finish(address, cookie)), what).toMatch(/could not be trusted/);
    }
  });

  it('says plainly that the provider has refused', async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state')!;
    const address = new URL(`${HOME}/user/oidc/1?error=access_denied&state=${state}&iss=${oidc.issuer}`);
    expect(await reason(finish(address, cookie))).toMatch(/Company did not let you in/);
  });

  it.each([
    ['/order/list?status=1#x', '/order/list?status=1#x'],
    ['https://evil.example', ''],
    ['//evil.example', ''],
    ['/\\evil.example', ''],
    ['/a//evil.example', ''],
    ['/\t/evil.example', ''],
    ['javascript:alert(1)', ''],
  ])('leads to a page of this application only: %j', async (redirect, led) => {
    expect(accepted(await signIn({ redirect })).data.redirect).toBe(led);
  });

  it('asks with a code challenge, a nonce and a state, and leaves a cookie that no script reads', async () => {
    const answer = accepted(await test.nobody.post<{ url: string }>('/account/oidc/begin', { id: providerId }));
    const { searchParams } = new URL(answer.data.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: `${HOME}/user/oidc/1`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['code_challenge', 'nonce', 'state'])
      expect(searchParams.get(name)!.length).toBeGreaterThanOrEqual(43);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-signin-[\da-f]{16}=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain(searchParams.get('nonce'));
    expect(cookie).not.toContain(searchParams.get('state'));
  });
});

describe('a provider', () => {
  it('that changes its keys is believed again, and with old ones no more', async () => {
    accepted(await signIn());
    await oidc.rotateKeys();
    // Keys are asked for again once a minute at most.
    expect(await reason(signIn())).toMatch(/could not be trusted/);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect(accepted(await signIn()).data.token).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('that signs somebody out ends that session here, and no other one', async () => {
    const [one, other] = [oidc.visitor(), oidc.visitor()];
    const enter = async (visitor: typeof one): Promise<Client> => {
      const { url, cookie } = await begin();
      return test.withToken(accepted(await finish(await visitor.visit(url), cookie)).data.token!);
    };
    const [first, second] = [await enter(one), await enter(other)];
    const { data } = accepted(await second.post<{ leave: string }>('/admin/user/loginout'));
    const leave = new URL(data.leave);
    expect(`${leave.origin}${leave.pathname}`).toBe(`${oidc.issuer}/session/end`);
    expect(Object.fromEntries(leave.searchParams)).toEqual({
      client_id: oidc.clientId,
      post_logout_redirect_uri: `${HOME}/user/login`,
    });
    const third = await enter(other);
    expect((await other.leave(data.leave)).href).toBe(`${HOME}/user/login`);
    expect([await isIn(first), await isIn(third)]).toEqual([true, false]);
  });
});

describe('a sign-in provider on its screen', () => {
  const save = (client: Client, changes: object) =>
    client.post('/system/signinprovider/save', {
      ...values({ name: 'Other', issuer: 'https://login.example.org', ...changes }),
    });

  it.each([
    ['issuer', { issuer: 'login.example.org' }],
    ['issuer', { issuer: 'https://login.microsoftonline.com/common/v2.0' }],
    ['roleMap', { roleMap: 'staff' }],
    ['roleMap', { roleMap: '' }],
    ['roleMap', { roleMap: 'staff = boss' }],
    ['scopeMap', { scopeMap: 'south = 999' }],
    ['scopeMap', { scopeMap: 'south = Phuket' }],
    ['domains', { domains: 'example' }],
    ['domains', { linksByEmail: true }],
    ['roleId', { roleClaim: null }],
    ['emergencyUserId', { passwordsOff: true }],
  ])('says at %s what is wrong', async (field, changes) => {
    expect(Object.keys((await save(admin, changes)).errors)).toEqual([field]);
  });

  it('keeps the secret sealed, and answers it to nobody', async () => {
    const { rows } = await sql<{ secret: string }>`select secret from "signInProvider"`.execute(test.db);
    expect(rows.map(({ secret }) => secret.slice(0, 3))).toEqual(['v1.']);
    for (const path of ['/system/signinprovider/list', `/system/signinprovider/info/${providerId}`])
      expect((await admin.get(path)).text).not.toContain(rows[0]!.secret);
    const written = await sql<{ all: string }>`
      select string_agg(t, ' ') as all from (select to_jsonb(c)::text t from "recordChange" c union all select to_jsonb(o)::text from "operationLog" o) x
    `.execute(test.db);
    expect(written.rows[0]!.all).not.toContain(oidc.secret);
  });

  it('is for who manages roles, who gives nothing that he or she does not hold', async () => {
    const form = ['signinprovider', 'signinprovider-add', 'signinprovider-edit'];
    const makeClient = async (code: string, ...paths: string[]) =>
      (await accounts.makeUser({ roleId: await accounts.makeRole(code, ...paths), dataScope: 0 })).client;
    const without = await makeClient('providers', ...form);
    expect((await save(without, {})).http).toBe(403);
    const holder = await makeClient('providersAndRoles', ...form, 'role', 'role-edit');
    expect((await save(holder, {})).message).toMatch(/permissions that you do not hold/);
    expect(
      (await save(holder, { roleMap: 'a = providers', linksByEmail: true, domains: 'example.com' })).message,
    ).toMatch(/Only somebody who holds every permission/);
    const { id } = accepted(await save(holder, { roleMap: 'a = providers' })).data as { id: number };
    await sql`update "signInProvider" set status = 0 where id = ${id}`.execute(test.db);
  });
});

describe('the second factor', () => {
  it('is asked for, unless the provider is trusted with it and says that it was shown', async () => {
    const name = oidc.account;
    accepted(await signIn());
    const roleId = await accounts.roleId('clerk');
    await sql`update role set "secondFactor" = true where id = ${roleId}`.execute(test.db);
    oidc.factors = ['pwd', 'mfa'];
    expect(accepted(await signIn()).data).toMatchObject({ next: 'enrol', username: name });
    await settle({ trustedFactors: 'mfa, hwk' });
    expect(accepted(await signIn()).data.token).toBeDefined();
    oidc.factors = ['pwd'];
    expect(accepted(await signIn()).data).toMatchObject({ next: 'enrol' });
    oidc.factors = [];
    await sql`update role set "secondFactor" = false where id = ${roleId}`.execute(test.db);
  });
});

describe('passwords', () => {
  it('are no way in for whom a provider has made: no link to choose one is sent', async () => {
    accepted(await signIn());
    const user = (await userOf(oidc.account))!;
    await sql`update "user" set phone = '+66812340000' where id = ${user['id']}`.execute(test.db);
    accepted(await test.nobody.post('/account/recover', { username: oidc.account }));
    // Somebody else who asks afterwards has the link: the first one is decided by then.
    const other = await accounts.makeUser();
    accepted(await test.nobody.post('/account/recover', { username: other.username }));
    await vi.waitFor(async () => {
      const { rows } = await sql`select from "_passwordLink" where "userId" = ${other.id}`.execute(test.db);
      expect(rows).toHaveLength(1);
    });
    const { rows } = await sql`select from "_passwordLink" where "userId" = ${user['id']}`.execute(test.db);
    expect(rows).toHaveLength(0);
  });

  it('are chosen by nobody whom only a provider lets in, however recent the sign-in', async () => {
    const client = await entered({ fresh: true });
    const pwd = 'maple-drawer-nine';
    expect(await reason(client.post('/admin/user/updatepwd', { pwd, repeatpwd: pwd }))).toMatch(/company account/);
    expect(await userOf(oidc.account)).toMatchObject({ password: null });
  });

  it('leave an emergency user who is neither locked nor deleted meanwhile', async () => {
    const { id } = await accounts.makeUser();
    somebody({ groups: ['boss'], stores: ['whole'] });
    await settle({ roleMap: 'boss = super' });
    const boss = await entered();
    await settle({ passwordsOff: true, emergencyUserId: id });
    const lock = () => boss.post('/admin/user/lock', { ids: [id], locked: 1 });
    expect(await reason(lock())).toMatch(/another emergency user/);
    expect(await reason(boss.delete(`/admin/user/delete/${id}`))).toMatch(/another emergency user/);
    await passwordsOn();
    accepted(await lock());
  });

  it('leave an emergency user whose role no directory takes', async () => {
    const { id } = await accounts.makeUser();
    const directory = directoryOf(
      () => test,
      () => admin,
    );
    const admins = await sql<{ id: number }>`select id from "user" where username = 'admin'`.execute(test.db);
    const scim = directory.withKey(await directory.keyFor(admins.rows[0]!.id));
    const group = await accounts.roleId('clerk');
    const leave = () =>
      scim('PATCH', `/Groups/${group}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'Remove', path: `members[value eq "${id}"]` }],
      });
    await settle({ passwordsOff: true, emergencyUserId: id });
    expect(await leave()).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect((await accounts.userRow(id))['roleId']).toBe(group);
    await passwordsOn();
    expect((await leave()).status).toBe(204);
  });

  it('are off for all but the emergency user while the provider says so, also when it is down', async () => {
    const emergency = await accounts.makeUser();
    const other = await accounts.makeUser();
    const login = (username: string) =>
      test.nobody.post<{ token?: string }>('/admin/user/login', { username, password: PASSWORD });
    await settle({ passwordsOff: true, emergencyUserId: emergency.id });
    expect(await reason(login(other.username))).toMatch(/Passwords are switched off/);
    expect(await reason(login('admin'))).toMatch(/Passwords are switched off/);
    expect(accepted(await login(emergency.username)).data.token).toBeDefined();
    await passwordsOn();
    expect(accepted(await login(other.username)).data.token).toBeDefined();
  });

  it('are off for passkeys, too, which are then a second step', async () => {
    const { id, username } = await accounts.makeUser();
    const client = await test.signIn(username);
    const passkey = createAuthenticator(new URL(HOME).origin);
    const adding = await challenged(client, '/account/passkeys/begin');
    const made = { name: 'Key', response: passkey.create(adding.options) };
    accepted(await client.post('/account/passkeys/add', made, { cookie: adding.cookie }));
    const alone = async () => {
      const { options, cookie } = await challenged(test.nobody, '/account/signin/passkey/begin');
      const body = { response: passkey.get(options) };
      return test.nobody.post<Finished>('/account/signin/passkey/finish', body, { cookie });
    };
    expect(accepted(await alone()).data.token).toBeDefined();
    await settle({ passwordsOff: true, emergencyUserId: (await accounts.makeUser()).id });
    expect(await reason(alone())).toMatch(/Passwords are switched off/);
    await passwordsOn();
    const name = somebody();
    await sql`
      update "user" set email = ${`${name}@example.com`}, "roleId" = (select id from role where code = 'finance') where id = ${id}
    `.execute(test.db);
    await settle({ linksByEmail: true, domains: 'example.com' });
    expect(accepted(await signIn()).data).toMatchObject({ next: 'code', username });
    // The provider gave another role: who knows the old password may have made the passkey.
    const { rows } = await sql`select alone from "_passkey" where "userId" = ${id}`.execute(test.db);
    expect(rows).toEqual([{ alone: false }]);
    expect(await reason(alone())).toMatch(/This passkey is only your second step/);
  });

  it('end at once where they are switched off: sessions, sign-ins under way, whoever is quicker', async () => {
    const emergency = await accounts.makeUser();
    const other = await accounts.makeUser();
    const byProvider = await entered();
    const { rows } = await sql<{ id: number }>`
      insert into "_signInStep" ("ticketHash", "userId", next, "expireTime")
      values (sha256('waiting'), ${other.id}, 'code', now() + interval '5 minutes') returning "userId" as id
    `.execute(test.db);
    expect(rows).toEqual([{ id: other.id }]);
    await settle({ passwordsOff: true, emergencyUserId: emergency.id });
    expect(await Promise.all([emergency.client, other.client, admin, byProvider].map(isIn))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect((await sql`select from "_signInStep" where "userId" = ${other.id}`.execute(test.db)).rows).toEqual([]);
    // One that was opened at this very moment.
    await sql`
      insert into "_session" ("tokenHash", "userId", "expireTime") values (sha256('quick'), ${other.id}, now() + interval '1 day')
    `.execute(test.db);
    expect(await isIn(test.withToken('quick'))).toBe(false);
    // Another emergency user, and the one before is out.
    await sql`update "signInProvider" set "emergencyUserId" = ${other.id}`.execute(test.db);
    expect(await isIn(emergency.client)).toBe(false);
    await passwordsOn();
  });
});

describe('a session that a provider opened', () => {
  const proves = async (token: string | undefined): Promise<boolean> =>
    (await test.withToken(token!).post('/account/secondfactor/codes', {})).http !== 428;

  it('is proven from when the provider saw who it is: not by the code that follows, but by a passkey', async () => {
    const roleId = await accounts.roleId('clerk');
    await sql`update role set "secondFactor" = true where id = ${roleId}`.execute(test.db);
    const passkey = createAuthenticator(new URL(HOME).origin);
    const { ticket } = accepted(await signIn()).data;
    const making = await challenged(test.nobody, '/account/signin/passkey/enrol', { ticket });
    const made = { ticket, name: 'Key', response: passkey.create(making.options) };
    const { codes } = accepted(
      await test.nobody.post<{ codes: string[] }>('/account/signin/passkey/confirm', made, { cookie: making.cookie }),
    ).data;
    const byCode = async (more: object, code: number): Promise<string | undefined> => {
      const waits = accepted(await signIn(more)).data.ticket;
      const body = { ticket: waits, code: codes[code] };
      return accepted(await test.nobody.post<Finished>('/account/signin/code', body)).data.token;
    };
    // It does not say when.
    expect(await proves(await byCode({}, 0))).toBe(false);
    expect(await proves(await byCode({ fresh: true }, 1))).toBe(true);
    const { ticket: waits } = accepted(await signIn()).data;
    const { options, cookie } = await challenged(test.nobody, '/account/signin/passkey/begin', { ticket: waits });
    const shown = { ticket: waits, response: passkey.get(options) };
    const finished = await test.nobody.post<Finished>('/account/signin/passkey/finish', shown, { cookie });
    expect(await proves(accepted(finished).data.token)).toBe(true);
    await sql`update role set "secondFactor" = false where id = ${roleId}`.execute(test.db);
  });

  it('is proven for what is left of ten minutes', async () => {
    const token = accepted(await signIn({ fresh: true })).data.token!;
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from "issueTime" - "provenTime")::float8 as seconds from "_session" where "tokenHash" = sha256(${token}::bytea)
    `.execute(test.db);
    expect(rows[0]!.seconds).toBeGreaterThanOrEqual(0);
    expect(rows[0]!.seconds).toBeLessThan(60);
  });
});

describe('the own accounts at providers', () => {
  it('are listed and removed after a recent proof, but never the last way in', async () => {
    const token = accepted(await signIn({ fresh: true })).data.token!;
    const client = test.withToken(token);
    const { id } = (await userOf(oidc.account))!;
    const [own] = accepted(await client.get<{ id: number }[]>('/account/identities')).data;
    expect(own).toEqual({ id: expect.any(Number), provider: 'Company', createTime: expect.stringMatching(/^\d{4}-/) });
    const remove = (by: Client) => by.post('/account/identities/remove', { id: own!.id });
    expect(await remove(admin)).toMatchObject({ statusCode: 404 });
    expect(await remove(client)).toMatchObject({ statusCode: 409, message: expect.stringMatching(/only way in/) });
    const other = await accounts.makeUser();
    await sql`update "user" set password = (select password from "user" where id = ${other.id}) where id = ${id}`.execute(
      test.db,
    );
    const again = test.withToken(accepted(await signIn({ fresh: true })).data.token!);
    // A password that is switched off is no way in.
    await sql`update "signInProvider" set "passwordsOff" = true, "emergencyUserId" = ${other.id}`.execute(test.db);
    expect(await remove(again)).toMatchObject({ statusCode: 409 });
    await passwordsOn();
    await sql`update "_session" set "provenTime" = 'epoch' where "userId" = ${id as number}`.execute(test.db);
    expect((await remove(again)).http).toBe(428);
    await sql`update "_session" set "provenTime" = now() where "userId" = ${id as number}`.execute(test.db);
    accepted(await remove(again));
    // The sessions that it opened end with it.
    expect(await isIn(again)).toBe(false);
    expect((await sql`select from "_userIdentity" where "userId" = ${id as number}`.execute(test.db)).rows).toEqual([]);
  });
});

describe('the login log', () => {
  const lastLine = async () =>
    (
      await sql<{ username: string; result: number; message: string }>`
        select username, result, message from "loginLog" order by id desc limit 1
      `.execute(test.db)
    ).rows[0];

  it('says why a provider let somebody in or not, and who it was', async () => {
    const name = oidc.account;
    accepted(await signIn());
    expect(await lastLine()).toEqual({ username: name, result: 1, message: 'Signed in by Company' });
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state')!;
    const denied = new URL(`${HOME}/user/oidc/1?error=access_denied&state=${state}&iss=${oidc.issuer}`);
    await finish(denied, cookie);
    expect(await lastLine()).toEqual({
      username: 'Company',
      result: 0,
      message: 'Company did not let you in. Please begin again. (access_denied)',
    });
    await finish(denied, cookie);
    expect(await lastLine()).toMatchObject({ username: 'Company', message: expect.stringMatching(/used before/) });
    accepted(await admin.post('/admin/user/lock', { ids: [(await userOf(name))!['id']], locked: 1 }));
    await signIn();
    expect(await lastLine()).toMatchObject({ username: name, result: 0, message: expect.stringMatching(/not active/) });
    somebody({ groups: ['nobody'] });
    await signIn();
    expect(await lastLine()).toMatchObject({
      username: `Company: ${oidc.account}@example.com`,
      result: 0,
      message: expect.stringMatching(/names no role/),
    });
  });
});
