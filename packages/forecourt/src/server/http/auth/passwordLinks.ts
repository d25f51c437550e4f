import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkOwner, spendLink } from '../../auth/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { refuse } from '../../errors.ts';
import type { PasswordRule } from '../../passwords/index.ts';
import { dataAnswer, textAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { hashPassword } from '../passwords.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { usersNamed } from '../signInNames.ts';
import { requireNewPassword } from './newPassword.ts';
import { sendLink } from './sendLink.ts';

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
  /** Where the application is opened; without it nobody is sent a link. */
  readonly address: string | undefined;
}

async function send({ data }: Parts, request: FastifyRequest, id: number): Promise<void> {
  await data.change(callerOf(request), async (context) => {
    await sendLink(context, id, 'recover');
    return null;
  });
}

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
        .then((users) => (users.length === 1 ? send(parts, request, users[0]!.id) : undefined))
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
