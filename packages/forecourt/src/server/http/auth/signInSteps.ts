import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  beginFactor,
  checkCode,
  checkNewCode,
  confirmFactor,
  isRemembered,
  nextStepOf,
  openTicket,
  rememberDevice,
  spendTicket,
  uriOf,
  whoWaits,
  type CodeOutcome,
  type NextStep,
  type Waiting,
} from '../../auth/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { refuse, refuseFields } from '../../errors.ts';
import type { SecretBox } from '../../secrets/index.ts';
import { dataAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { noteInLoginLog, originOf } from '../loginLog.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { openSession } from '../sessions.ts';
import { tryPassword } from '../signInLimits.ts';

/** Calls a minute from one address. */
const CALLS_PER_MINUTE = 30;

const TOKEN = { type: 'string', pattern: '^[\\w-]{43}$' };
const CODE = { type: 'string', maxLength: 40 };

const WITH_CODE = readInput<{ ticket: string; code?: string; device?: string; remember?: boolean }>({
  type: 'object',
  additionalProperties: false,
  required: ['ticket'],
  properties: { ticket: TOKEN, code: CODE, device: TOKEN, remember: { type: 'boolean' } },
});
const ENROL = readInput<{ ticket: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['ticket'],
  properties: { ticket: TOKEN },
});
const CONFIRM = readInput<{ ticket: string; code: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['ticket', 'code'],
  properties: { ticket: TOKEN, code: CODE },
});

interface Parts {
  readonly data: DataLayer;
  readonly secrets: SecretBox;
  /** What authenticator apps call the application. */
  readonly title: string;
}

const REFUSED: Readonly<Record<Exclude<CodeOutcome, 'right'>, string>> = {
  wrong: 'msg.secondFactor.wrong',
  locked: 'msg.secondFactor.locked',
  lost: 'msg.secondFactor.lost',
};

/** Counts a code like a password, apart from passwords: who knows the password has not guessed the code (D-AUTH-09). */
export async function requireCode(
  { data: { db } }: Pick<Parts, 'data'>,
  request: FastifyRequest,
  { id, username }: Pick<Waiting, 'id' | 'username'>,
  look: () => Promise<CodeOutcome>,
): Promise<void> {
  let outcome = 'wrong' as keyof typeof REFUSED;
  const counted = await tryPassword(db, { name: `code of user ${id}`, userId: id, ip: request.ip }, async () => {
    const found = await look();
    if (found !== 'right') outcome = found;
    return found === 'right';
  });
  if (counted === 'right') return;
  await noteInLoginLog(db, request, username, 'wrongCode');
  const why = counted === 'locked' ? counted : outcome;
  if (why === 'lost') request.log.error({ userId: id }, 'no key of this server opens the second factor of this user');
  throw refuseFields({ code: REFUSED[why] });
}

/** A session, or what the sign-in still needs. */
export type Entered = { readonly token: string } | { readonly next: NextStep; readonly ticket: string };

/** The ticket is spent, and its user has a session, or the ticket for a new password. `proven`: a code was shown, not only a device. */
export async function enter(
  { data }: Pick<Parts, 'data'>,
  request: FastifyRequest,
  user: Waiting,
  ticket: string,
  proven: boolean,
): Promise<Entered> {
  if (!(await spendTicket(data.db, ticket))) throw refuse('msg.secondFactor.over');
  const next = await nextStepOf(data.db, user.id, { shown: true, byProvider: user.door !== undefined });
  const further = next && (await openTicket(data.db, user, next));
  if (next && further !== undefined) return { next, ticket: further };
  const token = next ? undefined : await openSession(data.db, user, originOf(request), proven);
  if (token === undefined) throw refuse('msg.secondFactor.over');
  await noteInLoginLog(data.db, request, user.username, 'success');
  return { token };
}

async function waiting({ data }: Parts, ticket: string, next: NextStep): Promise<Waiting> {
  const user = await whoWaits(data.db, ticket, next);
  if (!user) throw refuse('msg.secondFactor.over');
  return user;
}

/** What follows the password where the user has a second factor, or needs one: nothing but these calls takes the ticket (D-AUTH-15). */
export function addSignInSteps(app: FastifyInstance, parts: Parts): void {
  const { data, secrets, title } = parts;
  const step = { method: 'POST', permission: 'public', perMinute: CALLS_PER_MINUTE } as const;
  addRoute(app, {
    ...step,
    path: '/account/signin/code',
    async handle(request) {
      const { ticket, code = '', device, remember } = WITH_CODE(request);
      const user = await waiting(parts, ticket, 'code');
      const known = device !== undefined && (await isRemembered(data.db, user.id, device));
      if (!known) {
        if (code.trim() === '') throw refuseFields({ code: 'msg.required' });
        await requireCode(parts, request, user, () => checkCode(data.db, secrets, user.id, code));
      }
      const entered = await enter(parts, request, user, ticket, !known);
      const remembered = remember && !known ? await rememberDevice(data.db, user, originOf(request)) : undefined;
      return dataAnswer(request, { ...entered, ...(remembered !== undefined && { device: remembered }) });
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/enrol',
    async handle(request) {
      const user = await waiting(parts, ENROL(request).ticket, 'enrol');
      const secret = await beginFactor(data.db, secrets, user.id);
      if (secret === undefined) throw refuse('msg.secondFactor.over');
      return dataAnswer(request, { secret, uri: uriOf(secret, title, user.username) });
    },
  });
  addRoute(app, {
    ...step,
    path: '/account/signin/confirm',
    log: { module: 'account', action: 'confirmSecondFactor' },
    async handle(request) {
      const { ticket, code } = CONFIRM(request);
      const user = await waiting(parts, ticket, 'enrol');
      request.logged = { object: String(user.id) };
      await requireCode(parts, request, user, () => checkNewCode(data.db, secrets, user.id, code));
      const text = await data.change(callerOf(request), async ({ db }) => {
        const codes = await confirmFactor(db, user.id);
        if (!codes) throw refuse('msg.secondFactor.over');
        return codes;
      });
      const codes = JSON.parse(text) as readonly string[];
      return dataAnswer(request, { ...(await enter(parts, request, user, ticket, true)), codes });
    },
  });
}
