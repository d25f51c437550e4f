import { sql } from 'kysely';
import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  addDays,
  confirmProblems,
  CONTRACT,
  dateOf,
  DEDUCTION,
  DEFAULT_TIME_ZONE,
  ERASURE_REQUEST,
  erasureAskedProblems,
  erasureDecidedProblems,
  erasureProblems,
  MEMBER,
  messageKey,
  REFUND,
  type Problem,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext, type RowOf } from '../database.ts';
import { codeForm } from '../facts/index.ts';
import { requireOther } from '../money/index.ts';
import { requireNone } from '../problems.ts';
import { entriesOf } from './blacklist.ts';
import { everybody, hiddenOrders, lockMembers } from './belongings.ts';
import { moneyOf, ordersOf } from './info.ts';

/** Accounts are kept five years from the end of their year (Accounting Act B.E. 2543, section 14; Revenue Code, section 87/3). */
const KEPT_YEARS = 5;

const idsOf = async (context: RentalContext, id: number): Promise<readonly number[]> =>
  (await everybody(context, [id])).map((one) => Number(one.id));

/**
 * The order `o` names the ID of one of these members, or none. Earlier releases took everybody with the same phone for one member: orders of another ID are
 * of somebody else, and stay.
 */
const isOwn = (ids: readonly number[]) => sql<boolean>`(coalesce(o."renterIdNo", '') = '' or exists (
  select from member own where own.id = any(${ids}::bigint[]) and ${codeForm(sql`own."idNo"`)} = ${codeForm(sql`o."renterIdNo"`)}))`;

async function problemsOf(context: RentalContext, member: RowOf<'member'>): Promise<readonly Problem[]> {
  const ids = await idsOf(context, member.id);
  const { open, due, held } = moneyOf(await ordersOf(context, member.id, isOwn(ids)));
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from refund r join "order" o on o.id = r."orderId" where o."memberId" = any(${ids}::bigint[]) and ${isOwn(ids)} and r.status = ${sql.lit(REFUND.submitted)})::int
      + (select count(*) from deduction d join "order" o on o.id = d."orderId" where o."memberId" = any(${ids}::bigint[]) and ${isOwn(ids)} and d.status in (${sql.lit(DEDUCTION.submitted)}, ${sql.lit(DEDUCTION.awaiting)}))::int as count
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
        (select count(*) from contract c join "order" o on o.id = c."orderId" where o."memberId" = any(${ids}::bigint[]) and ${isOwn(ids)})::int as contracts,
        (select count(*) from "order" o where o."memberId" = any(${ids}::bigint[]) and ${isOwn(ids)})::int as orders,
        (select max(o."updateTime") from "order" o where o."memberId" = any(${ids}::bigint[]) and ${isOwn(ids)}) as last
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

/** Asks for an erasure (D-MEM-10): everything that stands in its way is said now, and asked again when it is approved. */
export const requestErasure = defineCommand(calls.requestErasure, {
  async run({ id, confirm }, context) {
    const member = await context.row('member', id, { lock: true });
    requireNone(confirmProblems(confirm, id), context);
    requireNone(await problemsOf(context, member), context);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from "dataRequest" where "memberId" = ${id} and kind = 'erasure' and status = ${sql.lit(ERASURE_REQUEST.asked)}`.execute(
      context.db,
    );
    requireNone(erasureAskedProblems(rows[0]!.count), context);
    const asked = {
      memberId: id,
      kind: 'erasure',
      status: ERASURE_REQUEST.asked,
      operatorId: context.actor.id,
    } as const;
    const { id: request } = await context.write.insert('dataRequest', asked);
    return { id: request };
  },
});

/** The request, locked, as long as nobody has decided it. */
async function openRequest(context: RentalContext, id: number): Promise<RowOf<'dataRequest'>> {
  const request = await context.row('dataRequest', id, { lock: true });
  requireNone(erasureDecidedProblems(request.status), context);
  return request;
}

export const rejectErasure = defineCommand(calls.rejectErasure, {
  async run({ id, reason }, context) {
    await openRequest(context, id);
    if (reason.trim() === '') throw refuseFields({ reason: 'msg.required' });
    await context.write.update('dataRequest', id, {
      ...{ status: ERASURE_REQUEST.rejected, reason: reason.trim() },
      ...{ deciderId: context.actor.id, decideTime: new Date(context.now) },
    });
    return null;
  },
});

/**
 * Erases whoever a member is (D-MEM-10), for ever, once another person than the asker approves. That is the member
 * with all merged into it, documents, messages and contracts, and what is personal in orders, records, history and
 * logs. What the accounts need stays, of nobody.
 */
export const approveErasure = defineCommand(calls.approveErasure, {
  async run({ id, confirm }, context) {
    const { memberId } = await context.row('dataRequest', id);
    const { members } = await lockMembers(context, memberId, [memberId]);
    const request = await openRequest(context, id);
    requireOther(context, 'erasure', request.operatorId);
    requireNone(confirmProblems(confirm, memberId), context);
    requireNone(await problemsOf(context, members[0]!), context);
    await context.write.update('dataRequest', id, {
      ...{ status: ERASURE_REQUEST.done, deciderId: context.actor.id, decideTime: new Date(context.now) },
    });
    await eraseMember(context, memberId);
    return null;
  },
});

/** Takes orders of other IDs, and what was sent about them, from the member before it is erased. */
async function setOthersApart(context: RentalContext, ids: readonly number[]): Promise<void> {
  const { rows: orders } = await sql<{ id: number }>`
    select o.id::int from "order" o where o."memberId" = any(${ids}::bigint[]) and not ${isOwn(ids)} order by o.id for update
  `.execute(context.db);
  const others = orders.map(({ id }) => id);
  if (others.length === 0) return;
  const { rows: messages } = await sql<{ id: number }>`
    select id::int from outbox where "orderId" = any(${others}::bigint[]) and "memberId" = any(${ids}::bigint[])
  `.execute(context.db);
  await context.write.updateAll('order', others, { memberId: null });
  await context.write.updateAll(
    'outbox',
    messages.map(({ id }) => id),
    { memberId: null },
  );
}

async function eraseMember(context: RentalContext, id: number): Promise<void> {
  const ids = await idsOf(context, id);
  await setOthersApart(context, ids);
  const merged = sql`"survivorId" = any(${ids}::bigint[]) or "mergedId" = any(${ids}::bigint[])`;
  await sql`update member set status = ${sql.lit(MEMBER.erased)} where id = any(${ids}::bigint[])`.execute(context.db);
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
}
