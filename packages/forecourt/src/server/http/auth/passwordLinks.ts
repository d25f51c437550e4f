import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { linkOwner, newLink, spendLink } from '../../auth/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { refuse } from '../../errors.ts';
import { MAIL_CHANNEL } from '../../mail/index.ts';
import type { PasswordRule } from '../../passwords/index.ts';
import { dataAnswer, textAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { hashPassword } from '../passwords.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { usersNamed } from '../signInNames.ts';
import { requireNewPassword } from './newPassword.ts';

/** Calls a minute from one address; the limits per user are the database's. */
const CALLS_PER_MINUTE = 5;
const PASSWORD = { type: 'string', minLength: 1, maxLength: 200 };

const WHO = readInput<{ username: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['username'],
  properties: { username: { type: 'string', minLength: 1, maxLength: 100 } },
});
const CHOOSE = readInput<{ token: string; pwd: string; repeatpwd: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['token', 'pwd', 'repeatpwd'],
  properties: { token: { type: 'string', pattern: '^[\\w-]{43}$' }, pwd: PASSWORD, repeatpwd: PASSWORD },
});
interface Parts {
  readonly data: DataLayer;
  readonly passwords: PasswordRule;
  readonly title: string;
  /** Where the application is opened; without it nobody is sent a link. */
  readonly address: string | undefined;
  readonly mailReady: boolean;
}

/** Sends a link by mail, or where there is none by SMS; false when the user has neither, or was sent one a moment ago. */
async function sendLink(
  { data, title, address, mailReady }: Parts,
  request: FastifyRequest,
  id: number,
): Promise<boolean> {
  const text = await data.change(callerOf(request), async ({ db, write }) => {
    // Whom only a sign-in provider lets in stays with it. Held until the link is written: a change of phone or address ends the links that are there by then.
    const { rows } = await sql<{ phone: string | null; email: string | null }>`
      select phone, email from "user" u where id = ${id} and status = 1 and "deleteTime" is null and "roleId" is not null
        and (password is not null or not exists (select from "_userIdentity" i where i."userId" = u.id)) for share
    `.execute(db);
    const [user] = rows;
    const byMail = mailReady && Boolean(user?.email);
    const to = byMail ? user?.email : user?.phone;
    if (!to) return false;
    const token = await newLink(db, id);
    if (token === undefined) return false;
    // Behind a "#": no log of a proxy or server has it.
    const link = `${address}/user/recover#${token}`;
    const message = request.t('msg.recover.message', { title, link });
    const hidden = message.replace(token, '******');
    const mail = { subject: request.t('msg.recover.subject', { title }), text: message, html: htmlOf(message, link) };
    await write.message({
      channel: byMail ? MAIL_CHANNEL : 'sms',
      topic: 'password-link',
      to,
      payload: byMail ? mail : { text: message },
      shown: hidden,
    });
    return true;
  });
  return text === 'true';
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const htmlOf = (message: string, link: string): string =>
  `<p>${escaped(message).replace(escaped(link), `<a href="${escaped(link)}">${escaped(link)}</a>`)}</p>`;

/** Links by which a user chooses a password: for who forgot it, and for who never had one (D-AUTH-17). */
export function addPasswordLinks(app: FastifyInstance, parts: Parts): void {
  const { data, passwords, address } = parts;
  addRoute(app, {
    method: 'GET',
    path: '/account/recover',
    permission: 'public',
    handle: async (request) => dataAnswer(request, { offered: address !== undefined }),
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/recover',
    permission: 'public',
    perMinute: CALLS_PER_MINUTE,
    async handle(request) {
      const { username } = WHO(request);
      if (address === undefined) throw refuse('msg.recover.text');
      // Nobody waits for it: neither the answer nor its time tells who exists.
      void usersNamed(data.db, username.trim())
        .then((users) => (users.length === 1 ? sendLink(parts, request, users[0]!.id) : false))
        .catch((error: unknown) => request.log.error({ err: error }, 'a link to choose a password could not be sent'));
      return dataAnswer(request, null, 'msg.recover.sent');
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/recover/set',
    permission: 'public',
    perMinute: CALLS_PER_MINUTE,
    log: { module: 'user', action: 'password' },
    async handle(request) {
      const { token, pwd, repeatpwd } = CHOOSE(request);
      const user = await linkOwner(data.db, token);
      if (!user) throw refuse('msg.recover.over');
      request.logged = { object: String(user.id) };
      await requireNewPassword(data.db, passwords, { id: user.id, pwd, repeatpwd });
      const password = await hashPassword(pwd, `user ${user.id}`);
      const text = await data.change(callerOf(request), async ({ db, write }) => {
        if (!(await spendLink(db, token))) throw refuse('msg.recover.over');
        await write.update('user', user.id, { password, changesPassword: false });
        return null;
      });
      return textAnswer(request, text, 'msg.recover.done');
    },
  });
}
