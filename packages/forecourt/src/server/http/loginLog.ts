import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import type { Origin } from './sessions.ts';

/** `wrongCode`: the password was right, the second factor was not. `wrongPasskey`: a passkey that does not hold. `ambiguous`: the name is one user's and the phone of another. `unproven`: a signed-in user who was asked for the password again gave a wrong one. */
export type Outcome =
  | 'success'
  | 'failed'
  | 'wrongCode'
  | 'wrongPasskey'
  | 'ambiguous'
  | 'locked'
  | 'logout'
  | 'unproven';

const MAX_USER_AGENT = 500;

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
});

/** Writes one line of the login log, in the language of the request. `message`: what it says in place of the text of the outcome. */
export async function noteInLoginLog(
  db: Database,
  request: FastifyRequest,
  username: string,
  outcome: Outcome,
  message?: string,
): Promise<void> {
  const texts: Record<Outcome, string> = {
    success: 'msg.ok',
    failed: 'msg.login.failed',
    ambiguous: 'msg.login.ambiguous',
    wrongCode: 'msg.secondFactor.failed',
    wrongPasskey: 'msg.passkey.untrusted',
    locked: 'msg.user.locked',
    logout: 'msg.login.signedOut',
    unproven: 'msg.proof.failed',
  };
  const { ip, userAgent } = originOf(request);
  await sql`
    insert into "loginLog" (time, username, result, message, ip, "userAgent")
    values (now(), ${username.slice(0, 100)}, ${outcome === 'success' || outcome === 'logout' ? 1 : 0}, ${message ?? request.t(texts[outcome])}, ${ip}, ${userAgent})
  `.execute(db);
}
