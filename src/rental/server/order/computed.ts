import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  type ComputedColumn,
  type RegisteredFilter,
  type RowScope,
  type SqlContext,
  refuseFields,
} from 'forecourt/server';
import { statesSql } from '../database.ts';
import { taskTypeOf } from '../taskType.ts';
import { CONTRACT, OPEN_ORDERS, ORDER, REFUND, type OrderStatus } from '../../rules/index.ts';

/**
 * What the rules derive from an order, said in SQL, so that lists sort, filter and count by it. A property test holds each to the pure function
 * of the same name in the rules.
 */
type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);

export const isPaid = (query: SqlContext): Sql => sql`(${column(query, 'paid')} >= ${column(query, 'payable')})`;

const hasStatus = (query: SqlContext, status: OrderStatus): Sql => sql`${column(query, 'status')} = ${sql.lit(status)}`;

const overdue = (query: SqlContext): Sql => sql`(
  (${hasStatus(query, ORDER.approved)} and ${query.now} > ${column(query, 'plannedPickupTime')})
  or (${hasStatus(query, ORDER.pickedUp)} and ${query.now} > ${column(query, 'plannedReturnTime')}))`;

const refunds = (query: SqlContext, condition: Sql): Sql =>
  sql`exists (select 1 from refund where refund."orderId" = ${column(query, 'id')} and ${condition})`;

/** What is said of an order in each of its states. */
const byState = (
  query: SqlContext,
  said: Readonly<Record<keyof typeof ORDER, Sql>>,
): Sql => sql`(case ${column(query, 'status')}
  when ${sql.lit(ORDER.approved)} then ${said.approved}
  when ${sql.lit(ORDER.pickedUp)} then ${said.pickedUp}
  when ${sql.lit(ORDER.returned)} then ${said.returned}
  else ${said.cancelled} end)`;

const listLabel = (query: SqlContext): Sql =>
  byState(query, {
    approved: sql`case when ${isPaid(query)} then 'paid' else 'pendingPayment' end`,
    pickedUp: sql`'inUse'`,
    returned: sql`'completed'`,
    cancelled: sql`case
      when ${refunds(query, sql`refund.status = ${sql.lit(REFUND.submitted)}`)} then 'refunding'
      when ${refunds(query, sql`true`)} and not ${refunds(query, sql`refund.status <> ${sql.lit(REFUND.success)}`)} then 'refunded'
      else 'cancelled' end`,
  });

const progressLabel = (query: SqlContext): Sql =>
  byState(query, {
    approved: sql`'audited'`,
    pickedUp: sql`'dispatched'`,
    returned: sql`'returned'`,
    cancelled: sql`''`,
  });

const detailLabel = (query: SqlContext): Sql =>
  byState(query, {
    approved: sql`'pendingPickup'`,
    pickedUp: sql`'inUse'`,
    returned: sql`'completed'`,
    cancelled: sql`'cancelled'`,
  });

/** Labels, payment state and lateness of an order (D-ORD-02, D-ORD-03, D-PRICE-10); money on the wire is baht. */
export const orderColumns: Readonly<Record<string, ComputedColumn>> = {
  orderPayStatus: { sql: (query) => sql`(case when ${isPaid(query)} then 1 else 0 end)` },
  orderDue: {
    sql: (query) =>
      query.amount(
        sql`greatest(${column(query, 'total')} + ${column(query, 'depositHeld')} - ${column(query, 'paid')}, 0)`,
      ),
  },
  orderDepositDue: {
    sql: (query) =>
      query.amount(
        sql`greatest(${column(query, 'payable')} - ${column(query, 'total')} - ${column(query, 'depositHeld')}, 0)`,
      ),
  },
  orderListLabel: { sql: listLabel },
  orderDetailLabel: { sql: detailLabel },
  orderProgressLabel: { sql: progressLabel },
  orderOverdue: { sql: overdue },
};

/** The tabs of the order list (D-ORD-05). */
const TABS: Readonly<Record<string, (query: SqlContext) => Sql | undefined>> = {
  all: () => undefined,
  pendingPickup: (query) => hasStatus(query, ORDER.approved),
  pendingReturn: (query) => hasStatus(query, ORDER.pickedUp),
  overduePickup: (query) =>
    sql`${hasStatus(query, ORDER.approved)} and ${column(query, 'plannedPickupTime')} < ${query.now}`,
  overdueReturn: (query) =>
    sql`${hasStatus(query, ORDER.pickedUp)} and ${column(query, 'plannedReturnTime')} < ${query.now}`,
  unsigned: (query) =>
    sql`${column(query, 'status')} in (${statesSql(...OPEN_ORDERS)}) and ${column(query, 'contractStatus')} = ${sql.lit(CONTRACT.unsigned)}`,
};
export const ORDER_TABS = Object.keys(TABS);

/** Longest overdue first (D-ORD-06). */
const TAB_SORTS: Readonly<Record<string, readonly [string, 'asc']>> = {
  overduePickup: ['plannedPickupTime', 'asc'],
  overdueReturn: ['plannedReturnTime', 'asc'],
};

/** The rows of each label, by a state first, whose index leads to them: said as the label is, each order would be looked at. */
const LABELLED: Readonly<Record<string, (query: SqlContext) => Sql>> = {
  pendingPayment: (query) => sql`${hasStatus(query, ORDER.approved)} and not ${isPaid(query)}`,
  paid: (query) => sql`${hasStatus(query, ORDER.approved)} and ${isPaid(query)}`,
  inUse: (query) => hasStatus(query, ORDER.pickedUp),
  completed: (query) => hasStatus(query, ORDER.returned),
  // Few are open at a time, among all that were ever cancelled.
  refunding: (query) => sql`${hasStatus(query, ORDER.cancelled)} and ${column(query, 'id')} = any(array(
    select refund."orderId" from refund where refund.status = ${sql.lit(REFUND.submitted)}))`,
  refunded: (query) => sql`${hasStatus(query, ORDER.cancelled)} and ${listLabel(query)} = 'refunded'`,
  cancelled: (query) => sql`${hasStatus(query, ORDER.cancelled)} and ${listLabel(query)} = 'cancelled'`,
  audited: (query) => hasStatus(query, ORDER.approved),
  dispatched: (query) => hasStatus(query, ORDER.pickedUp),
  returned: (query) => hasStatus(query, ORDER.returned),
};

/** Orders that somebody has to do something about. */
const ATTENTION: Readonly<Record<string, (query: SqlContext) => Sql>> = {
  // As the rule `isAbandoned` says it.
  toClose: (query) =>
    sql`${hasStatus(query, ORDER.approved)} and ${column(query, 'plannedReturnTime')} <= ${query.now}`,
  penaltyOpen: (query) => sql`${hasStatus(query, ORDER.cancelled)} and not ${isPaid(query)}`,
};

export const orderFilters: Readonly<Record<string, RegisteredFilter>> = {
  /** Orders that have a car, or had it until a change (O26). */
  orderCar: {
    sql(value, query) {
      const id = Number(value);
      if (!Number.isSafeInteger(id)) throw refuseFields({ carId: 'msg.unknownRecord' });
      return sql`${column(query, 'id')} = any(array(
        select id from "order" where "carId" = ${id} union all select "orderId" from "carChange" where "carId" = ${id}))`;
    },
  },
  orderTab: {
    sql(value, query) {
      const tab = Object.hasOwn(TABS, value) ? TABS[value] : undefined;
      if (!tab) throw refuseFields({ tab: 'msg.unknownCode' });
      return tab(query);
    },
    sort: (value) => (Object.hasOwn(TAB_SORTS, value) ? TAB_SORTS[value] : undefined),
  },
  orderPaid: {
    sql(value, query) {
      const codes = value.split(',').filter((each) => each !== '');
      if (codes.length === 0) return undefined;
      const rows = codes.map((each) => {
        if (each !== '0' && each !== '1') throw refuseFields({ payStatus: 'msg.unknownCode' });
        return each === '1' ? isPaid(query) : sql`not ${isPaid(query)}`;
      });
      return sql`(${sql.join(rows, sql` or `)})`;
    },
  },
  orderAttention: {
    sql(value, query) {
      const attention = Object.hasOwn(ATTENTION, value) ? ATTENTION[value] : undefined;
      if (!attention) throw refuseFields({ attention: 'msg.unknownCode' });
      return attention(query);
    },
  },
  orderListLabel: {
    sql(value, query) {
      const labels = value.split(',').filter((each) => each !== '');
      if (labels.length === 0) return undefined;
      const rows = labels.map((each) => {
        const labelled = Object.hasOwn(LABELLED, each) ? LABELLED[each] : undefined;
        if (!labelled) throw refuseFields({ listLabel: 'msg.unknownCode' });
        return sql`(${labelled(query)})`;
      });
      return sql`(${sql.join(rows, sql` or `)})`;
    },
  },
};

/** Staff with a task type see the orders that are theirs to bring out or take back, and no others (D-PERM-09). */
export const ownTasksOnly: RowScope = (query) =>
  taskTypeOf(query.actor) === null
    ? undefined
    : sql`(${column(query, 'deliveryStaffId')} = ${query.actor.id} or ${column(query, 'pickupStaffId')} = ${query.actor.id})`;
