import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator, type Authenticator, type Quirks } from '../authenticator.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

const ORIGIN = 'https://desk.example.com';

let test: TestApp;
let admin: Client;
let now = Date.now();
beforeAll(async () => {
  test = await startTestApp({
    settings: { publicUrl: { url: `${ORIGIN}/back`, path: '/back' } },
    clock: () => now,
  });
  admin = await test.as('admin');
});
afterAll(() => test?.close());

interface Said {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly rpId?: string;
  readonly user: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly userVerification?: string;
  readonly token?: string;
  readonly next?: string;
  readonly ticket: string;
  readonly username: string;
  readonly codes: readonly string[];
}
let entered = 0;
/** Each time from an address of its own: the limit by address is not what is looked at. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(++entered % 250) + 1}` });

interface Begun {
  readonly options: Said;
  readonly cookie: string;
}
async function begin(client: Client, path: string, body: object = {}): Promise<Begun> {
  const answer = accepted(await client.post<Said>(path, body, elsewhere()));
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { options: answer.data, cookie };
}
const send = (client: Client, path: string, body: object, cookie: string): Promise<Answer<Said>> =>
  client.post<Said>(path, body, { cookie, ...elsewhere() });

/** Adds a passkey to the user of a session. */
async function add(
  client: Client,
  passkey = createAuthenticator(ORIGIN),
  quirks: Quirks = {},
  name = 'Notebook',
): Promise<Answer<Said>> {
  const { options, cookie } = await begin(client, '/account/passkeys/begin');
  return send(client, '/account/passkeys/add', { name, response: passkey.create(options, quirks) }, cookie);
}

/** Signs in by passkey: alone, or with the ticket of a password. */
async function signIn(passkey: Authenticator, quirks: Quirks = {}, more: object = {}): Promise<Answer<Said>> {
  const { options, cookie } = await begin(test.nobody, '/account/signin/passkey/begin', more);
  const response = passkey.get(options, quirks);
  return send(test.nobody, '/account/signin/passkey/finish', { response, ...more }, cookie);
}
const login = async (username: string): Promise<Said> =>
  accepted(await test.nobody.post<Said>('/admin/user/login', { username, password: PASSWORD }, elsewhere())).data;

interface Holder {
  readonly id: number;
  readonly username: string;
  readonly passkey: Authenticator;
  readonly client: Client;
  readonly codes: readonly string[];
}
async function holder(role = 'clerk', counter = 0): Promise<Holder> {
  const { id, username } = await newUser(test, role);
  const client = await test.signIn(username);
  const passkey = createAuthenticator(ORIGIN, counter);
  const { codes } = accepted(await add(client, passkey)).data;
  return { id, username, passkey, client, codes };
}
const passkeysOf = async (client: Client) =>
  (
    await client.get<{ origin: string; passkeys: { id: number; name: string; lastUsedTime: string | null }[] }>(
      '/account/passkeys',
    )
  ).data;
const lastSignIn = async (username: string) =>
  (
    await sql<{ result: number; message: string }>`
      select result, message from "loginLog" where username = ${username} order by id desc limit 1
    `.execute(test.db)
  ).rows[0];
const actions = async (id: number) =>
  (
    await sql<{ action: string }>`
      select action from "operationLog" where module in ('account', 'user') and "objectId" = ${String(id)} order by id
    `.execute(test.db)
  ).rows.map(({ action }) => action);
const isIn = async (token: string | undefined): Promise<boolean> =>
  (await test.nobody.get('/admin/user/info', undefined, { authorization: `Bearer ${token}` })).http === 200;

const UNTRUSTED = 'The answer of the passkey could not be trusted. Please try again.';
const OVER = 'That took too long, or was used before. Please try again.';
const UNKNOWN = 'Nobody here has this passkey. Choose another one, or sign in another way.';

describe('a passkey', () => {
  it('is added with a name, after which it signs in by itself, without name and password', async () => {
    const { id, username, passkey, client, codes } = await holder();
    expect(codes).toHaveLength(10);
    expect(await passkeysOf(client)).toEqual({
      origin: ORIGIN,
      passkeys: [{ id: expect.any(Number), name: 'Notebook', createTime: expect.any(String), lastUsedTime: null }],
    });
    const signedIn = accepted(await signIn(passkey)).data;
    expect(signedIn).toEqual({ username, token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await isIn(signedIn.token)).toBe(true);
    expect((await passkeysOf(client)).passkeys[0]!.lastUsedTime).toMatch(/^\d{4}-/);
    expect(await lastSignIn(username)).toEqual({ result: 1, message: 'Signed in by passkey' });
    await expect.poll(() => actions(id)).toEqual(['addPasskey']);
  });

  it('is made for the public address, known by a random text, and asks who is there each time', async () => {
    const { client, passkey } = await holder();
    const { options } = await begin(client, '/account/passkeys/begin');
    expect(options).toMatchObject({
      rp: { id: 'desk.example.com' },
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      attestation: 'none',
      excludeCredentials: [{ id: passkey.id }],
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
    });
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(options.user.id).toMatch(/^[\w-]{43}$/);
    const { options: asked, cookie } = await begin(test.nobody, '/account/signin/passkey/begin');
    expect(asked).toMatchObject({ rpId: 'desk.example.com', userVerification: 'required' });
    expect(asked.allowCredentials ?? []).toEqual([]);
    expect(cookie).toMatch(/^__Host-passkey-[\da-f]{16}=/);
  });

  it('is offered at sign-in once somebody has one', async () => {
    await holder();
    expect((await test.nobody.get('/account/signin/passkey')).data).toEqual({ origin: ORIGIN, used: true });
    const bare = await startTestApp();
    try {
      expect((await bare.nobody.get('/account/signin/passkey')).data).toEqual({ origin: null, used: false });
      const refused = await (await bare.signIn('admin')).post('/account/passkeys/begin', {});
      expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('PUBLIC_URL') });
    } finally {
      await bare.close();
    }
  });

  it('is the second step after the password, of this user alone', async () => {
    const { username, passkey } = await holder();
    const other = await holder();
    const { next, ticket, token } = await login(username);
    expect([next, token]).toEqual(['code', undefined]);
    expect((await test.nobody.post('/account/signin/ways', { ticket })).data).toEqual({ app: false, passkey: true });
    const { options } = await begin(test.nobody, '/account/signin/passkey/begin', { ticket });
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
    expect(await signIn(other.passkey, {}, { ticket })).toMatchObject({ statusCode: 400, message: UNKNOWN });
    const entered = accepted(await signIn(passkey, {}, { ticket })).data;
    expect(await isIn(entered.token)).toBe(true);
    expect((await test.nobody.post('/account/signin/passkey/begin', { ticket })).statusCode).toBe(400);
  });

  it('leaves its recovery codes as another second step, each once', async () => {
    const { username, codes } = await holder();
    const code = async (one: string) =>
      test.nobody.post<Said>(
        '/account/signin/code',
        { ticket: (await login(username)).ticket, code: one },
        elsewhere(),
      );
    expect(accepted(await code(codes[0]!)).data.token).toBeDefined();
    expect((await code(codes[0]!)).statusCode).toBe(400);
    expect((await code('000000')).statusCode).toBe(400);
  });

  it('is as many as one likes, at most twenty, and each once', async () => {
    const { client, passkey } = await holder();
    expect(accepted(await add(client)).data.codes).toEqual([]);
    expect(await add(client, passkey)).toMatchObject({
      statusCode: 409,
      message: 'This passkey is there already. Use it, or choose another device',
    });
    for (let count = 2; count < 20; count++) accepted(await add(client));
    expect((await add(client)).statusCode).toBe(409);
    expect((await passkeysOf(client)).passkeys).toHaveLength(20);
  });
});

describe('what is no passkey of this application', () => {
  const REFUSED: readonly (readonly [string, Quirks])[] = [
    ['of another origin', { origin: 'https://desk.example.com.evil.example' }],
    ['of another port', { origin: 'https://desk.example.com:8443' }],
    ['of a page without TLS', { origin: 'http://desk.example.com' }],
    ['for another host', { rpId: 'example.com' }],
    ['that did not look who is there', { verified: false }],
    ['signed by another key', { foreignKey: true }],
    ['that was made, not used', { type: 'webauthn.create' }],
    ['that names another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['that names nobody', { userHandle: '' }],
  ];
  it.each(REFUSED)('signs in by no passkey %s, and the login log says so', async (_what, quirks) => {
    const { username, passkey, client } = await holder();
    expect(await signIn(passkey, quirks)).toMatchObject({ statusCode: 400, message: UNTRUSTED });
    expect(await lastSignIn(username)).toEqual({ result: 0, message: UNTRUSTED });
    const { ticket } = await login(username);
    expect(await signIn(passkey, quirks, { ticket })).toMatchObject({ statusCode: 400, message: UNTRUSTED });
    expect((await passkeysOf(client)).passkeys[0]!.lastUsedTime).toBeNull();
  });

  const NOT_MADE: readonly (readonly [string, Quirks])[] = [
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a look at who is there', { verified: false }],
    ['as an answer to a sign-in', { type: 'webauthn.get' }],
    ['with certificates that nobody asked for', { attestation: { format: 'packed', certificate: true } }],
    ['with a statement that nobody asked for', { attestation: { format: 'fido-u2f', certificate: true } }],
  ];
  it.each(NOT_MADE)('adds none that was made %s', async (_what, quirks) => {
    const { username } = await newUser(test);
    const client = await test.signIn(username);
    expect(await add(client, createAuthenticator(ORIGIN), quirks)).toMatchObject({
      statusCode: 400,
      message: UNTRUSTED,
    });
    expect((await passkeysOf(client)).passkeys).toEqual([]);
    expect((await login(username)).token).toBeDefined();
  });

  it('signs in by none that nobody has', async () => {
    expect(await signIn(createAuthenticator(ORIGIN))).toMatchObject({ statusCode: 400, message: UNKNOWN });
  });

  it('refuses what is no answer of an authenticator', async () => {
    const { cookie } = await begin(test.nobody, '/account/signin/passkey/begin');
    const { passkey } = await holder();
    const whole = passkey.get({ challenge: 'x', rpId: 'desk.example.com' }) as { response: object };
    for (const response of [{}, { ...whole, extra: 1 }, { ...whole, response: {} }, { ...whole, id: 'a b' }])
      expect((await send(test.nobody, '/account/signin/passkey/finish', { response }, cookie)).statusCode).toBe(400);
    const broken = { ...whole, response: { ...whole.response, clientDataJSON: 'AAAA' } };
    expect(await send(test.nobody, '/account/signin/passkey/finish', { response: broken }, cookie)).toMatchObject({
      message: OVER,
    });
  });
});

describe('a challenge', () => {
  const finish = '/account/signin/passkey/finish';

  it('is answered once', async () => {
    const { passkey } = await holder();
    const { options, cookie } = await begin(test.nobody, '/account/signin/passkey/begin');
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(test.nobody, finish, { response: passkey.get(options) }, cookie)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await send(test.nobody, finish, { response: passkey.get(options) }, cookie)).toMatchObject({
      message: OVER,
    });
  });

  it('is spent by a wrong answer too', async () => {
    const { passkey } = await holder();
    const { options, cookie } = await begin(test.nobody, '/account/signin/passkey/begin');
    const wrong = passkey.get(options, { foreignKey: true });
    expect(await send(test.nobody, finish, { response: wrong }, cookie)).toMatchObject({ message: UNTRUSTED });
    expect(await send(test.nobody, finish, { response: passkey.get(options) }, cookie)).toMatchObject({
      message: OVER,
    });
  });

  it('is answered by the browser that was given it, and no other one', async () => {
    const { passkey } = await holder();
    const mine = await begin(test.nobody, '/account/signin/passkey/begin');
    const others = await begin(test.nobody, '/account/signin/passkey/begin');
    for (const cookie of ['', others.cookie, `${mine.cookie.split('=')[0]}=${others.cookie.split('=')[1]}`])
      expect(await send(test.nobody, finish, { response: passkey.get(mine.options) }, cookie)).toMatchObject({
        statusCode: 400,
        message: OVER,
      });
    expect((await send(test.nobody, finish, { response: passkey.get(mine.options) }, mine.cookie)).statusCode).toBe(
      200,
    );
  });

  it('is over after five minutes', async () => {
    const { passkey, client } = await holder();
    const signingIn = await begin(test.nobody, '/account/signin/passkey/begin');
    const adding = await begin(client, '/account/passkeys/begin');
    const before = now;
    now += 5 * 60_000 + 1;
    try {
      const late = await send(test.nobody, finish, { response: passkey.get(signingIn.options) }, signingIn.cookie);
      expect(late).toMatchObject({ statusCode: 400, message: OVER });
      const made = createAuthenticator(ORIGIN).create(adding.options);
      const tooLate = await send(client, '/account/passkeys/add', { name: 'Late', response: made }, adding.cookie);
      expect(tooLate).toMatchObject({ statusCode: 400, message: OVER });
    } finally {
      now = before;
    }
  });

  it('counts for nothing but what it was given for', async () => {
    const { username, passkey, client } = await holder();
    const alone = await begin(test.nobody, '/account/signin/passkey/begin');
    const { ticket } = await login(username);
    const step = await begin(test.nobody, '/account/signin/passkey/begin', { ticket });
    const proof = await begin(client, '/account/passkeys/prove/begin');
    const used = ({ options }: Begun) => ({ response: passkey.get(options) });
    for (const one of [step, proof])
      expect(await send(test.nobody, finish, used(one), one.cookie)).toMatchObject({ message: OVER });
    for (const one of [alone, proof])
      expect(await send(test.nobody, finish, { ...used(one), ticket }, one.cookie)).toMatchObject({ message: OVER });
    for (const one of [alone, step])
      expect(await send(client, '/account/passkeys/prove', used(one), one.cookie)).toMatchObject({ message: OVER });
    // Of the same user in another session.
    const again = accepted(await signIn(passkey)).data.token!;
    expect(await send(test.withToken(again), '/account/passkeys/prove', used(proof), proof.cookie)).toMatchObject({
      message: OVER,
    });
  });
});

describe('the counter of a passkey', () => {
  it('goes on: one that stands still or goes back is refused, said to its owner and logged', async () => {
    const { username, passkey } = await holder('clerk', 7);
    accepted(await signIn(passkey));
    const COPIED = 'This passkey was used in two places, so it does not count. Remove it and add a new one';
    for (const counter of [passkey.counter, 7, 1, 0])
      expect(await signIn(passkey, { counter })).toMatchObject({ statusCode: 400, message: COPIED });
    expect(await lastSignIn(username)).toEqual({ result: 0, message: COPIED });
    passkey.counter += 10;
    accepted(await signIn(passkey));
  });

  it('may stay at nought, as that of a passkey on several devices does', async () => {
    const { passkey } = await holder();
    accepted(await signIn(passkey));
    accepted(await signIn(passkey));
  });

  it('of one that is not signed is not even looked at', async () => {
    const { passkey } = await holder('clerk', 7);
    expect(await signIn(passkey, { counter: 1, foreignKey: true })).toMatchObject({ message: UNTRUSTED });
  });
});

describe('who signs in by passkey', () => {
  it('is neither locked nor deleted nor without a role', async () => {
    for (const change of [sql`status = 0`, sql`"deleteTime" = now()`, sql`"roleId" = null`]) {
      const { id, username, passkey } = await holder();
      await sql`update "user" set ${change} where id = ${id}`.execute(test.db);
      expect((await signIn(passkey)).statusCode).toBe(400);
      expect((await lastSignIn(username))?.result).toBe(0);
    }
  });

  it('chooses a password first where somebody else has set it', async () => {
    const { id, passkey } = await holder();
    await sql`update "user" set "changesPassword" = true where id = ${id}`.execute(test.db);
    const { next, token, ticket } = accepted(await signIn(passkey)).data;
    expect([next, token]).toEqual(['password', undefined]);
    const pwd = 'Violet-Harbour-52';
    const chosen = await test.nobody.post<Said>(
      '/account/signin/password',
      { ticket, pwd, repeatpwd: pwd },
      elsewhere(),
    );
    expect(await isIn(accepted(chosen).data.token)).toBe(true);
  });

  it('may be locked while the passkey is looked at: nobody is in afterwards', async () => {
    const { id, passkey } = await holder();
    const [answer] = await Promise.all([
      signIn(passkey),
      sql`update "user" set status = 0 where id = ${id}`.execute(test.db),
    ]);
    expect(await isIn(answer.data?.token)).toBe(false);
  });
});

describe('the own passkeys', () => {
  const unprove = (id: number) =>
    sql`update "_session" set "provenTime" = 'epoch' where "userId" = ${id}`.execute(test.db);

  it('are added and removed after a recent proof, which a passkey is', async () => {
    const { id, client, passkey } = await holder();
    const [{ id: first } = { id: 0 }] = (await passkeysOf(client)).passkeys;
    const adding = await begin(client, '/account/passkeys/begin');
    await unprove(id);
    expect((await client.post('/account/passkeys/begin', {})).http).toBe(428);
    const response = createAuthenticator(ORIGIN).create(adding.options);
    expect((await send(client, '/account/passkeys/add', { name: 'Key', response }, adding.cookie)).http).toBe(428);
    expect((await client.post('/account/passkeys/remove', { id: first })).http).toBe(428);
    // The password alone is no proof of who has a passkey.
    expect((await client.post('/admin/user/prove', { pwd: PASSWORD })).errors).toHaveProperty('code');
    const wrong = await begin(client, '/account/passkeys/prove/begin');
    const foreign = (await holder()).passkey.get(wrong.options);
    expect((await send(client, '/account/passkeys/prove', { response: foreign }, wrong.cookie)).message).toBe(UNKNOWN);
    expect((await client.post('/account/passkeys/remove', { id: first })).http).toBe(428);
    expect((await client.get('/account/proof')).data).toEqual({ password: true, passkey: true });
    const asked = await begin(client, '/account/passkeys/prove/begin');
    accepted(await send(client, '/account/passkeys/prove', { response: passkey.get(asked.options) }, asked.cookie));
    accepted(await client.post('/account/passkeys/remove', { id: first }));
    expect((await passkeysOf(client)).passkeys).toEqual([]);
    await expect
      .poll(() => actions(id))
      .toEqual(expect.arrayContaining(['addPasskey', 'proveByPasskey', 'removePasskey']));
  });

  it('go one by one, and with the last one go codes and devices: the password is enough again', async () => {
    const { id, username, client, codes } = await holder();
    accepted(await add(client, createAuthenticator(ORIGIN), {}, 'Telephone'));
    const { ticket } = await login(username);
    const remembered = { ticket, code: codes[0], remember: true };
    accepted(await test.nobody.post('/account/signin/code', remembered, elsewhere()));
    const { passkeys } = await passkeysOf(client);
    expect(passkeys.map(({ name }) => name)).toEqual(['Notebook', 'Telephone']);
    const others = await holder();
    const [theirs] = (await passkeysOf(others.client)).passkeys;
    expect((await client.post('/account/passkeys/remove', { id: theirs!.id })).statusCode).toBe(404);
    accepted(await client.post('/account/passkeys/remove', { id: passkeys[0]!.id }));
    expect((await login(username)).next).toBe('code');
    accepted(await client.post('/account/passkeys/remove', { id: passkeys[1]!.id }));
    expect((await login(username)).token).toBeDefined();
    const { rows } = await sql`
      select from "_recoveryCode" where "userId" = ${id} union all select from "_rememberedDevice" where "userId" = ${id}
    `.execute(test.db);
    expect(rows).toEqual([]);
  });

  it('are listed for nobody else', async () => {
    const { passkey } = await holder();
    const { client } = await holder();
    expect(JSON.stringify(await passkeysOf(client))).not.toContain(passkey.id);
    expect((await test.nobody.get('/account/passkeys')).http).toBe(401);
  });

  it('of a user are removed by another person with a reason, which ends the sessions', async () => {
    const { id, username, client, passkey } = await holder();
    accepted(await admin.post('/admin/user/resetsecondfactor', { id, accessReason: 'Key lost' }));
    expect((await client.get('/admin/user/info')).http).toBe(401);
    expect(await signIn(passkey)).toMatchObject({ statusCode: 400, message: UNKNOWN });
    expect((await login(username)).token).toBeDefined();
    expect((await admin.post('/admin/user/resetsecondfactor', { id, accessReason: 'Again' })).statusCode).toBe(409);
    await expect.poll(() => actions(id)).toContain('resetSecondFactor');
  });
});

describe('a role that needs a second factor', () => {
  let role: string;
  beforeAll(async () => {
    role = 'careful';
    await sql`
      insert into role (name, code, "menuIds", "secondFactor") select 'Careful', ${role}, "menuIds", true from role where code = 'clerk'
    `.execute(test.db);
  });
  async function enrolled(): Promise<{ id: number; username: string; passkey: Authenticator; token: string }> {
    const { id, username } = await newUser(test, role);
    const { next, ticket } = await login(username);
    expect(next).toBe('enrol');
    const passkey = createAuthenticator(ORIGIN);
    const { options, cookie } = await begin(test.nobody, '/account/signin/passkey/enrol', { ticket });
    const body = { ticket, name: 'Key', response: passkey.create(options) };
    const { token, codes } = accepted(await send(test.nobody, '/account/signin/passkey/confirm', body, cookie)).data;
    expect(codes).toHaveLength(10);
    return { id, username, passkey, token: token! };
  }

  it('is content with a passkey, made right after the password', async () => {
    const { id, username, passkey, token } = await enrolled();
    expect(await isIn(token)).toBe(true);
    await expect.poll(() => actions(id)).toEqual(['addPasskey']);
    expect((await login(username)).next).toBe('code');
    expect(await isIn(accepted(await signIn(passkey)).data.token)).toBe(true);
  });

  it('lets nobody remove the last one', async () => {
    const { token } = await enrolled();
    const client = test.withToken(token);
    const [{ id } = { id: 0 }] = (await passkeysOf(client)).passkeys;
    expect(await client.post('/account/passkeys/remove', { id })).toMatchObject({
      statusCode: 409,
      message: 'Your role needs a second factor. Set one up now',
    });
    accepted(await add(client));
    accepted(await client.post('/account/passkeys/remove', { id }));
    expect((await passkeysOf(client)).passkeys).toHaveLength(1);
  });

  it('makes no second one with the ticket of a sign-in that is over', async () => {
    const { username } = await newUser(test, role);
    const { ticket } = await login(username);
    const first = await begin(test.nobody, '/account/signin/passkey/enrol', { ticket });
    const second = await begin(test.nobody, '/account/signin/passkey/enrol', { ticket });
    const confirm = ({ options, cookie }: Begun) => {
      const response = createAuthenticator(ORIGIN).create(options);
      return send(test.nobody, '/account/signin/passkey/confirm', { ticket, name: 'Key', response }, cookie);
    };
    accepted(await confirm(first));
    expect((await confirm(second)).statusCode).toBe(400);
  });
});
