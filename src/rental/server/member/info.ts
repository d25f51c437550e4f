import { sql } from 'kysely';
import type { MemberParts, MoneyOfMember } from '../../calls/index.ts';
import {
  add,
  DEFAULT_TIME_ZONE,
  depositAccounts,
  DOCUMENT,
  DOCUMENT_TYPES,
  ORDER,
  satang,
  toBaht,
  type Satang,
} from '../../rules/index.ts';
import { type OrderRow, type RentalContext, type RowOf } from '../database.ts';
import { readAccounts } from '../order/index.ts';
import { wireTime } from '../times.ts';
import { entriesOf } from './blacklist.ts';
import { duplicatesOf } from './duplicates.ts';

/** So many orders are named; the page of the member has the list of all. */
const LAST = 20;

async function documentsOf({ db, can }: RentalContext, memberId: number): Promise<MemberParts['documents']> {
  if (!can('member-document')) return [];
  const rows = await db
    .selectFrom('document')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('aside', '=', 0)
    .execute();
  const time = (at: Date | null | undefined): string => (at ? wireTime(at, DEFAULT_TIME_ZONE) : '');
  return DOCUMENT_TYPES.map((type) => {
    const row: RowOf<'document'> | undefined = rows.find((one) => one.type === type);
    return {
      ...{ id: row?.id ?? null, type, name: row?.name ?? '', url: row?.url ?? '' },
      ...{ status: row?.status ?? DOCUMENT.notUploaded, remark: row?.remark ?? '' },
      ...{ expiryDate: row?.expiryDate ?? '', uploadTime: time(row?.uploadTime), auditTime: time(row?.auditTime) },
    };
  });
}

type MemberOrder = Pick<
  OrderRow,
  'id' | 'orderNo' | 'status' | 'depositType' | 'plannedPickupTime' | 'plannedReturnTime' | 'payable' | 'paid'
>;

/** Orders of a member that the reader sees, newest first. */
export async function ordersOf(context: RentalContext, memberId: number): Promise<readonly MemberOrder[]> {
  const { rows } = await sql<MemberOrder>`
    select o.id::int, o."orderNo", o.status, o."depositType", o."plannedPickupTime", o."plannedReturnTime", o.payable::int8, o.paid::int8
    from "order" o where o."memberId" = ${memberId} and ${context.inScope('order', 'o')} order by o.id desc
  `.execute(context.db);
  return rows.map((row) => ({ ...row, payable: Number(row.payable), paid: Number(row.paid) }));
}

/** What is charged and not paid; nothing is asked for an order that was cancelled and paid for. */
const dueOf = ({ payable, paid }: MemberOrder): Satang => satang(Math.max(payable - paid, 0));

/** Deposits of these orders that have not gone back; what was never paid cannot be held. */
async function heldOf({ db }: RentalContext, orders: readonly MemberOrder[]): Promise<Satang> {
  const { rows } = await sql<{ id: number }>`
    select distinct "orderId"::int as id from payment where "orderId" = any(${orders.map(({ id }) => id)}::bigint[])
  `.execute(db);
  const accounts = await readAccounts(
    db,
    rows.map(({ id }) => id),
  );
  return orders.reduce((held, { id, depositType }) => {
    const account = accounts.get(id);
    if (!account) return held;
    const { orderDeposit, violationDeposit } = depositAccounts({ ...account, depositType });
    return add(held, orderDeposit.held, violationDeposit.held);
  }, satang(0));
}

/** What a member owes and what of his is held, over all orders that the reader sees. */
export async function moneyOf(context: RentalContext, orders: readonly MemberOrder[]): Promise<MoneyOfMember> {
  const charged = orders.filter(({ status }) => status !== ORDER.cancelled);
  return {
    orders: orders.length,
    open: orders.filter(({ status }) => status === ORDER.approved || status === ORDER.pickedUp).length,
    payable: toBaht(add(satang(0), ...charged.map(({ payable }) => satang(payable)))),
    due: toBaht(add(satang(0), ...orders.map(dueOf))),
    held: toBaht(await heldOf(context, orders)),
  };
}

/** What belongs to a member, as far as the reader may list it. */
export async function memberParts(context: RentalContext, id: number): Promise<MemberParts> {
  const { can } = context;
  const orders = can('order-list') ? await ordersOf(context, id) : [];
  const entries = can('member-blacklist') ? await entriesOf(context, await context.row('member', id)) : [];
  return {
    documents: await documentsOf(context, id),
    orders: orders.slice(0, LAST).map((order) => ({
      ...{ id: order.id, orderNo: order.orderNo ?? '', status: order.status },
      plannedPickupTime: wireTime(order.plannedPickupTime, DEFAULT_TIME_ZONE),
      plannedReturnTime: wireTime(order.plannedReturnTime, DEFAULT_TIME_ZONE),
      ...{ payable: toBaht(satang(order.payable)), paid: toBaht(satang(order.paid)), due: toBaht(dueOf(order)) },
    })),
    money: can('order-list') ? await moneyOf(context, orders) : null,
    blacklist: entries.map(({ reason, ...entry }) => ({ ...entry, reason: reason ?? '' })),
    duplicates: await duplicatesOf(context, id),
  };
}
