import fc from 'fast-check';
import { expect } from 'vitest';
import { dueOf, openOf, restOf, take, type Item, type Order, type Preauth } from './desk.ts';
import { onOrder, type Step } from './step.ts';
import { baht, wallClock } from './world.ts';

/** Authorisations of cards (D-MONEY-20), with the limits of money that comes in. */
const PART = fc.constantFrom('60 %', 'all', 'one satang more', 'one satang');
const amountOf = (limit: number, part: string): number => {
  if (part === 'one satang') return 1;
  return Math.max(1, part === '60 %' ? Math.round(limit * 0.6) : limit + (part === 'all' ? 0 : 1));
};
const among = ({ preauths }: Order, which: number): Preauth | undefined =>
  preauths[which % Math.max(1, preauths.length)];

const enter = onOrder(
  'enter authorisation',
  fc.record({
    hours: fc.constantFrom(0, 1, 60, 400),
    amount: fc.constantFrom(100_00, 3000_00, 8000_00),
    deposit: fc.boolean(),
  }),
  async (order, { hours, amount, deposit }, ask, desk) => {
    const ends = desk.now + hours;
    const { done, data } = await ask('/order/preauth/save', {
      ...{ orderId: order.id, purpose: deposit ? 'deposit' : 'charges', method: 3, amount: baht(amount) },
      ...{ number: `PA-${order.id}-${order.preauths.length}`, expireTime: wallClock(ends) },
    });
    expect(done, 'an authorisation is for an order that goes on').toBe(order.status !== -1 && hours > 0);
    if (done) order.preauths.push({ id: data!.id, amount, captured: 0, released: 0, ends, deposit });
    return done;
  },
);

const capture = onOrder(
  'capture authorisation',
  fc.record({
    which: fc.nat(3),
    part: PART,
    item: fc.constantFrom<Item>('total', 'total', 'orderDeposit', 'violationDeposit'),
  }),
  async (order, { which, part, item }, ask, desk) => {
    const one = among(order, which);
    if (!one) return false;
    const amount = amountOf(Math.min(restOf(one), item === 'total' ? dueOf(order) : restOf(one)), part);
    const { done } = await ask('/order/preauth/capture', { id: one.id, amount: baht(amount), feeItem: item });
    const isWithin = openOf(one, desk.now) > 0 && amount <= restOf(one);
    const mayTake = amount <= dueOf(order) || (item !== 'total' && order.status !== -1);
    expect(done, `capture ${amount} of ${restOf(one)} satang`).toBe(isWithin && mayTake);
    if (!done) return false;
    one.captured += amount;
    take(order, item, amount);
    return true;
  },
);

const release = onOrder(
  'release authorisation',
  fc.record({ which: fc.nat(3), part: fc.option(PART, { freq: 3 }) }),
  async (order, { which, part }, ask) => {
    const one = among(order, which);
    if (!one) return false;
    const amount = part === null ? restOf(one) : amountOf(restOf(one), part);
    const said = part === null ? {} : { amount: baht(amount) };
    const { done } = await ask('/order/preauth/release', { id: one.id, ...said });
    expect(done, `release ${amount} of ${restOf(one)} satang`).toBe(restOf(one) > 0 && amount <= restOf(one));
    if (!done) return false;
    one.released += amount;
    return true;
  },
);

export const preauthSteps: readonly fc.Arbitrary<Step>[] = [enter, enter, capture, capture, release, release];
