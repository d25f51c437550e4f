import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { nextStepOf, spendTicket, whoWaits } from '../../auth/index.ts';
import type { Database } from '../../contract.ts';
import type { DataLayer } from '../../data/index.ts';
import { refuse, refuseFields } from '../../errors.ts';
import type { PasswordOwner, PasswordRule } from '../../passwords/index.ts';
import { dataAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { noteInLoginLog, originOf } from '../loginLog.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { openSession } from '../sessions.ts';

const CALLS_PER_MINUTE = 10;
const PASSWORD = { type: 'string', minLength: 1, maxLength: 200 };
const NEW_PASSWORD = readInput<{ ticket: string; pwd: string; repeatpwd: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['ticket', 'pwd', 'repeatpwd'],
  properties: { ticket: { type: 'string', pattern: '^[\\w-]{43}$' }, pwd: PASSWORD, repeatpwd: PASSWORD },
});

interface Chosen {
  readonly id: number;
  readonly pwd: string;
  readonly repeatpwd: string;
}

/** Refuses, at its field, a password that the user may not have (D-AUTH-05). */
export async function requireNewPassword(
  db: Database,
  passwords: PasswordRule,
  { id, pwd, repeatpwd }: Chosen,
): Promise<void> {
  const { rows } = await sql<PasswordOwner>`
    select username, name, phone, email from "user" where id = ${id}
  `.execute(db);
  const problem = await passwords.problem(pwd, rows[0] ?? {}, db);
  if (problem) throw refuseFields({ pwd: problem });
  if (pwd !== repeatpwd) throw refuseFields({ repeatpwd: 'msg.password.mismatch' });
}

/** A password that somebody else has set is changed before anything else (D-AUTH-16). */
export function addNewPassword(app: FastifyInstance, data: DataLayer, passwords: PasswordRule): void {
  addRoute(app, {
    method: 'POST',
    path: '/account/signin/password',
    permission: 'public',
    perMinute: CALLS_PER_MINUTE,
    log: { module: 'user', action: 'password' },
    async handle(request) {
      const { ticket, pwd, repeatpwd } = NEW_PASSWORD(request);
      const user = await whoWaits(data.db, ticket, 'password');
      if (!user) throw refuse('msg.secondFactor.over');
      request.logged = { object: String(user.id) };
      await requireNewPassword(data.db, passwords, { id: user.id, pwd, repeatpwd });
      const who = `user ${user.id}`;
      if (await verifyPassword(user.password, pwd, who)) throw refuseFields({ pwd: 'msg.secondFactor.samePassword' });
      const password = await hashPassword(pwd, who);
      // A device that stood in for a code, or none: what needs a proof asks for it.
      const proven = (await nextStepOf(data.db, user.id)) !== 'code';
      await data.change(callerOf(request), async ({ db, write }) => {
        if (!(await spendTicket(db, ticket))) throw refuse('msg.secondFactor.over');
        await write.update('user', user.id, { password, changesPassword: false });
        return null;
      });
      const token = await openSession(data.db, { id: user.id, password }, originOf(request), proven);
      if (token === undefined) throw refuse('msg.secondFactor.over');
      await noteInLoginLog(data.db, request, user.username, 'success');
      return dataAnswer(request, { token });
    },
  });
}
