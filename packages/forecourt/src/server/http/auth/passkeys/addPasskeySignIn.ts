import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  hasPasskeys,
  isOnlyByProvider,
  isPasswordOff,
  knownOf,
  nextStepOf,
  openTicket,
  waysOf,
  whoWaits,
  type AuthenticationResponseJSON,
  type NextStep,
  type Shown,
  type Waiting,
} from '../../../auth/index.ts';
import { refuse } from '../../../errors.ts';
import { dataAnswer } from '../../envelope.ts';
import { noteInLoginLog, originOf, type Outcome } from '../../loginLog.ts';
import { addRoute } from '../../route.ts';
import { openSession } from '../../sessions.ts';
import { enter, type Entered } from '../signInSteps.ts';
import { boundTo, refusalOf, type Challenge } from './challenges.ts';
import { MADE_AT_SIGN_IN, MAY_HAVE_TICKET, OF_TICKET, SHOWN_AT_SIGN_IN } from './inputs.ts';
import { beginPasskey, challengeAnswer, makePasskey, requirePasskeys, type PasskeyParts } from './make.ts';

/** Calls a minute from one address. */
const CALLS_PER_MINUTE = 30;

const ofTicket = (of: Challenge['of'], ticket: string): Challenge => ({ of, bound: boundTo(Buffer.from(ticket)) });

const seenNow = ({ door, ...user }: Waiting): Waiting =>
  door ? { ...user, door: { ...door, authTime: Date.now() / 1000 } } : user;

/** Sign-in by a passkey alone, and after the password, where it takes the place of a code (D-AUTH-19). */
export function addPasskeySignIn(app: FastifyInstance, parts: PasskeyParts): void {
  const { data, challenges, passkeys } = parts;
  const step = { method: 'POST', permission: 'public', perMinute: CALLS_PER_MINUTE } as const;

  async function waiting(ticket: string, next: NextStep): Promise<Waiting> {
    const user = await whoWaits(data.db, ticket, next);
    if (!user) throw refuse('msg.secondFactor.over');
    return user;
  }

  async function show(request: FastifyRequest, response: AuthenticationResponseJSON, made: Challenge, user?: Waiting) {
    const asked = requirePasskeys(parts);
    const { challenge } = await challenges.take(request, response, made);
    return asked.show(data.db, { response, challenge }, user?.id).catch(async (error: unknown) => {
      throw await refusalOf(data, request, error, user?.username);
    });
  }

  /** Nobody but the passkey says who it is: what would refuse a password refuses it, too. */
  async function enterAlone(
    request: FastifyRequest,
    { id, username, password, active, alone }: Shown,
  ): Promise<Entered> {
    const fail = async (outcome: Outcome, key: string) => {
      await noteInLoginLog(data.db, request, username, outcome, request.t(key));
      return refuse(key);
    };
    if (!active) throw await fail('locked', 'msg.user.locked');
    if (await isPasswordOff(data.db, id)) throw await fail('failed', 'msg.oidc.passwordsOff');
    if (!alone || (await isOnlyByProvider(data.db, id))) throw await fail('failed', 'msg.passkey.notAlone');
    const next = await nextStepOf(data.db, id, { shown: true });
    const ticket = next && (await openTicket(data.db, { id, password }, next));
    if (next && ticket !== undefined) return { next, ticket };
    const token = next ? undefined : await openSession(data.db, { id, password }, originOf(request));
    if (token === undefined) throw await fail('failed', 'msg.login.failed');
    await noteInLoginLog(data.db, request, username, 'success', request.t('msg.passkey.signedIn'));
    return { token };
  }

  addRoute(app, {
    method: 'GET',
    path: '/account/signin/passkey',
    permission: 'public',
    handle: async (request) =>
      dataAnswer(request, { origin: passkeys?.origin ?? null, used: await hasPasskeys(data.db) }),
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/ways',
    async handle(request) {
      const user = await waiting(OF_TICKET(request).ticket, 'code');
      const { app: byApp, passkey } = await waysOf(data.db, user.id);
      return dataAnswer(request, { app: byApp, passkey: passkey && passkeys !== undefined });
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/passkey/begin',
    async handle(request) {
      const { ticket } = MAY_HAVE_TICKET(request);
      const asked = requirePasskeys(parts);
      if (ticket === undefined) return challengeAnswer(parts, request, await asked.request(), { of: 'signIn' });
      const { known } = await knownOf(data.db, (await waiting(ticket, 'code')).id);
      if (known.length === 0) throw refuse('msg.passkey.unknown');
      return challengeAnswer(parts, request, await asked.request(known), ofTicket('step', ticket));
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/passkey/finish',
    async handle(request) {
      const { response, ticket } = SHOWN_AT_SIGN_IN(request);
      const user = ticket === undefined ? undefined : await waiting(ticket, 'code');
      const made: Challenge = ticket === undefined ? { of: 'signIn' } : ofTicket('step', ticket);
      const shown = await show(request, response, made, user);
      // It is both factors by itself, however long ago a provider has seen who it is.
      const entered = user
        ? await enter(parts, request, seenNow(user), ticket!, true)
        : await enterAlone(request, shown);
      return dataAnswer(request, { username: shown.username, ...entered });
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/passkey/enrol',
    async handle(request) {
      const { ticket } = OF_TICKET(request);
      return beginPasskey(parts, request, await waiting(ticket, 'enrol'), ofTicket('enrol', ticket));
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/passkey/confirm',
    log: { module: 'account', action: 'addPasskey' },
    async handle(request) {
      const { ticket, ...made } = MADE_AT_SIGN_IN(request);
      const user = await waiting(ticket, 'enrol');
      request.logged = { object: String(user.id) };
      const codes = await makePasskey(parts, request, user, ofTicket('enrol', ticket), made);
      return dataAnswer(request, { ...(await enter(parts, request, user, ticket, true)), codes });
    },
  });
}
