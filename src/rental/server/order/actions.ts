import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { permits } from 'forecourt/model';
import type { Actor, ComputedColumn, SqlContext } from 'forecourt/server';
import {
  BACK_OFFICE_CHANNEL,
  CONTRACT,
  DEPOSIT_ITEMS,
  ORDER,
  ORDER_STATUSES,
  ORDER_STEPS,
  REFUND,
  RENEWAL,
  offeredActions,
  orderActions,
  withheldBy,
} from '../../rules/index.ts';
import type { OrderAction, OrderActionFacts, OrderEvent, OrderFact, OrderPrint } from '../../rules/index.ts';
import type { OrderRow } from '../database.ts';
import { isPaid } from './computed.ts';
import { STAFF_COLUMN, isOwnTask, isTask, staffOf } from './step.ts';

type ActionFacts = OrderActionFacts & Pick<OrderRow, 'deliveryStaffId' | 'pickupStaffId'>;

const isPrint = (action: OrderAction): action is OrderPrint => action.startsWith('print');
const can = (actor: Actor) => (permission: string) => permits(actor.permissions, permission);

/** What this actor may do with the order next, the sensible step first (D-ORD-07, D-PERM-09). */
export const actionsFor = (actor: Actor, facts: ActionFacts): readonly OrderAction[] =>
  orderActions(facts, can(actor)).filter((action) => isPrint(action) || isOwnTask(actor, facts, action));

type Sql = RawBuilder<unknown>;
const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);

/** The facts of the rule, said of a row. */
const FACTS: Readonly<Record<OrderFact, (query: SqlContext) => Sql>> = {
  isPickupMissed: (query) => sql`${column(query, 'plannedPickupTime')} <= ${query.now}`,
  hasCoupon: (query) => sql`${column(query, 'couponCode')} is not null`,
  isSigned: (query) => sql`${column(query, 'contractStatus')} = ${sql.lit(CONTRACT.signed)}`,
  isOwnChannel: (query) => sql`${column(query, 'channel')} = ${sql.lit(BACK_OFFICE_CHANNEL)}`,
  hasDepositToApply: (query) =>
    sql`(${column(query, 'depositHeld')} > 0 and ${column(query, 'total')} + ${column(query, 'depositHeld')} > ${column(query, 'paid')})`,
  hasCarChange: (query) => sql`${column(query, 'carSince')} is not null`,
  hasValidRenewal: (query) =>
    sql`exists (select 1 from renewal where renewal."orderId" = ${column(query, 'id')} and renewal.status = ${sql.lit(RENEWAL.valid)})`,
};

const YES_OR_NO = [false, true] as const;

/** State and facts that decide which step comes first, as one number; the others only take single actions away. */
const keyOf = (status: number, ...facts: readonly boolean[]): number =>
  facts.reduce((key, fact) => key * 2 + Number(fact), status + 1);

/** The answers of the rule by key. */
function answers(actor: Actor): Readonly<Record<number, readonly OrderAction[]>> {
  const byKey: Record<number, readonly OrderAction[]> = {};
  for (const status of ORDER_STATUSES)
    for (const paid of YES_OR_NO)
      for (const hasCar of YES_OR_NO)
        for (const hasDepositHeld of YES_OR_NO)
          for (const hasDepositToAskBack of YES_OR_NO)
            byKey[keyOf(status, paid, hasCar, hasDepositHeld, hasDepositToAskBack)] = offeredActions(
              { status, payStatus: paid ? 1 : 0, hasCar, hasDepositHeld, hasDepositToAskBack },
              can(actor),
            ).filter((action) => isPrint(action) || isTask(actor, action));
  return byKey;
}

/** Whether more is held than is asked back already, of a cancelled order as one sum; looked up only where deposits go back. */
const hasDepositToAskBack = (query: SqlContext): Sql => sql`(case
  when ${column(query, 'depositHeld')} > 0 and ${column(query, 'status')} in (${sql.lit(ORDER.returned)}, ${sql.lit(ORDER.cancelled)})
  then ${column(query, 'depositHeld')} > coalesce((select sum(refund.amount) from refund
    where refund."orderId" = ${column(query, 'id')} and refund.status = ${sql.lit(REFUND.submitted)}
      and (${column(query, 'status')} = ${sql.lit(ORDER.cancelled)} or refund."feeItem" in (${sql.join(DEPOSIT_ITEMS.map((item) => sql.lit(item)))}))), 0)
  else false end)`;

const namesOf = (steps: readonly { readonly event: OrderEvent }[]): Sql =>
  sql`${steps.map(({ event }) => event)}::text[]`;

/** Lists of actions that facts of the row take away, each fact looked up once. */
function withheld(query: SqlContext): readonly Sql[] {
  const staff = staffOf(query.actor);
  const byFacts = (Object.keys(FACTS) as OrderFact[]).map((fact) => {
    const [within, without] = [
      ORDER_STEPS.filter((step) => withheldBy(step).includes(fact)),
      ORDER_STEPS.filter(({ when }) => when === fact),
    ];
    return sql`case when ${FACTS[fact](query)} then ${namesOf(within)} else ${namesOf(without)} end`;
  });
  if (staff === null) return byFacts;
  const own = ORDER_STEPS.filter(({ staff: tasks }) => tasks?.[staff] === 'own');
  const others = sql`${column(query, STAFF_COLUMN[staff])} is distinct from ${query.actor.id}`;
  return [...byFacts, sql`case when ${others} then ${namesOf(own)} else '{}' end`];
}

/** `actions[]` of an order: the rule is asked for every key once, PostgreSQL picks the answer of the row, and takes away from it once. */
export const orderActionsColumn: ComputedColumn = {
  sql(query) {
    const facts = [
      isPaid(query),
      sql`(${column(query, 'carId')} is not null)`,
      sql`(${column(query, 'depositHeld')} > 0)`,
      hasDepositToAskBack(query),
    ];
    const key = facts.reduce((sum, fact) => sql`(${sum} * 2 + ${fact}::int)`, sql`(${column(query, 'status')} + 1)`);
    return sql`(coalesce(${JSON.stringify(answers(query.actor))}::jsonb -> ${key}::text, '[]') - (${sql.join(withheld(query), sql` || `)}))`;
  },
};
