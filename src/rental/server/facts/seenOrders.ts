import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Actor } from 'forecourt/server';
import { taskTypeOf } from '../taskType.ts';

/**
 * Condition on the rows of `order` under an alias: those that this user sees. Computed columns of other records ask it before they tell of an order.
 * Staff with a task type see the orders that are theirs to bring out or take back (D-PERM-09), others those of their stores (D-PERM-07).
 */
export function seenOrders(actor: Actor, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions = [
    ...(taskTypeOf(actor) === null
      ? []
      : [sql`(${column('deliveryStaffId')} = ${actor.id} or ${column('pickupStaffId')} = ${actor.id})`]),
    ...(actor.scope === 'all'
      ? []
      : [
          sql`(${column('pickupStoreId')} = any(${[...actor.scope]}::bigint[]) or ${column('returnStoreId')} = any(${[...actor.scope]}::bigint[]))`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
