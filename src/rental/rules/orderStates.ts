import { machineOf, stateName, type Transition } from './machine.ts';
import { ORDER_STEPS } from './orderSteps.ts';
import type { OrderEvent, OrderStatus } from './orderSteps.ts';
import { problem } from './problem.ts';

type OrderTransition = Transition<OrderEvent, OrderStatus> & { readonly to: OrderStatus };

const numberOf = ({ id }: OrderTransition): number => Number(id.slice(1));

/** The order machine, O1–O26 (D-ORD-04). Nothing else is possible. */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = ORDER_STEPS.flatMap(({ event, permission, rows }) =>
  Object.entries(rows).flatMap(([id, ways]) => ways.map(([from, to]) => ({ id, event, from, to, permission }))),
).toSorted((one, other) => numberOf(one) - numberOf(other));

/** The row of the table for an event in a state, if there is one. */
export const orderTransition = (from: OrderStatus | null, event: OrderEvent): OrderTransition | undefined =>
  ORDER_TRANSITIONS.find((each) => each.from === from && each.event === event);

export const nextState = machineOf(ORDER_TRANSITIONS, (from) =>
  problem(`order.refusal.state.${stateName(from, 'cancelled')}`),
);
