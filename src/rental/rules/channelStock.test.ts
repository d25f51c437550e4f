import { expect, it } from 'vitest';
import fc from 'fast-check';
import { stockChanges, stockDifferences, stockKey, stockOf, type StockItem } from './channelStock.ts';

const item = (free: number, price = 100, subModelId = 1): StockItem => ({
  storeId: 1,
  subModelId,
  day: '2027-03-01',
  free,
  price,
});

it('tells what is new, other or no longer sold, and nothing else', () => {
  expect(stockChanges(stockOf([]), stockOf([item(2)]))).toEqual([item(2)]);
  expect(stockChanges(stockOf([item(2)]), stockOf([item(2)]))).toEqual([]);
  expect(stockChanges(stockOf([item(2)]), stockOf([item(1)]))).toEqual([item(1)]);
  expect(stockChanges(stockOf([item(2)]), stockOf([item(2, 120)]))).toEqual([item(2, 120)]);
  expect(stockChanges(stockOf([item(2)]), stockOf([]))).toEqual([item(0)]);
  expect(stockChanges(stockOf([item(0)]), stockOf([]))).toEqual([]);
});

it('finds where a channel has something else', () => {
  expect(stockDifferences(stockOf([item(2)]), stockOf([item(2)]))).toEqual([]);
  expect(stockDifferences(stockOf([item(2)]), stockOf([]))).toEqual([{ kind: 'missing', ours: item(2), theirs: null }]);
  expect(stockDifferences(stockOf([item(0)]), stockOf([]))).toEqual([]);
  expect(stockDifferences(stockOf([]), stockOf([item(1)]))).toEqual([{ kind: 'extra', ours: null, theirs: item(1) }]);
  expect(stockDifferences(stockOf([item(2)]), stockOf([item(3)]))).toEqual([
    { kind: 'differs', ours: item(2), theirs: item(3) },
  ]);
});

const stock = fc
  .array(
    fc.record({
      storeId: fc.nat(2),
      subModelId: fc.nat(2),
      day: fc.constantFrom('2027-03-01', '2027-03-02'),
      free: fc.nat(3),
      price: fc.nat(2),
    }),
  )
  .map(stockOf);

it('whoever takes over every change has what we have', () => {
  fc.assert(
    fc.property(stock, stock, (told, now) => {
      const after = new Map(told);
      for (const change of stockChanges(told, now)) after.set(stockKey(change), change);
      expect(stockDifferences(now, after)).toEqual([]);
      expect(stockChanges(after, now)).toEqual([]);
    }),
  );
});
