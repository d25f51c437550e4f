import { forgetDevices, removeFactor, removePasskeys } from '../auth/index.ts';
import { defineCall, ID, INTEGER, NOTHING, object, typed } from '../../calls/index.ts';
import { defineCommand, type Command, type Context } from '../contract.ts';
import { conflict, refuse } from '../errors.ts';
import { endSessionsOf } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireOwnRole } from './users.ts';

const REASON = typed<string>({ type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' });

/** Of a user whose device was lost, or who has gone home from a screen of others: he or she signs in anew, with the same password. */
const END_SESSIONS = defineCall({
  method: 'POST',
  path: '/admin/user/endsessions',
  summary: 'End all sessions of a user, with a reason',
  permission: 'user-disable',
  input: object({ id: ID, accessReason: REASON }),
  answer: object({ count: INTEGER }),
  log: { module: 'user', action: 'endSessions', object: 'id' },
  success: 'msg.session.ended',
});

/** Throws unless the user may do and see no more than the caller (D-PERM-10). The reason stays with the user, and in its history. */
async function noteReason(context: Context, scope: HeldScope, id: number, reason: string): Promise<void> {
  const user = await context.row('user', id, { lock: true });
  await requireOwnRole(context, user['roleId'] as number);
  await scope.require(user, context);
  await context.write.update('user', id, { accessReason: reason.trim() });
}

/** Nobody ends those of a user who may do or see more. */
export const endUserSessions = (scope: HeldScope): Command =>
  defineCommand(END_SESSIONS, {
    async run({ id, accessReason }, context) {
      await noteReason(context, scope, id, accessReason);
      await forgetDevices(context.db, id);
      return { count: await endSessionsOf(context.db, id) };
    },
  });

const RESET = defineCall({
  method: 'POST',
  path: '/admin/user/resetsecondfactor',
  summary: 'Remove the second factor of another user, passkeys too, with a reason; his or her sessions end',
  permission: 'user-disable',
  proof: true,
  input: object({ id: ID, accessReason: REASON }),
  answer: NOTHING,
  log: { module: 'user', action: 'resetSecondFactor', object: 'id' },
  success: 'msg.secondFactor.reset',
});

/** For who has lost the telephone, the passkeys and the recovery codes. Never for oneself: a stolen session would do the same. */
export const resetSecondFactor = (scope: HeldScope): Command =>
  defineCommand(RESET, {
    async run({ id, accessReason }, context) {
      if (id === context.actor.id) throw refuse('msg.user.self');
      await noteReason(context, scope, id, accessReason);
      const hadApp = await removeFactor(context.db, id);
      if ((await removePasskeys(context.db, id)) === 0 && !hadApp) throw conflict('msg.secondFactor.none');
      await forgetDevices(context.db, id);
      await endSessionsOf(context.db, id);
      return null;
    },
  });
