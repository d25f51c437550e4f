import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { waiting } from './meetings.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

/** RFC 6238 by itself: the code of a secret in base32, so many steps of half a minute from now. */
function codeOf(secret: string, steps = 0): string {
  let bits = '';
  for (const letter of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from(bits.match(/[01]{8}/g)!.map((byte) => parseInt(byte, 2)));
  const time = Buffer.alloc(8);
  time.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4);
  const mac = createHmac('sha1', key).update(time).digest();
  const offset = mac[19]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

let test: TestApp;
let admin: Client;
let made = 0;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

interface SignedIn {
  readonly token?: string;
  readonly next?: string;
  readonly ticket: string;
  readonly device?: string;
  readonly codes: string[];
  readonly secret: string;
  readonly uri: string;
}
type Step = Promise<Answer<SignedIn>>;
const post = (path: string, body: object, headers = {}): Step => test.nobody.post<SignedIn>(path, body, headers);
const login = (username: string, headers = {}): Step =>
  post('/admin/user/login', { username, password: PASSWORD }, headers);
let entered = 0;
/** Each time from an address of its own: the limit by address is not what is looked at. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++entered}` });
const withCode = (ticket: string, more: object, headers: object = elsewhere()): Step =>
  post('/account/signin/code', { ticket, ...more }, headers);
const ticketOf = async (username: string, headers = {}): Promise<string> =>
  accepted(await login(username, headers)).data.ticket;

interface Holder {
  readonly id: number;
  readonly username: string;
  readonly secret: string;
  readonly codes: readonly string[];
  readonly client: Client;
}

/** A user with a second factor, whose code of the step before was its proof: those of now and the next one are unused. */
async function holder(role = 'clerk'): Promise<Holder> {
  const { id, username } = await newUser(test, role);
  const client = await test.signIn(username);
  const { secret } = accepted(await client.post<SignedIn>('/account/secondfactor/begin')).data;
  const confirmed = await client.post<SignedIn>('/account/secondfactor/confirm', { code: codeOf(secret, -1) });
  return { id, username, secret, codes: accepted(confirmed).data.codes, client };
}

/** Forgets which codes were used, for a test that needs several within half a minute. */
const unuse = (id: number) => sql`update "_secondFactor" set "usedStep" = 0 where "userId" = ${id}`.execute(test.db);

/** What is answered to a call that had come as far as a table when something else was done. */
async function held(table: string, call: () => Promise<Answer>, meanwhile: (db: TestApp['db']) => Promise<unknown>) {
  const asked: Promise<Answer>[] = [];
  await test.db.transaction().execute(async (holding) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(holding);
    asked.push(call());
    await expect.poll(() => waiting(test.db), { interval: 5 }).toBeGreaterThan(0);
    await meanwhile(holding);
  });
  return asked[0]!;
}

/** Text of all tables in which something of a second factor could stand. */
async function everythingStored(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(t, ' ') as text from (
      select to_jsonb(a)::text t from "operationLog" a union all select to_jsonb(b)::text from "loginLog" b
      union all select to_jsonb(c)::text from "recordChange" c union all select to_jsonb(d)::text from "_secondFactor" d
      union all select to_jsonb(e)::text from "_recoveryCode" e union all select to_jsonb(f)::text from "_rememberedDevice" f
      union all select to_jsonb(g)::text from "_signInStep" g union all select to_jsonb(h)::text from idempotency h
    ) all_of_them
  `.execute(test.db);
  return rows[0]!.text;
}

describe('a second factor', () => {
  it('counts once a code of it is shown, and then the password alone opens no session', async () => {
    const { username } = await newUser(test);
    const client = await test.signIn(username);
    const { secret, uri } = accepted(await client.post<SignedIn>('/account/secondfactor/begin')).data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(new RegExp(`^otpauth://totp/[^?]+:${username}\\?secret=${secret}&issuer=`));
    expect(accepted(await login(username)).data.token).toMatch(/^[\w-]{43}$/);
    expect((await client.post('/account/secondfactor/confirm', { code: '000000' })).errors).toMatchObject({
      code: 'Wrong code, or one that was used before. Wait for the next one',
    });
    expect(accepted(await login(username)).data.token).toBeDefined();
    const { codes } = accepted(
      await client.post<SignedIn>('/account/secondfactor/confirm', { code: codeOf(secret, -1) }),
    ).data;
    expect(new Set(codes).size).toBe(10);
    const answer = accepted(await login(username)).data;
    expect(answer).toEqual({ next: 'code', ticket: expect.stringMatching(/^[\w-]{43}$/) });
    expect(accepted(await withCode(answer.ticket, { code: codeOf(secret) })).data.token).toBeDefined();
  });

  it('leaves the ticket of a sign-in worthless for every other call', async () => {
    const { username } = await holder();
    const ticket = await ticketOf(username);
    const bearer = { authorization: `Bearer ${ticket}` };
    expect((await test.nobody.get('/admin/user/info', undefined, bearer)).http).toBe(401);
    expect((await post('/account/signin/enrol', { ticket })).statusCode).toBe(400);
    expect((await post('/account/signin/confirm', { ticket, code: '123456' })).statusCode).toBe(400);
  });

  it('takes codes half a minute early and late, each once', async () => {
    const { id, username, secret } = await holder();
    await unuse(id);
    for (const steps of [-1, 0, 1])
      expect(
        accepted(await withCode(await ticketOf(username), { code: codeOf(secret, steps) })).data.token,
      ).toBeDefined();
    for (const steps of [-1, 0, 1])
      expect((await withCode(await ticketOf(username), { code: codeOf(secret, steps) })).statusCode).toBe(400);
  });

  it('takes one code of two that are shown at once', async () => {
    const { username, secret } = await holder();
    const tickets = [await ticketOf(username), await ticketOf(username)];
    const code = codeOf(secret);
    const answers = await Promise.all(tickets.map((ticket) => withCode(ticket, { code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is confirmed by a code of its own secret only, also where another one is made since the code was looked at', async () => {
    const client = await test.signIn((await newUser(test)).username);
    const { secret } = accepted(await client.post<SignedIn>('/account/secondfactor/begin')).data;
    const answer = await held(
      '_knownPlace',
      () => client.post('/account/secondfactor/confirm', { code: codeOf(secret, -1) }),
      async () => accepted(await client.post('/account/secondfactor/begin')),
    );
    expect(answer.statusCode).toBe(400);
    expect((await client.get('/account/secondfactor')).data).toMatchObject({ confirmed: false });
  });

  it('is replaced by a recovery code, once each, also by two who enter it at once', async () => {
    const { username, codes } = await holder();
    const tickets = [await ticketOf(username), await ticketOf(username)];
    const answers = await Promise.all(tickets.map((ticket) => withCode(ticket, { code: codes[0]! })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('whose secret no key of the server opens is refused in words, and a recovery code stands in for it', async () => {
    const { id, username, secret, codes } = await holder();
    await sql`
      update "_secondFactor" set secret = 'v1.00000000.' || split_part(secret, '.', 3) where "userId" = ${id}
    `.execute(test.db);
    const ticket = await ticketOf(username);
    expect((await withCode(ticket, { code: codeOf(secret) })).errors).toEqual({
      code: 'The server no longer has the key of your second factor. Enter a recovery code, or have the second factor removed.',
    });
    expect(accepted(await withCode(ticket, { code: codes[0]! })).data.token).toBeDefined();
  });

  it('is replaced by a recovery code, once each, however it is typed', async () => {
    const { username, codes } = await holder();
    const enter = async (code: string) => (await withCode(await ticketOf(username), { code })).statusCode;
    expect(await enter(codes[0]!)).toBe(200);
    expect(await enter(codes[0]!)).toBe(400);
    expect(await enter(` ${codes[1]!.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
  });

  it('is looked at five times in a quarter of an hour, from wherever, also when each try begins with the right password', async () => {
    const { id, username, secret } = await holder();
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${100 + n}` });
    for (let n = 0; n < 5; n++)
      expect((await withCode(await ticketOf(username, from(n)), { code: '000000' }, from(n))).statusCode).toBe(400);
    const right = await withCode(await ticketOf(username, from(6)), { code: codeOf(secret) }, from(6));
    expect(right.errors).toEqual({ code: 'Too many wrong codes. Please try again in 15 minutes.' });
    await sql`update "_secondFactor" set "failedTime" = now() - interval '16 minutes' where "userId" = ${id}`.execute(
      test.db,
    );
    expect((await withCode(await ticketOf(username, from(7)), { code: codeOf(secret) }, from(7))).statusCode).toBe(200);
  });

  it('ends its ticket after ten minutes, after its use, and with another password or a lock', async () => {
    const { id, username, codes } = await holder();
    const tryWith = async (ticket: string, code: string) => (await withCode(ticket, { code })).message;
    const over = 'The sign-in took too long. Please begin again.';
    const old = await ticketOf(username);
    await sql`update "_signInStep" set "expireTime" = now() where "userId" = ${id}`.execute(test.db);
    expect(await tryWith(old, codes[0]!)).toBe(over);
    const used = await ticketOf(username);
    expect((await withCode(used, { code: codes[1]! })).statusCode).toBe(200);
    expect(await tryWith(used, codes[2]!)).toBe(over);
    const before = await ticketOf(username);
    await sql`update "user" set password = password || ' ' where id = ${id}`.execute(test.db);
    expect(await tryWith(before, codes[3]!)).toBe(over);
  });

  it('has no ticket for a password that was changed while it was looked at', async () => {
    const { id, username } = await holder();
    const answer = await held(
      '_signInStep',
      () => login(username),
      (db) => sql`update "user" set password = password || ' ' where id = ${id}`.execute(db),
    );
    expect([answer.statusCode, answer.data]).toEqual([400, null]);
  });

  it('ends its ticket when all sessions are ended, by the user or by somebody else', async () => {
    const { id, username, codes, client } = await holder();
    const tries = async (ticket: string, code: string) => (await withCode(ticket, { code })).statusCode;
    const [first, second] = [await ticketOf(username), await ticketOf(username)];
    accepted(await client.post('/account/sessions/endothers'));
    expect([await tries(first, codes[0]!), await tries(second, codes[1]!)]).toEqual([400, 400]);
    const third = await ticketOf(username);
    accepted(await admin.post('/admin/user/endsessions', { id, accessReason: 'Phone lost' }));
    expect(await tries(third, codes[2]!)).toBe(400);
  });

  it('never shows its secret again: not in answers, logs, histories or tables', async () => {
    const { username, secret, codes, client } = await holder();
    const { device, token } = accepted(
      await withCode(await ticketOf(username), { code: codeOf(secret), remember: true }),
    ).data;
    const seen = [
      await client.get('/account/secondfactor'),
      await client.get('/account/sessions'),
      await client.get('/account/settings'),
    ];
    const text = JSON.stringify(seen) + (await everythingStored());
    for (const hidden of [secret, device!, token!, ...codes]) expect(text).not.toContain(hidden);
  });
});

describe('a role that needs a second factor', () => {
  async function needing(): Promise<{ id: number; username: string }> {
    const code = `strict${++made}`;
    accepted(await admin.post('/role/save', { name: code, code, menuIds: [], secondFactor: true }));
    return newUser(test, code);
  }

  it('has its user make one after the password, before anything else, and tells the recovery codes once', async () => {
    const { id, username } = await needing();
    const { next, ticket, token } = accepted(await login(username)).data;
    expect([next, token]).toEqual(['enrol', undefined]);
    const { secret } = accepted(await post('/account/signin/enrol', { ticket })).data;
    expect((await post('/account/signin/confirm', { ticket, code: '000000' })).statusCode).toBe(400);
    const done = accepted(await post('/account/signin/confirm', { ticket, code: codeOf(secret) })).data;
    expect(done.codes).toHaveLength(10);
    const info = await test.nobody.get('/admin/user/info', undefined, { authorization: `Bearer ${done.token}` });
    expect(info.http).toBe(200);
    const { rows } = await sql`
      select action from "operationLog" where module = 'account' and "objectId" = ${String(id)}
    `.execute(test.db);
    expect(rows).toEqual([{ action: 'confirmSecondFactor' }]);
    expect(accepted(await login(username)).data.next).toBe('code');
    expect((await post('/account/signin/enrol', { ticket })).statusCode).toBe(400);
  });

  it('lets nobody of it go without', async () => {
    const { username, id } = await needing();
    const { ticket } = accepted(await login(username)).data;
    const { secret } = accepted(await post('/account/signin/enrol', { ticket })).data;
    const { token } = accepted(await post('/account/signin/confirm', { ticket, code: codeOf(secret) })).data;
    const answer = await test.nobody.post('/account/secondfactor/end', {}, { authorization: `Bearer ${token}` });
    expect(answer).toMatchObject({ statusCode: 409, message: 'Your role needs a second factor. Set one up now' });
    const { rows } = await sql`select from "_secondFactor" where "userId" = ${id}`.execute(test.db);
    expect(rows).toHaveLength(1);
  });
});

describe('a remembered device', () => {
  it('stands in for the code of its user for 30 days, and is no recent proof', async () => {
    const { id, username, secret } = await holder();
    const { device } = accepted(
      await withCode(await ticketOf(username), { code: codeOf(secret), remember: true }),
    ).data;
    const { token } = accepted(await withCode(await ticketOf(username), { device })).data;
    const bearer = { authorization: `Bearer ${token}` };
    expect((await test.nobody.get('/admin/user/info', undefined, bearer)).http).toBe(200);
    expect((await test.nobody.post('/account/secondfactor/codes', {}, bearer)).http).toBe(428);
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from "expireTime" - now()) / 86400)::int as days from "_rememberedDevice" where "userId" = ${id}
    `.execute(test.db);
    expect(rows).toEqual([{ days: 30 }]);
    await sql`update "_rememberedDevice" set "expireTime" = now() where "userId" = ${id}`.execute(test.db);
    expect((await withCode(await ticketOf(username), { device })).statusCode).toBe(400);
  });

  it('stands in for nobody else, and for nobody once it is forgotten, everything is signed out, or the password is another', async () => {
    const [one, other] = [await holder(), await holder()];
    const remember = async () => {
      await unuse(one.id);
      return accepted(await withCode(await ticketOf(one.username), { code: codeOf(one.secret), remember: true })).data
        .device;
    };
    const works = async (device: unknown, username = one.username) =>
      (await withCode(await ticketOf(username), { device })).statusCode === 200;
    const first = await remember();
    expect([await works(first, other.username), await works(first)]).toEqual([false, true]);
    const { devices } = accepted(await one.client.get<{ devices: { id: number }[] }>('/account/sessions')).data;
    accepted(await one.client.post('/account/devices/forget', { id: devices[0]!.id }));
    expect(await works(first)).toBe(false);
    expect((await one.client.post('/account/devices/forget', { id: devices[0]!.id })).statusCode).toBe(404);
    const second = await remember();
    accepted(await one.client.post('/account/sessions/endothers'));
    expect(await works(second)).toBe(false);
    const third = await remember();
    accepted(
      await one.client.post('/admin/user/updatepwd', { pwd: 'a-brand-new-one-7', repeatpwd: 'a-brand-new-one-7' }),
    );
    const { ticket } = accepted(
      await post('/admin/user/login', { username: one.username, password: 'a-brand-new-one-7' }),
    ).data;
    expect((await withCode(ticket, { device: third })).statusCode).toBe(400);
  });
});

describe('the own second factor', () => {
  it('is part of every proof: the password alone is none', async () => {
    const { id, client, secret } = await holder();
    await sql`update "_session" set "provenTime" = 'epoch' where "userId" = ${id}`.execute(test.db);
    expect((await client.post('/account/secondfactor/end')).http).toBe(428);
    expect((await client.post('/admin/user/prove', { pwd: PASSWORD })).errors).toEqual({
      code: 'Enter the code of your authenticator app too',
    });
    expect((await client.post('/admin/user/prove', { pwd: 'wrong', code: codeOf(secret) })).errors).toEqual({
      pwd: 'Wrong password',
    });
    expect((await client.post('/admin/user/prove', { pwd: PASSWORD, code: '000000' })).statusCode).toBe(400);
    expect((await client.post('/account/secondfactor/end')).http).toBe(428);
    accepted(await client.post('/admin/user/prove', { pwd: PASSWORD, code: codeOf(secret) }));
    accepted(await client.post('/account/secondfactor/end'));
    expect((await client.get('/account/secondfactor')).data).toEqual({
      confirmed: false,
      required: false,
      codesLeft: 0,
    });
  });

  it('is not made anew by who has one, and new recovery codes end the old ones', async () => {
    const { username, client, codes } = await holder();
    expect((await client.post('/account/secondfactor/begin')).statusCode).toBe(409);
    const fresh = accepted(await client.post<SignedIn>('/account/secondfactor/codes')).data.codes;
    expect((await withCode(await ticketOf(username), { code: codes[0]! })).statusCode).toBe(400);
    expect((await withCode(await ticketOf(username), { code: fresh[0]! })).statusCode).toBe(200);
    expect((await client.get('/account/secondfactor')).data).toMatchObject({ codesLeft: 9 });
  });

  it('is removed by another person with a reason, which ends the sessions and is logged; by oneself it is not', async () => {
    const { id, username, client } = await holder();
    const reset = (by: Client, body: object) => by.post('/admin/user/resetsecondfactor', body);
    expect((await reset(await test.as('clerk'), { id, accessReason: 'Phone lost' })).http).toBe(403);
    expect((await reset(admin, { id })).statusCode).toBe(400);
    accepted(await reset(admin, { id, accessReason: 'Phone lost' }));
    expect((await client.get('/admin/user/info')).http).toBe(401);
    expect(accepted(await login(username)).data.token).toBeDefined();
    expect((await reset(admin, { id, accessReason: 'Phone lost' })).statusCode).toBe(409);
    const { rows } = await sql`
      select module, action, "objectId" from "operationLog" where action = 'resetSecondFactor' and "objectId" = ${String(id)} order by id limit 1
    `.execute(test.db);
    expect(rows[0]).toEqual({ module: 'user', action: 'resetSecondFactor', objectId: String(id) });
    const boss = await holder('super');
    expect((await reset(boss.client, { id: boss.id, accessReason: 'Mine' })).statusCode).toBe(400);
    const old = await test.signIn((await newUser(test, 'super')).username);
    await sql`update "_session" set "provenTime" = 'epoch' where "tokenHash" = sha256(${old.token}::bytea)`.execute(
      test.db,
    );
    expect((await reset(old, { id: boss.id, accessReason: 'Theirs' })).http).toBe(428);
  });
});
