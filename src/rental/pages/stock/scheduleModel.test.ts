import { expect, it } from 'vitest';
import { wallMs } from 'forecourt/admin';
import type { StockBar, StockView } from '../../calls/index.ts';
import { barOf, carsOf, hintOf, needsReason, waitingOf, type BarWords } from './scheduleModel.ts';

const WORDS: BarWords = { word: (look) => `<${look}>`, taken: 'taken', open: 'open', noPlate: 'no plate' };
const at = (day: number, hour = 10): string => `2027-03-${String(day).padStart(2, '0')} ${hour}:00:00`;
const order = (id: number, from: number, to: number, more: Partial<StockBar> = {}): StockBar => ({
  ...{
    kind: 'order',
    id,
    state: 'audited',
    storageKind: null,
    planId: null,
    start: at(from),
    end: at(to),
    orderNo: `R${id}`,
  },
  ...{ renterName: 'Zhang', status: 1, pickupStoreName: 'Phuket', returnStoreName: 'Phuket', subModelId: 1 },
  ...{ plannedReturn: at(to), updateTime: 'then' },
  ...more,
});
const transfer = (from: number, to: number): StockBar =>
  order(7, from, to, {
    ...{ kind: 'dispatch', state: null, orderNo: '', renterName: '', status: null, subModelId: null, updateTime: '' },
    returnStoreName: 'Krabi',
  });
const view = (more: Partial<StockView>): StockView => ({
  ...{ dates: [], now: at(1), turnaroundMinutes: 120, rows: [] },
  ...more,
});
const lane = (subModelId: number, ...bars: StockBar[]) => ({
  ...{ storeId: 1, storeName: 'Phuket', subModelId, subModelName: `Model ${subModelId}`, bars },
});
const row = (carId: number, ...bars: StockBar[]) => ({
  ...{ carId, plate: `P${carId}`, storeId: 1, storeName: 'Phuket', subModelId: 1, subModelName: 'Model 1', status: 1 },
  bars,
});
const carWith = (...bars: StockBar[]) => carsOf([view({ rows: [row(5, ...bars)] })], true, WORDS)[0]!;

it('orders without a plate lie in as few lanes as they need, each once and with its model', () => {
  const [first, second, third] = [order(1, 1, 4), order(2, 2, 5), order(3, 6, 8)];
  const windows = [view({ waiting: [lane(1, first), lane(2, second)] }), view({ waiting: [lane(1, first, third)] })];
  const lanes = waitingOf(windows, true, WORDS);
  expect(lanes.map(({ bars }) => bars.map(({ stock }) => stock.id))).toEqual([[1, 3], [2]]);
  expect(lanes.map(({ carId, plate, subModelName }) => [carId, plate, subModelName])).toEqual([
    [null, 'no plate', 'Model 1'],
    [null, 'no plate', 'Model 2'],
  ]);
  expect(lanes[0]!.bars[0]!.label).toBe('Zhang 10:00–10:00 · Model 1');
  expect(lanes[0]!.bars.every(({ description, label }) => description.startsWith(label))).toBe(true);
  expect(lanes[0]!.bars[0]!.movable).toBe(true);
  expect(waitingOf([view({})], true, WORDS)).toEqual([]);
});

it('a car of another model needs a reason, a lane never does', () => {
  expect(needsReason(order(1, 1, 2), { carId: 5, subModelId: 2 })).toBe(true);
  expect(needsReason(order(1, 1, 2), { carId: 5, subModelId: 1 })).toBe(false);
  expect(needsReason(order(1, 1, 2), { carId: null, subModelId: 2 })).toBe(false);
});

it('who looks at the screen sees what is taken; a way to another store and the lane are free', () => {
  const wish = (car: ReturnType<typeof carWith>, from: number, to: number) =>
    hintOf({ car, stock: order(9, from, to), start: wallMs(at(from)), end: wallMs(at(to)) }, 120);
  expect(wish(carWith(order(1, 4, 6)), 5, 7)).toBe('busy');
  expect(wish(carWith(order(1, 4, 6)), 6, 7)).toBe('busy');
  expect(wish(carWith(order(1, 4, 6)), 7, 8)).toBeNull();
  expect(wish(carWith(transfer(4, 8)), 5, 7)).toBeNull();
  expect(wish({ ...carWith(), subModelId: 2 }, 5, 7)).toBe('otherModel');
  expect(wish(waitingOf([view({ waiting: [lane(2, order(1, 4, 6))] })], true, WORDS)[0]!, 5, 7)).toBeNull();
});

it('an order that ends elsewhere says where, and so does who has to move the car; a way is one bar in all windows', () => {
  expect(barOf(order(1, 1, 4, { returnStoreName: 'Krabi' }), true, WORDS).label).toBe('Zhang 10:00–10:00 → Krabi');
  const bar = barOf(transfer(4, 8), true, WORDS);
  expect(bar).toMatchObject({ label: 'Phuket → Krabi', pattern: 'dashed', movable: false, ends: 'none' });
  expect(barOf(transfer(5, 8), true, WORDS).key).toBe(bar.key);
  expect(barOf({ ...transfer(4, 8), end: '' }, true, WORDS).description).toContain('<dispatch>');
  const planned = barOf({ ...transfer(4, 8), end: '', planId: 3 }, true, WORDS);
  expect(planned).toMatchObject({ key: 'plan 3', label: 'Phuket → Krabi', end: null, movable: false });
  expect(planned.description).toContain('<planned>');
});
