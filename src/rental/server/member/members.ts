import { sql } from 'kysely';
import { refuse } from 'forecourt/server';
import { MEMBER_PARTS } from '../../calls/index.ts';
import type { Hooks } from '../database.ts';
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
