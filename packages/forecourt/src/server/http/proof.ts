import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { checkCode, nextStepOf } from '../auth/index.ts';
import type { Database } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import { refuseFields } from '../errors.ts';
import type { SecretBox } from '../secrets/index.ts';
import { requireCode } from './auth/index.ts';
import { textAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { noteInLoginLog } from './loginLog.ts';
import { verifyPassword } from './passwords.ts';
import { callerOf } from './request.ts';
import { addRoute } from './route.ts';
import { proveSession } from './sessions.ts';
import { tryPassword } from './signInLimits.ts';

/** Calls a minute that look at a password of the signed-in user. */
export const PASSWORD_CALLS_PER_MINUTE = 10;

/**
 * Refuses, at this field, unless it is the password of the signed-in user. Counts like a sign-in, so that a stolen session is no place to
 * guess at (D-AUTH-09).
 */
export async function requireOwnPassword(
  db: Database,
  request: FastifyRequest,
  field: string,
  password: string,
): Promise<void> {
  const { id, username } = request.actor;
  const attempt = { name: `user ${id}`, userId: id, ip: request.ip };
  const outcome = await tryPassword(db, attempt, async (who) => {
    const { rows } = await sql<{ password: string | null }>`select password from "user" where id = ${id}`.execute(db);
    return verifyPassword(rows[0]?.password, password, who);
  });
  if (outcome === 'locked') throw refuseFields({ [field]: 'msg.proof.locked' });
  if (outcome === 'wrong') {
    await noteInLoginLog(db, request, username, 'unproven');
    throw refuseFields({ [field]: field === 'oldpwd' ? 'msg.password.wrong' : 'msg.proof.wrong' });
  }
}

const PROOF = readInput<{ pwd: string; code?: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['pwd'],
  properties: { pwd: { type: 'string', minLength: 1, maxLength: 200 }, code: { type: 'string', maxLength: 40 } },
});

/** The signed-in user proves the password anew, and shows the second factor where there is one: for ten minutes the session may do what needs a recent proof (D-AUTH-12). */
export function addProof(app: FastifyInstance, data: DataLayer, secrets: SecretBox): void {
  addRoute(app, {
    method: 'POST',
    path: '/admin/user/prove',
    permission: 'session',
    sessionOnly: true,
    perMinute: PASSWORD_CALLS_PER_MINUTE,
    log: { module: 'user', action: 'prove' },
    async handle(request) {
      request.logged = { object: String(request.actor.id) };
      const { pwd, code = '' } = PROOF(request);
      const { actor } = request;
      await requireOwnPassword(data.db, request, 'pwd', pwd);
      if ((await nextStepOf(data.db, actor.id)) === 'code') {
        if (code.trim() === '') throw refuseFields({ code: 'msg.secondFactor.needed' });
        await requireCode({ data }, request, actor, () => checkCode(data.db, secrets, actor.id, code));
      }
      // Whatever its key: an answer that is repeated would prove nothing.
      const text = await data.change(callerOf(request), async ({ db }) => {
        await proveSession(db, request.tokenHash!);
        return null;
      });
      return textAnswer(request, text);
    },
  });
}
