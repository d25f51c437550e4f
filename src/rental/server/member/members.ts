import { sql } from 'kysely';
import { refuse } from '../../../framework/server/index.ts';
import { calls, MEMBER_PARTS } from '../../calls/index.ts';
import { defineCommand, type Hooks } from '../database.ts';
import { deleteDocumentsOf } from './documents.ts';
import { memberParts } from './info.ts';

/** A member with orders stays (D-MEM-07); the documents of one that goes, go along. */
export const memberHooks: Hooks<'member'> = {
  adds: MEMBER_PARTS,
  async info(record, context) {
    return { ...record, ...(await memberParts(context, record['id'] as number)) };
  },
  async beforeDelete(before, context) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from "order" where "memberId" = ${before.id}`.execute(context.db);
    if (rows[0]!.count > 0) throw refuse('msg.member.hasOrders', { count: rows[0]!.count });
    await deleteDocumentsOf(context, before.id);
  },
};

/** Enables or disables a member; a disabled one cannot be chosen for new orders (D-MEM-02). */
export const memberStatus = defineCommand(calls.memberStatus, {
  async run({ id, status }, context) {
    context.require(status ? 'member-enable' : 'member-disable');
    await context.row('member', id, { lock: true });
    await context.write.update('member', id, { status }, { expect: { status: status ? 0 : 1 } });
    return null;
  },
});
