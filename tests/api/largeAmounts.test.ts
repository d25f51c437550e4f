import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_BAHT } from '../../src/rental/rules/index.ts';
import type { Client } from './app.ts';
import { accepted, addCars, book, draft, startRentalApp, type RentalApp } from './rental.ts';

/** The largest amounts that anybody may type are counted exactly over any length; larger ones are refused at their field. */
let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  await addCars(app, 20);
});
afterAll(() => app.close());

const YEARS = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2099-12-31 13:00:00' };

describe('an amount beyond every price', () => {
  it.each([
    ['/carprice/save', { id: 1, dailyPrice: 1_000_000_000 }, 'dailyPrice'],
    ['/carprice/save', { id: 1, monthlyPrice: MOST_BAHT + 0.01 }, 'monthlyPrice'],
    ['/carprice/save', { id: 1, deposit: 1e15 }, 'deposit'],
    ['/carprice/save', { id: 1, holidayPrices: [{ holidayId: 1, dailyPrice: 1e9 }] }, 'holidayPrices'],
    ['/basics/store/save', { id: 1, fee: 1e300 }, 'fee'],
    ['/basics/store/save', { id: 1, nightPickupFee: 1e9 }, 'nightPickupFee'],
    ['/carprice/saveparams', { basicInsurancePerDay: 1e9 }, 'basicInsurancePerDay'],
    ['/carprice/saveparams', { cnyRateThbPerCny: 0.00001 }, 'cnyRateThbPerCny'],
    ['/coupon/save', { type: 1, amount: 1e9, discountAmount: 5 }, 'amount'],
    ['/order/cancel', { id: 1, reason: 'x', penalty: 1e18 }, 'penalty'],
  ])('%s refuses %j with "Parameter error"', async (path, body, field) => {
    const answer = await ops.post(path, body);
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(answer.message).toContain('Parameter error');
    expect(Object.keys(answer.errors).join()).toContain(field);
  });
});

it('seventy years at the largest prices are quoted, booked, renewed and printed, exactly', async () => {
  await sql`
    update price set "dailyPrice" = ${MOST_BAHT * 100}, "monthlyPrice" = null, "holidayPrices" = ${JSON.stringify([{ holidayId: 1, dailyPrice: MOST_BAHT }])}::jsonb
    where "storeId" = 1 and "subModelId" = 1
  `.execute(app.db);
  accepted(await ops.post('/carprice/saveparams', { cnyRateThbPerCny: 0.1, basicInsurancePerDay: MOST_BAHT }));
  try {
    const { ids } = accepted(
      await ops.post<{ ids: number[] }>('/coupon/save', { type: 2, rentalPeriod: 1, discountDays: 365 }),
    ).data;
    const { code } = (await sql<{ code: string }>`select code from coupon where id = ${ids[0]!}`.execute(app.db))
      .rows[0]!;
    const body = draft({ ...YEARS, discount: { kind: 'percent', value: 33.33 }, couponCode: code });
    const quote = accepted(await ops.post<{ fees: { item: string; amount: number }[] }>('/order/quote', body)).data;
    const days = 26_603;
    const rental = days * MOST_BAHT;
    expect(Object.fromEntries(quote.fees.map(({ item, amount }) => [item, amount]))).toMatchObject({
      rental,
      hourly: MOST_BAHT / 2,
      discount: (rental / 10_000) * 3333,
      coupon: 365 * MOST_BAHT,
    });
    const { id } = accepted(await ops.post<{ id: number }>('/order/save', body)).data;
    accepted(await ops.get(`/print/order/${id}`));
    expect((await ops.inject({ method: 'GET', url: `/api/coupon/image/${ids[0]!}` })).http).toBe(200);
    accepted(await ops.get(`/order/cancelpreview/${id}`));
  } finally {
    await sql`update price set "dailyPrice" = 120000, "monthlyPrice" = 2400000, "holidayPrices" = '[]'`.execute(app.db);
    accepted(await ops.post('/carprice/saveparams', { cnyRateThbPerCny: 5, basicInsurancePerDay: 100 }));
  }
});

it('no times and no amounts of a change end in a failure of the server', { timeout: 60_000 }, async () => {
  const id = await book(ops, {});
  const two = (value: number) => String(value).padStart(2, '0');
  const time = fc
    .record({
      year: fc.constantFrom(2000, 2027, 2099),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.nat(23),
    })
    .map(({ year, month, day, hour }) => `${year}-${two(month)}-${two(day)} ${two(hour)}:00:00`);
  const amount = fc.constantFrom(0, 0.01, MOST_BAHT, MOST_BAHT + 1, 1e300, -1);
  const call = fc.oneof(
    fc
      .record({ id: fc.constant(id), plannedPickupTime: time, plannedReturnTime: time, channelTotal: amount })
      .map((body) => ['/order/quote', body] as const),
    fc
      .record({ id: fc.constant(id), plannedPickupTime: time, plannedReturnTime: time })
      .map((body) => ['/order/edittime', body] as const),
    fc.record({ orderId: fc.constant(id), time, fee: amount }).map((body) => ['/order/renew', body] as const),
    fc.record({ orderId: fc.constant(id), time }).map((body) => ['/order/renewquote', body] as const),
    fc
      .record({ orderId: fc.constant(id), type: fc.constantFrom(1, 2), amount, remark: fc.constant('x') })
      .map((body) => ['/order/additionalfee', body] as const),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([path, body]) => {
      expect((await ops.post(path, body)).http).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});
