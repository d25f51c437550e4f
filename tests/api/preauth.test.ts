import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { preauthState, satang } from '../../src/rental/rules/index.ts';
import type { Client, Query } from './app.ts';
import { ANALYSIS, figureOf, WORKPLACE } from './figures.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, book } from './rental.ts';

/** Authorisations of cards and wallets: no money until they are captured (D-MONEY-20). */
const office = openMoneyDesk();
const { order, id, rows, info } = office;

let numbers = 0;
const authorisation = (orderId: number, changes: Record<string, unknown> = {}) => ({
  orderId,
  purpose: 'deposit',
  number: `AUTH-${(numbers += 1)}`,
  method: 3,
  amount: 8000,
  expireTime: '2027-03-20 12:00:00',
  ...changes,
});
const enter = (orderId: number, changes: Record<string, unknown> = {}, by: Client = office.clerk) =>
  by.post<{ id: number }>('/order/preauth/save', authorisation(orderId, changes));
const capture = (one: number, amount: number, feeItem?: string, by: Client = office.clerk) =>
  by.post<{ id: number }>('/order/preauth/capture', { id: one, amount, ...(feeItem && { feeItem }) });
const release = (one: number, by: Client = office.clerk, amount?: number) =>
  by.post('/order/preauth/release', { id: one, amount });
const read = async (one: number) =>
  accepted(await office.clerk.get<Record<string, unknown>>(`/order/preauth/info/${one}`)).data;
const listed = async (query: Query) =>
  accepted(await office.clerk.get<{ list: { id: number }[] }>('/order/preauth/list', query)).data.list.map(
    (row) => row.id,
  );

describe('an authorisation', () => {
  it('lowers nothing that is due, and counts in no figure of money', async () => {
    const orderId = await book(office.manager, { depositType: 1 });
    const before = await info(orderId);
    const one = id(await enter(orderId));
    const { due, depositDue, paid, payable, payStatus, depositHeld } = before;
    expect(await info(orderId)).toMatchObject({ due, depositDue, paid, payable, payStatus, depositHeld });
    expect(await read(one)).toMatchObject({ state: 'open', amount: 8000, captured: 0, released: 0, open: 8000 });
    const revenue = await figureOf(office.finance, ANALYSIS, 'revenue', 'revenue', {
      ...{ dateStart: '2027-01-01', dateEnd: '2027-12-31' },
    });
    expect(revenue.total).toBe(0);
  });

  it('stands for the deposits when the car goes out, and for no charges', async () => {
    const carId = office.cars.pop()!;
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1, carId });
    office.app.at('2027-03-01 10:00');
    const handOut = () =>
      office.clerk.post('/order/pickup', { id: orderId, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 });
    const pay = (amount: number) => office.clerk.post('/order/payment/save', { orderId, amount, method: 5 });
    id(await enter(orderId, { purpose: 'charges', amount: 20_000 }));
    id(await enter(orderId, { amount: 7999.99 }));
    accepted(await pay(3950));
    expect(await info(orderId)).toMatchObject({ due: 0, depositDue: 8000, depositCovered: 7999.99 });
    expect((await handOut()).statusCode).toBe(400);
    id(await enter(orderId, { amount: 500 }));
    expect(await info(orderId)).toMatchObject({ depositCovered: 8000 });
    accepted(await handOut());
    expect(await info(orderId)).toMatchObject({ status: 2, paid: 3950, depositHeld: 0, payStatus: 0 });
  });

  it('lets the charges alone be taken with the keys, neither less nor the deposits', async () => {
    const carId = office.cars.pop()!;
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1, carId });
    id(await enter(orderId));
    office.app.at('2027-03-01 10:00');
    const handOut = (amount: number) =>
      office.clerk.post('/order/pickup', {
        ...{ id: orderId, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 },
        payments: [{ amount, method: 5 }],
      });
    expect((await handOut(11_950)).errors['payments.0.amount']).toContain('THB 3,950.00');
    expect((await handOut(3949)).errors['payments.0.amount']).toContain('THB 3,950.00');
    accepted(await handOut(3950));
  });

  it('that has ended stands for nothing and is not captured, but released', async () => {
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1 });
    const one = id(await enter(orderId, { expireTime: '2027-02-28 13:00:00' }));
    expect((await figureOf(office.clerk, WORKPLACE, 'preauths', 'preauths')).total).toBeGreaterThan(0);
    const tomorrow = id(await enter(orderId, { expireTime: '2027-03-01 00:00:00' }));
    expect(await listed({ orderId, state: 'open', expireTimeEnd: '2027-02-28' })).toEqual([one]);
    expect(await listed({ orderId, ends: 'today' })).toEqual([one]);
    accepted(await release(tomorrow));
    office.app.at('2027-02-28 13:00');
    expect(await info(orderId)).toMatchObject({ depositCovered: 0 });
    expect(await read(one)).toMatchObject({ state: 'expired' });
    expect(await listed({ orderId, ends: 'today' })).toEqual([]);
    expect((await office.clerk.get('/order/preauth/list', { ends: 'never' })).errors).toHaveProperty('ends');
    expect((await capture(one, 1)).message).toContain('has ended');
    accepted(await release(one));
    expect(await read(one)).toMatchObject({ state: 'released', released: 8000, open: 0 });
    expect((await release(one)).message).toContain('has been released');
  });

  it('becomes a payment or a deposit by the same door as money, in parts and never beyond its sum', async () => {
    const orderId = await order(3, { depositType: 2 });
    accepted(
      await office.clerk.post('/order/additionalfee', { orderId, type: 1, amount: 600, remark: 'a scratched door' }),
    );
    const one = id(await enter(orderId));
    expect((await capture(one, 601)).errors['amount']).toContain('THB 600.00');
    accepted(await capture(one, 600));
    expect(await info(orderId)).toMatchObject({ due: 0, paid: 4550, depositHeld: 0 });
    accepted(await capture(one, 1000, 'orderDeposit'));
    expect(await info(orderId)).toMatchObject({ due: 0, paid: 5550, depositHeld: 1000 });
    expect((await capture(one, 6400.01, 'orderDeposit')).errors['amount']).toContain('THB 6,400.00');
    accepted(await release(one));
    expect(await read(one)).toMatchObject({ captured: 1600, released: 6400, state: 'captured' });
    const [first, second] = (await rows('payment', `"orderId" = ${orderId} and method = 3`)).slice(-2);
    expect([first!['transactionNo'], second!['transactionNo'], second!['remark']]).toEqual([
      (await read(one))['number'],
      null,
      (await read(one))['number'],
    ]);
  });

  it('of a cancelled order pays its penalty and no satang more, whatever it is captured for', async () => {
    office.app.at('2027-03-01 00:00');
    const times = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-04 10:00:00' };
    const orderId = await book(office.manager, { depositType: 2, ...times });
    const one = id(await enter(orderId));
    accepted(await office.manager.post('/order/cancel', { id: orderId, reason: 'ill' }));
    const due = (await info(orderId)).due!;
    for (const feeItem of [undefined, 'orderDeposit'])
      expect((await capture(one, due + 0.01, feeItem)).errors['amount']).toBeTruthy();
    accepted(await capture(one, due));
    expect(await info(orderId)).toMatchObject({ due: 0, paid: due });
    expect((await capture(one, 0.01, 'orderDeposit')).statusCode).toBe(400);
    await expectSoundMoney(office.app.db);
  });

  it('that two clerks capture at once is captured once', async () => {
    const orderId = await order(3, { depositType: 2 });
    const one = id(await enter(orderId));
    const answers = await Promise.all(
      [office.clerk, office.manager, office.ops, office.clerk].map((by) => capture(one, 8000, 'orderDeposit', by)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await info(orderId)).toMatchObject({ depositHeld: 8000, paid: 11_950 });
    expect(await read(one)).toMatchObject({ captured: 8000, state: 'captured' });
  });

  it('is released in part: what is left stays blocked, covers the deposits and is captured, never more than the sum', async () => {
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1 });
    const one = id(await enter(orderId));
    accepted(await release(one, office.clerk, 5000.5));
    expect(await read(one)).toMatchObject({ state: 'open', released: 5000.5, open: 2999.5, finishTime: '' });
    expect(await info(orderId)).toMatchObject({ depositCovered: 2999.5 });
    for (const amount of [0, -1, 0.001])
      expect((await release(one, office.clerk, amount)).errors['amount']).toBeTruthy();
    expect((await release(one, office.clerk, 2999.51)).errors['amount']).toContain('THB 2,999.50');
    expect((await capture(one, 2999.51, 'orderDeposit')).errors['amount']).toContain('THB 2,999.50');
    accepted(await capture(one, 1000, 'orderDeposit'));
    accepted(await release(one, office.clerk, 1999.5));
    expect(await read(one)).toMatchObject({ state: 'captured', captured: 1000, released: 7000, open: 0 });
    expect((await read(one))['finishTime']).not.toBe('');
  });

  it('that two clerks release or capture at once goes to one of them, the other reads what is left', async () => {
    const orderId = await order(3, { depositType: 2 });
    const [first, second, third] = [id(await enter(orderId)), id(await enter(orderId)), id(await enter(orderId))];
    const parts = await Promise.all([office.clerk, office.manager].map((by) => release(first, by, 5000)));
    expect(parts.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(parts.find(({ statusCode }) => statusCode !== 200)!.message).toContain('THB 3,000.00 is left');
    expect(await read(first)).toMatchObject({ state: 'open', released: 5000, open: 3000 });
    const wholes = await Promise.all([office.clerk, office.manager].map((by) => release(second, by)));
    expect(wholes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(wholes.find(({ statusCode }) => statusCode !== 200)!.message).toContain('has been released');
    const both = await Promise.all([
      release(third, office.clerk),
      capture(third, 8000, 'orderDeposit', office.manager),
    ]);
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await read(third)).toMatchObject({ open: 0 });
    await expectSoundMoney(office.app.db);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.234 }, 'amount'],
    [{ number: '' }, 'number'],
    [{ expireTime: '2020-01-01 00:00:00' }, 'expireTime'],
    [{ expireTime: '2027-13-01 00:00:00' }, 'expireTime'],
    [{ method: 99 }, 'method'],
  ])('is not entered with %j', async (changes, field) => {
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1 });
    expect((await enter(orderId, changes)).errors[field]).toBeTruthy();
  });

  it('is not entered twice, nor for a cancelled order, nor by who may not take payments', async () => {
    const orderId = await order(3, { depositType: 2 });
    id(await enter(orderId, { number: 'TWICE' }));
    expect((await enter(orderId, { number: 'TWICE' })).errors['number']).toContain('already been entered');
    expect((await enter(await order(-1))).errors['orderId']).toContain('cancelled');
    expect((await enter(orderId, {}, await office.app.as('fleet'))).http).toBe(403);
  });
});

it('the state of each row is that of the rule, whatever was captured and released', async () => {
  const orderId = await order(3, { depositType: 2 });
  const one = id(await enter(orderId));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 400_000, 800_000),
      fc.constantFrom(0, 1, 400_000),
      fc.integer({ min: -2, max: 2 }),
      async (captured, released, minutes) => {
        fc.pre(captured + released <= 800_000);
        const expires = office.app.now() + minutes * 60_000;
        await sql`update preauth set captured = ${captured}, released = ${released}, "expireTime" = ${new Date(expires)} where id = ${one}`.execute(
          office.app.db,
        );
        const facts = { amount: satang(800_000), captured: satang(captured), released: satang(released), expires };
        const state = preauthState(facts, office.app.now());
        expect(await read(one)).toMatchObject({ state, open: (800_000 - captured - released) / 100 });
        expect(await listed({ orderId, state })).toEqual([one]);
      },
    ),
    { numRuns: 40 },
  );
});

it('after all of that the books agree', () => expectSoundMoney(office.app.db));
