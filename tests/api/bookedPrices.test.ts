import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, draft, startRentalApp, type RentalApp } from './rental.ts';

/** An order keeps the prices of its booking, every figure of them, wherever it is moved (D-PRICE-09, D-PRICE-13). */
let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('clerk');
  await addCars(app, 20);
});
afterAll(() => app.close());

const SONGKRAN = [{ holidayId: 1, dailyPrice: 2000 }];
const holidayPrices = (prices: readonly object[]) =>
  sql`update price set "holidayPrices" = ${JSON.stringify(prices)}::jsonb where "storeId" = 1`.execute(app.db);

/** What the store, the price row and the parameters ask before each test. */
beforeEach(async () => {
  await sql`update store set fee = 30000, "nightPickupFee" = 20000, "nightReturnFee" = 20000`.execute(app.db);
  await sql`update price set "dailyPrice" = 120000, deposit = 500000 where "subModelId" = 1`.execute(app.db);
  await sql`
    update parameter set "basicInsurancePerDay" = 10000, "handlingPerOrder" = 5000, "premiumServicePerDay" = 20000,
      "violationDeposit" = 300000
  `.execute(app.db);
  await sql`update "deliveryFee" set "deliveryFee" = 25000, "pickupFee" = 15000, status = 1 where kind = 1`.execute(
    app.db,
  );
  await sql`delete from "deliveryFee" where kind = 2`.execute(app.db);
  await sql`insert into "deliveryFee" ("storeId", kind, "cityId", "pickupFee", status) values (1, 2, 2, 150000, 1)`.execute(
    app.db,
  );
  await holidayPrices(SONGKRAN);
});

interface Quote {
  readonly total: number | null;
  readonly fees: readonly { readonly item: string; readonly amount: number }[];
  readonly errors: readonly { readonly code: string }[];
}
const times = (plannedPickupTime: string, plannedReturnTime: string) => ({ plannedPickupTime, plannedReturnTime });
const AFTER = times('2027-04-20 10:00:00', '2027-04-25 10:00:00');
const OVER_SONGKRAN = times('2027-04-12 10:00:00', '2027-04-17 10:00:00');

const quote = async (body: object): Promise<Quote> => accepted(await clerk.post<Quote>('/order/quote', body)).data;
const lines = (fees: Quote['fees']) => Object.fromEntries(fees.map(({ item, amount }) => [item, amount]));
/** The live bill of an order, by item. */
async function bill(id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ item: string; amount: number }>`
    select item, (amount / 100.0)::float8 as amount from "orderFee" where "orderId" = ${id} and voided = 0
  `.execute(app.db);
  return lines(rows);
}
const editTime = (id: number, to: object) => clerk.post('/order/edittime', { id, ...to });

describe('an order that is moved earlier', () => {
  it.each([
    ['edit time', (id: number) => editTime(id, OVER_SONGKRAN)],
    ['modify', (id: number) => clerk.post('/order/save', { id, ...OVER_SONGKRAN })],
  ])('over a holiday by %s costs what example 10 says, as a fresh quote does', async (_name, move) => {
    const id = await book(clerk, AFTER);
    expect((await bill(id))['rental']).toBe(6000);
    expect((await quote({ id, ...OVER_SONGKRAN })).total).toBe(8950);
    accepted(await move(id));
    expect((await bill(id))['rental']).toBe(8400);
    expect((await quote(draft(OVER_SONGKRAN))).total).toBe(8950);
    accepted(await editTime(id, AFTER));
    expect((await bill(id))['rental']).toBe(6000);
    await expectSoundMoney(app.db);
  });

  it('costs what the holiday cost at the booking, not what it costs since', async () => {
    const id = await book(clerk, AFTER);
    await holidayPrices([{ holidayId: 1, dailyPrice: 9000 }]);
    accepted(await editTime(id, OVER_SONGKRAN));
    expect((await bill(id))['rental']).toBe(8400);
    await holidayPrices([]);
    const later = await book(clerk, AFTER);
    await holidayPrices(SONGKRAN);
    accepted(await editTime(later, OVER_SONGKRAN));
    expect((await bill(later))['rental']).toBe(6000);
  });
});

const HOTEL = { pickupType: 2, pickupAddress: 'Hotel', pickupLatitude: 7.5, pickupLongitude: 98.5 };
const FETCHED = { returnType: 2, returnAddress: 'Hotel', returnLatitude: 7.5, returnLongitude: 98.5 };
const THREE_DAYS = times('2027-03-01 10:00:00', '2027-03-04 10:00:00');
const FOUR_DAYS = times('2027-03-01 10:00:00', '2027-03-05 10:00:00');

describe('door service', () => {
  const point = async (): Promise<number> =>
    (await sql<{ id: number }>`select id from "deliveryFee" where kind = 1`.execute(app.db)).rows[0]!.id;

  it.each([555, 0])('booked at a store fee of 300 stays at it when the fee becomes %d', async (fee) => {
    const id = await book(clerk, { ...HOTEL, ...FETCHED });
    await sql`update store set fee = ${fee * 100} where id = 1`.execute(app.db);
    accepted(await editTime(id, FOUR_DAYS));
    expect(await bill(id)).toMatchObject({ rental: 4800, delivery: 300, pickup: 300 });
    accepted(await clerk.post('/order/save', { id, renterName: '李四', pickupAddress: 'The other wing' }));
    expect(await bill(id)).toMatchObject({ rental: 4800, delivery: 300, pickup: 300 });
  });

  it('at a listed point stays at its fees, also when the point is no longer listed', async () => {
    const pointId = await point();
    const id = await book(clerk, { pickupType: 2, pickupPointId: pointId, returnType: 2, returnPointId: pointId });
    expect(await bill(id)).toMatchObject({ delivery: 250, pickup: 150 });
    await sql`update "deliveryFee" set "deliveryFee" = 99900, "pickupFee" = 0, status = 0 where kind = 1`.execute(
      app.db,
    );
    accepted(await editTime(id, FOUR_DAYS));
    expect(await bill(id)).toMatchObject({ rental: 4800, delivery: 250, pickup: 150 });
    const { errors } = await quote(draft({ pickupType: 2, pickupPointId: pointId }));
    expect(errors.map(({ code }) => code)).toEqual(['quote.error.outsideArea']);
  });

  it('goes on where the service area has been drawn anew without the address, but to no other address there', async () => {
    const id = await book(clerk, HOTEL);
    const { rows } = await sql<{ area: string }>`select "serviceArea"::text as area from store where id = 1`.execute(
      app.db,
    );
    await sql`update store set "serviceArea" = replace("serviceArea"::text, '98', '97.9')::jsonb`.execute(app.db);
    await sql`update store set "serviceArea" = replace("serviceArea"::text, '99', '98')::jsonb`.execute(app.db);
    try {
      accepted(await editTime(id, FOUR_DAYS));
      expect(await bill(id)).toMatchObject({ rental: 4800, delivery: 300 });
      const elsewhere = await clerk.post('/order/save', { id, pickupLatitude: 7.6 });
      expect(elsewhere.message).toContain('outside the service area');
    } finally {
      await sql`update store set "serviceArea" = ${rows[0]!.area}::jsonb`.execute(app.db);
    }
  });

  it('at a point that the store has added since costs what it costs today, and keeps that from then on', async () => {
    const id = await book(clerk);
    const { rows } = await sql<{ id: number }>`
      insert into "deliveryFee" ("storeId", kind, name, address, "deliveryFee", "pickupFee", status) values (1, 1, 'Pier', 'Pier', 40000, 0, 1) returning id
    `.execute(app.db);
    accepted(await clerk.post('/order/save', { id, pickupType: 2, pickupPointId: rows[0]!.id }));
    await sql`update "deliveryFee" set "deliveryFee" = 70000 where id = ${rows[0]!.id}`.execute(app.db);
    accepted(await editTime(id, FOUR_DAYS));
    expect(await bill(id)).toMatchObject({ delivery: 400 });
  });
});

it('no figure of the booking is read anew: night, insurance, handling, service, deposits, another city', async () => {
  const trip = {
    ...times('2027-03-01 21:30:00', '2027-03-04 21:30:00'),
    returnStoreId: 3,
    service: 'premium',
    depositType: 1,
  };
  const id = await book(clerk, trip);
  const before = await bill(id);
  expect(before).toMatchObject({ nightPickup: 200, nightReturn: 200, differentCity: 1500, violationDeposit: 3000 });
  await sql`update store set fee = 70000, "nightPickupFee" = 70000, "nightReturnFee" = 70000`.execute(app.db);
  await sql`update price set "dailyPrice" = 700000, deposit = 700000 where "subModelId" = 1`.execute(app.db);
  await sql`
    update parameter set "basicInsurancePerDay" = 70000, "handlingPerOrder" = 70000, "premiumServicePerDay" = 70000,
      "violationDeposit" = 70000
  `.execute(app.db);
  await sql`update "deliveryFee" set "pickupFee" = 70000 where kind = 2`.execute(app.db);
  accepted(await editTime(id, times('2027-03-01 21:30:00', '2027-03-05 21:30:00')));
  expect(await bill(id)).toEqual({ ...before, rental: 4800, basicInsurance: 400, premiumService: 800 });

  // Another return store brings its own fees; back at the first one they are those of the booking again.
  accepted(await clerk.post('/order/save', { id, returnStoreId: 1 }));
  expect(await bill(id)).toMatchObject({ nightReturn: 200 });
  expect(await bill(id)).not.toHaveProperty('differentCity');
  await expectSoundMoney(app.db);
});

it('a city that the store has a fee for since can be brought back to', async () => {
  await sql`delete from "deliveryFee" where kind = 2`.execute(app.db);
  const id = await book(clerk);
  expect((await clerk.post('/order/save', { id, returnStoreId: 3 })).message).toContain('different-city');
  await sql`insert into "deliveryFee" ("storeId", kind, "cityId", "pickupFee", status) values (1, 2, 2, 180000, 1)`.execute(
    app.db,
  );
  accepted(await clerk.post('/order/save', { id, returnStoreId: 3 }));
  expect(await bill(id)).toMatchObject({ differentCity: 1800 });
});

describe('an order of before all of this was kept with it', () => {
  /** As it was stored: no door fees, and no holidays that were over before the pickup. */
  const asBefore = (id: number) =>
    sql`
      update "order" set "priceSnapshot" = jsonb_set("priceSnapshot" #- '{pickupStore,door}' #- '{returnStore,door}', '{holidays}', '[]') where id = ${id}
    `.execute(app.db);

  it('costs what the row has for the holidays that were known when it was made', async () => {
    const id = await book(clerk, AFTER);
    await asBefore(id);
    expect((await quote({ id, ...OVER_SONGKRAN })).total).toBe(8950);
    accepted(await editTime(id, OVER_SONGKRAN));
    expect((await bill(id))['rental']).toBe(8400);
    await holidayPrices([]);
    accepted(await editTime(id, times('2027-04-12 10:00:00', '2027-04-18 10:00:00')));
    expect((await bill(id))['rental']).toBe(9600);
  });

  it('costs nothing for a holiday that was entered after it', async () => {
    const id = await book(clerk, AFTER);
    await asBefore(id);
    const { rows } = await sql<{ id: number }>`
      insert into holiday (name, "startDate", "endDate", "minDays", "bookingOpen", "createTime")
      values ('New', '2027-05-01', '2027-05-02', 1, 1, '2027-02-23') returning id
    `.execute(app.db);
    await holidayPrices([...SONGKRAN, { holidayId: rows[0]!.id, dailyPrice: 9000 }]);
    accepted(await editTime(id, times('2027-05-01 10:00:00', '2027-05-03 10:00:00')));
    expect((await bill(id))['rental']).toBe(2400);
    await sql`delete from holiday where id = ${rows[0]!.id}`.execute(app.db);
  });

  it.each([555, 0])('keeps the door fee of its bill when the fee of the store becomes %d', async (fee) => {
    const id = await book(clerk, { ...HOTEL, ...FETCHED, ...THREE_DAYS });
    await asBefore(id);
    await sql`update store set fee = ${fee * 100} where id = 1`.execute(app.db);
    accepted(await editTime(id, FOUR_DAYS));
    expect(await bill(id)).toMatchObject({ rental: 4800, delivery: 300, pickup: 300 });
    accepted(await editTime(id, THREE_DAYS));
    expect(await bill(id)).toMatchObject({ rental: 3600, delivery: 300, pickup: 300 });
  });

  it('keeps the fees of its points, also of one that is no longer listed', async () => {
    const { rows } = await sql<{ id: number }>`select id from "deliveryFee" where kind = 1 order by id`.execute(app.db);
    const pointId = rows[0]!.id;
    const id = await book(clerk, { pickupType: 2, pickupPointId: pointId, returnType: 2, returnPointId: pointId });
    await asBefore(id);
    await sql`update "deliveryFee" set "deliveryFee" = 0, "pickupFee" = 99900, status = 0 where kind = 1`.execute(
      app.db,
    );
    accepted(await editTime(id, FOUR_DAYS));
    expect(await bill(id)).toMatchObject({ delivery: 250, pickup: 150 });
  });
});
