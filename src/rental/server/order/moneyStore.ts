import { PAYMENT_METHOD, moneyStore } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';

interface Asked {
  readonly chosen?: number | null;
  readonly methods: readonly number[];
  /** The form's name of the store. */
  readonly field?: string;
}

/** The store whose drawer this money of an order comes into or goes out of; refuses where only a person can say it (D-MONEY-09). */
export function moneyStoreOf(
  context: RentalContext,
  order: Pick<OrderRow, 'status' | 'pickupStoreId' | 'returnStoreId'>,
  { chosen = null, methods, field = 'storeId' }: Asked,
): number {
  const isCash = methods.some((method) => method === PAYMENT_METHOD.cash);
  const found = moneyStore({ chosen, own: context.actor.scope, order, isCash });
  if ('storeId' in found) return found.storeId;
  requireNone([{ ...found.problem, field }], context);
  return order.pickupStoreId;
}
