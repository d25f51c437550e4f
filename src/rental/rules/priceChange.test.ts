import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBaht, satang } from './money.ts';
import { changedPrice, PRICE_PARTS, type PriceAmounts, type PriceChange } from './priceChange.ts';

const row: PriceAmounts = {
  dailyPrice: fromBaht(1350),
  monthlyPrice: null,
  deposit: fromBaht(5000),
  holidayPrices: [{ holidayId: 2, dailyPrice: fromBaht(2000) }],
};
const change = (more: Partial<PriceChange>): PriceChange => ({
  part: 'dailyPrice',
  percent: 5,
  roundTo: fromBaht(10),
  ...more,
});

it('moves one part by percent, rounded half up to whole steps', () => {
  // 1,350 + 5 % = 1,417.50
  expect(changedPrice(row, change({}))).toEqual({ ...row, dailyPrice: fromBaht(1420) });
  expect(changedPrice(row, change({ roundTo: satang(1) })).dailyPrice).toBe(fromBaht(1417.5));
  expect(changedPrice(row, change({ part: 'deposit', percent: -100 })).deposit).toBe(0);
  expect(changedPrice(row, change({ part: 'monthlyPrice' }))).toEqual(row);
});

it('of a holiday begins with the holiday’s price, or the daily one where the row has none', () => {
  expect(changedPrice(row, change({ part: 'holidayPrice', holidayId: 2 })).holidayPrices).toEqual([
    { holidayId: 2, dailyPrice: fromBaht(2100) },
  ]);
  expect(changedPrice(row, change({ part: 'holidayPrice', holidayId: 1, percent: 20 })).holidayPrices).toEqual([
    { holidayId: 1, dailyPrice: fromBaht(1620) },
    { holidayId: 2, dailyPrice: fromBaht(2000) },
  ]);
});

it('never makes a price nothing, and leaves everything else as it is', () => {
  const parts = fc.constantFrom(...PRICE_PARTS);
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: -90, max: 500 }),
      fc.integer({ min: 1, max: 10_000 }),
      (part, percent, step) => {
        const after = changedPrice(row, { part, percent, roundTo: satang(step), holidayId: 1 });
        expect(after.dailyPrice).toBeGreaterThan(0);
        for (const line of after.holidayPrices) expect(line.dailyPrice).toBeGreaterThan(0);
        const touched = part === 'holidayPrice' ? 'holidayPrices' : part;
        expect({ ...after, [touched]: null }).toEqual({ ...row, [touched]: null });
      },
    ),
  );
});
