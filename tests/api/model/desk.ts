/**
 * A small model of the order desk, written from decisions.md §8, §13 and §21 and apart from the product: what an order is after each step, and
 * which money may move. Baht of whole satang, hours since the start. One model of car: 1,200 a day, 100 insurance a day, 50 handling,
 * deposits 5,000 and 3,000.
 */
export type Status = 1 | 2 | 3 | -1;
export type Item = 'total' | 'orderDeposit' | 'violationDeposit';
export const DEPOSITS = { orderDeposit: 5000_00, violationDeposit: 3000_00 } as const;
export const WAIVED = DEPOSITS.orderDeposit + DEPOSITS.violationDeposit;

export interface Refund {
  readonly id: number;
  readonly item: Item;
  amount: number;
  status: 0 | 1 | -1;
  askedBy: string;
}

export interface Deduction {
  readonly id: number;
  amount: number;
  status: 1 | 2 | 3 | 4 | -1;
  submittedBy: string;
}

export interface Renewal {
  readonly id: number;
  /** Planned return and paid-for end before it, in hours. */
  readonly previous: number;
  readonly chargedFrom: number;
  readonly fee: number;
  valid: boolean;
}

/** Type 1: satang off from a rental of so many satang; type 2: free days from so many days. */
export interface CouponTerms {
  readonly type: 1 | 2;
  readonly from: number;
  readonly off: number;
}

export interface Coupon {
  readonly id: number;
  readonly code: string;
  terms: CouponTerms;
  status: 0 | 1 | -1;
  orderId: number | null;
}

export interface Order {
  readonly id: number;
  readonly depositType: 1 | 3;
  status: Status;
  car: number | null;
  /** Planned, in hours. */
  pickup: number;
  returned: number;
  /** Until when the renter has been charged: a return moved nearer gives nothing back. */
  chargedUntil: number;
  pickedUpAt: number;
  /** What the odometer said when the car went out, and when it came back. */
  outMileage: number;
  backMileage: number;
  /** Satang: booked lines by days, what was added by hand, what being late cost, the penalty instead of all of it. */
  days: number;
  manual: number;
  overrun: number;
  penalty: number;
  /** Redeemed, and what it takes off. */
  coupon: Coupon | null;
  couponOff: number;
  /** What came in and went out, by fee item. */
  readonly income: Record<Item, number>;
  readonly back: Record<Item, number>;
  readonly renewals: Renewal[];
  readonly refunds: Refund[];
  readonly deductions: Deduction[];
}

export interface Car {
  readonly id: number;
  out: boolean;
  mileage: number;
}

/** One counter with its own store, cars and clock. */
export interface Desk {
  /** Hours since the start of the run. */
  now: number;
  readonly cars: Car[];
  readonly coupons: Coupon[];
  readonly orders: Order[];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

export const rentalOf = (days: number): number => days * 1200_00;
const bookedTotal = (days: number): number => rentalOf(days) + days * 100_00 + 50_00;

export const deducted = (order: Order): number =>
  sum(order.deductions.filter((each) => each.status === 3).map((each) => each.amount));

const renewed = (order: Order): number => sum(order.renewals.map((each) => (each.valid ? each.fee : 0)));

export const totalOf = (order: Order): number =>
  order.status === -1
    ? order.penalty + deducted(order)
    : Math.max(
        0,
        bookedTotal(order.days) + order.manual + order.overrun + renewed(order) + deducted(order) - order.couponOff,
      );

export const paidOf = (order: Order): number => sum(Object.values(order.income)) - sum(Object.values(order.back));

/** Deposits of type 1 are payable; after the return only as far as they have not gone back. */
export function payableOf(order: Order): number {
  if (order.status === -1 || order.depositType !== 1) return totalOf(order);
  const back = order.status === 3 ? order.back.orderDeposit + order.back.violationDeposit : 0;
  return totalOf(order) + Math.max(0, WAIVED - back);
}

export const dueOf = (order: Order): number => Math.max(0, payableOf(order) - paidOf(order));
export const pendingOf = (order: Order, item?: Item): number =>
  sum(
    order.refunds
      .filter((each) => each.status === 0 && (item === undefined || each.item === item))
      .map((each) => each.amount),
  );

/** What was paid of each deposit: under its own item, and what general payments leave beyond the charges. */
function depositIncome(order: Order): Record<Exclude<Item, 'total'>, number> {
  let spare = order.depositType === 1 ? Math.max(0, order.income.total - order.back.total - totalOf(order)) : 0;
  const of = (item: Exclude<Item, 'total'>): number => {
    const wanted = order.status === -1 ? 0 : DEPOSITS[item];
    const share = Math.min(spare, Math.max(0, wanted - order.income[item]));
    spare -= share;
    return order.income[item] + share;
  };
  return { orderDeposit: of('orderDeposit'), violationDeposit: of('violationDeposit') };
}

/** D-REF-02. */
export function refundableOf(order: Order, item: Item): number {
  const held = Math.max(0, paidOf(order) - pendingOf(order));
  if (item !== 'total')
    return Math.min(held, Math.max(0, depositIncome(order)[item] - order.back[item] - pendingOf(order, item)));
  return order.status === 1 || order.status === 2 ? Math.max(0, held - payableOf(order)) : held;
}

/** What deductions may still take (S1). */
export const deductibleOf = (order: Order, without?: Deduction): number =>
  WAIVED -
  sum(
    order.deductions.filter((each) => each !== without && [1, 2, 3].includes(each.status)).map((each) => each.amount),
  );

/** D-ORD-10 on a weekday. */
export const penaltyOf = (order: Order, now: number): number =>
  order.pickup - now >= 24 ? 0 : Math.round((rentalOf(order.days) - order.couponOff) * 0.3);

/** D-CPN-02: what a coupon takes off a rental of whole days; nothing when its condition is not met. */
export function couponOff({ terms }: Coupon, days: number): number | undefined {
  if ((terms.type === 1 ? rentalOf(days) : days) < terms.from) return undefined;
  return Math.min(rentalOf(days), terms.type === 1 ? terms.off : rentalOf(terms.off));
}

/** The order's coupon is free again. */
export function giveBack(order: Order): void {
  if (order.coupon) Object.assign(order.coupon, { status: 0, orderId: null });
  Object.assign(order, { coupon: null, couponOff: 0 });
}

/** Turnaround of two hours; a car that is out late stays with its renter. */
export function collides(desk: Desk, order: Order): Order | undefined {
  const span = (one: Order): [number, number] => [one.status === 2 ? one.pickedUpAt : one.pickup, one.returned + 2];
  const [start, end] = span(order);
  return desk.orders.find((other) => {
    if (other === order || other.car === null || other.car !== order.car || ![1, 2].includes(other.status))
      return false;
    const [from, to] = span(other);
    return start < to && from < end;
  });
}
