import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  applyProblem,
  applyingMoves,
  askedDeposits,
  balancingMoves,
  depositAccounts,
  depositsHeld,
  fromBaht,
  heldAfter,
  isDepositItem,
  orderMoney,
  payableOf,
  perDeposit,
  refundMoves,
  refundable,
  satang,
  totals,
} from './index.ts';
import type {
  DepositFacts,
  DepositItem,
  DepositMove,
  DepositType,
  FeeItem,
  KeptLine,
  KeptMoney,
  OrderStatus,
  Satang,
} from './index.ts';

const line = (item: FeeItem, baht: number): KeptLine => ({ item, amount: fromBaht(baht) });
const DEPOSITS = [line('orderDeposit', 5000), line('violationDeposit', 3000)];

/** An order as the desk keeps it, by the rules alone: the bill, the money that came and went, and the movements of its deposits. */
class Order {
  lines: KeptLine[] = [line('rental', 3950), ...DEPOSITS];
  moves: DepositMove[] = [];
  income = 0;
  outgo = 0;
  status: OrderStatus = 1;
  readonly depositType: DepositType;
  constructor(depositType: DepositType = 1) {
    this.depositType = depositType;
  }
  get facts(): DepositFacts {
    const accounts = depositAccounts(this.moves);
    return {
      total: totals(this.lines, this).total,
      paid: satang(this.income - this.outgo),
      asked: askedDeposits({ status: this.status, terms: this, lines: this.lines }),
      held: perDeposit((item) => accounts[item].held),
    };
  }
  get kept(): KeptMoney {
    const { total, paid, held } = this.facts;
    return {
      total,
      paid,
      payable: payableOf(this.facts, this.status),
      depositHeld: add(held.orderDeposit, held.violationDeposit),
    };
  }
  get money() {
    return orderMoney(this.kept);
  }
  private settle(moves: readonly DepositMove[] = []): void {
    this.moves.push(...moves);
    this.moves.push(...balancingMoves(this.facts));
  }
  limit(feeItem: FeeItem | 'total'): Satang {
    const { kept, facts, status } = this;
    const none = satang(0);
    return refundable({
      status,
      money: kept,
      held: facts.held,
      pending: { orderDeposit: none, violationDeposit: none, other: none },
      feeItem,
    });
  }
  pay(amount: Satang, feeItem: FeeItem | 'total' = 'total'): void {
    this.income += amount;
    this.settle(isDepositItem(feeItem) ? [{ item: feeItem, kind: 'collected', amount }] : []);
  }
  refund(amount: Satang, feeItem: FeeItem | 'total'): void {
    const back = refundMoves(feeItem, amount, this.facts);
    this.outgo += amount;
    const held = heldAfter(this.facts.held, back);
    const free = perDeposit((item) => (this.status === 3 && item === feeItem ? held[item] : satang(0)));
    this.settle([...back, ...applyingMoves(free, { ...this.facts, held })]);
  }
  charge(item: 'additional' | 'reduction', amount: Satang): void {
    this.lines.push({ item, amount });
    this.settle();
  }
  voidLast(): void {
    const at = this.lines.findLastIndex(({ item }) => item === 'additional');
    if (at >= 0) this.lines.splice(at, 1);
    this.settle();
  }
  apply(item: DepositItem, amount: Satang): void {
    this.settle([{ item, kind: 'applied', amount }]);
  }
  turn(status: OrderStatus): void {
    this.status = status;
    this.settle();
  }
}

const baht = (order: Order) => {
  const { due, depositDue, surplus } = order.money;
  const { orderDeposit, violationDeposit } = order.facts.held;
  return [due, depositDue, surplus, orderDeposit, violationDeposit].map((each) => each / 100);
};

describe('charges come first', () => {
  it.each([
    [3950, [0, 8000, 0, 0, 0]],
    [4950, [0, 7000, 0, 1000, 0]],
    [11_950, [0, 0, 0, 5000, 3000]],
    [20_000, [0, 0, 8050, 5000, 3000]],
  ] as const)('of a payment of %i', (amount, expected) => {
    const order = new Order();
    order.pay(fromBaht(amount));
    expect(baht(order)).toEqual(expected);
  });

  it('except under the item of a deposit', () => {
    const order = new Order();
    order.pay(fromBaht(5000), 'orderDeposit');
    expect(baht(order)).toEqual([3950, 3000, 0, 5000, 0]);
  });

  it('and deposits that are waived or on a card take nothing of a general payment', () => {
    for (const depositType of [2, 3] as const) {
      const order = new Order(depositType);
      order.pay(fromBaht(11_950));
      expect(baht(order)).toEqual([0, 0, 8000, 0, 0]);
    }
  });

  it('and money under a deposit pays no rent, whatever the deposit type', () => {
    const order = new Order(2);
    order.pay(fromBaht(5000), 'orderDeposit');
    expect(baht(order)).toEqual([3950, 0, 0, 5000, 0]);
  });
});

describe('a deposit that is kept', () => {
  it('pays charges when the rest of it goes back: the order is settled', () => {
    const order = new Order();
    order.pay(fromBaht(11_950));
    order.turn(2);
    order.turn(3);
    order.charge('additional', fromBaht(600));
    expect(baht(order)).toEqual([600, 0, 0, 5000, 3000]);
    order.refund(fromBaht(4400), 'orderDeposit');
    expect(baht(order)).toEqual([0, 0, 0, 0, 3000]);
    order.refund(fromBaht(3000), 'violationDeposit');
    expect(baht(order)).toEqual([0, 0, 0, 0, 0]);
    expect(depositAccounts(order.moves).orderDeposit).toEqual({
      ...{ collected: fromBaht(5000), applied: fromBaht(600), returned: fromBaht(4400), held: 0 },
    });
    expect(order.money.payStatus).toBe(1);
  });

  it('pays never more than is due, and never more than is held', () => {
    const [free, due] = [fromBaht(500), fromBaht(600)];
    expect(applyProblem(fromBaht(500), { free, due })).toBeNull();
    expect(applyProblem(fromBaht(500.01), { free, due })).toMatchObject({
      code: 'deposit.refusal.tooMuch',
      params: { most: 'THB 500.00' },
    });
    expect(applyProblem(fromBaht(600.01), { free: due, due })?.code).toBe('deposit.refusal.tooMuch');
    expect(applyProblem(fromBaht(1), { free, due: fromBaht(0) })?.code).toBe('deposit.refusal.nothingDue');
    expect(applyProblem(fromBaht(1), { free: fromBaht(0), due })?.code).toBe('deposit.refusal.nothingHeld');
  });

  it('is asked for again when it goes back while the car is out', () => {
    const order = new Order();
    order.pay(fromBaht(11_950));
    order.refund(fromBaht(1000), 'violationDeposit');
    expect(baht(order)).toEqual([0, 1000, 0, 5000, 2000]);
    expect(order.money.payStatus).toBe(0);
  });

  it('goes back with the rest when the order is cancelled', () => {
    const order = new Order();
    order.pay(fromBaht(11_950));
    order.lines = [line('penalty', 1080)];
    order.turn(-1);
    expect(order.limit('total')).toBe(fromBaht(10_870));
    order.refund(fromBaht(10_870), 'total');
    expect(baht(order)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('whatever happens to the money of an order', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const amount = fc.integer({ min: 1, max: 1_200_000 }).map(satang);
  const item = fc.constantFrom<'total' | DepositItem>('total', 'orderDeposit', 'violationDeposit');
  const share = (limit: Satang, of: number): Satang => satang(Math.ceil(limit * of));
  type Step = (order: Order) => void;
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(amount, item).map(
      ([sum, feeItem]): Step =>
        (order) =>
          order.pay(sum, feeItem),
    ),
    fc.constant<Step>((order) => order.money.toCollect > 0 && order.pay(order.money.toCollect)),
    fc.tuple(part, item).map(([of, feeItem]): Step => (order) => {
      const sum = share(order.limit(feeItem), of);
      if (sum > 0) order.refund(sum, feeItem);
    }),
    amount.map(
      (sum): Step =>
        (order) =>
          order.charge('additional', sum),
    ),
    part.map(
      (of): Step =>
        (order) =>
          order.charge('reduction', share(order.facts.total, of)),
    ),
    fc.constant<Step>((order) => order.voidLast()),
    fc
      .tuple(part, fc.constantFrom<DepositItem>('orderDeposit', 'violationDeposit'))
      .map(([of, deposit]): Step => (order) => {
        const free = order.facts.held[deposit];
        const sum = share(satang(Math.min(free, order.money.due)), of);
        if (order.status === 3 && applyProblem(sum, { free, due: order.money.due }) === null) order.apply(deposit, sum);
      }),
    fc.constantFrom<OrderStatus>(2, 3, 2).map(
      (status): Step =>
        (order) =>
          order.turn(status),
    ),
  );

  it('it stays in balance, no deposit falls below nothing, and no more goes out than came in', () => {
    fc.assert(
      fc.property(fc.constantFrom<DepositType>(1, 2, 3), fc.array(step, { maxLength: 40 }), (depositType, steps) => {
        const order = new Order(depositType);
        for (const one of steps) {
          one(order);
          const { total, paid, held, asked } = order.facts;
          const { due, depositDue, surplus, payStatus, toCollect } = order.money;
          const accounts = depositAccounts(order.moves);
          for (const deposit of ['orderDeposit', 'violationDeposit'] as const) {
            const { collected, applied, returned } = accounts[deposit];
            expect(held[deposit]).toBe(collected - applied - returned);
            expect(held[deposit]).toBeGreaterThanOrEqual(0);
          }
          expect(paid).toBeGreaterThanOrEqual(0);
          const charges = paid - held.orderDeposit - held.violationDeposit;
          expect(charges).toBeGreaterThanOrEqual(0);
          expect(total - charges).toBe(due - surplus);
          expect(due === 0 || surplus === 0).toBe(true);
          // What is beyond the charges is in the deposits as long as they are asked for.
          expect(depositDue === 0 || surplus === 0).toBe(true);
          expect(depositDue).toBe(
            Math.max(0, asked.orderDeposit - held.orderDeposit) +
              Math.max(0, asked.violationDeposit - held.violationDeposit),
          );
          expect(payStatus).toBe(toCollect === 0 ? 1 : 0);
          for (const feeItem of ['total', 'orderDeposit', 'violationDeposit'] as const)
            expect(order.limit(feeItem)).toBeLessThanOrEqual(paid);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('what both deposits hold adds up to the satang', () => {
  expect(depositsHeld({ orderDeposit: { held: 0.1 }, violationDeposit: { held: 0.2 } })).toBe(0.3);
  expect(depositsHeld({ orderDeposit: { held: 4400 }, violationDeposit: { held: 0 } })).toBe(4400);
});
