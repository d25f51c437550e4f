import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Quote, StorePreview } from '../../src/rental/calls/index.ts';
import { openBackOffice } from './backOffice.ts';
import { accepted, book, RENTAL } from './rental.ts';

const office = openBackOffice();
const TRIP = {
  storeId: RENTAL.phuket,
  subModelId: RENTAL.yaris,
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 10:00:00',
};
const pause = (startTime: string, endTime: string) => ({ startTime: `${startTime}:00`, endTime: `${endTime}:00` });

const preview = async (changes: Record<string, unknown> = {}): Promise<StorePreview> =>
  accepted(await office.ops.post<StorePreview>('/basics/store/previewseting', { ...TRIP, ...changes })).data;
const save = async (settings: object): Promise<void> =>
  void accepted(await office.ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.phuket, ...settings }));
const quote = async (changes: Record<string, unknown> = {}): Promise<Quote> => {
  const { storeId, ...trip } = { ...TRIP, ...changes };
  const stores = { pickupStoreId: storeId, returnStoreId: storeId, ...trip };
  return accepted(await office.ops.post<Quote>('/order/quote', stores)).data;
};

test('says what a booking costs, and what cancelling it would', async () => {
  const { quote: asked, cancel, orders } = await preview();
  expect(asked).toMatchObject({ total: 3950, errors: [] });
  expect(cancel).toEqual({ rule: 'weekday', percent: 30, freeUntil: '2027-02-28 10:00:00', penalty: 1080 });
  expect(orders).toEqual([]);
});

test('refuses by settings that are not saved, and leaves those that are alone', async () => {
  const settings = { pausePeriods: [pause('2027-03-01 08:00', '2027-03-01 12:00'), { startTime: '2027-03-0' }, {}] };
  expect((await preview({ settings })).quote.errors).toEqual([
    expect.objectContaining({ code: 'quote.error.pickupPaused', field: 'plannedPickupTime' }),
  ]);
  expect((await preview()).quote.errors).toEqual([]);
});

test('lists the orders that stand in a pause: the pickup to come, the return of the other day', async () => {
  const id = await book(office.ops, { carId: 3 });
  const stands = async (...pausePeriods: object[]) =>
    (await preview({ settings: { pausePeriods } })).orders.filter((order) => order.id === id);
  expect(await stands(pause('2027-03-01 10:00', '2027-03-01 10:01'))).toMatchObject([
    { end: 'pickup', time: '2027-03-01 10:00:00' },
  ]);
  expect(await stands(pause('2027-03-04 00:00', '2027-03-05 00:00'))).toMatchObject([{ end: 'return' }]);
  expect(await stands(pause('2027-03-01 10:01', '2027-03-04 10:00'))).toEqual([]);
});

test('delivers to a point at the fee of the point, whether that is free or not', async () => {
  expect((await preview({ pickupPointId: 2 })).quote).toMatchObject({ total: 3950, errors: [] });
  const id = await office.save('/basics/store/deliveryfee/save', {
    ...{ storeId: RENTAL.phuket, kind: 1, name: 'Pier', deliveryFee: 250, pickupFee: 400 },
  });
  expect((await preview({ pickupPointId: id, returnPointId: id })).quote).toMatchObject({ total: 4600, errors: [] });
});

test('asks for the right to change the store, and answers for no other', async () => {
  const service = await office.app.as('service');
  expect((await service.post('/basics/store/previewseting', TRIP)).http).toBe(403);
  expect((await office.ops.post('/basics/store/previewseting', { ...TRIP, storeId: 999_999 })).statusCode).toBe(404);
  const bad = await office.ops.post('/basics/store/previewseting', { ...TRIP, settings: { pausePeriods: 'x' } });
  expect(bad.statusCode).toBe(400);
});

const two = (value: number): string => String(value).padStart(2, '0');
const clock = fc.integer({ min: 0, max: 47 }).map((half) => `${two(Math.floor(half / 2))}:${half % 2 ? '30' : '00'}`);
const hours = fc.option(
  fc
    .tuple(clock, clock)
    .filter(([start, end]) => start < end)
    .map(([startTime, endTime]) => ({ startTime, endTime })),
  { nil: { startTime: '', endTime: '' } },
);
const flag = fc.constantFrom(0, 1);
const holiday = fc.tuple(hours, flag, flag).map(([times, pickupAllowed, returnAllowed]) => ({
  ...times,
  pickupAllowed,
  returnAllowed,
}));
const rule = fc.record({
  freeHours: fc.integer({ min: 0, max: 200 }),
  penaltyPercent: fc.integer({ min: 0, max: 100 }),
});
const day = fc.integer({ min: 8, max: 20 });
const settings = fc.record({
  pausePeriods: fc
    .array(fc.tuple(day, clock), { maxLength: 1 })
    .map((found) =>
      found.map(([date, time]) => pause(`2027-04-${two(date)} ${time}`, `2027-04-${two(date + 1)} ${time}`)),
    ),
  cancelRules: fc.record({ weekday: rule, holiday: rule }),
  holidayPickup: holiday,
  festivals: fc
    .array(fc.tuple(holiday, fc.option(fc.integer({ min: 1, max: 9 }))), { maxLength: 1 })
    .map((found) => found.map(([part, minDays]) => ({ ...part, holidayId: 1, ...(minDays && { minDays }) }))),
});
const trip = fc.tuple(day, clock, fc.integer({ min: 1, max: 8 }), clock).map(([date, from, length, to]) => ({
  plannedPickupTime: `2027-04-${two(date)} ${from}:00`,
  plannedReturnTime: `2027-04-${two(date + length)} ${to}:00`,
}));

test('what is previewed with a draft is what a quote says once it is saved', async () => {
  await fc.assert(
    fc.asyncProperty(settings, trip, fc.constantFrom(1, 4), async (drafted, changes, channel) => {
      const before = await preview({ ...changes, channel, settings: drafted });
      await save(drafted);
      expect(before.quote).toEqual(await quote({ ...changes, channel }));
      expect(await preview({ ...changes, channel })).toEqual(before);
    }),
    { numRuns: 25 },
  );
});
