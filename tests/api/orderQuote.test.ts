import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, book, draft, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('clerk');
});
afterAll(() => app.close());

interface Quote {
  readonly total: number | null;
  readonly payable: number | null;
  readonly rentalDays: number | null;
  readonly rentalHours: number | null;
  readonly availableCount: number | null;
  readonly difference: number | null;
  readonly fees: readonly { readonly item: string; readonly amount: number }[];
  readonly errors: readonly { readonly code: string; readonly message: string; readonly field: string | null }[];
  readonly warnings: readonly { readonly code: string }[];
}
const quote = async (changes: Record<string, unknown> = {}): Promise<Quote> =>
  accepted(await clerk.post<Quote>('/order/quote', draft(changes))).data;
const codes = (problems: readonly { readonly code: string }[]): string[] => problems.map((each) => each.code);

it('prices a form as the worked example of the specification does', async () => {
  const { fees, ...answer } = await quote({ plannedReturnTime: '2027-03-04 13:20:00', depositType: 1 });
  expect(answer).toMatchObject({
    rentalDays: 3,
    rentalHours: 4,
    total: 4750,
    payable: 12_750,
    availableCount: 5,
    errors: [],
    warnings: [],
  });
  expect(fees.map((fee) => [fee.item, fee.amount])).toEqual([
    ['rental', 3600],
    ['hourly', 800],
    ['basicInsurance', 300],
    ['handling', 50],
    ['orderDeposit', 5000],
    ['violationDeposit', 3000],
  ]);
});

it('never refuses a half-filled form: it names what is missing', async () => {
  const empty = accepted(await clerk.post<Quote>('/order/quote', {})).data;
  expect(empty).toMatchObject({ total: null, fees: [] });
  expect(empty.errors.map((each) => each.field)).toEqual([
    'pickupStoreId',
    'returnStoreId',
    'subModelId',
    'plannedPickupTime',
    'plannedReturnTime',
  ]);
  const answer = await quote({ plannedReturnTime: '', renterPhone: '', renterName: null, carId: null });
  expect(answer.errors).toEqual([{ code: 'field.required', message: 'Required', field: 'plannedReturnTime' }]);
});

it('a return that is not after the pickup is an error of the return time', async () => {
  const answer = await quote({ plannedReturnTime: '2027-03-01 10:00:00' });
  expect(answer.errors).toEqual([
    {
      code: 'time.returnLessOrEqual',
      message: 'Return time cannot be less than or equal to pickup time. Choose a later return',
      field: 'plannedReturnTime',
    },
  ]);
});

it('stores, models and cities that cannot be served are errors', async () => {
  expect(codes((await quote({ pickupStoreId: 99 })).errors)).toEqual(['quote.error.storeClosed']);
  expect(
    codes((await quote({ subModelId: 2, pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai })).errors),
  ).toEqual(['quote.error.noCar']);
  expect(codes((await quote({ pickupStoreId: RENTAL.chiangMai })).errors)).toEqual(['quote.error.differentCity']);
  const otherCity = await quote({ returnStoreId: RENTAL.chiangMai });
  expect(otherCity.fees).toContainEqual({ item: 'differentCity', amount: 1500, source: 'booking' });
});

it('door service is priced by its address and refused outside the area', async () => {
  const at = { pickupAddress: 'Hotel', pickupLatitude: 7.5, pickupLongitude: 98.5 };
  expect((await quote({ pickupType: 2, ...at })).fees).toContainEqual({
    item: 'delivery',
    amount: 300,
    source: 'booking',
  });
  expect(codes((await quote({ pickupType: 1, ...at })).errors)).toEqual(['quote.error.doorNotFree']);
  expect(codes((await quote({ pickupType: 2, ...at, pickupLatitude: 1 })).errors)).toEqual(['quote.error.outsideArea']);
  expect(codes((await quote({ pickupType: 2 })).errors)).toEqual(['quote.error.addressRequired']);
  expect((await quote({ pickupType: 1, pickupPointId: 2 })).errors).toEqual([]);
});

it('night hours cost, times outside every hour only warn the clerk', async () => {
  const night = await quote({ plannedPickupTime: '2027-03-01 21:30:00', plannedReturnTime: '2027-03-05 21:30:00' });
  expect(night.fees.filter((fee) => fee.item.startsWith('night')).map((fee) => fee.amount)).toEqual([200, 200]);
});

it('a day of a holiday costs what the price row says of it, as example 10 does, and as the others where it says nothing', async () => {
  const songkran = { plannedPickupTime: '2027-04-12 10:00:00', plannedReturnTime: '2027-04-17 10:00:00' };
  expect((await quote(songkran)).total).toBe(6550);
  await sql`update price set "holidayPrices" = '[{"holidayId": 1, "dailyPrice": 2000}]' where "storeId" = 1 and "subModelId" = 1`.execute(
    app.db,
  );
  expect(await quote(songkran)).toMatchObject({ rentalDays: 5, total: 8950 });
  expect((await quote()).total).toBe(3950);
});

it('an amount of more than two decimals, an unknown code and an unknown field are refused at their names', async () => {
  const refused = await clerk.post(
    '/order/quote',
    draft({ discount: { kind: 'amount', value: 1.234 }, service: 'gold', depositType: 9, surprise: 1 }),
  );
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.errors).toSorted()).toEqual(['depositType', 'discount.value', 'service', 'surprise']);
  expect((await clerk.post('/order/quote', draft({ plannedPickupTime: '2027-02-30 10:00:00' }))).errors).toEqual({
    plannedPickupTime: 'Not a valid date',
  });
});

it('the quote of a change tells the difference and does not collide with the order itself', async () => {
  const id = await book(clerk, { carId: 1 });
  const answer = accepted(
    await clerk.post<Quote>('/order/quote', { id, plannedReturnTime: '2027-03-05 10:00:00' }),
  ).data;
  expect(answer).toMatchObject({ difference: 1300, total: 5250, errors: [] });
  expect(codes((await quote({ carId: 1 })).errors)).toEqual(['availability.order']);
});

it('without the key nobody is told a price', async () => {
  expect((await (await app.as('fleet')).post('/order/quote', draft())).http).toBe(403);
  expect((await app.nobody.post('/order/quote', draft())).http).toBe(401);
});
