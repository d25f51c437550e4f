/**
 * A small model of the order desk, written from the rules and the worked examples of docs/rules/prices.md, apart from
 * the product. It says what an order is after each step, and which money may move.
 * Baht of whole satang, hours since the start. One model of car: 1,200 a day unless the desk asks more since, 100
 * insurance a day, 50 handling, deposits 5,000 and 3,000. Days of holidays, door and night cost what they cost when
 * the order was made.
 */
/** The counter of the run, or another store of its city. */
export type Place = 'here' | 'there';
export type Status = 1 | 2 | 3 | -1;
export type Item = 'total' | 'orderDeposit' | 'violationDeposit';
const DEPOSITS = { orderDeposit: 5000_00, violationDeposit: 3000_00 } as const;

export interface Refund {
  readonly id: number;
  readonly item: Item;
  amount: number;
  status: 0 | 1 | -1;
  askedBy: string;
  /** Somebody has confirmed that paid charges go back. */
  readonly confirmed: boolean;
}

export interface Deduction {
  readonly id: number;
  amount: number;
  status: 1 | 2 | 3 | 4 | -1;
  submittedBy: string;
}

/** Money that a bank keeps blocked; it ends at an hour. */
export interface Preauth {
  readonly id: number;
  readonly amount: number;
  captured: number;
  released: number;
  readonly ends: number;
  /** Meant as a deposit: it stands for one at the handover. */
  readonly deposit: boolean;
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

/** What the desk asks of whoever books now, in satang; a holiday without a price of its own is a day like others. */
export interface Tariff {
  readonly daily: number;
  /** By the number of the holiday. */
  readonly holidays: readonly (number | null)[];
  readonly door: number;
  readonly nightReturn: number;
}

/** First and last day of each holiday, counted from the day of the start. */
export const HOLIDAYS: readonly (readonly [number, number])[] = [
  [3, 5],
  [9, 10],
  [16, 18],
  [25, 27],
  [34, 36],
];

export interface Order {
  readonly id: number;
  readonly depositType: 1 | 3;
  /** The deposit that is waived by itself, of type 1. */
  readonly waived: Deposit | null;
  /** As of its booking, wherever it is moved. */
  readonly tariff: Tariff;
  readonly atDoor: boolean;
  /** The stores it leaves from and comes to. */
  readonly from: Place;
  readonly to: Place;
  status: Status;
  car: number | null;
  /** Planned, in hours. */
  pickup: number;
  returned: number;
  /** Until when the renter has been charged: a return moved nearer gives nothing back. */
  chargedUntil: number;
  /** When it got its present car. */
  pickedUpAt: number;
  /** Its car was changed while it was out. */
  changed?: true;
  /** What the odometer said when the car went out, and when it came back. */
  outMileage: number;
  backMileage: number;
  /** What the bill was last made for: whole days from this hour on. */
  bookedFrom: number;
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
  readonly held: Record<'orderDeposit' | 'violationDeposit', number>;
  readonly renewals: Renewal[];
  readonly refunds: Refund[];
  readonly deductions: Deduction[];
  readonly preauths: Preauth[];
}

export interface Car {
  readonly id: number;
  /** Where it stands, or stood when it went out. */
  at: Place;
  out: boolean;
  mileage: number;
}

/** One counter with its own store, cars and clock, and another store that cars go to. */
export interface Desk {
  /** Hours since the start of the run. */
  now: number;
  readonly cars: Car[];
  readonly coupons: Coupon[];
  readonly orders: Order[];
  /** The last day that was counted at each store; money of it that comes later is of the day after. */
  readonly closed: Record<Place, number>;
  tariff: Tariff;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** Every run starts at noon. */
export const dayOf = (hours: number): number => Math.floor((12 + hours) / 24);
const holidayOf = (day: number): number => HOLIDAYS.findIndex(([first, last]) => first <= day && day <= last);
const priceOn = (day: number, { daily, holidays }: Tariff): number => holidays[holidayOf(day)] ?? daily;

/** Rental of whole days. */
const rentalOf = (tariff: Tariff, from: number, days: number): number =>
  sum(Array.from({ length: days }, (_, day) => priceOn(dayOf(from) + day, tariff)));

/** What a time costs that may end at any hour: whole days with their insurance, and a sixth of the day it falls on for each hour up to five. */
export function lengthCost(tariff: Tariff, from: number, returned: number): number {
  const hours = Math.max(24, returned - from);
  const rest = hours % 24;
  const days = Math.floor(hours / 24) + (rest > 5 ? 1 : 0);
  const begun = rest > 5 ? 0 : Math.round((rest * priceOn(dayOf(from) + days, tariff)) / 6);
  return rentalOf(tariff, from, days) + days * 100_00 + begun;
}

const bookedRental = (order: Order): number => rentalOf(order.tariff, order.bookedFrom, order.days);
export const bookedTotal = (order: Order): number =>
  bookedRental(order) + order.days * 100_00 + 50_00 + (order.atDoor ? order.tariff.door : 0);

export const deducted = (order: Order): number =>
  sum(order.deductions.filter((each) => each.status === 3).map((each) => each.amount));

const renewed = (order: Order): number => sum(order.renewals.map((each) => (each.valid ? each.fee : 0)));

export const totalOf = (order: Order): number =>
  order.status === -1
    ? order.penalty + deducted(order)
    : Math.max(
        0,
        bookedTotal(order) + order.manual + order.overrun + renewed(order) + deducted(order) - order.couponOff,
      );

export const paidOf = (order: Order): number => sum(Object.values(order.income)) - sum(Object.values(order.back));

type Deposit = Exclude<Item, 'total'>;
const ITEMS: readonly Deposit[] = ['orderDeposit', 'violationDeposit'];

const isWaived = (order: Order, item: Deposit): boolean => order.depositType === 3 || order.waived === item;
export const waivedOf = (order: Order): number =>
  sum(ITEMS.map((item) => (isWaived(order, item) ? DEPOSITS[item] : 0)));

/** Deposits that must be there: of type 1, until the car is back. */
const askedOf = (order: Order, item: Deposit): number =>
  !isWaived(order, item) && (order.status === 1 || order.status === 2) ? DEPOSITS[item] : 0;
const missingOf = (order: Order, item: Deposit): number => Math.max(0, askedOf(order, item) - order.held[item]);
export const heldOf = (order: Order): number => order.held.orderDeposit + order.held.violationDeposit;

/** Charges, and deposits that are held or asked for. */
export const payableOf = (order: Order): number =>
  totalOf(order) + (order.status === -1 ? 0 : heldOf(order) + sum(ITEMS.map((item) => missingOf(order, item))));

/** Paid beyond what the charges and the deposits take; below 0: charges that are due. */
const overOf = (order: Order): number => paidOf(order) - heldOf(order) - totalOf(order);
export const chargesDueOf = (order: Order): number => Math.max(0, -overOf(order));
/** All that the clerk takes, deposits included. */
export const dueOf = (order: Order): number => chargesDueOf(order) + sum(ITEMS.map((item) => missingOf(order, item)));
export const pendingOf = (order: Order, item?: Item): number =>
  sum(
    order.refunds
      .filter((each) => each.status === 0 && (item === undefined || each.item === item))
      .map((each) => each.amount),
  );

/** Deposits that are asked for are filled from what is beyond the charges; what is held beyond what is asked pays charges. */
export function level(order: Order): void {
  for (const item of ITEMS) {
    const fill = Math.min(missingOf(order, item), Math.max(0, overOf(order)));
    order.held[item] += fill;
    const asked = askedOf(order, item);
    if (asked > 0) order.held[item] -= Math.min(Math.max(0, order.held[item] - asked), chargesDueOf(order));
  }
}

/** Money comes in. */
export function take(order: Order, item: Item, amount: number): void {
  order.income[item] += amount;
  if (item !== 'total') order.held[item] += amount;
  level(order);
}

/** Money goes out: of a deposit its own, else what is beyond the charges, then the violation deposit. What is kept of a deposit pays charges after the return. */
export function giveOut(order: Order, item: Item, amount: number): void {
  const beyond = amount - Math.max(0, overOf(order));
  order.back[item] += amount;
  if (item !== 'total') order.held[item] -= amount;
  else {
    let rest = Math.max(0, beyond);
    for (const each of ITEMS.toReversed()) {
      const part = Math.min(rest, order.held[each]);
      order.held[each] -= part;
      rest -= part;
    }
  }
  if (item !== 'total' && order.status === 3)
    order.held[item] -= Math.min(Math.max(0, order.held[item] - pendingOf(order, item)), chargesDueOf(order));
  level(order);
}

/** A penalty that nothing else has paid is paid by the deposits. */
export function coverPenalty(order: Order): void {
  for (const item of ITEMS) order.held[item] -= Math.min(order.held[item], chargesDueOf(order));
}

/** What of a deposit may pay charges (O21). */
export const applicableOf = (order: Order, item: Deposit): number =>
  Math.min(chargesDueOf(order), order.held[item] - pendingOf(order, item));

/** D-REF-02. */
export function refundableOf(order: Order, item: Item): number {
  const all = Math.max(0, paidOf(order) - pendingOf(order));
  const ofDeposit = (each: Deposit): number => Math.max(0, order.held[each] - pendingOf(order, each));
  if (item !== 'total') return Math.min(all, ofDeposit(item));
  const over = Math.max(0, overOf(order));
  if (order.status !== -1) return Math.max(0, over - pendingOf(order, 'total'));
  return Math.min(all, Math.max(0, over + sum(ITEMS.map(ofDeposit)) - pendingOf(order, 'total')));
}

/** What deductions may still take (S1). */
export const deductibleOf = (order: Order, without?: Deduction): number =>
  waivedOf(order) -
  sum(
    order.deductions.filter((each) => each !== without && [1, 2, 3].includes(each.status)).map((each) => each.amount),
  );

export const restOf = ({ amount, captured, released }: Preauth): number => amount - captured - released;
/** What of it can still be captured. */
export const openOf = (preauth: Preauth, now: number): number => (preauth.ends > now ? restOf(preauth) : 0);
/** The charges are paid, and each deposit is there or blocked on a card (D-ORD-23). */
export const mayLeave = (order: Order, now: number): boolean => {
  const blocked = sum(order.preauths.filter(({ deposit }) => deposit).map((each) => openOf(each, now)));
  return chargesDueOf(order) === 0 && dueOf(order) <= blocked;
};

/** D-ORD-10: by the day of the pickup. */
export function penaltyOf(order: Order, now: number): number {
  const [free, share] = holidayOf(dayOf(order.pickup)) < 0 ? [24, 0.3] : [72, 0.5];
  return order.pickup - now >= free ? 0 : Math.round((bookedRental(order) - order.couponOff) * share);
}

/** D-CPN-02: what a coupon takes off the rental of an order; nothing when its condition is not met. */
export function couponOff({ terms }: Coupon, order: Order): number | undefined {
  const rental = bookedRental(order);
  if ((terms.type === 1 ? rental : order.days) < terms.from) return undefined;
  return Math.min(rental, terms.type === 1 ? terms.off : Math.round((rental * terms.off) / order.days));
}

/** The order's coupon is free again. */
export function giveBack(order: Order): void {
  if (order.coupon) Object.assign(order.coupon, { status: 0, orderId: null });
  Object.assign(order, { coupon: null, couponOff: 0 });
}

/** From when to when, in hours. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
const TURNAROUND = 2;

/** When an order has a car, or was promised one; one that is overdue until now. With the turnaround behind it. */
export const spanOf = (order: Order, now: number): Span => ({
  from: order.status === 2 ? order.pickedUpAt : order.pickup,
  to: Math.max(order.returned, now) + TURNAROUND,
});
export const tripOf = (from: number, returned: number): Span => ({ from, to: Math.max(from, returned) + TURNAROUND });
const isOpen = ({ status }: Order): boolean => status === 1 || status === 2;
/** Never handed out until its planned return: nobody came, and it holds nothing. */
export const isAbandoned = ({ status, returned }: Order, now: number): boolean => status === 1 && returned <= now;
export const holds = (order: Order, now: number): boolean => isOpen(order) && !isAbandoned(order, now);

/** Another order that has the same car then; a car that is out late stays with its renter. */
export const takenBy = (desk: Desk, own: Order, { from, to }: Span): Order | undefined =>
  desk.orders.find((other) => {
    if (other === own || other.car === null || other.car !== own.car || !holds(other, desk.now)) return false;
    const span =
      other.status === 2
        ? { from: other.pickedUpAt, to: other.returned + TURNAROUND }
        : tripOf(other.pickup, other.returned);
    return from < span.to && span.from < to;
  });

/** A car is booked once: the first order found that has the same car at the same time. */
export const collides = (desk: Desk, order: Order): Order | undefined =>
  takenBy(desk, order, tripOf(order.status === 2 ? order.pickedUpAt : order.pickup, order.returned));
