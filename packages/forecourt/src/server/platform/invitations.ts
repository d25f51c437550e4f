import { sql } from 'kysely';
import { defineCall, ID, NOTHING, object } from '../../calls/index.ts';
import { defineCommand, type Command, type ComputedColumn } from '../contract.ts';
import { conflict } from '../errors.ts';
import { sendLink } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireOwnRole } from './users.ts';

/** Of a user who has no password yet: 1 while the link that was sent works, 2 when it does not any more. */
export const userInvitation: ComputedColumn = {
  sql: ({ alias }) => sql`(
    select case when l."tokenHash" is not null and l."expireTime" > now() then 1 else 2 end from "_passwordLink" l
    where l."userId" = ${sql.ref(`${alias}.id`)} and ${sql.ref(`${alias}.password`)} is null)`,
};

const INVITE = defineCall({
  method: 'POST',
  path: '/admin/user/invite',
  summary: 'Send a user without a password a link to choose one',
  permission: 'user-edit',
  input: object({ id: ID }),
  answer: NOTHING,
  log: { module: 'user', action: 'invite', object: 'id' },
  success: 'msg.invite.sent',
});

/** Of a user who may do and see no more than the caller. The link before ends. */
export const inviteUser = (scope: HeldScope): Command =>
  defineCommand(INVITE, {
    async run({ id }, context) {
      const user = await context.row('user', id, { lock: true });
      await requireOwnRole(context, user['roleId'] as number | null);
      await scope.require(user, context);
      const problem = await sendLink(context, id, 'invite');
      if (problem) throw conflict(`msg.invite.${problem}`);
      return null;
    },
  });
