import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from 'forecourt/server';
import { startTestApp, type Answer, type Client, type TestApp, type TestAppOptions } from './app.ts';

/** Monday morning in Bangkok, well away from holidays. */
export const NOON = Date.parse('2027-02-22T12:00:00+07:00');

/** First records of every order test: two cities, three stores, two models, cars, prices, one far-away holiday. */
export const RENTAL = {
  phuket: 1,
  airport: 2,
  chiangMai: 3,
  yaris: 1,
  camry: 2,
  /** Cars 1–5 are Yaris at Phuket, 6 a Camry there, 7 a Yaris at Chiang Mai. */
  cars: [1, 2, 3, 4, 5] as const,
  camryCar: 6,
  chiangMaiCar: 7,
} as const;

const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [98, 7],
      [99, 7],
      [99, 8],
      [98, 8],
      [98, 7],
    ],
  ],
};

async function fillRental(db: Database): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  await sql`
    insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values
      ('Phuket', 'Phuket', 'Thailand', 'HKT', 7.9, 98.4, 'Asia/Bangkok', 1), ('Chiang Mai', 'Chiang Mai', 'Thailand', 'CNX', 18.8, 99, 'Asia/Bangkok', 1)
  `.execute(db);
  for (const [name, city] of [
    ['Phuket Town', 1],
    ['Phuket Airport', 1],
    ['Chiang Mai', 2],
  ] as const) {
    await sql`
      insert into store ("storeName", "operatorName", address, size, status, "is24h", "businessHours", "nightHours", "nightPickupFee", "nightReturnFee",
        "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId")
      values (${name}, 'Somchai', '1 Main Road', 100, 1, 0, ${json({ start: '08:00', end: '20:00' })}, ${json({ start: '20:00', end: '08:00' })}, 20000, 20000,
        ${json({ value: 0, unit: 'hour' })}, ${json({ value: 365, unit: 'day' })}, ${json({ start: '00:00', end: '24:00' })}, ${json({ value: 1, unit: 'hour' })},
        30000, ${json(AREA)}, ${city})
    `.execute(db);
  }
  await sql`insert into "deliveryFee" ("storeId", kind, "cityId", "pickupFee", status) values (1, 2, 2, 150000, 1)`.execute(
    db,
  );
  await sql`insert into "deliveryFee" ("storeId", kind, name, address, "deliveryFee", "pickupFee", status) values (1, 1, 'Patong Beach', 'Beach Road', 0, 0, 1)`.execute(
    db,
  );
  await sql`insert into brand (name) values ('Toyota')`.execute(db);
  await sql`insert into model ("brandId", name) values (1, 'Yaris'), (1, 'Camry')`.execute(db);
  await sql`insert into "subModel" ("brandId", "modelId", name, displacement) values (1, 1, '1.2 Sport', '1.2'), (1, 2, '2.5', '2.5')`.execute(
    db,
  );
  const car = (index: number, subModel: number, store: number, city: number) =>
    sql`
    insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "inspectionExpiry", "compulsoryInsurance", "auditStatus", status)
    values (1, ${subModel}, ${subModel}, ${`KK-${index}`}, ${`FRAME${index}`}, ${`ENGINE${index}`}, ${store}, ${city}, 10000, '2028-12-31', ${json({ endDate: '2028-12-31' })}, 1, 1)
  `.execute(db);
  for (const index of [1, 2, 3, 4, 5]) await car(index, 1, 1, 1);
  await car(6, 2, 1, 1);
  await car(7, 1, 3, 2);
  await insure(db);
  for (const store of [1, 2, 3]) {
    await sql`
      insert into price ("storeId", "subModelId", "dailyPrice", "monthlyPrice", deposit, status, "holidayPrices") values
        (${store}, 1, 120000, 2400000, 500000, 1, ${json([])}), (${store}, 2, 250000, null, 800000, 1, ${json([])})
    `.execute(db);
  }
  await sql`insert into "flashRent" ("storeId", "subModelId", enabled, quota, "leadHours") values (1, 1, 1, 50, 0)`.execute(
    db,
  );
  await sql`insert into holiday (name, "startDate", "endDate", "minDays", "bookingOpen") values ('Songkran', '2027-04-13', '2027-04-15', 3, 1)`.execute(
    db,
  );
}

/** Policies of cars that were made without the product, as their forms have them. */
export const insure = (db: Database): Promise<unknown> =>
  sql`
    insert into insurance ("carId", type, "policyNo", "startDate", "endDate")
    select id, 1, "compulsoryInsurance" ->> 'policyNo', nullif("compulsoryInsurance" ->> 'startDate', '')::date, ("compulsoryInsurance" ->> 'endDate')::date
    from vehicle where nullif("compulsoryInsurance" ->> 'endDate', '') is not null and not exists (select 1 from insurance where "carId" = vehicle.id)
  `.execute(db);

export interface RentalApp extends TestApp {
  /** Sets the server's clock, wall clock of Bangkok. */
  at(wallClock: string): void;
  /** The instant of that clock, epoch milliseconds. */
  now(): number;
}

/** The product with a small fleet; the clock stands still until a test moves it, or is the test's own. */
export async function startRentalApp(options: Omit<TestAppOptions, 'fill'> = {}): Promise<RentalApp> {
  let now = NOON;
  const app = await startTestApp({ clock: () => now, ...options, fill: { name: 'rental', run: fillRental } });
  // Sessions end by the clock of the database, which does not move with the test's.
  const kept = async (client: Client): Promise<Client> => {
    await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(app.db);
    return client;
  };
  return {
    ...app,
    now: () => now,
    as: async (role) => kept(await app.as(role)),
    signIn: async (...credentials) => kept(await app.signIn(...credentials)),
    at: (wallClock) => (now = Date.parse(`${wallClock.replace(' ', 'T')}+07:00`)),
  };
}

let renters = 0;

/** A complete order form: worked example 1 of docs/rules/prices.md. */
export function draft(changes: Record<string, unknown> = {}): Record<string, unknown> {
  renters += 1;
  return {
    renterName: '张三丰',
    renterCountryCode: '+86',
    renterPhone: `138${String(10_000_000 + renters)}`,
    renterIdType: 1,
    renterIdNo: `1101011990${String(10_000_000 + renters)}`,
    pickupStoreId: RENTAL.phuket,
    returnStoreId: RENTAL.phuket,
    subModelId: RENTAL.yaris,
    plannedPickupTime: '2027-03-01 10:00:00',
    plannedReturnTime: '2027-03-04 10:00:00',
    pickupType: 0,
    returnType: 0,
    depositType: 3,
    ...changes,
  };
}

/** Saves an order and answers its id; fails the test with the refusal when it is refused. */
export async function book(client: Client, changes: Record<string, unknown> = {}): Promise<number> {
  const answer = await client.post<{ id: number }>('/order/save', draft(changes));
  return accepted(answer).data.id;
}

/** The answer, when it is a success; else an error with what was refused. */
export function accepted<T>(answer: Answer<T>): Answer<T> {
  if (answer.statusCode !== 200)
    throw new Error(`refused: ${answer.http} ${answer.statusCode} ${answer.message} ${JSON.stringify(answer.errors)}`);
  return answer;
}

/** Further Yaris at Phuket, listed and fit to drive; answers their ids. */
export async function addCars(app: RentalApp, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "inspectionExpiry", "compulsoryInsurance", "auditStatus", status)
    select "brandId", "modelId", "subModelId", 'ZZ-' || n || '-' || random(), 'Z' || n || random(), 'Z' || n || random(), "storeId", "cityId", 10000, "inspectionExpiry", "compulsoryInsurance", 1, 1
    from vehicle, generate_series(1, ${count}) n where vehicle.id = 1 returning id
  `.execute(app.db);
  await insure(app.db);
  return rows.map((row) => row.id);
}

/** Example 1 with its car, paid and brought into a state, all over HTTP; the clock ends at pickup or return. Answers the order's id. */
export async function orderIn(
  app: RentalApp,
  client: Client,
  status: 1 | 2 | 3 | -1,
  carId: number,
  changes: Record<string, unknown> = {},
): Promise<number> {
  app.at('2027-02-28 12:00');
  const id = await book(client, { carId, ...changes });
  if (status === -1) {
    accepted(await client.post('/order/cancel', { id, reason: 'changed plans' }));
    return id;
  }
  const { data } = accepted(await client.get<{ due: number; depositDue: number }>(`/order/info/${id}`));
  accepted(await client.post('/order/payment/save', { orderId: id, amount: data.due + data.depositDue, method: 5 }));
  if (status === 1) return id;
  app.at('2027-03-01 10:00');
  accepted(await client.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 }));
  if (status === 2) return id;
  app.at('2027-03-04 10:00');
  accepted(await client.post('/order/return', { id, carId, time: '2027-03-04 10:00:00', mileage: 10_500, oil: 8 }));
  return id;
}

/** What a refused call says, whole and at its fields. */
export function errorOf(answer: Answer): string {
  expect(answer).toMatchObject({ http: 200, statusCode: 400 });
  return `${answer.message} ${JSON.stringify(answer.errors)}`;
}
