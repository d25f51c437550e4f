import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD, type Answer, type Client } from './app.ts';
import { openBackOffice } from './backOffice.ts';
import { approve, request } from './erasures.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

/** What takes a person's data out of the house, or out of it for ever, needs a recent proof of the password (D-AUTH-12). */

const office = openBackOffice();

let people = 0;
async function person(): Promise<number> {
  const number = String(++people).padStart(4, '0');
  return office.save('/member/save', {
    ...{ name: 'Wilai Proof', countryCode: '+66', idType: 2, status: 1 },
    ...{ phone: `84${number}777`, idNo: `EP77${number}`, email: `proof${number}@example.com` },
  });
}

/** Somebody who may do all, and whose password was proven so long ago. */
async function signedIn(minutesAgo: number): Promise<Client> {
  const user = await newUser(office.app, 'super');
  const client = await office.app.signIn(user.username);
  await sql`
    update "_session" set "provenTime" = now() - make_interval(mins => ${minutesAgo}) where "userId" = ${user.id}
  `.execute(office.app.db);
  return client;
}

const requests = async (member: number): Promise<readonly unknown[]> =>
  (
    await sql`select kind, status, "deciderId" from "dataRequest" where "memberId" = ${member} order by id`.execute(
      office.app.db,
    )
  ).rows;
const refused = (answer: Answer<unknown>): void =>
  expect(answer).toMatchObject({
    ...{ http: 428, statusCode: 428, data: null },
    message: 'Please enter your password again to do this',
  });

it('the approval of an erasure is refused with HTTP 428 without one, erases nothing, and is done after it', async () => {
  const member = await person();
  const id = await request(await office.app.as('admin'), member);
  const before = await requests(member);
  const client = await signedIn(11);
  refused(await approve(client, id, member));
  expect(await requests(member)).toEqual(before);
  const { rows } = await sql`select name from member where id = ${member}`.execute(office.app.db);
  expect(rows).toEqual([{ name: 'Wilai Proof' }]);
  accepted(await client.post('/admin/user/prove', { pwd: PASSWORD }));
  accepted(await approve(client, id, member));
});

it('an export is refused with HTTP 428 without one, is not on record, and comes after it', async () => {
  const member = await person();
  const client = await signedIn(11);
  const answer = await client.get(`/member/datarequest/export/${member}`);
  refused(answer);
  expect(answer.text).not.toContain('Wilai');
  expect(await requests(member)).toEqual([]);
  accepted(await client.post('/admin/user/prove', { pwd: PASSWORD }));
  const archive = await client.get(`/member/datarequest/export/${member}`);
  expect(archive.headers['content-type']).toBe('application/zip');
  expect(await requests(member)).toMatchObject([{ kind: 'export' }]);
});

it('nine minutes after the sign-in neither asks again', async () => {
  const member = await person();
  const client = await signedIn(9);
  expect((await client.get(`/member/datarequest/export/${member}`)).http).toBe(200);
  accepted(await approve(client, await request(await office.app.as('admin'), member), member));
});
