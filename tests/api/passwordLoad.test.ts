import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';

let test: TestApp;
beforeAll(async () => {
  // The machine may be slow; what is guaranteed is who gets in, not how fast.
  test = await startTestApp({ deadline: 60_000 });
});
afterAll(() => test.close());

const atOnce = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

const login = (username: string, password = PASSWORD) => test.nobody.post('/admin/user/login', { username, password });

it('lets others sign in while one user changes the password sixty times at once', async () => {
  const { username } = await newUser(test);
  const client = await test.signIn(username);
  const change = { oldpwd: 'not-the-old-one', pwd: 'quite-another-one', repeatpwd: 'quite-another-one' };
  const changes = atOnce(60, () => client.post('/admin/user/updatepwd', change));
  const others = await atOnce(8, async () => login((await newUser(test)).username));
  expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  const answers = await changes;
  // None is a fault or an outage, and no more than five were looked at.
  expect(answers.filter(({ http }) => http !== 200 && http !== 429)).toEqual([]);
  expect(answers.filter(({ errors }) => errors['oldpwd'] === 'The old password is wrong').length).toBeLessThanOrEqual(
    5,
  );
});

it('lets in sixty right sign-ins of one user at once, and holds none against the address', async () => {
  const answers = await atOnce(60, () => login('finance'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200));
  const { rows } = await sql<{ key: string }>`select key from "_signIn" where key like 'user % at %'`.execute(test.db);
  const { rows: address } = await sql<{ attempts: Date[]; locked: boolean }>`
    select attempts, "lockedUntil" is not null as locked from "_signIn" where key = 'at 127.0.0.1'
  `.execute(test.db);
  // The five failures of the test before, or none: never one of these.
  expect(address.flatMap(({ attempts }) => attempts).length).toBeLessThanOrEqual(5);
  expect(address.map(({ locked }) => locked)).not.toContain(true);
  expect(rows.length).toBeLessThanOrEqual(1);
});

it('still looks at no more than five wrong ones of a hundred at once', async () => {
  const { username } = await newUser(test);
  const answers = await atOnce(55, (index) => login(username, `wrong-${index}`));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toEqual([]);
  const { rows } = await sql<{ failures: number }>`
    select cardinality(attempts) as failures from "_signIn" where key like 'user % at %' and "lockedUntil" > now()
    order by "lockedUntil" desc limit 1
  `.execute(test.db);
  expect(rows).toEqual([{ failures: 5 }]);
  expect((await login(username)).statusCode).toBe(400);
});
