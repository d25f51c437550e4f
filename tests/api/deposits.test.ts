import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DEPOSITS_OF_PAYMENTS } from '../../src/rental/server/order/depositMigration.ts';
import type { Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, book } from './rental.ts';

/** What is held of deposits, what of them pays charges, and what goes back (D-MONEY-07). */
const office = openMoneyDesk();
const { order, id, rows, refund, info } = office;

const fee = (orderId: number, amount: number) =>
  office.clerk.post('/order/additionalfee', { orderId, type: 1, amount, remark: 'fuel' });
const apply = (orderId: number, amount: number, feeItem = 'orderDeposit', by: Client = office.clerk) =>
  by.post<{ due: number; held: number }>('/order/deposit/apply', { orderId, feeItem, amount });
/** Asked for at the counter, carried out by finance. */
async function giveBack(orderId: number, feeItem: string, amount: number): Promise<void> {
  const asked = id(await office.clerk.post('/order/refund/save', refund(orderId, amount, { feeItem, confirmed: 0 })));
  accepted(await office.finance.post('/order/refund/result', { id: asked, success: 1 }));
}
const returned = () => order(3, { depositType: 1 });

describe('both deposits', () => {
  const asked = (orderId: number, deposits: readonly string[], by: Client = office.clerk) =>
    by.post<{ id: number }>('/order/refund/save', { orderId, deposits, reason: 'deposit' });
  const refundsOf = async (orderId: number) =>
    (await info(orderId)).refunds.map(({ feeItem, amount, reason }) => [feeItem, amount, reason]);

  it('are asked back with one press, each whole, and not twice', async () => {
    const orderId = await returned();
    id(await asked(orderId, ['orderDeposit', 'violationDeposit']));
    expect((await refundsOf(orderId)).toSorted()).toEqual([
      ['orderDeposit', 5000, 'deposit'],
      ['violationDeposit', 3000, 'deposit'],
    ]);
    for (const again of [['orderDeposit'], ['violationDeposit'], ['orderDeposit', 'violationDeposit']])
      expect((await asked(orderId, again)).statusCode).toBe(400);
    await expectSoundMoney(office.app.db);
  });

  it('are asked back all or none: of one nothing is held any more', async () => {
    const orderId = await returned();
    await giveBack(orderId, 'violationDeposit', 3000);
    expect((await asked(orderId, ['orderDeposit', 'violationDeposit'])).statusCode).toBe(400);
    expect(await refundsOf(orderId)).toHaveLength(1);
    id(await asked(orderId, ['orderDeposit']));
  });

  it('are asked back once by two people at once', async () => {
    const orderId = await returned();
    const both = ['orderDeposit', 'violationDeposit'];
    const answers = await Promise.all([asked(orderId, both), asked(orderId, both, office.manager)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(await refundsOf(orderId)).toHaveLength(2);
  });

  it('need names of deposits; without them item, amount and method are asked for', async () => {
    const orderId = await returned();
    for (const wrong of [[], ['rental'], ['orderDeposit', 'orderDeposit']])
      expect((await asked(orderId, wrong)).statusCode).toBe(400);
    const answer = await office.clerk.post('/order/refund/save', { orderId, reason: 'x' });
    expect(Object.keys(answer.errors)).toEqual(['feeItem', 'amount', 'method']);
  });
});

describe('a deposit', () => {
  it('that is kept in part pays what is due: the rest goes back, nothing is due, the order is settled', async () => {
    const orderId = await returned();
    accepted(await fee(orderId, 600));
    expect(await info(orderId)).toMatchObject({
      total: 4550,
      due: 600,
      depositDue: 0,
      depositHeld: 8000,
      payStatus: 0,
    });
    await giveBack(orderId, 'orderDeposit', 4400);
    await giveBack(orderId, 'violationDeposit', 3000);
    const settled = await info(orderId);
    expect(settled).toMatchObject({
      ...{ total: 4550, payable: 4550, paid: 4550, due: 0, depositHeld: 0, payStatus: 1 },
      deposits: {
        settled: true,
        orderDeposit: { collected: 5000, applied: 600, returned: 4400, held: 0 },
        violationDeposit: { collected: 3000, applied: 0, returned: 3000, held: 0 },
      },
    });
    expect(settled.ledger.find(({ kind }) => kind === 'apply')).toMatchObject({ item: 'orderDeposit', moved: 600 });
    expect(settled.ledger.at(-1)).toMatchObject({ held: 0, deposits: 0, earned: 4550 });
    const sheet = accepted(await office.clerk.get(`/print/order/${orderId}`, { sheet: 'settlement' })).data;
    expect(sheet).toMatchObject({ due: 0, deposits: { orderDeposit: { applied: 600, returned: 4400, held: 0 } } });
    const unpaid = accepted(
      await office.manager.get<{ list: { id: number }[] }>('/order/list', { payStatus: 0, pageSize: 100 }),
    ).data.list;
    expect(unpaid.map((each) => each.id)).not.toContain(orderId);
  });

  it('has a receipt that says what was taken, how and by whom; it has another number after a further deposit', async () => {
    const orderId = await book(office.manager, { depositType: 1 });
    const receipt = async () =>
      accepted(
        await office.clerk.get<{ receiptNo: string; taken: object[]; takenTotal: number }>(`/print/order/${orderId}`, {
          sheet: 'deposit',
        }),
      ).data;
    const { orderNo, actions } = await info(orderId);
    expect(actions).not.toContain('printDeposit');
    const pay = (amount: number, feeItem: string) =>
      office.clerk.post('/order/payment/save', { orderId, amount, method: 5, feeItem });
    accepted(await pay(3000, 'violationDeposit'));
    expect((await info(orderId)).actions).toContain('printDeposit');
    const first = { item: 'violationDeposit', amount: 3000, method: 5, takenBy: 'clerk' };
    expect(await receipt()).toMatchObject({ receiptNo: `${orderNo}-D1`, taken: [first], takenTotal: 3000 });
    accepted(await pay(1200.5, 'orderDeposit'));
    expect(await receipt()).toMatchObject({
      ...{ receiptNo: `${orderNo}-D2`, takenTotal: 4200.5 },
      taken: [first, { item: 'orderDeposit', amount: 1200.5, method: 5, takenBy: 'clerk' }],
    });
  });

  it('pays charges when a clerk says so: never more than is held, than is due, or than is left of it', async () => {
    const orderId = await returned();
    expect((await apply(orderId, 1)).message).toContain('Nothing is due');
    accepted(await fee(orderId, 5500));
    expect((await apply(orderId, 5000.01)).errors).toEqual({
      amount: 'At most THB 5,000.00 of this deposit can pay charges',
    });
    id(await office.clerk.post('/order/refund/save', refund(orderId, 1000, { feeItem: 'orderDeposit' })));
    expect((await apply(orderId, 4000.01)).errors['amount']).toContain('THB 4,000.00');
    expect(accepted(await apply(orderId, 4000)).data).toEqual({ due: 1500, held: 4000 });
    expect((await apply(orderId, 1)).errors['feeItem']).toContain('already asked back');
    expect((await apply(orderId, 1500.01, 'violationDeposit')).errors['amount']).toContain('THB 1,500.00');
    expect(accepted(await apply(orderId, 1500, 'violationDeposit')).data).toEqual({ due: 0, held: 2500 });
    expect(await info(orderId)).toMatchObject({ due: 0, payStatus: 1, paid: 11_950 });
  });

  it('pays charges of a car that is back only', async () => {
    const orderId = await order(2, { depositType: 1 });
    accepted(await fee(orderId, 100));
    expect((await apply(orderId, 100)).message).toContain('Not possible after the car has been picked up');
  });

  it('is offered to pay while charges are due and a deposit is held, and no longer', async () => {
    const orderId = await returned();
    const offered = async () => ((await info(orderId)).actions ?? []).includes('applydeposit');
    expect(await offered()).toBe(false);
    accepted(await fee(orderId, 100));
    expect(await offered()).toBe(true);
    accepted(await apply(orderId, 100));
    expect(await offered()).toBe(false);
  });

  it('that two give back at once goes back once; the other one is told that nothing is left of it', async () => {
    const orderId = await returned();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? office.clerk : office.manager).post(
          '/order/refund/save',
          refund(orderId, 5000, { feeItem: 'orderDeposit' }),
        ),
      ),
    );
    expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(1);
    const others = answers.filter((each) => each.statusCode !== 200);
    expect(others.map((each) => each.errors['feeItem'])).toEqual(
      others.map(() => 'Nothing of this deposit is left: it was given back, has paid charges or is already asked back'),
    );
  });

  it('is collected beside the charges, and must be there before the car goes out', async () => {
    const orderId = await book(office.manager, { depositType: 1 });
    const pay = (amount: number, feeItem = 'total') =>
      office.clerk.post('/order/payment/save', { orderId, amount, method: 5, feeItem });
    expect(await info(orderId)).toMatchObject({ due: 3950, depositDue: 8000, payable: 11_950, payStatus: 0 });
    accepted(await pay(3950));
    expect(await info(orderId)).toMatchObject({ due: 0, depositDue: 8000, payStatus: 0 });
    accepted(await pay(3000, 'violationDeposit'));
    expect(await info(orderId)).toMatchObject({ due: 0, depositDue: 5000, depositHeld: 3000, payStatus: 0 });
    expect((await pay(5000.01)).errors['amount']).toContain('THB 5,000.00');
    accepted(await pay(5000));
    expect(await info(orderId)).toMatchObject({ due: 0, depositDue: 0, depositHeld: 8000, payStatus: 1 });
  });

  it('on a card takes nothing: money under it is held and pays no rent', async () => {
    const orderId = await book(office.manager, { depositType: 2 });
    accepted(
      await office.clerk.post('/order/payment/save', { orderId, amount: 2000, method: 3, feeItem: 'orderDeposit' }),
    );
    expect(await info(orderId)).toMatchObject({ due: 3950, depositDue: 0, depositHeld: 2000, payStatus: 0 });
  });

  it('pays the penalty of a cancelled order that nothing else has paid, and the rest goes back', async () => {
    office.app.at('2027-03-01 00:00');
    const orderId = await book(office.manager, {
      depositType: 1,
      plannedPickupTime: '2027-03-01 10:00:00',
      plannedReturnTime: '2027-03-04 10:00:00',
    });
    accepted(
      await office.clerk.post('/order/payment/save', { orderId, amount: 5000, method: 5, feeItem: 'orderDeposit' }),
    );
    accepted(await office.manager.post('/order/cancel', { id: orderId, reason: 'ill' }));
    expect(await info(orderId)).toMatchObject({ total: 1080, due: 0, depositHeld: 3920, payStatus: 1 });
    const [asked] = await rows('refund', `"orderId" = ${orderId}`);
    accepted(await office.finance.post('/order/refund/result', { id: asked!['id'], success: 1 }));
    expect(await info(orderId)).toMatchObject({ paid: 1080, due: 0, depositHeld: 0 });
  });
});

it('orders of an earlier version get their deposits from their payment records; what was settled stays settled', async () => {
  const [held, kept, open] = [await returned(), await returned(), await order(2, { depositType: 1 })];
  const { db } = office.app;
  accepted(await fee(kept, 600));
  await giveBack(kept, 'orderDeposit', 4400);
  await giveBack(kept, 'violationDeposit', 3000);
  const before = await Promise.all([held, kept, open].map(info));
  const all = sql.join([held, kept, open]);
  await sql`delete from "depositEntry" where "orderId" in (${all})`.execute(db);
  await sql`delete from deposit where "orderId" in (${all})`.execute(db);
  await sql`update "order" set "depositHeld" = 0 where id in (${all})`.execute(db);
  // As the earlier version has left an order whose deposit was kept in part: unpaid for ever.
  await sql`update "order" set payable = total + 60000 where id = ${kept}`.execute(db);
  await sql.raw(DEPOSITS_OF_PAYMENTS).execute(db);
  await sql.raw(DEPOSITS_OF_PAYMENTS).execute(db);
  const after = await Promise.all([held, kept, open].map(info));
  const sums = (order: (typeof after)[number]) => {
    const { total, payable, paid, due, depositHeld, payStatus } = order;
    return { total, payable, paid, due, depositHeld, payStatus, settled: order.deposits.settled };
  };
  expect(after.map(sums)).toEqual(before.map(sums));
  expect(after[1]!.deposits).toMatchObject({
    settled: true,
    orderDeposit: { collected: 4400, returned: 4400, held: 0 },
  });
});

it('after all of that the books agree', () => expectSoundMoney(office.app.db));
