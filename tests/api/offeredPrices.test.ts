import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Quote } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, insure, startRentalApp, type RentalApp } from './rental.ts';
import { onStatement } from './statementTrail.ts';

/** What a new order is offered says what this rental would cost, as its quote does. */
let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('ops');
  const festival = JSON.stringify([{ holidayId: 1, dailyPrice: 1990 }]);
  await sql`update price set "holidayPrices" = ${festival}::jsonb where "subModelId" = ${RENTAL.yaris}`.execute(app.db);
  // A third model, which nobody has a price for.
  await sql`insert into "subModel" ("brandId", "modelId", name, displacement) values (1, 2, '3.5', '3.5')`.execute(
    app.db,
  );
  const [unpriced] = await addCars(app, 1);
  await sql`update vehicle set "modelId" = 2, "subModelId" = 3 where id = ${unpriced}`.execute(app.db);
});
afterAll(() => app.close());

interface Trip {
  readonly pickup: string;
  readonly returned: string;
  readonly from?: number;
  readonly to?: number;
  readonly orderId?: number;
}
interface Offered {
  readonly subModelId: number;
  readonly total: number | null;
}

/** The total of each model that is offered. */
async function offers({ pickup, returned, from = RENTAL.phuket, to, orderId }: Trip) {
  const asked = {
    storeId: from,
    pickupTime: `${pickup}:00`,
    returnTime: `${returned}:00`,
    ...(to === undefined ? {} : { returnStoreId: to }),
    ...(orderId === undefined ? {} : { excludeOrderId: orderId }),
  };
  const cars = accepted(await clerk.get<Offered[]>('/order/availablecars', asked)).data;
  const totals = new Map<number, Set<number | null>>();
  for (const { subModelId, total } of cars)
    totals.set(subModelId, (totals.get(subModelId) ?? new Set<number | null>()).add(total));
  return new Map([...totals].map(([id, found]) => [id, [...found]]));
}
const quoted = async ({ pickup, returned, from = RENTAL.phuket, to = from, orderId }: Trip, subModelId: number) =>
  accepted(
    await clerk.post<Quote>('/order/quote', {
      ...(orderId === undefined ? {} : { id: orderId }),
      ...{ pickupStoreId: from, returnStoreId: to, subModelId },
      ...{ plannedPickupTime: `${pickup}:00`, plannedReturnTime: `${returned}:00` },
    }),
  ).data;

it.each<[string, Trip]>([
  ['two days', { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00' }],
  ['a day and some hours', { pickup: '2027-03-10 10:00', returned: '2027-03-11 13:30' }],
  ['hours that count as a day', { pickup: '2027-03-10 10:00', returned: '2027-03-11 19:00' }],
  ['a night at both ends', { pickup: '2027-03-10 21:00', returned: '2027-03-12 06:00' }],
  ['over the festival, with an hour more', { pickup: '2027-04-12 09:00', returned: '2027-04-16 10:00' }],
  ['fewer days than the festival asks', { pickup: '2027-04-13 09:00', returned: '2027-04-14 09:00' }],
  ['more than a month', { pickup: '2027-03-10 10:00', returned: '2027-04-15 12:00' }],
  ['back in another city', { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00', to: RENTAL.chiangMai }],
  ['at a store of another city', { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00', from: RENTAL.chiangMai }],
])('%s: every model costs what its quote says', async (_name, trip) => {
  app.at('2027-03-01 12:00');
  const offered = await offers(trip);
  expect(offered.size).toBeGreaterThan(0);
  for (const [subModelId, totals] of offered) expect(totals).toEqual([(await quoted(trip, subModelId)).total]);
  if (trip.from === undefined) {
    // What cannot be priced is offered all the same.
    expect(offered.get(3)).toEqual([null]);
    expect(offered.get(RENTAL.yaris)![0]).toBeLessThan(offered.get(RENTAL.camry)![0]!);
  }
});

it('says no price where the rental cannot be, and of a price that is not quoted any more', async () => {
  app.at('2027-03-01 12:00');
  const back = { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00', from: RENTAL.chiangMai, to: RENTAL.phuket };
  expect((await quoted(back, RENTAL.yaris)).errors.map(({ code }) => code)).toContain('quote.error.differentCity');
  expect(await offers(back)).toEqual(new Map([[RENTAL.yaris, [null]]]));

  const trip = { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00' };
  const enable = (status: number) =>
    sql`update price set status = ${status} where "storeId" = ${RENTAL.phuket} and "subModelId" = ${RENTAL.camry}`.execute(app.db); // prettier-ignore
  await enable(0);
  expect((await offers(trip)).get(RENTAL.camry)).toEqual([null]);
  await enable(1);
});

it('an order that is changed keeps the booked prices of its own model, and others cost what they do today', async () => {
  app.at('2027-02-28 12:00');
  const orderId = await book(clerk, { depositType: 1 });
  const dearer = (by: number) =>
    sql`update price set "dailyPrice" = "dailyPrice" + ${by} where "storeId" = ${RENTAL.phuket}`.execute(app.db);
  await dearer(50_000);
  const trip = { pickup: '2027-03-01 10:00', returned: '2027-03-06 10:00' };
  const [changed, anew] = [await offers({ ...trip, orderId }), await offers(trip)];
  for (const subModelId of [RENTAL.yaris, RENTAL.camry])
    expect(changed.get(subModelId)).toEqual([(await quoted({ ...trip, orderId }, subModelId)).total]);
  expect(changed.get(RENTAL.camry)).toEqual(anew.get(RENTAL.camry));
  expect(changed.get(RENTAL.yaris)![0]).toBe(anew.get(RENTAL.yaris)![0]! - 5 * 500);
  await dearer(-50_000);
});

it('asks the database no more often for thirty models than for three', async () => {
  app.at('2027-03-01 12:00');
  const trip = { pickup: '2027-03-10 10:00', returned: '2027-03-12 10:00' };
  const counted = async () => {
    await offers(trip);
    const statements: string[] = [];
    onStatement(({ text }) => void statements.push(text));
    const { size } = await offers(trip);
    vi.restoreAllMocks();
    return { size, statements: statements.length };
  };
  const few = await counted();
  await sql`
    with made as (
      insert into "subModel" ("brandId", "modelId", name, displacement) select 1, 1, 'S' || n, '1.' || n from generate_series(1, 27) n returning id
    ), priced as (
      insert into price ("storeId", "subModelId", "dailyPrice", deposit, status, "holidayPrices") select ${RENTAL.phuket}, id, 100000 + id, 0, 1, '[]'::jsonb from made
    )
    insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "inspectionExpiry", "compulsoryInsurance", "auditStatus", status)
    select "brandId", "modelId", made.id, 'M-' || made.id, 'MF' || made.id, 'ME' || made.id, "storeId", "cityId", 10000, "inspectionExpiry", "compulsoryInsurance", 1, 1
    from vehicle, made where vehicle.id = 1
  `.execute(app.db);
  await insure(app.db);
  expect(await counted()).toEqual({ size: few.size + 27, statements: few.statements });
  for (const [subModelId, totals] of await offers(trip))
    expect(totals).toEqual([(await quoted(trip, subModelId)).total]);
});

it('asks what a quote asks by statements that the database keeps', async () => {
  const trip = { pickup: '2027-03-01 10:00', returned: '2027-03-05 10:00', to: 2 };
  for (let times = 0; times < 2; times++) await quoted(trip, RENTAL.yaris);
  const planned: string[] = [];
  onStatement(({ text, name }) => {
    if (text.includes('"order"') && name === undefined) planned.push(text);
  });
  await quoted(trip, RENTAL.yaris);
  vi.restoreAllMocks();
  expect(planned).toEqual([]);
});
