import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, draft, startRentalApp, type RentalApp } from './rental.ts';
import { onStatement } from './statementTrail.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  await addCars(app, 40);
  app.at('2027-02-22 12:00');
});
afterAll(() => app.close());

const book = async (more?: Record<string, unknown>) =>
  accepted(await ops.post<{ id: number; orderNo: string }>('/order/save', draft(more))).data;
const countOf = (orderNo: string): number => Number(orderNo.slice(-5));

/** Rows of everything that a booking writes. */
const everything = async (): Promise<readonly number[]> => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from "order") as a, (select count(*)::int from "orderFee") as b, (select count(*)::int from member) as c,
      (select count(*)::int from outbox) as d, (select count(*)::int from "recordChange") as e
  `.execute(app.db);
  return Object.values(rows[0]!);
};

it('sixteen bookings at once get sixteen numbers in a row', async () => {
  const before = countOf((await book()).orderNo);
  const numbers = (await Promise.all(Array.from({ length: 16 }, () => book()))).map(({ orderNo }) => orderNo);
  expect(numbers.every((each) => /^R270222\d{5}$/.test(each))).toBe(true);
  expect(numbers.map(countOf).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, at) => before + 1 + at),
  );
});

it('what the rules refuse uses no number', async () => {
  const before = countOf((await book()).orderNo);
  const refused = await ops.post('/order/save', draft({ plannedReturnTime: '2027-02-28 10:00:00' }));
  expect(refused.statusCode).toBe(400);
  expect(countOf((await book()).orderNo)).toBe(before + 1);
});

it('a booking that fails while it is written leaves a gap in the numbers and nothing else', async () => {
  const last = countOf((await book()).orderNo);
  const before = await everything();
  await sql`alter table outbox add constraint "noMessages" check (topic <> 'order-created') not valid`.execute(app.db);
  const failed = await ops.post('/order/save', draft());
  await sql`alter table outbox drop constraint "noMessages"`.execute(app.db);
  expect(failed.statusCode).not.toBe(200);
  expect(await everything()).toEqual(before);
  expect(countOf((await book()).orderNo)).toBe(last + 2);
});

it('no booking waits for the end of another one of the day', async () => {
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let isFirst = true;
  onStatement(({ text }) => {
    if (text !== 'commit' || !isFirst) return undefined;
    isFirst = false;
    return held;
  });
  try {
    const first = book({ subModelId: 1 });
    await vi.waitFor(() => expect(isFirst).toBe(false));
    // Of another model: of the same one they must wait for each other.
    const second = await book({ subModelId: 2 });
    goOn();
    expect(countOf(second.orderNo)).toBe(countOf((await first).orderNo) + 1);
  } finally {
    goOn();
    vi.restoreAllMocks();
  }
});

it('sixteen bookings at once of one new renter make one member', async () => {
  // The same renter books the same trip: somebody said that it is meant (D-ORD-33).
  const renter = { renterPhone: '13911112222', renterIdNo: 'ONE', confirmed: 1 };
  const booked = await Promise.all(Array.from({ length: 16 }, () => book(renter)));
  const { rows } = await sql<{ members: number; rows: number }>`
    select count(distinct "memberId")::int as members, (select count(*)::int from member where "idNo" = 'ONE') as rows
    from "order" where id in (${sql.join(booked.map(({ id }) => id))})
  `.execute(app.db);
  expect(rows).toEqual([{ members: 1, rows: 1 }]);
});
