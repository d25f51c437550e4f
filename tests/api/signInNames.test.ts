import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';
import { accountsOf } from './accounts.ts';
import { accepted } from './rental.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const accounts = accountsOf(
  new Proxy({} as TestApp, { get: (_none, name) => test[name as keyof TestApp] }),
  () => admin,
);
const save = async (changes: Record<string, unknown>) =>
  admin.post<{ id: number }>('/admin/user/save', await accounts.form(changes));

const NAME_IS_PHONE = 'This username is the phone of another user. Choose a name with letters.';
const PHONE_IS_NAME = 'This phone is the username of another user. Ask an administrator to change that name.';

let numbers = 0;
/** A phone that nobody has. */
const newPhone = (): string => `081555${String(++numbers).padStart(4, '0')}`;

describe('a user name', () => {
  it.each([
    ['as it is', (phone: string) => phone],
    ['with hyphens', (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3)}`],
    ['with dots', (phone: string) => phone.replace(/(...)/, '$1.')],
  ])('may not be the phone of another user, %s', async (_how, written) => {
    const phone = newPhone();
    const { id } = await accounts.makeUser({ phone });
    expect((await save({ username: written(phone) })).errors).toEqual({ username: NAME_IS_PHONE });
    const other = await accounts.makeUser();
    expect((await admin.post('/admin/user/save', { id: other.id, username: written(phone) })).errors).toEqual({
      username: NAME_IS_PHONE,
    });
    // The own one is nobody else's.
    accepted(await admin.post('/admin/user/save', { id, username: written(phone) }));
    expect((await test.signIn(phone)).token).toBeDefined();
  });

  it('is free again when the user with that phone is deleted, who then does not come back', async () => {
    const phone = newPhone();
    const { id } = await accounts.makeUser({ phone });
    accepted(await admin.delete(`/admin/user/delete/${id}`));
    accepted(await save({ username: phone }));
    const back = await admin.post('/resources/user/undelete', { ids: [id] });
    expect(back).toMatchObject({ http: 200, statusCode: 400, message: expect.stringContaining(PHONE_IS_NAME) });
    expect(await accounts.userRow(id)).toMatchObject({ deleteTime: expect.anything() });
  });
});

describe('a phone', () => {
  it.each([
    ['as it is', (name: string) => name],
    ['with spaces and a sign', (name: string) => `+${name.slice(0, 3)} ${name.slice(3)}`],
  ])('may not be the user name of another user, %s', async (_how, written) => {
    const name = newPhone();
    await accounts.makeUser({ username: name });
    expect((await save({ phone: written(name) })).errors).toEqual({ phone: PHONE_IS_NAME });
    const own = await accounts.makeUser();
    expect((await own.client.post('/account/settings/save', { phone: written(name) })).errors).toEqual({
      phone: PHONE_IS_NAME,
    });
  });

  it('may not be that of another user in another form', async () => {
    await accounts.makeUser({ phone: '+66 81 666 0001' });
    expect((await save({ phone: '+66816660001' })).errors).toEqual({ phone: 'Phone already exists. Check the number' });
  });
});

it('an applicant can take neither the phone nor the name of a user', async () => {
  const phone = newPhone();
  await accounts.makeUser({ phone });
  await accounts.makeUser({ username: '66816667777' });
  const apply = async (username: string, number: string) => {
    accepted(await test.nobody.post('/account/sms', { phone: number, countryCode: '+66' }));
    const { rows } = await sql<{ text: string }>`
      select payload ->> 'text' as text from outbox where topic = 'verification-code' order by id desc limit 1
    `.execute(test.db);
    const captcha = /\d{6}/.exec(rows[0]!.text)![0];
    const application = { username, phone: number, countryCode: '+66', email: 'a@example.com', password: PASSWORD };
    return (await test.nobody.post('/account/register', { ...application, captcha })).errors;
  };
  expect(await apply(phone, '0816665555')).toEqual({ username: NAME_IS_PHONE });
  expect(await apply('wanna.be', '0816667777')).toEqual({ phone: PHONE_IS_NAME });
});

it('two saves at once cannot give a name and a phone that are the same', async () => {
  for (let turn = 0; turn < 8; turn++) {
    const text = newPhone();
    const forms = await Promise.all([accounts.form({ username: text }), accounts.form({ phone: text })]);
    const answers = await Promise.all(forms.map((form) => admin.post('/admin/user/save', form)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  }
});

describe('a text that is the name of one user and the phone of another, from before', () => {
  it('signs nobody in, with the answer of a wrong password and a line in the login log; the rest of both goes on', async () => {
    const text = newPhone();
    const [one, other] = [await accounts.makeUser(), await accounts.makeUser()];
    await sql`update "user" set username = ${text} where id = ${one.id}`.execute(test.db);
    await sql`update "user" set phone = ${text} where id = ${other.id}`.execute(test.db);
    const tried = await test.nobody.post('/admin/user/login', { username: text, password: PASSWORD });
    expect(tried).toMatchObject({ http: 200, statusCode: 400, message: 'Login failed, please try again later' });
    const { rows } = await sql`select username, result, message from "loginLog" order by id desc limit 1`.execute(
      test.db,
    );
    expect(rows).toEqual([
      {
        username: text,
        result: 0,
        message: 'The name or phone belongs to several users. Sign in with the other of the two',
      },
    ]);
    const { phone } = await accounts.userRow(one.id);
    await test.signIn(phone as string);
    await test.signIn(other.username);
    // What was so before does not stop the change of something else, and ends with another phone.
    accepted(await admin.post('/admin/user/save', { id: other.id, name: 'Renamed' }));
    accepted(await admin.post('/admin/user/save', { id: other.id, phone: newPhone() }));
    await test.signIn(text);
  });
});

it('signs in by a phone however its digits are parted', async () => {
  await accounts.makeUser({ username: 'parted', phone: '+66817770001' });
  for (const typed of ['+66817770001', '+66 81-777-0001', '66817770001', '＋６６８１７７７０００１'])
    expect((await test.signIn(typed)).token).toBeDefined();
});
