import fc from 'fast-check';
import { codes } from '../../resources/codes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderLabels, orderMoney, satang } from '../../src/rental/rules/index.ts';
import type { OrderStatus } from '../../src/rental/rules/index.ts';
import { actionsFor } from '../../src/rental/server/order/actions.ts';
import type { Actor } from 'forecourt/server';
import type { Client, Role } from './app.ts';
import { NOON, accepted, book, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let clerk: Client;
let orderId: number;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('clerk');
  orderId = await book(clerk);
});
afterAll(() => app.close());

const HOURS = 3_600_000;
const facts = fc.record({
  status: fc.constantFrom<OrderStatus>(1, 2, 3, -1),
  channel: fc.constantFrom(1, 2, 3, 4),
  total: fc.integer({ min: 0, max: 300 }),
  depositHeld: fc.integer({ min: 0, max: 300 }),
  payable: fc.integer({ min: 0, max: 600 }),
  paid: fc.integer({ min: 0, max: 300 }),
  pickupHours: fc.integer({ min: -2, max: 2 }),
  length: fc.integer({ min: 1, max: 3 }),
  hasCar: fc.boolean(),
  isChanged: fc.boolean(),
  contractStatus: fc.constantFrom(0, 1),
  couponCode: fc.constantFrom('ABCD', null),
  renewals: fc.array(fc.constantFrom(1, -1), { maxLength: 2 }),
  refunds: fc.array(
    fc.record({
      status: fc.constantFrom(0, 1, -1),
      feeItem: fc.constantFrom('total', 'orderDeposit'),
      amount: fc.integer({ min: 1, max: 300 }),
    }),
    { maxLength: 2 },
  ),
  mine: fc.boolean(),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

async function write(order: Facts, staffId: number): Promise<void> {
  const start = new Date(NOON + order.pickupHours * HOURS);
  await sql`delete from refund`.execute(app.db);
  await sql`delete from renewal`.execute(app.db);
  await sql`
    update "order" set status = ${order.status}, channel = ${order.channel}, total = ${order.total}, "depositHeld" = ${order.depositHeld}, payable = ${order.payable}, paid = ${order.paid}, "plannedPickupTime" = ${start},
      "plannedReturnTime" = ${new Date(start.getTime() + order.length * HOURS)}, "carId" = ${order.hasCar ? 1 : null}::bigint, "carSince" = ${order.isChanged ? start : null}::timestamptz, "contractStatus" = ${order.contractStatus},
      "couponCode" = ${order.couponCode}, "deliveryStaffId" = ${order.mine ? staffId : null}::bigint, "pickupStaffId" = ${staffId} where id = ${orderId}
  `.execute(app.db);
  for (const { status, feeItem, amount } of order.refunds)
    await sql`insert into refund ("orderId", "feeItem", amount, method, reason, status) values (${orderId}, ${feeItem}, ${amount}, 5, 'x', ${status})`.execute(
      app.db,
    );
  for (const status of order.renewals)
    await sql`insert into renewal ("orderId", time, status) values (${orderId}, now(), ${status})`.execute(app.db);
}

async function actorOf(role: Role): Promise<Actor> {
  const { rows } = await sql<{ id: number; roleId: number; taskType: number | null; permissions: string[] }>`
    select u.id, u."roleId", r."taskType", array(select m.path from menu m where m.id = any(r."menuIds") and m.path is not null) as permissions
    from "user" u join role r on r.id = u."roleId" where u.username = ${role}
  `.execute(app.db);
  const user = rows[0]!;
  return {
    ...user,
    username: role,
    name: role,
    scope: 'all',
    facts: { taskType: user.taskType },
    permissions: new Set(user.permissions),
  };
}

/** Held, and not all of it asked back; what a cancelled order gives back is one sum. */
const hasDepositToAskBack = ({ status, depositHeld, refunds }: Facts): boolean =>
  (status === 3 || status === -1) &&
  depositHeld >
    refunds
      .filter((each) => each.status === 0 && (status === -1 || each.feeItem !== 'total'))
      .reduce((sum, { amount }) => sum + amount, 0);

const expected = (order: Facts, actor: Actor) => {
  const money = orderMoney({
    ...{ total: satang(order.total), payable: satang(order.payable) },
    ...{ paid: satang(order.paid), depositHeld: satang(order.depositHeld) },
  });
  const plannedPickup = NOON + order.pickupHours * HOURS;
  const labels = orderLabels({
    status: order.status,
    payStatus: money.payStatus,
    plannedPickup,
    plannedReturn: plannedPickup + order.length * HOURS,
    now: NOON,
    refunds: order.refunds.map(({ status }) => status),
  });
  return {
    payStatus: money.payStatus,
    due: money.due / 100,
    depositDue: money.depositDue / 100,
    listLabel: labels.list,
    detailLabel: labels.detail,
    progressLabel: labels.progress ?? '',
    overdue: labels.overdue,
    actions: actionsFor(actor, {
      status: order.status,
      payStatus: money.payStatus,
      channel: order.channel,
      hasCar: order.hasCar,
      contractStatus: order.contractStatus,
      isPickupMissed: plannedPickup <= NOON,
      hasCoupon: order.couponCode !== null,
      hasValidRenewal: order.renewals.includes(1),
      hasCarChange: order.isChanged,
      hasDepositHeld: order.depositHeld > 0,
      hasDepositToAskBack: hasDepositToAskBack(order),
      hasDepositToApply: order.depositHeld > 0 && money.due > 0,
      deliveryStaffId: order.mine ? actor.id : null,
      pickupStaffId: actor.id,
    }),
  };
};

it.each<Role>(['admin', 'clerk', 'storeManager', 'service', 'delivery', 'pickup'])(
  'what lists derive from an order in SQL is what the rules say, for %s',
  async (role) => {
    const client = await app.as(role);
    const actor = await actorOf(role);
    await fc.assert(
      fc.asyncProperty(facts, async (order) => {
        await write(order, actor.id);
        const { list } = accepted(await client.get<{ list: Record<string, unknown>[] }>('/order/list')).data;
        const names = Object.keys(expected(order, actor));
        expect(Object.fromEntries(names.map((name) => [name, list[0]![name]]))).toEqual(expected(order, actor));
        const { listLabel, progressLabel } = expected(order, actor);
        const found = async (labels: readonly string[]): Promise<number> =>
          accepted(await client.get<{ total: number }>('/order/list', { listLabel: labels.join(',') })).data.total;
        const others = codes.orderListLabel
          .map(({ code }) => code)
          .filter((code) => code !== listLabel && code !== progressLabel);
        expect([await found([listLabel]), await found(others), await found([...others, listLabel])]).toEqual([1, 0, 1]);
      }),
      { numRuns: 40 },
    );
  },
);
