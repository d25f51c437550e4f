import { sql } from 'kysely';
import { calls } from '../../calls/index.ts';
import {
  addDays,
  confirmProblems,
  CONTRACT,
  dateOf,
  DEDUCTION,
  DEFAULT_TIME_ZONE,
  erasureProblems,
  MEMBER,
  messageKey,
  REFUND,
  type Problem,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext, type RowOf } from '../database.ts';
import { requireNone } from '../problems.ts';
import { entriesOf } from './blacklist.ts';
import { everybody, hiddenOrders, lockMembers } from './belongings.ts';
import { moneyOf, ordersOf } from './info.ts';

/** Accounts are kept five years from the end of their year (Accounting Act B.E. 2543, section 14; Revenue Code, section 87/3). */
const KEPT_YEARS = 5;

const idsOf = async (context: RentalContext, id: number): Promise<readonly number[]> =>
  (await everybody(context, [id])).map((one) => Number(one.id));

async function problemsOf(context: RentalContext, member: RowOf<'member'>): Promise<readonly Problem[]> {
  const ids = await idsOf(context, member.id);
  const { open, due, held } = await moneyOf(context, await ordersOf(context, member.id));
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from refund r join "order" o on o.id = r."orderId" where o."memberId" = any(${ids}::bigint[]) and r.status = ${sql.lit(REFUND.submitted)})::int
      + (select count(*) from deduction d join "order" o on o.id = d."orderId" where o."memberId" = any(${ids}::bigint[]) and d.status in (${sql.lit(DEDUCTION.submitted)}, ${sql.lit(DEDUCTION.awaiting)}))::int as count
  `.execute(context.db);
  const hidden = await hiddenOrders(context, ids);
  return erasureProblems({
    ...{ status: member.status ?? MEMBER.normal, hidden, open, money: due > 0 || held > 0 },
    pending: rows[0]!.count,
  });
}

/** What an erasure takes, what stays by law and until when, and what is in its way. */
export const previewErasure = defineCommand(calls.previewErasure, {
  transaction: true,
  async run({ id }, context) {
    const member = await context.row('member', id);
    const ids = await idsOf(context, id);
    const { rows } = await sql<{
      documents: number;
      messages: number;
      contracts: number;
      orders: number;
      last: Date | null;
    }>`
      select (select count(*) from document where "memberId" = any(${ids}::bigint[]))::int as documents,
        (select count(*) from outbox where "memberId" = any(${ids}::bigint[]))::int as messages,
        (select count(*) from contract c join "order" o on o.id = c."orderId" where o."memberId" = any(${ids}::bigint[]))::int as contracts,
        (select count(*) from "order" where "memberId" = any(${ids}::bigint[]))::int as orders,
        (select max("updateTime") from "order" where "memberId" = any(${ids}::bigint[])) as last
    `.execute(context.db);
    const { last, orders, ...goes } = rows[0]!;
    const about = await context.aboutPeople('member', ids);
    const files = about.flatMap((one) => one.rows.flatMap((row) => row.files)).length;
    const year = last ? Number(dateOf(new Date(last).getTime(), DEFAULT_TIME_ZONE).slice(0, 4)) + KEPT_YEARS : 0;
    return {
      goes: { ...goes, files },
      stays: {
        orders,
        blacklist: (await entriesOf(context, member)).length,
        keptUntil: last ? addDays(`${year + 1}-01-01`, -1) : '',
      },
      refusals: (await problemsOf(context, member)).map(({ code, params }) => context.t(messageKey(code), params)),
    };
  },
});

/** Rows that are nothing without the person. */
const WHOLE = ['document', 'outbox', 'contract'] as const;

/**
 * Erases whoever a member is (D-MEM-10), for ever: the member with all that was merged into it, documents, messages, contracts, and what is personal in orders and everything that hangs on
 * them, in records, history and logs. What the accounts need stays, of nobody.
 */
export const erasePerson = defineCommand(calls.erasePerson, {
  async run({ id, confirm }, context) {
    const { members } = await lockMembers(context, id, [id]);
    const member = members[0]!;
    requireNone(confirmProblems(confirm, id), context);
    requireNone(await problemsOf(context, member), context);
    const ids = await idsOf(context, id);
    const merged = sql`"survivorId" = any(${ids}::bigint[]) or "mergedId" = any(${ids}::bigint[])`;
    await sql`update member set status = ${sql.lit(MEMBER.erased)} where id = any(${ids}::bigint[])`.execute(
      context.db,
    );
    const erased = await context.erasePeople('member', ids);
    const orders = erased.find(({ entity }) => entity === 'order')?.ids ?? [];
    for (const entity of WHOLE) {
      const rows = erased.find((one) => one.entity === entity)?.ids ?? [];
      await sql`delete from ${sql.table(entity)} where id = any(${rows}::bigint[])`.execute(context.db);
    }
    await sql`delete from outbox where "orderId" = any(${orders}::bigint[])`.execute(context.db);
    await sql`update "order" set "contractStatus" = ${sql.lit(CONTRACT.unsigned)}, "contractSignTime" = null where id = any(${orders}::bigint[])`.execute(
      context.db,
    );
    await sql`update "memberMerge" set undo = '{}' where ${merged}`.execute(context.db);
    await context.write.insert('dataRequest', { memberId: id, kind: 'erasure', operatorId: context.actor.id });
    return null;
  },
});
