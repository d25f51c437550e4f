import { expect, it } from 'vitest';
import { transfersOf } from './transfers.ts';

const trip = (plannedPickup: number, plannedReturn: number, pickupStoreId: number, returnStoreId: number) => ({
  ...{ status: 1 as const, pickupStoreId, returnStoreId, plannedPickup, plannedReturn, actualPickup: null },
});

it('a car is moved where its next order leaves from another store than the one before brings it to', () => {
  const orders = [trip(50, 60, 1, 1), trip(10, 20, 1, 3), trip(30, 40, 3, 3)];
  expect(transfersOf(1, orders, 0)).toEqual([{ start: 40, end: 50, fromStoreId: 3, toStoreId: 1 }]);
});

it('from where it stands now, and from now on', () => {
  expect(transfersOf(2, [trip(30, 40, 1, 1)], 5)).toEqual([{ start: 5, end: 30, fromStoreId: 2, toStoreId: 1 }]);
});

it('a car on the road can be moved once it is back, which is not before now', () => {
  const out = { ...trip(0, 10, 1, 3), status: 2 as const, actualPickup: 0 };
  expect(transfersOf(1, [out, trip(30, 40, 1, 1)], 15)).toEqual([{ start: 15, end: 30, fromStoreId: 3, toStoreId: 1 }]);
});

it('nothing is planned that is too late, and nothing where the car is', () => {
  expect(transfersOf(2, [trip(30, 40, 1, 1)], 30)).toEqual([]);
  expect(transfersOf(1, [trip(30, 40, 1, 3), trip(60, 70, 3, 1)], 0)).toEqual([]);
});
