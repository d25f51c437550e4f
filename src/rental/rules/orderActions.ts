import { orderTransition } from './orderStates.ts';
import type { OrderEvent, OrderStatus } from './orderStates.ts';
import { BACK_OFFICE_CHANNEL } from './storeRules.ts';

export type OrderPrint = 'printRental' | 'printFlash' | 'printSettlement' | 'printCheck' | 'printPhotos';
/** What the list, the detail and the service area can offer for one order (D-ORD-07). */
export type OrderAction = Exclude<OrderEvent, 'new'> | OrderPrint;

export interface OrderActionFacts {
  readonly status: OrderStatus;
  readonly payStatus: 0 | 1;
  readonly channel: number;
  readonly hasCar: boolean;
  /** 1 signed; anything else: not yet. */
  readonly contractStatus: number | null;
  readonly hasCoupon: boolean;
  readonly hasValidRenewal: boolean;
}

/** Usual order of the buttons; the most sensible next step is moved to the front. */
const ORDER: readonly OrderAction[] = [
  'return',
  'renew',
  'modify',
  'edittime',
  'assigncar',
  'assignstaff',
  'pickup',
  'cancel',
  'payment',
  'additionalfee',
  'remark',
  'redeem',
  'generatecoupon',
  'refundrequest',
  'sign',
  'push',
  'cancelrenew',
  'rejectpickup',
  'rejectreturn',
  'printRental',
  'printFlash',
  'printCheck',
  'printPhotos',
  'printSettlement',
];

const PRINTS: Readonly<Record<OrderPrint, readonly OrderStatus[]>> = {
  printRental: [1, 2, 3],
  printFlash: [1, 2, 3],
  printCheck: [1, 2],
  // Pictures are there from the pickup on, and wanted most when the car is back.
  printPhotos: [2, 3],
  printSettlement: [2, 3],
};
const PRINT_PERMISSION = 'order-detail';

const isPrint = (action: OrderAction): action is OrderPrint => action in PRINTS;

/** Actions that the state, the facts and the actor's permissions allow, the next sensible one first (D-ORD-07). */
export function orderActions(facts: OrderActionFacts, can: (permission: string) => boolean): readonly OrderAction[] {
  const offered = ORDER.filter((action) => isOffered(action, facts, can));
  const next = nextAction(facts);
  return next !== null && offered.includes(next) ? [next, ...offered.filter((each) => each !== next)] : offered;
}

function isOffered(action: OrderAction, facts: OrderActionFacts, can: (permission: string) => boolean): boolean {
  if (isPrint(action)) return PRINTS[action].includes(facts.status) && can(PRINT_PERMISSION);
  const transition = orderTransition(facts.status, action);
  if (!transition || !can(transition.permission)) return false;
  switch (action) {
    case 'redeem':
      return !facts.hasCoupon;
    case 'sign':
      return facts.contractStatus !== 1;
    case 'push':
      return facts.channel !== BACK_OFFICE_CHANNEL;
    case 'cancelrenew':
      return facts.hasValidRenewal;
    case 'rejectpickup':
      return !facts.hasValidRenewal;
    default:
      return true;
  }
}

/** What a clerk most likely wants: the money, then a car, then the keys; a car that is out comes back; a returned order is settled. */
function nextAction({ status, payStatus, hasCar }: OrderActionFacts): OrderAction | null {
  if (status === 1) return payStatus === 0 ? 'payment' : hasCar ? 'pickup' : 'assigncar';
  if (status === 2) return 'return';
  if (status === 3) return payStatus === 0 ? 'payment' : 'printSettlement';
  return null;
}
