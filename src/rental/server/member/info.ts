import { sql } from 'kysely';
import type { MemberParts, MoneyOfMember } from '../../calls/index.ts';
import {
  add,
  DEFAULT_TIME_ZONE,
  DOCUMENT,
  DOCUMENT_TYPES,
  ORDER,
  orderMoney,
  satang,
  toBaht,
  type KeptMoney,
  type Satang,
} from '../../rules/index.ts';
import { type OrderRow, type RentalContext, type RowOf } from '../database.ts';
import { keptMoney } from '../order/index.ts';
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
  'id' | 'orderNo' | 'status' | 'plannedPickupTime' | 'plannedReturnTime' | keyof KeptMoney
>;

/** Orders of a member that the reader sees, newest first; `whose` narrows them. */
export async function ordersOf(
  context: RentalContext,
  memberId: number,
  whose = sql<boolean>`true`,
): Promise<readonly MemberOrder[]> {
  const { rows } = await sql<MemberOrder>`
    select o.id::int, o."orderNo", o.status, o."plannedPickupTime", o."plannedReturnTime",
      o.total::float8 as total, o.payable::float8 as payable, o.paid::float8 as paid, o."depositHeld"::float8 as "depositHeld"
    from "order" o where o."memberId" = ${memberId} and ${context.inScope('order', 'o')} and ${whose} order by o.id desc
  `.execute(context.db);
  return rows;
}

/** What is charged and not paid, without deposits. */
const dueOf = (order: MemberOrder): Satang => orderMoney(keptMoney(order)).due;

/** What a member owes and what of his is held, over all orders that the reader sees. */
export function moneyOf(orders: readonly MemberOrder[]): MoneyOfMember {
  const charged = orders.filter(({ status }) => status !== ORDER.cancelled);
  return {
    orders: orders.length,
    open: orders.filter(({ status }) => status === ORDER.approved || status === ORDER.pickedUp).length,
    payable: toBaht(add(satang(0), ...charged.map(({ payable }) => satang(payable)))),
    due: toBaht(add(satang(0), ...orders.map(dueOf))),
    held: toBaht(add(satang(0), ...orders.map(({ depositHeld }) => satang(depositHeld)))),
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
    money: can('order-list') ? moneyOf(orders) : null,
    blacklist: entries.map(({ reason, ...entry }) => ({ ...entry, reason: reason ?? '' })),
    duplicates: await duplicatesOf(context, id),
  };
}
