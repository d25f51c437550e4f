import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { permits } from '../../../framework/model/index.ts';
import type { Actor, ComputedColumn, SqlContext } from '../../../framework/server/contract.ts';
import { BACK_OFFICE_CHANNEL, ORDER_STATUSES, orderActions } from '../../rules/index.ts';
import type { OrderAction, OrderActionFacts, OrderEvent } from '../../rules/index.ts';
import type { OrderRow } from '../database.ts';
import { isPaid } from './computed.ts';
import { taskTypeOf } from '../taskType.ts';
import { isOwnTask, isTask } from './step.ts';

/** Actions whose commands exist. What is not here is offered nowhere. */
export const IMPLEMENTED: ReadonlySet<OrderAction> = new Set<OrderAction>([
  'modify',
  'edittime',
  'assigncar',
  'assignstaff',
  'pickup',
  'return',
  'renew',
  'cancelrenew',
  'redeem',
  'generatecoupon',
  'cancel',
  'payment',
  'additionalfee',
  'remark',
  'sign',
  'refundrequest',
  'push',
  'rejectpickup',
  'rejectreturn',
  'printRental',
  'printFlash',
  'printCheck',
  'printPhotos',
  'printSettlement',
]);

const isPrint = (action: OrderAction): boolean => action.startsWith('print');

type ActionFacts = OrderActionFacts & Pick<OrderRow, 'deliveryStaffId' | 'pickupStaffId'>;

/** What this actor may do with the order next, the sensible step first (D-ORD-07, D-PERM-09). */
export const actionsFor = (actor: Actor, facts: ActionFacts): readonly OrderAction[] =>
  offered(actor, facts).filter((action) => isPrint(action) || isOwnTask(actor, facts, action as OrderEvent));

const offered = (actor: Actor, facts: OrderActionFacts): readonly OrderAction[] =>
  orderActions(facts, (permission) => permits(actor.permissions, permission)).filter(
    (action) => IMPLEMENTED.has(action) && (isPrint(action) || isTask(actor, action as OrderEvent)),
  );

/** State and facts that decide which actions there are and which comes first, as one number; the rest only takes single actions away. */
const keyOf = (status: number, paid: boolean, hasCar: boolean, hasRenewal: boolean): number =>
  (status + 1) * 8 + Number(paid) * 4 + Number(hasCar) * 2 + Number(hasRenewal);

/** The answers of the rule by key. */
function answers(actor: Actor): Readonly<Record<number, readonly OrderAction[]>> {
  const byKey: Record<number, readonly OrderAction[]> = {};
  for (const status of ORDER_STATUSES)
    for (const paid of [false, true])
      for (const hasCar of [false, true])
        for (const hasValidRenewal of [false, true])
          byKey[keyOf(status, paid, hasCar, hasValidRenewal)] = offered(actor, {
            status,
            payStatus: paid ? 1 : 0,
            hasCar,
            hasValidRenewal,
            channel: 0,
            contractStatus: 0,
            hasCoupon: false,
          });
  return byKey;
}

/** Single actions that a fact of the row takes away. */
function withheld({
  alias,
  actor,
}: SqlContext): readonly { readonly action: OrderAction; readonly when: RawBuilder<unknown> }[] {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  const always = [
    { action: 'sign', when: sql`${column('contractStatus')} = 1` },
    { action: 'push', when: sql`${column('channel')} = ${sql.lit(BACK_OFFICE_CHANNEL)}` },
    { action: 'redeem', when: sql`${column('couponCode')} is not null` },
  ] as const;
  const others = [
    { action: 'pickup', when: sql`${column('deliveryStaffId')} is distinct from ${actor.id}` },
    { action: 'sign', when: sql`${column('deliveryStaffId')} is distinct from ${actor.id}` },
    { action: 'return', when: sql`${column('pickupStaffId')} is distinct from ${actor.id}` },
  ] as const;
  return taskTypeOf(actor) === null ? always : [...always, ...others];
}

/** `actions[]` of an order: the rule is asked for every key once, PostgreSQL picks the answer of the row. */
export const orderActionsColumn: ComputedColumn = {
  sql(query) {
    const column = (name: string): RawBuilder<unknown> => sql.ref(`${query.alias}.${name}`);
    const hasRenewal = sql`exists (select 1 from renewal where renewal."orderId" = ${column('id')} and renewal.status = 1)`;
    const key = sql`((${column('status')} + 1) * 8 + ${isPaid(query)}::int * 4 + (${column('carId')} is not null)::int * 2 + ${hasRenewal}::int)`;
    // An empty text takes nothing away.
    return withheld(query).reduce<RawBuilder<unknown>>(
      (rest, { action, when }) => sql`${rest} - case when ${when} then ${action}::text else '' end`,
      sql`coalesce(${JSON.stringify(answers(query.actor))}::jsonb -> ${key}::text, '[]')`,
    );
  },
};
