import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DOCUMENTED } from '../../src/rental/rules/testing/parameters.ts';
import type { Client } from './app.ts';
import { accepted, addCars, book, draft, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app?.close());

const set = async (values: Partial<typeof DOCUMENTED>): Promise<unknown> =>
  accepted(await ops.post('/carprice/saveparams', values));
beforeEach(() => set(DOCUMENTED));

interface Quote {
  readonly availableCount: number;
  readonly fees: readonly { readonly item: string; readonly amount: number }[];
}
const quote = async (changes: Record<string, unknown> = {}): Promise<Quote> =>
  accepted(await ops.post<Quote>('/order/quote', draft(changes))).data;
const fee = async (item: string, changes: Record<string, unknown> = {}): Promise<number | undefined> =>
  (await quote(changes)).fees.find((line) => line.item === item)?.amount;

test('a new database has the documented charge parameters', async () => {
  const fresh = await startRentalApp();
  try {
    const answer = await (await fresh.as('ops')).get('/carprice/params');
    expect(accepted(answer).data).toMatchObject(DOCUMENTED);
  } finally {
    await fresh.close();
  }
});

/** Three days at 1,200 with 2,400 … 24,000 a month; each line: what is set, what is booked, the item and its amount before and after. */
test.each([
  [{ basicInsurancePerDay: 150 }, {}, 'basicInsurance', 300, 450],
  [{ handlingPerOrder: 70 }, {}, 'handling', 50, 70],
  [{ premiumServicePerDay: 210 }, { service: 'premium' }, 'premiumService', 600, 630],
  [{ vipServicePerDay: 310 }, { service: 'vip' }, 'vipService', 900, 930],
  [{ violationDeposit: 2000 }, { depositType: 1 }, 'violationDeposit', 3000, 2000],
  [{ overrunGraceMinutes: 60 }, { plannedReturnTime: '2027-03-04 10:40:00' }, 'hourly', 200, undefined],
  [{ overrunFullDayHours: 4 }, { plannedReturnTime: '2027-03-04 13:20:00' }, 'rental', 3600, 4800],
  [{ daysPerMonth: 28 }, { plannedReturnTime: '2027-03-30 10:00:00' }, 'rental', 24_000, 25_200],
] as const)('a new quote follows %j', async (values, form, item, before, after) => {
  expect(await fee(item, form)).toBe(before);
  await set(values);
  expect(await fee(item, form)).toBe(after);
});

test('the turnaround keeps a car from its next renter for as long as it is set', async () => {
  await book(ops, { carId: 1, plannedReturnTime: '2027-03-04 10:00:00' });
  const next = { plannedPickupTime: '2027-03-04 11:30:00', plannedReturnTime: '2027-03-06 10:00:00' };
  const withTurnaround = (await quote(next)).availableCount;
  await set({ turnaroundMinutes: 60 });
  expect((await quote(next)).availableCount).toBe(withTurnaround + 1);
});

test('hours and percent of a cancellation are the ones of the parameters where a store has none of its own', async () => {
  const id = await book(ops, {
    carId: 2,
    plannedPickupTime: '2027-08-02 10:00:00',
    plannedReturnTime: '2027-08-05 10:00:00',
  });
  const preview = async () => accepted(await ops.get(`/order/cancelpreview/${id}`)).data;
  app.at('2027-08-01 12:00');
  expect(await preview()).toMatchObject({ rule: 'weekday', percent: 30, penalty: 1080 });
  await set({ weekdayPenaltyPercent: 10 });
  expect(await preview()).toMatchObject({ percent: 10, penalty: 360 });
  await set({ weekdayFreeCancelHours: 20 });
  expect(await preview()).toMatchObject({ percent: 0, penalty: 0 });
});

test('the key of a printed sheet lasts as long as it is set', async () => {
  app.at('2027-02-22 12:00');
  const id = await book(ops, { carId: 3 });
  const expires = async () =>
    accepted(await ops.post<{ expires: string }>(`/order/printkey/${id}`, { sheet: 'rental' })).data.expires;
  expect(await expires()).toBe('2027-02-25 12:00:00');
  await set({ printKeyLifetimeHours: 1 });
  expect(await expires()).toBe('2027-02-22 13:00:00');
});

test('a store takes as many pauses to come as are set', async () => {
  const pauses = ['2027-05-01', '2027-06-01', '2027-07-01'].map((day) => ({
    startTime: `${day} 00:00:00`,
    endTime: `${day} 12:00:00`,
  }));
  const save = () => ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.phuket, pausePeriods: pauses });
  await set({ maxPausePeriods: 2 });
  expect((await save()).message).toContain('Maximum pause time limit reached');
  await set({ maxPausePeriods: 3 });
  accepted(await save());
});

test('parameters that somebody changed meanwhile are not overwritten', async () => {
  const { updateTime } = accepted(await ops.get<{ updateTime: string }>('/carprice/params')).data;
  accepted(await ops.post('/carprice/saveparams', { handlingPerOrder: 60, updateTime }));
  const second = await ops.post('/carprice/saveparams', { handlingPerOrder: 70, updateTime });
  expect(second.statusCode).toBe(409);
  expect(accepted(await ops.get('/carprice/params')).data).toMatchObject({ handlingPerOrder: 60 });
});

test('amounts on a sheet are told in yuan at the rate of their booking', async () => {
  const sheet = async (id: number) =>
    accepted(await ops.get<{ cnyRateThbPerCny: number }>(`/print/order/${id}`, { sheet: 'settlement' })).data
      .cnyRateThbPerCny;
  const before = await book(ops, {
    carId: 4,
    plannedPickupTime: '2027-09-01 10:00:00',
    plannedReturnTime: '2027-09-03 10:00:00',
  });
  await set({ cnyRateThbPerCny: 4 });
  const after = await book(ops, {
    carId: 4,
    plannedPickupTime: '2027-09-05 10:00:00',
    plannedReturnTime: '2027-09-07 10:00:00',
  });
  expect([await sheet(before), await sheet(after)]).toEqual([5, 4]);
});

test('a cancellation in a holiday follows the parameters of holidays', async () => {
  const id = await book(ops, {
    carId: 5,
    plannedPickupTime: '2027-04-13 10:00:00',
    plannedReturnTime: '2027-04-16 10:00:00',
  });
  const preview = async () => accepted(await ops.get(`/order/cancelpreview/${id}`)).data;
  app.at('2027-04-12 12:00');
  expect(await preview()).toMatchObject({ rule: 'holiday', percent: 50 });
  await set({ holidayPenaltyPercent: 20 });
  expect(await preview()).toMatchObject({ percent: 20 });
  await set({ holidayFreeCancelHours: 12 });
  expect(await preview()).toMatchObject({ percent: 0, penalty: 0 });
  app.at('2027-02-22 12:00');
});

test('deposits are released so many days after the return as are set', async () => {
  await set({ orderDepositUnfreezeDays: 2, violationDepositUnfreezeDays: 10 });
  const id = await orderIn(app, ops, 3, (await addCars(app, 1))[0]!, { depositType: 1 });
  const { data } = accepted(await ops.get(`/order/info/${id}`));
  expect(data).toMatchObject({
    deposits: { orderDeposit: { releaseDate: '2027-03-06' }, violationDeposit: { releaseDate: '2027-03-14' } },
  });
  app.at('2027-02-22 12:00');
});
