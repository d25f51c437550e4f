import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { ANALYSIS, figureOf } from './figures.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, addCars, book } from './rental.ts';

/** Revenue is what paid charges: deposits are the renter's until they are applied (D-DASH-02). */
const office = openMoneyDesk();
const { order, id, refund, info } = office;

const revenue = async (from: string, to: string, widget = 'revenue') =>
  figureOf(office.finance, ANALYSIS, widget, 'revenue', { dateStart: from, dateEnd: to });
const total = async (from: string, to = from) => (await revenue(from, to)).total;

const fee = (orderId: number, amount: number) =>
  office.clerk.post('/order/additionalfee', { orderId, type: 1, amount, remark: 'fuel' });
const apply = (orderId: number, amount: number, feeItem = 'orderDeposit') =>
  office.clerk.post('/order/deposit/apply', { orderId, feeItem, amount });
const pay = (orderId: number, amount: number, feeItem = 'total', by: Client = office.clerk) =>
  by.post('/order/payment/save', { orderId, amount, method: 5, feeItem });
async function giveBack(orderId: number, feeItem: string, amount: number): Promise<void> {
  const asked = await office.clerk.post<{ id: number }>('/order/refund/save', refund(orderId, amount, { feeItem }));
  if (asked.statusCode === 200)
    accepted(await office.finance.post('/order/refund/result', { id: id(asked), success: 1 }));
}

describe('revenue', () => {
  it('is the rent of a booking, not the deposits that were taken with it', async () => {
    const orderId = await order(1, { depositType: 1 });
    expect(await info(orderId)).toMatchObject({ paid: 11_950, depositHeld: 8000 });
    expect(await total('2027-02-28')).toBe(3950);
  });

  it('neither grows nor falls by a deposit that comes and goes; what of it pays charges counts on that day', async () => {
    const orderId = await order(3, { depositType: 1 });
    const before = await total('2027-01-01', '2027-04-30');
    office.app.at('2027-03-06 10:00');
    accepted(await fee(orderId, 600));
    expect(await total('2027-03-06')).toBe(0);
    accepted(await apply(orderId, 600));
    expect(await total('2027-03-06')).toBe(600);
    office.app.at('2027-03-12 10:00');
    await giveBack(orderId, 'orderDeposit', 4400);
    await giveBack(orderId, 'violationDeposit', 3000);
    expect(await total('2027-03-12')).toBe(0);
    expect(await total('2027-01-01', '2027-04-30')).toBe(Number(before) + 600);
  });

  it('counts what is kept of a deposit for a cancelled order on the day of the cancellation', async () => {
    office.app.at('2027-03-24 00:00');
    const orderId = await book(office.manager, {
      depositType: 1,
      plannedPickupTime: '2027-03-24 10:00:00',
      plannedReturnTime: '2027-03-27 10:00:00',
    });
    accepted(await pay(orderId, 5000, 'orderDeposit'));
    expect(await total('2027-03-24')).toBe(0);
    accepted(await office.manager.post('/order/cancel', { id: orderId, reason: 'ill' }));
    expect(await info(orderId)).toMatchObject({ total: 1080, due: 0, depositHeld: 3920 });
    expect(await total('2027-03-24')).toBe(1080);
  });

  it('leads to the order whose deposit has paid, though nothing was paid that day', async () => {
    const orderId = await order(3, { depositType: 1 });
    office.app.at('2027-03-20 10:00');
    accepted(await fee(orderId, 50));
    accepted(await apply(orderId, 50));
    const { list } = await revenue('2027-03-20', '2027-03-20');
    const { data } = accepted(await office.admin.get<{ list: { id: number }[] }>('/order/list', { ...list!.filter }));
    expect(data.list.map((each) => each.id)).toContain(orderId);
  });
});

/** What of an order had paid charges before a day: the last row of its ledger before it. */
async function paidCharges(orderId: number, before: string): Promise<number> {
  const row = (await info(orderId)).ledger.filter(({ time }) => time < before).at(-1);
  return row ? row.paid - row.refunded - row.deposits : 0;
}

it('of any period is what paid charges in it, whatever was paid, charged, applied and given back', async () => {
  office.cars.push(...(await addCars(office.app, 60)));
  const step = fc.record({
    kind: fc.constantFrom('pay', 'payDeposit', 'fee', 'apply', 'back', 'backViolation'),
    amount: fc.integer({ min: 1, max: 300_000 }).map((satang) => satang / 100),
    wait: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 8 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      async (steps, first, length) => {
        const orderId = await order(3, { depositType: 1 });
        let day = 4;
        for (const { kind, amount, wait } of steps) {
          day = Math.min(day + wait, 28);
          office.app.at(`2027-03-${String(day).padStart(2, '0')} 12:00`);
          if (kind === 'pay') await pay(orderId, amount);
          else if (kind === 'payDeposit') await pay(orderId, amount, 'violationDeposit');
          else if (kind === 'fee') await fee(orderId, amount);
          else if (kind === 'apply') await apply(orderId, amount);
          else await giveBack(orderId, kind === 'back' ? 'orderDeposit' : 'violationDeposit', amount);
        }
        const date = (count: number) => new Date(Date.UTC(2027, 1, 27 + count)).toISOString().slice(0, 10);
        const [from, last, after] = [date(first), date(first + length), date(first + length + 1)];
        const all = await ordersOfAll();
        const changes = await Promise.all(
          all.map(async (one) => (await paidCharges(one, after)) - (await paidCharges(one, from))),
        );
        const wanted = Math.round(changes.reduce((sum, change) => sum + change, 0) * 100) / 100;
        expect(await total(from, last)).toBeCloseTo(wanted, 4);
        const stores = await revenue(from, last, 'stores');
        expect(stores.groups.reduce((sum, { value }) => sum + Number(value), 0)).toBeCloseTo(wanted, 4);
      },
    ),
    { numRuns: 12 },
  );
});

const ordersOfAll = async (): Promise<readonly number[]> =>
  (await office.rows('order')).map((row) => Number(row['id']));
