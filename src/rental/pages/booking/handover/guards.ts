import {
  INSURANCE,
  ZERO,
  add,
  coveredUntil,
  dateOf,
  fromWallClock,
  isDirty,
  knownMileage,
  pickupGuard,
  returnGuard,
  subtract,
  toBaht,
  type GuardedCar,
  type Problem,
  type Verdict,
} from '../../../rules/index.ts';
import type { DamageMark } from '../../../calls/index.ts';
import { amountIn } from '../../steps/amounts.ts';
import { mileageOf, type HandoverDraft, type PhotoField } from './draft.ts';

/** What the order's own record says of a task, as `GET /order/info/{id}` answers it. */
interface TaskRecord extends Readonly<Partial<Record<PhotoField, string | readonly string[]>>> {
  readonly type: 'pickup' | 'return' | 'changeback' | 'changeout';
  readonly mileage: number;
  readonly oil: number;
  readonly damages?: readonly DamageMark[];
  readonly voided: 0 | 1;
}

export interface HandoverOrder extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly orderNo: string;
  readonly renterName: string;
  /** 1: ID and licence were approved (D-MEM-05). It is shown, and stops nothing. */
  readonly memberVerified: 0 | 1;
  readonly carId: number | null;
  readonly plate: string;
  readonly subModelName?: string;
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
  readonly actualPickupTime: string;
  /** Empty while the order has the car of its pickup. */
  readonly carSince?: string;
  readonly returnStoreId: number;
  readonly returnStoreName?: string;
  readonly payStatus: 0 | 1;
  readonly due: number;
  readonly depositDue: number;
  /** Of the deposits that are due what authorisations keep blocked. */
  readonly depositCovered?: number;
  readonly renterIdNo?: string;
  /** What may be done with it next, and by this user. */
  readonly actions?: readonly string[];
  readonly timeZone?: string;
  readonly contractStatus?: number;
  readonly contractSignTime?: string;
  readonly tasks?: readonly TaskRecord[];
}

/** What is known of the car; a user who may not see vehicles knows nothing, and the server judges alone. */
export interface KnownCar {
  readonly id: number;
  readonly status: number;
  readonly auditStatus: number;
  readonly mileage: number | null;
  readonly ready?: number | null;
  readonly inspectionExpiry: string;
  readonly roadTaxExpiry?: string;
  readonly compulsoryInsurance: { readonly endDate?: string } | null;
  /** For who may see policies. */
  readonly insurance?: readonly { readonly type: number; readonly startDate: string; readonly endDate: string }[];
}

/** Last day of the compulsory cover, of all policies where they are known. */
function compulsoryEnd({ insurance, compulsoryInsurance }: KnownCar, today: string): string | null {
  if (!insurance) return compulsoryInsurance?.endDate || null;
  const policies = insurance.filter(({ type }) => type === INSURANCE.compulsory);
  return coveredUntil(
    policies.map(({ startDate, endDate }) => ({ start: startDate || null, end: endDate })),
    today,
  );
}

const asGuarded = (car: KnownCar, today: string): GuardedCar => ({
  id: car.id,
  status: car.status,
  auditStatus: car.auditStatus,
  mileage: knownMileage(car),
  compulsoryEnd: compulsoryEnd(car, today),
  inspectionExpiry: car.inspectionExpiry || null,
  roadTaxExpiry: car.roadTaxExpiry || null,
  // Only the server knows; it refuses in the end.
  inStorage: false,
  inMaintenance: false,
  dispatchDue: false,
  dirty: isDirty(car),
});

const taskOf = (draft: HandoverDraft, time: string, zone: string) => ({
  carId: draft.carId,
  time: fromWallClock(time, zone),
  mileage: mileageOf(draft),
  mileageConfirmed: draft.mileageConfirmed,
  oil: draft.oil,
});

/** An order as the handover asks for its money: deposits that authorisations cover are not taken (D-MONEY-20). */
export function withoutCovered(order: HandoverOrder): HandoverOrder {
  const depositDue = subtract(amountIn(order, 'depositDue'), amountIn(order, 'depositCovered'));
  const isPaid = add(amountIn(order, 'due'), depositDue) === ZERO;
  return { ...order, depositDue: toBaht(depositDue), payStatus: isPaid ? 1 : order.payStatus };
}

/** The server's pickup guard (O7) with what the browser knows, to explain before it asks. */
export function pickupProblems(
  order: HandoverOrder,
  car: KnownCar | undefined,
  draft: HandoverDraft,
  facts: { time: string; zone: string; now: number; allowUnpaid: boolean; paying: boolean },
): Verdict {
  const { time, zone, now, allowUnpaid, paying } = facts;
  const verdict = pickupGuard({
    task: taskOf(draft, time, zone),
    car: car && car.id === draft.carId ? asGuarded(car, dateOf(now, zone)) : null,
    plannedPickup: fromWallClock(order.plannedPickupTime, zone) ?? now,
    plannedReturn: fromWallClock(order.plannedReturnTime, zone) ?? now,
    now,
    timeZone: zone,
    // Whether it is enough is said at its field.
    paid: order.payStatus === 1 || paying,
    unpaidOverride: allowUnpaid,
    blacklisted: null,
    idKnown: order.renterIdNo !== '',
  });
  return { ...verdict, errors: verdict.errors.filter((problem) => problem.code !== 'car.notFound') };
}

/** The handover with which the order got the car that it has: the pickup, or a change of car; undefined where none counts. */
export const pickupTaskOf = (order: Pick<HandoverOrder, 'tasks'>): TaskRecord | undefined =>
  order.tasks?.findLast(({ type, voided }) => (type === 'pickup' || type === 'changeout') && voided !== 1);

/** The server's return guard (O11). */
export function returnProblems(
  order: HandoverOrder,
  draft: HandoverDraft,
  facts: { time: string; zone: string; now: number },
): readonly Problem[] {
  const { time, zone, now } = facts;
  return returnGuard({
    task: taskOf(draft, time, zone),
    orderCarId: order.carId ?? 0,
    actualPickup: fromWallClock(order.carSince || order.actualPickupTime, zone) ?? 0,
    pickupMileage: pickupTaskOf(order)?.mileage ?? 0,
    now,
    timeZone: zone,
  });
}
