import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { coveredUntil, expiryAlert, INSURANCE, type Cover } from '../../src/rental/rules/index.ts';
import { figureOf } from './figures.ts';
import { openPapers, TODAY, type Row } from './papers.ts';
import { planNodes, statementsOf } from './plans.ts';
import { accepted, addCars, RENTAL } from './rental.ts';

const office = openPapers();
const ALERT_DAYS = 30;
const DAY_MS = 86_400_000;

const dayFrom = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

interface Policy {
  readonly type: number;
  /** Days from today; null: since ever. */
  readonly start: number | null;
  readonly end: number;
}

/** Around today and the days of warning, so that policies overlap, follow each other, leave gaps and end on one day. */
const policy: fc.Arbitrary<Policy> = fc
  .record({
    type: fc.constantFrom(...Object.values(INSURANCE)),
    open: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    start: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -40, max: 45 })),
    days: fc.constantFrom(0, 1, 8, 20, 31, 60, 60),
  })
  .map(({ type, open, start, days }) => ({ type, start: open ? null : start, end: start + days }));
const fleet = fc.array(
  fc.record({ policies: fc.array(policy, { maxLength: 5 }), status: fc.constantFrom(0, 1, 1, 1, 2, 2, 3, 4) }),
  { minLength: 24, maxLength: 24 },
);

/** What the rules say of a car on a day. */
function due(policies: readonly Policy[], today: string): Row {
  const left = (type: number): number | null => {
    const covers: Cover[] = policies
      .filter((each) => each.type === type)
      .map(({ start, end }) => ({ start: start === null ? null : dayFrom(today, start), end: dayFrom(today, end) }));
    const until = coveredUntil(covers, today);
    return until === null ? null : daysBetween(today, until);
  };
  const [one, other] = [left(INSURANCE.compulsory), left(INSURANCE.commercial)];
  const daysLeft = one === null ? null : Math.min(one, other ?? one);
  return {
    daysLeft,
    dueType: one === null || other === null || one <= other ? INSURANCE.compulsory : INSURANCE.commercial,
    alert: daysLeft === null ? 'overdue' : expiryAlert(dayFrom(today, daysLeft), today, ALERT_DAYS).alert,
  };
}

/** Every reminder that the list has under a filter, page after page. */
async function listed(filter: Readonly<Record<string, string>> = {}): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const { data } = accepted(
      await office.fleet.get<{ list: Row[]; totalPage: number }>('/car/insurance/list', {
        ...{ ...filter, pageNo, pageSize: 100, sortField: 'daysLeft', sortOrder: 'ascend' },
      }),
    );
    rows.push(...data.list);
    if (pageNo >= data.totalPage) return rows;
  }
}

describe('policies of many cars', () => {
  it.each([
    ['on one day in all cities', `${TODAY} 12:00`, 'Asia/Bangkok', 0],
    ['on two days, between the midnights of cities', `${TODAY} 00:10`, 'Asia/Yangon', 1],
  ])('%s: list, filter and figure say what the rules say', async (_, at, zone, behind) => {
    const { db } = office.app;
    office.app.at(`${TODAY} 12:00`);
    await sql`delete from insurance`.execute(db);
    await sql`update vehicle set status = 3`.execute(db);
    const cars = await addCars(office.app, 24);
    await sql`update city set "timeZone" = ${zone} where id = (select "cityId" from store where id = ${RENTAL.chiangMai})`.execute(db); // prettier-ignore
    await sql`update vehicle set "storeId" = ${RENTAL.chiangMai} where id = any(${cars.filter((id) => id % 2 === 0)}::bigint[])`.execute(db); // prettier-ignore
    office.app.at(at);
    await fc.assert(
      fc.asyncProperty(fleet, async (drawn) => {
        await sql`delete from insurance`.execute(db);
        const expected = new Map<number, Row>();
        for (const [place, { policies, status }] of drawn.entries()) {
          const id = cars[place]!;
          const today = dayFrom(TODAY, id % 2 === 0 ? -behind : 0);
          await sql`update vehicle set status = ${status} where id = ${id}`.execute(db);
          for (const { type, start, end } of policies)
            await sql`insert into insurance ("carId", type, "startDate", "endDate") values (${id}, ${type}, ${start === null ? null : dayFrom(today, start)}::date, ${dayFrom(today, end)}::date)`.execute(db); // prettier-ignore
          if (status <= 2) expected.set(id, due(policies, today));
        }
        const rows = await listed();
        expect(new Map(rows.map(({ id, daysLeft, dueType, alert }) => [id, { daysLeft, dueType, alert }]))).toEqual(
          expected,
        );
        const order = rows.map(({ daysLeft }) => (daysLeft as number | null) ?? Infinity);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        for (const [key, alert] of [
          ['insuranceOver', 'overdue'],
          ['insuranceSoon', 'expiringSoon'],
        ] as const) {
          // prettier-ignore
          const ids = [...expected].filter(([, said]) => said['alert'] === alert).map(([id]) => id);
          expect((await listed({ alert })).map(({ id }) => id as number).toSorted((a, b) => a - b)).toEqual(
            ids.toSorted((a, b) => a - b),
          );
          expect(await figureOf(office.fleet, '/dashboard/workplace', 'insurance', key)).toMatchObject({
            total: ids.length,
            list: { resource: 'insuranceReminder', filter: { alert } },
          });
        }
      }),
      { numRuns: 10 },
    );
    await sql`update city set "timeZone" = 'Asia/Bangkok'`.execute(db);
  });

  it('are read by a few walks for the figure, not car by car', async () => {
    const { db } = office.app;
    office.app.at(`${TODAY} 12:00`);
    await addCars(office.app, 3_000);
    await sql`delete from insurance`.execute(db);
    await sql`insert into insurance ("carId", type, "startDate", "endDate")
      select id, 1, current_date - 100, date '2027-12-31' from vehicle`.execute(db);
    await sql`analyze vehicle, insurance`.execute(db);
    const statements = await statementsOf(/insuranceReminder/, async () =>
      expect(await figureOf(office.fleet, '/dashboard/workplace', 'insurance', 'insuranceSoon')).toMatchObject({
        total: 0,
      }),
    );
    expect(statements).toHaveLength(1);
    const read = (await planNodes(statements[0]!)).filter((node) => node['Relation Name'] === 'insurance');
    expect(read.length).toBeGreaterThan(0);
    expect(read.reduce((sum, node) => sum + node['Actual Loops'], 0)).toBeLessThan(10);
  });
});
