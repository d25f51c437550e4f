import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { orderSpan, placeAt } from './places.ts';
import type { BlockHold, OrderHold } from './availability.ts';
import { machineOf, stateName, type Transition } from './machine.ts';
import { dateOf, overlaps, toWallClock } from './storeTime.ts';
import type { Instant } from './storeTime.ts';
import { openOrdersGuard } from './vehicleGuards.ts';

/** The states of a planned dispatch (D-STOCK-05). */
export const DISPATCH_PLAN = { planned: 1, done: 2, cancelled: -1 } as const;
export type DispatchPlanStatus = (typeof DISPATCH_PLAN)[keyof typeof DISPATCH_PLAN];
export type DispatchPlanEvent = 'plan' | 'edit' | 'carryout' | 'cancel' | 'leave';

type DispatchPlanTransition = Transition<DispatchPlanEvent, DispatchPlanStatus> & { readonly to: DispatchPlanStatus };

/** The machine of a planned dispatch, Y1–Y5 (D-STOCK-05). Carried out and cancelled are final. */
export const DISPATCH_PLAN_TRANSITIONS: readonly DispatchPlanTransition[] = [
  { id: 'Y1', event: 'plan', from: null, to: 1, permission: 'stock-add' },
  { id: 'Y2', event: 'edit', from: 1, to: 1, permission: 'stock-edit' },
  { id: 'Y3', event: 'carryout', from: 1, to: 2, permission: 'car-edit' },
  { id: 'Y4', event: 'cancel', from: 1, to: -1, permission: 'stock-disable' },
  { id: 'Y5', event: 'leave', from: 1, to: -1, permission: 'car-disable' },
];

export const nextDispatchPlanState = machineOf(DISPATCH_PLAN_TRANSITIONS, (from) =>
  problem(`dispatchPlan.refusal.state.${stateName(from, 'cancelled')}`),
);

interface DispatchPlanFacts {
  readonly car: { readonly storeId: number };
  /** Open orders of the car. */
  readonly orders: readonly OrderHold[];
  /** Storage, shop and other plans of the car. */
  readonly blocks: readonly BlockHold[];
  readonly toStoreId: number;
  readonly toStoreOpen: boolean;
  readonly depart: Instant;
  /** The time was entered by this save: one that was planned may pass. */
  readonly departEntered: boolean;
  readonly now: Instant;
  readonly timeZone: string;
}

/** Where the car will leave from: the store that its last order before brings it back to, or where it stands. */
export const departStore = ({ car, orders, depart }: Pick<DispatchPlanFacts, 'car' | 'orders' | 'depart'>): number =>
  placeAt(car.storeId, orders, depart);

/** May the dispatch be planned so (Y1, Y2)? As for one at once (V8): another open store, and no order needs the car from then on; nor does anything else. */
export function dispatchPlanGuard(facts: DispatchPlanFacts): readonly Problem[] {
  const { orders, blocks, depart, now, timeZone } = facts;
  const gone = { start: depart, end: null };
  const inTheWay = orders
    .filter((order) => overlaps(orderSpan(order, now), gone))
    .toSorted((a, b) => a.plannedPickup - b.plannedPickup);
  const isPast = facts.departEntered && dateOf(depart, timeZone) < dateOf(now, timeZone);
  return [
    ...(facts.toStoreId === departStore(facts) ? [problem('vehicle.refusal.sameStore', {}, 'toStoreId')] : []),
    ...(facts.toStoreOpen ? [] : [problem('dispatchPlan.refusal.storeClosed', {}, 'toStoreId')]),
    ...(isPast ? [problem('dispatchPlan.refusal.past', {}, 'departTime')] : []),
    ...openOrdersGuard(inTheWay, 'departTime'),
    ...blocks
      .filter((block) => overlaps(block, gone))
      .map(({ kind, start }) =>
        problem(`dispatchPlan.refusal.busy.${kind}`, { start: toWallClock(start, timeZone) }, 'departTime'),
      ),
  ];
}
