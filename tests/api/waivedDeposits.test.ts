import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../../schemas/types.generated.ts';
import { WAIVER_MIGRATION } from '../../src/rental/server/order/depositMigration.ts';
import { channelsOf } from './channelDesk.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, book, draft, errorOf } from './rental.ts';

/** Each of the two deposits is waived by itself (D-MONEY-04). */
const office = openMoneyDesk();
const { order, id, info, deduction } = office;
const { channels, ordersOf } = channelsOf({
  get app() {
    return office.app;
  },
  get ops() {
    return office.ops;
  },
} as Parameters<typeof channelsOf>[0]);

const CAR_WAIVED = { depositType: 1, orderDepositWaived: 1 };
const FINES_WAIVED = { depositType: 1, violationDepositWaived: 1 };
const TERMS = ['depositType', 'orderDepositWaived', 'violationDepositWaived'] as const;
const termsOf = async (orderId: number) => {
  const one = await info(orderId);
  return TERMS.map((name) => one[name]);
};
const change = (orderId: number, changes: Record<string, unknown>) =>
  office.manager.post('/order/save', { id: orderId, ...changes });

describe('an order with one waived deposit', () => {
  it.each([
    [CAR_WAIVED, 3000, { orderDeposit: 0, violationDeposit: 3000 }],
    [FINES_WAIVED, 5000, { orderDeposit: 5000, violationDeposit: 0 }],
  ])('%j asks for the other alone, in the quote, on the bill and at the counter', async (terms, asked, due) => {
    const quote = accepted(
      await office.manager.post<{ total: number; payable: number }>('/order/quote', draft(terms)),
    ).data;
    expect(quote.payable - quote.total).toBe(asked);
    const orderId = await book(office.manager, terms);
    const before = await info(orderId);
    expect(before).toMatchObject({ depositDue: asked, payable: before.total + asked });
    for (const item of ['orderDeposit', 'violationDeposit'] as const) expect(before.deposits[item].due).toBe(due[item]);
    accepted(await office.clerk.post('/order/payment/save', { orderId, amount: before.payable, method: 5 }));
    const paid = await info(orderId);
    expect(paid).toMatchObject({ payStatus: 1, depositHeld: asked, depositDue: 0, due: 0 });
    for (const item of ['orderDeposit', 'violationDeposit'] as const) expect(paid.deposits[item].held).toBe(due[item]);
  });

  it('gives back what is held, and nothing of the waived one', async () => {
    const orderId = await order(3, CAR_WAIVED);
    const ask = (feeItem: string, amount: number) =>
      office.clerk.post('/order/refund/save', {
        ...{ orderId, feeItem, amount, method: 5, reason: 'over', methodReason: 'cash' },
      });
    expect(errorOf(await ask('orderDeposit', 1))).toContain('Nothing');
    accepted(await ask('violationDeposit', 3000));
  });

  it('lets the channel take up to the waived one, to the satang', async () => {
    const orderId = await order(3, CAR_WAIVED);
    const save = (amount: number) =>
      office.manager.post<{ id: number }>('/order/deduct/save', deduction(orderId, amount));
    expect((await save(5000.01)).errors['amount']).toContain('THB 5,000.00');
    id(await save(5000));
    const fines = await order(3, FINES_WAIVED);
    const other = await office.manager.post('/order/deduct/save', deduction(fines, 3000.01));
    expect(other.errors['amount']).toContain('THB 3,000.00');
  });

  it('has a fine deducted where that deposit is waived, and charged where it is held', async () => {
    for (const [terms, step, refused] of [
      [FINES_WAIVED, 'deduct', 'charge'],
      [CAR_WAIVED, 'charge', null],
    ] as const) {
      const carId = office.cars.at(-1)!;
      const orderId = await order(3, terms);
      office.app.at('2027-03-05 10:00');
      const fine = id(
        await office.manager.post('/car/violation/save', {
          ...{
            carId,
            time: '2027-03-02 09:00:00',
            behavior: 'Speeding',
            location: 'Highway 402',
            points: 1,
            fine: 500,
          },
        }),
      );
      const { violationDepositWaived } = accepted(
        await office.manager.get<Violation>(`/car/violation/info/${fine}`),
      ).data;
      expect([orderId, violationDepositWaived]).toEqual([orderId, step === 'deduct' ? 1 : 0]);
      if (refused)
        expect(errorOf(await office.manager.post(`/car/violation/${refused}`, { id: fine }))).toContain('waived');
      accepted(await office.manager.post(`/car/violation/${step}`, { id: fine }));
    }
  });
});

describe('the deposit type', () => {
  it('that is sent alone speaks for both deposits, as before', async () => {
    const orderId = await book(office.manager, { depositType: 3 });
    expect(await termsOf(orderId)).toEqual([3, 1, 1]);
    accepted(await change(orderId, { depositType: 1 }));
    expect(await termsOf(orderId)).toEqual([1, 0, 0]);
    accepted(await change(orderId, { orderDepositWaived: 1 }));
    expect(await termsOf(orderId)).toEqual([1, 1, 0]);
    accepted(await change(orderId, { depositType: 2, remark: 'a card for the fines' }));
    expect(await termsOf(orderId)).toEqual([2, 1, 0]);
    accepted(await change(orderId, { violationDepositWaived: 1 }));
    expect(await termsOf(orderId)).toEqual([3, 1, 1]);
    accepted(await change(orderId, { remark: 'something else' }));
    expect(await termsOf(orderId)).toEqual([3, 1, 1]);
    accepted(await change(orderId, { violationDepositWaived: 0 }));
    expect(await termsOf(orderId)).toEqual([1, 1, 0]);
  });

  it.each([
    ['zh-CN', '两项押金都免'],
    ['en-US', 'waives both'],
    ['th-TH', 'ยกเว้นทั้งสองรายการ'],
  ])('3 beside a flag that says no is refused in %s', async (language, text) => {
    const contradiction = draft({ depositType: 3, orderDepositWaived: 0 });
    for (const path of ['/order/save', '/order/quote'])
      expect(
        (await office.manager.post(path, contradiction, { 'accept-language': language })).errors['depositType'],
      ).toContain(text);
  });

  it('that changes after money came keeps what is held, to be given back', async () => {
    const orderId = await book(office.manager, { depositType: 1 });
    accepted(await office.clerk.post('/order/payment/save', { orderId, amount: 11_950, method: 5 }));
    accepted(await change(orderId, { orderDepositWaived: 1 }));
    const after = await info(orderId);
    expect(after).toMatchObject({ due: 0, depositDue: 0, depositHeld: 8000, payStatus: 1 });
    expect(after.deposits.orderDeposit).toMatchObject({ held: 5000, due: 0 });
    const back = { orderId, feeItem: 'orderDeposit', amount: 5000, method: 5, reason: 'waived' };
    accepted(await office.clerk.post('/order/refund/save', back));
    await expectSoundMoney(office.app.db);
  });
});

describe('Fliggy', () => {
  it('waives one deposit, the other, both or none, and says nothing of it with a change of times', async () => {
    office.app.at('2027-02-22 12:00');
    const send = (credit: 0 | 1 | 2 | 3 | undefined, kind: 'create' | 'change', no: string) =>
      channels.fliggy.send({ kind, orderNo: no, ...(credit !== undefined && { credit }) });
    for (const [credit, terms] of [
      [0, [1, 0, 0]],
      [1, [1, 1, 0]],
      [2, [1, 0, 1]],
      [3, [3, 1, 1]],
    ] as const) {
      expect(accepted(await send(credit, 'create', `credit-${credit}`)).data.result).toBe('applied');
      const [made] = await ordersOf(`credit-${credit}`);
      expect(await termsOf(made!.id)).toEqual(terms);
      expect(accepted(await send(undefined, 'change', `credit-${credit}`)).data.result).toBe('applied');
      expect(await termsOf(made!.id)).toEqual(terms);
      expect(accepted(await send(0, 'change', `credit-${credit}`)).data.result).toBe('applied');
      expect(await termsOf(made!.id)).toEqual([1, 0, 0]);
    }
  });
});

it('orders of an earlier version that were deposit-free have both flags', async () => {
  const [free, paid] = [await book(office.manager, { depositType: 3 }), await book(office.manager, { depositType: 1 })];
  await sql`update "order" set "orderDepositWaived" = 0, "violationDepositWaived" = 0`.execute(office.app.db);
  await sql.raw(WAIVER_MIGRATION.sql).execute(office.app.db);
  expect(await termsOf(free)).toEqual([3, 1, 1]);
  expect(await termsOf(paid)).toEqual([1, 0, 0]);
});
