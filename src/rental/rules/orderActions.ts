import { orderTransition } from './orderStates.ts';
import { CONTRACT, ORDER, ORDER_PRINTS, ORDER_STEPS, PRINT_PERMISSION, withheldBy } from './orderSteps.ts';
import type { OrderEvent, OrderFact, OrderPrint, OrderStatus, OrderStep } from './orderSteps.ts';
import { BACK_OFFICE_CHANNEL } from './storeRules.ts';

/** What the list, the detail and the service area can offer for one order (D-ORD-07). */
export type OrderAction = Exclude<OrderEvent, 'new'> | OrderPrint;

export interface OrderActionFacts {
  readonly status: OrderStatus;
  readonly payStatus: 0 | 1;
  readonly channel: number;
  readonly hasCar: boolean;
  /** 1 signed; anything else: not yet. */
  readonly contractStatus: number | null;
  /** Not handed out, and its planned pickup has passed. */
  readonly isPickupMissed: boolean;
  readonly hasCoupon: boolean;
  readonly hasValidRenewal: boolean;
  /** Its car was changed while it was out (O26). */
  readonly hasCarChange: boolean;
  /** A deposit is held that goes back to the renter. */
  readonly hasDepositHeld: boolean;
  /** A part of what is held is not asked back yet. */
  readonly hasDepositToAskBack: boolean;
  /** A deposit is held, and charges are due that it may pay. */
  readonly hasDepositToApply: boolean;
}

const FACTS: Readonly<Record<OrderFact, (facts: OrderActionFacts) => boolean>> = {
  isPickupMissed: (facts) => facts.isPickupMissed,
  hasCoupon: (facts) => facts.hasCoupon,
  isSigned: (facts) => facts.contractStatus === CONTRACT.signed,
  isOwnChannel: (facts) => facts.channel === BACK_OFFICE_CHANNEL,
  hasValidRenewal: (facts) => facts.hasValidRenewal,
  hasCarChange: (facts) => facts.hasCarChange,
  hasDepositToApply: (facts) => facts.hasDepositToApply,
};

/** What decides which step comes first. */
type NextFacts = Pick<OrderActionFacts, 'status' | 'payStatus' | 'hasCar' | 'hasDepositHeld' | 'hasDepositToAskBack'>;

/** Steps that an order waits for: one of them, when it comes first, is the big button; where none does, all are alike. */
export const NEXT_STEPS: readonly string[] = [
  'payment',
  'pickup',
  'assigncar',
  'return',
  'refundrequest',
] satisfies OrderAction[];

/** What is done about the penalty of a cancelled order, until it is settled. */
const PENALTY_STEPS: readonly OrderEvent[] = ['payment', 'waivepenalty'];

/** What the state and the actor's permissions allow, the next sensible one first; `holds` says what is the case beside the state. */
export function offeredActions(
  facts: NextFacts,
  can: (permission: string) => boolean,
  holds: (step: OrderStep) => boolean = () => true,
): readonly OrderAction[] {
  const { status, payStatus } = facts;
  const isClosed = status === ORDER.cancelled && payStatus === 1;
  const steps = ORDER_STEPS.flatMap((step) =>
    step.event !== 'new' &&
    !(isClosed && PENALTY_STEPS.includes(step.event)) &&
    orderTransition(status, step.event) &&
    can(step.permission) &&
    holds(step)
      ? [step.event]
      : [],
  );
  const prints = ORDER_PRINTS.filter(
    ({ from, whileHeld }) => from.includes(status) && (!whileHeld || facts.hasDepositHeld),
  );
  const offered: OrderAction[] = [...steps, ...(can(PRINT_PERMISSION) ? prints.map(({ name }) => name) : [])];
  const next = nextActions(facts).filter((each) => offered.includes(each));
  return [...next, ...offered.filter((each) => !next.includes(each))];
}

/** Actions that the state, the facts and the actor's permissions allow, the next sensible one first (D-ORD-07). */
export const orderActions = (facts: OrderActionFacts, can: (permission: string) => boolean): readonly OrderAction[] =>
  offeredActions(
    facts,
    can,
    (step) => (!step.when || FACTS[step.when](facts)) && !withheldBy(step).some((fact) => FACTS[fact](facts)),
  );

/**
 * What a clerk most likely wants: the money, then a car, then the keys, or keys and money at once; a car that is out comes back. Of an order that is
 * over, charges are paid, then deposits are asked back, until all that is held is asked for.
 */
function nextActions({ status, payStatus, hasCar, hasDepositToAskBack }: NextFacts): readonly OrderAction[] {
  if (status === ORDER.approved && payStatus === 0) return hasCar ? ['payment', 'pickup'] : ['payment'];
  if (status === ORDER.approved) return [hasCar ? 'pickup' : 'assigncar'];
  if (status === ORDER.pickedUp) return ['return'];
  if (payStatus === 0) return ['payment'];
  return hasDepositToAskBack ? ['refundrequest'] : [];
}
