import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Query } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted } from './rental.ts';
import { onStatement } from './statementTrail.ts';

const office = openMoneyDesk();

interface Day {
  readonly day: string;
  readonly counts: readonly number[];
}
const DAYS = '/resources/order/days';
const MARCH = { firstDay: '2027-03-01', lastDay: '2027-04-11' };
const days = async (query: Query) => accepted(await office.clerk.get<Day[]>(DAYS, query)).data;

it('a month is counted by one statement, each day as the list has it under the same filters', async () => {
  const ids = [await office.order(1), await office.order(1), await office.order(2), await office.order(-1)];
  const { db } = office.app;
  await sql`update "order" set "plannedPickupTime" = '2027-03-05 03:00Z', "plannedReturnTime" = '2027-03-08 03:00Z' where id = any(${ids})`.execute(
    db,
  );
  await sql`update "order" set "plannedReturnTime" = '2027-03-09 03:00Z' where id = ${ids[0]!}`.execute(db);
  await days(MARCH);
  const reading: string[] = [];
  onStatement(({ text }) => void (/"order"/.test(text) && reading.push(text)));
  const counted = await days(MARCH);
  vi.restoreAllMocks();
  expect(reading).toHaveLength(1);
  expect(counted).toHaveLength(42);
  const on = (day: string) => counted.find((one) => one.day === day)!.counts;
  const listed = async (query: Query) =>
    accepted(await office.clerk.get<{ total: number }>('/order/list', query)).data.total;
  const status = '1,2,3';
  for (const day of ['2027-03-05', '2027-03-08', '2027-03-09'])
    expect([day, ...on(day)]).toEqual([
      day,
      await listed({ status, pickupTimeStart: day, pickupTimeEnd: day }),
      await listed({ status, returnTimeStart: day, returnTimeEnd: day }),
      await listed({ tab: 'overdueReturn', returnTimeStart: day, returnTimeEnd: day }),
    ]);
  expect(on('2027-03-05')[0]).toBe(3);
  expect(on('2027-03-08').slice(0, 2)).toEqual([0, 2]);
  expect(on('2027-03-09')[1]).toBe(1);
});

it('follows the filters of the list, and leaves out what they set otherwise', async () => {
  const [first] = await days({ ...MARCH, status: '-1' });
  // Those that count orders of other states say nothing here.
  expect(first!.counts).toHaveLength(1);
  expect((await days({ ...MARCH, keyword: 'nobody at all' })).every(({ counts }) => counts.every((n) => n === 0))).toBe(
    true,
  );
});

it('refuses no days, too many, and what the list refuses; it is for who may open the list', async () => {
  const errors = async (query: Query) => (await office.clerk.get(DAYS, query)).errors;
  expect(await errors({ lastDay: '2027-03-01' })).toHaveProperty('firstDay');
  expect(await errors({ firstDay: '2027-03-01', lastDay: '2027-02-31' })).toHaveProperty('lastDay');
  expect(await errors({ firstDay: '2027-03-02', lastDay: '2027-03-01' })).toHaveProperty('lastDay');
  expect(await errors({ firstDay: '2027-03-01', lastDay: '2027-04-12' })).toHaveProperty('lastDay');
  expect(await errors({ ...MARCH, colour: 'red' })).toHaveProperty('colour');
  expect((await office.finance.get(DAYS, MARCH)).http).toBe((await office.finance.get('/order/list')).http);
});
