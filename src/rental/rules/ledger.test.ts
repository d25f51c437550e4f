import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, dayClose, fromBaht, ledger, satang, totals } from './index.ts';
import type {
  CountedPayment,
  DepositMove,
  FeeItem,
  LedgerFacts,
  LedgerLine,
  LedgerMove,
  LedgerPayment,
} from './index.ts';

const line = (item: FeeItem, baht: number, time = 0): LedgerLine => ({
  item,
  amount: fromBaht(baht),
  source: 'booking',
  time,
});
const payment = (changes: Partial<LedgerPayment> & { baht: number }): LedgerPayment => ({
  id: 1,
  type: 1,
  feeItem: 'total',
  time: 1,
  deduction: false,
  ...changes,
  amount: fromBaht(changes.baht),
});
const move = (
  item: DepositMove['item'],
  kind: DepositMove['kind'],
  baht: number,
  paymentId: number | null,
  time = 1,
): LedgerMove => ({
  ...{ item, kind, amount: fromBaht(baht), paymentId, time },
});
const BILL = [line('rental', 3950), line('orderDeposit', 5000), line('violationDeposit', 3000)];
const facts = (changes: Partial<LedgerFacts>): LedgerFacts => ({
  depositType: 1,
  lines: BILL,
  payments: [],
  moves: [],
  returnedAt: null,
  cancelledAt: null,
  ...changes,
});
const figures = (rows: ReturnType<typeof ledger>) =>
  rows.map(({ kind, in: income, out, held, earned, deducted }) =>
    [kind, income, out, held, earned, deducted].join(' '),
  );

describe('the ledger', () => {
  it('tells the life of an order: prepaid, earned at the return, deposits given back', () => {
    const payments = [
      payment({ baht: 11_950 }),
      payment({ id: 2, baht: 5000, type: 2, feeItem: 'orderDeposit', time: 20 }),
      payment({ id: 3, baht: 3000, type: 2, feeItem: 'violationDeposit', time: 30 }),
    ];
    const moves = [
      move('orderDeposit', 'collected', 5000, 1),
      move('violationDeposit', 'collected', 3000, 1),
      move('orderDeposit', 'returned', 5000, 2, 20),
      move('violationDeposit', 'returned', 3000, 3, 30),
    ];
    expect(figures(ledger(facts({ payments, moves, returnedAt: 10 })))).toEqual([
      'charge 0 0 0 0 0',
      'income 1195000 0 1195000 0 0',
      'return 0 0 800000 395000 0',
      'refund 0 500000 300000 395000 0',
      'refund 0 300000 0 395000 0',
    ]);
  });

  it('tells when a deposit pays charges: what was held is earned', () => {
    const fuel: LedgerLine = { item: 'additional', amount: fromBaht(600), source: 'manual', time: 15 };
    const payments = [
      payment({ baht: 11_950 }),
      payment({ id: 2, baht: 4400, type: 2, feeItem: 'orderDeposit', time: 20 }),
    ];
    const moves = [
      move('orderDeposit', 'collected', 5000, 1),
      move('violationDeposit', 'collected', 3000, 1),
      move('orderDeposit', 'returned', 4400, 2, 20),
      move('orderDeposit', 'applied', 600, null, 19),
    ];
    const rows = ledger(facts({ lines: [...BILL, fuel], payments, moves, returnedAt: 10 }));
    expect(
      rows.slice(-3).map(({ kind, moved, out, deposits, held, earned }) => [kind, moved, out, deposits, held, earned]),
    ).toEqual([
      ['charge', 0, 0, 800_000, 800_000, 395_000],
      ['apply', 60_000, 0, 740_000, 740_000, 455_000],
      ['refund', 0, 440_000, 300_000, 300_000, 455_000],
    ]);
  });

  it('keeps what a deduction took apart from the rent', () => {
    const taken: LedgerLine = { item: 'additional', amount: fromBaht(800), source: 'deduction', time: 5 };
    const payments = [payment({ baht: 3950 }), payment({ baht: 800, feeItem: 'additional', time: 5, deduction: true })];
    const rows = ledger(facts({ depositType: 3, lines: [...BILL, taken], payments, returnedAt: 10 }));
    expect(figures(rows).slice(-2)).toEqual(['deduction 80000 0 395000 0 80000', 'return 0 0 0 395000 80000']);
  });

  it('holds for the renter what reductions beyond the charges take off a deduction, and gives it back', () => {
    const lines: LedgerLine[] = [
      line('rental', 1000),
      line('reduction', 1200),
      { item: 'additional', amount: fromBaht(500), source: 'deduction', time: 5 },
    ];
    const payments = [
      payment({ baht: 500, feeItem: 'additional', time: 5, deduction: true }),
      payment({ baht: 200, type: 2, time: 20 }),
    ];
    const rows = ledger(facts({ depositType: 3, lines, payments, returnedAt: 10 }));
    expect(totals(lines, { depositType: 3 }).total).toBe(fromBaht(300));
    expect(rows.map(({ kind, held, earned }) => [kind, held, earned])).toEqual([
      ['charge', 0, 0],
      ['charge', 0, 0],
      ['deduction', 20_000, -20_000],
      ['return', 20_000, -20_000],
      ['refund', 0, -20_000],
    ]);
  });

  it('earns the penalty of a cancellation and holds the rest until it goes back', () => {
    const lines: LedgerLine[] = [{ item: 'penalty', amount: fromBaht(1176), source: 'penalty', time: 5 }];
    const payments = [payment({ baht: 15_820 }), payment({ baht: 14_644, type: 2, time: 9 })];
    const rows = ledger(facts({ lines, payments, cancelledAt: 5 }));
    expect(rows.map(({ held, earned }) => [held, earned])).toEqual([
      [1_582_000, 0],
      [1_582_000, 0],
      [1_464_400, 117_600],
      [0, 117_600],
    ]);
  });

  const amount = fc.integer({ min: 1, max: 2_000_000 }).map(satang);
  const time = fc.integer({ min: 0, max: 50 });
  const anyLine: fc.Arbitrary<LedgerLine> = fc.record({
    item: fc.constantFrom<FeeItem>('rental', 'additional', 'reduction', 'penalty', 'orderDeposit', 'violationDeposit'),
    amount,
    source: fc.constantFrom('booking', 'manual', 'overrun', 'deduction'),
    time,
  });
  const anyPayment: fc.Arbitrary<LedgerPayment> = fc.record({
    id: fc.nat(),
    type: fc.constantFrom(1, 2),
    amount,
    feeItem: fc.constantFrom('total', 'additional', 'orderDeposit', 'violationDeposit'),
    time,
    deduction: fc.constant(false),
  });
  const anyMove: fc.Arbitrary<LedgerMove> = fc.record({
    item: fc.constantFrom('orderDeposit', 'violationDeposit'),
    kind: fc.constantFrom('collected', 'applied', 'returned'),
    amount,
    paymentId: fc.option(fc.nat({ max: 3 })),
    time,
  });
  const anyFacts: fc.Arbitrary<LedgerFacts> = fc.record({
    depositType: fc.constantFrom(1, 2, 3),
    lines: fc.array(anyLine, { maxLength: 8 }),
    payments: fc.array(anyPayment, { maxLength: 8 }).map((all) => all.map((each, id) => ({ ...each, id }))),
    moves: fc.array(anyMove, { maxLength: 8 }),
    returnedAt: fc.option(time),
    cancelledAt: fc.constant(null),
  });

  it('is in balance after every row, holds nothing below zero, and ends as the money stands', () => {
    fc.assert(
      fc.property(anyFacts, (all) => {
        const rows = ledger(all);
        for (const row of rows) {
          expect(row.paid - row.refunded - row.deducted).toBe(row.held + row.earned);
          expect(row.held).toBeGreaterThanOrEqual(0);
        }
        const last = rows.at(-1);
        if (last) expect(last).toMatchObject(balanceOf(all, all.returnedAt !== null));
        const net = rows.reduce((sum, row) => sum + row.in - row.out, 0);
        expect(net).toBe((last?.paid ?? 0) - (last?.refunded ?? 0));
        expect(rows.map((row) => row.time)).toEqual(rows.map((row) => row.time).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the day close', () => {
  const anyRecord: fc.Arbitrary<CountedPayment> = fc.record({
    type: fc.constantFrom(1, 2),
    amount: fc.integer({ min: 1, max: 1_000_000 }).map(satang),
    method: fc.integer({ min: 1, max: 7 }),
    operator: fc.constantFrom('', 'Anong', 'Lin'),
  });

  it('adds up to the records, by method as by operator', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        const day = dayClose(records);
        const net = records.reduce((sum, each) => sum + (each.type === 1 ? each.amount : -each.amount), 0);
        expect(day.total).toMatchObject({ count: records.length, net });
        for (const rows of [day.methods, day.operators]) {
          expect(rows.reduce((sum, row) => sum + row.net, 0)).toBe(net);
          expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(records.length);
          for (const row of rows) expect(row.net).toBe(row.in - row.out);
        }
        expect(day.operators.reduce((sum, row) => sum + row.cash, 0)).toBe(
          day.methods.find((row) => row.method === 5)?.net ?? 0,
        );
      }),
    );
  });
});
