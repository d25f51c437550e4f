import type { FastifyInstance } from 'fastify';
import { nextStepOf, spendTicket, whoWaits } from '../../auth/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { refuse, refuseFields } from '../../errors.ts';
import type { PasswordOwner, PasswordRule } from '../../passwords/index.ts';
import { sql } from 'kysely';
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
      const owner =
        await sql<PasswordOwner>`select username, name, phone, email from "user" where id = ${user.id}`.execute(
          data.db,
        );
      const problem = await passwords.problem(pwd, owner.rows[0] ?? {}, data.db);
      if (problem) throw refuseFields({ pwd: problem });
      if (pwd !== repeatpwd) throw refuseFields({ repeatpwd: 'msg.password.mismatch' });
      const who = `user ${user.id}`;
      if (await verifyPassword(user.password, pwd, who)) throw refuseFields({ pwd: 'msg.password.same' });
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
