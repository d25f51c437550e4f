import { nextIn } from './machine.ts';
import type { Step, Transition } from './machine.ts';
import { ORDER, ORDER_STEPS } from './orderSteps.ts';
import type { OrderEvent, OrderStatus } from './orderSteps.ts';
import { problem } from './problem.ts';

type OrderTransition = Transition<OrderEvent, OrderStatus> & { readonly to: OrderStatus };

const numberOf = ({ id }: OrderTransition): number => Number(id.slice(1));

/** The order machine, O1–O20 (D-ORD-04). Nothing else is possible. */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = ORDER_STEPS.flatMap(({ event, permission, rows }) =>
  Object.entries(rows).flatMap(([id, ways]) => ways.map(([from, to]) => ({ id, event, from, to, permission }))),
).toSorted((one, other) => numberOf(one) - numberOf(other));

/** The row of the table for an event in a state, if there is one. */
export const orderTransition = (from: OrderStatus | null, event: OrderEvent): OrderTransition | undefined =>
  ORDER_TRANSITIONS.find((each) => each.from === from && each.event === event);

/** Where the event leads, by the table alone; guards are asked apart. */
export const nextState = (from: OrderStatus | null, event: OrderEvent): Step<OrderStatus> =>
  nextIn(ORDER_TRANSITIONS, from, event, () =>
    problem(
      from === null
        ? 'order.refusal.state.none'
        : `order.refusal.state.${from === ORDER.cancelled ? 'cancelled' : from}`,
    ),
  );
