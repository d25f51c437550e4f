import { defineCall, ID, INTEGER, object, typed } from '../../calls/index.ts';
import { defineCommand, type Command } from '../contract.ts';
import { endSessionsOf } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireOwnPermissions, rolePermissions } from './users.ts';

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

/** Nobody ends those of a user who may do or see more (D-PERM-10). The reason stays with the user, and in its history. */
export const endUserSessions = (scope: HeldScope): Command =>
  defineCommand(END_SESSIONS, {
    async run({ id, accessReason }, context) {
      const user = await context.row('user', id, { lock: true });
      requireOwnPermissions(context, await rolePermissions(context, user['roleId'] as number));
      await scope.require(user, context);
      await context.write.update('user', id, { accessReason: accessReason.trim() });
      return { count: await endSessionsOf(context.db, id) };
    },
  });
