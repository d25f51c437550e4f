import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPasswordOff, nextStepOf, openTicket, providerOfSession, type NextStep, type Oidc } from '../auth/index.ts';
import type { Database } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Actors } from './actors.ts';
import { dataAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { verifyPassword } from './passwords.ts';
import { noteInLoginLog, originOf, type Outcome } from './loginLog.ts';
import { endSession, openSession } from './sessions.ts';
import { tryPassword } from './signInLimits.ts';
import { usersNamed } from './signInNames.ts';
import { addRoute } from './route.ts';

const LOGIN = readInput<{ username?: string; password?: string }>({
  type: 'object',
  additionalProperties: false,
  properties: {
    username: { type: 'string', maxLength: 100 },
    password: { type: 'string', maxLength: 200 },
    // The sign-in form sends whether to stay signed in; the server's session lasts as long either way.
    autoLogin: { type: 'boolean' },
  },
});

/** A session, or what the sign-in still needs, with the ticket for it. */
type SignedIn = { readonly token: string } | { readonly next: NextStep; readonly ticket: string };

async function signIn(db: Database, request: FastifyRequest, name: string, password: string): Promise<SignedIn> {
  const users = await usersNamed(db, name);
  // Nobody is told which of them: an ambiguous name signs nobody in, and takes as long as a wrong one.
  const user = users.length === 1 ? users[0] : undefined;
  const attempt = { name: user ? `user ${user.id}` : `name ${name.toLowerCase()}`, userId: user?.id, ip: request.ip };
  const fail = async (outcome: Outcome, message: string): Promise<Refusal> => {
    await noteInLoginLog(db, request, name, outcome);
    return refuse(message);
  };
  const outcome = await tryPassword(db, attempt, (who) => verifyPassword(user?.password, password, who));
  if (outcome !== 'right' || !user?.password)
    throw await fail(users.length > 1 ? 'ambiguous' : 'failed', 'msg.login.failed');
  if (user.status !== 1 || user.roleId === null) throw await fail('locked', 'msg.user.locked');
  if (await isPasswordOff(db, user.id)) throw await fail('failed', 'msg.oidc.passwordsOff');
  const next = await nextStepOf(db, user.id);
  const checked = { id: user.id, password: user.password };
  const ticket = next && (await openTicket(db, checked, next));
  if (next && ticket !== undefined) return { next, ticket };
  const token = next ? undefined : await openSession(db, checked, originOf(request));
  if (token === undefined) throw await fail('failed', 'msg.login.failed');
  await noteInLoginLog(db, request, user.username, 'success');
  return { token };
}

interface SignOut {
  readonly oidc: Oidc;
  readonly publicUrl: { readonly url: string } | undefined;
}

/** Sign-in and sign-out. */
export function addSignIn(app: FastifyInstance, data: DataLayer, actors: Actors, { oidc, publicUrl }: SignOut): void {
  addRoute(app, {
    method: 'POST',
    path: '/admin/user/login',
    permission: 'public',
    async handle(request) {
      const { username = '', password = '' } = LOGIN(request);
      const name = username.trim();
      if (name === '' || password === '') throw refuse('msg.login.incomplete');
      return dataAnswer(request, await signIn(data.db, request, name, password));
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/admin/user/loginout',
    permission: 'session',
    sessionOnly: true,
    async handle(request) {
      const provider = publicUrl && (await providerOfSession(data.db, request.tokenHash!));
      await endSession(data.db, request.tokenHash!);
      actors.forgetAll();
      await noteInLoginLog(data.db, request, request.actor.username, 'logout');
      const leave = provider && (await oidc.leaveUrl(provider, `${publicUrl.url}/user/login`));
      return dataAnswer(request, leave === undefined ? null : { leave });
    },
  });
}
