import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ANALYSIS, openFigures, PERIOD, type Widget } from './figures.ts';
import { accepted, NOON } from './rental.ts';

const office = openFigures();
const { page, widget, figure } = office;

describe('money', () => {
  const ledger = async (from: string, to: string, storeId?: number): Promise<number> => {
    // What deposits hold is no revenue: they take it from the payments, and give it to the charges.
    const { rows } = await sql<{ sum: string | null }>`
      select sum(p.amount) as sum from (
        select "orderId", time, case type when 1 then amount else -amount end as amount from payment
        union all select "orderId", time, case kind when 'collected' then -amount else amount end from "depositEntry"
      ) p join "order" o on o.id = p."orderId"
      where p.time >= ${from}::timestamptz and p.time < ${to}::timestamptz and (${storeId ?? null}::bigint is null or o."pickupStoreId" = ${storeId ?? null})
    `.execute(office.app.db);
    return Number(rows[0]!.sum ?? 0) / 100;
  };

  it('is that of the payment records to the satang, by day, store and channel', async () => {
    const answer = await page(ANALYSIS, PERIOD);
    const total = await ledger('2027-02-01T00:00:00+07:00', '2027-04-01T00:00:00+07:00');
    expect(total).not.toBe(0);
    for (const key of ['revenue', 'revenueTime']) expect(figure(answer, key, key).total).toBe(total);
    const sum = ({ groups, figures }: Widget, key: string): number => {
      const place = figures.findIndex((one) => one.key === key);
      return Math.round(groups.reduce((all, { values }) => all + Number(values[place]) * 100, 0)) / 100;
    };
    expect(sum(widget(answer, 'revenueTime'), 'revenueTime')).toBe(total);
    expect(sum(widget(answer, 'channels'), 'revenue')).toBe(total);
    const stores = widget(answer, 'stores');
    for (const { key, values } of stores.groups)
      expect(values[stores.figures.findIndex((one) => one.key === 'revenue')]).toBe(
        await ledger('2027-02-01T00:00:00+07:00', '2027-04-01T00:00:00+07:00', Number(key)),
      );
  });

  it('leads to the orders that the payments are of', async () => {
    const { list } = figure(await page(ANALYSIS, PERIOD), 'revenue');
    expect(list!.filter).toEqual({ paidTime: '2027-02-01,2027-03-31' });
    const { rows } = await sql<{ orderId: number }>`
      select distinct "orderId" from payment where time >= '2027-02-01T00:00:00+07:00' and time < '2027-04-01T00:00:00+07:00'`.execute(
      office.app.db,
    );
    const { data } = accepted(await office.admin.get<{ list: { id: number }[] }>('/order/list', { ...list!.filter }));
    expect(data.list.map(({ id }) => id).sort()).toEqual(rows.map(({ orderId }) => orderId).sort());
  });

  it('of an order is the sum of what the list says', async () => {
    const answer = await page(ANALYSIS, PERIOD);
    const { list, total } = widget(answer, 'models').figures[1]!;
    const { data } = accepted(
      await office.admin.get<{ list: { total: number }[] }>('/order/list', { ...list!.filter }),
    );
    expect(total).toBe(data.list.reduce((sum, order) => sum + order.total, 0));
  });
});

describe('utilisation', () => {
  it('is rented days through fleet days, none of them to come', async () => {
    const answer = await page(ANALYSIS, PERIOD);
    const one = widget(answer, 'utilisation');
    const [share, rented, fleet] = one.figures.map(({ total }) => total!);
    const { rows } = await sql<{ days: string }>`
      select sum(extract(epoch from least(coalesce("actualReturnTime", ${new Date(NOON + 11 * 86_400_000)}), ${new Date(NOON + 11 * 86_400_000)}) - "actualPickupTime") / 86400) as days
      from "order" where status in (2, 3)`.execute(office.app.db);
    expect(rented).toBeCloseTo(Number(rows[0]!.days), 3);
    expect(rented).toBeGreaterThan(0);
    expect(share).toBeCloseTo(Number(rented) / Number(fleet), 3);
    // Each figure, of the whole and of one time, leads to the cars that were out with a renter in that time.
    const rentedFrom = async (rentedTime: string) =>
      accepted(await office.admin.get<{ list: { id: number }[] }>('/car/list', { rentedTime, pageSize: 100 }))
        .data.list.map(({ id }) => id)
        .toSorted((a, b) => a - b);
    const outFrom = async (from: string, to: string) =>
      (
        await sql<{ carId: number }>`
          select distinct "carId" from "order" where status in (2, 3) and "actualPickupTime" < ${to}::timestamptz
            and coalesce("actualReturnTime", 'infinity') > ${from}::timestamptz order by 1`.execute(office.app.db)
      ).rows.map(({ carId }) => carId);
    expect(one.figures[0]!.list!.filter).toEqual({ rentedTime: '2027-02-01,2027-03-31' });
    expect(await rentedFrom('2027-02-01,2027-03-31')).toEqual(
      await outFrom('2027-02-01T00:00:00+07:00', '2027-04-01T00:00:00+07:00'),
    );
    const course = widget(answer, 'utilisationTime');
    expect(course.figures[0]!.opens).toEqual({ by: 'times', filter: 'rentedTime' });
    for (const { key, start, end, values } of course.groups.filter((group) => Number(group.values[0]) > 0)) {
      const cars = await rentedFrom(`${start},${end}`);
      expect([key, Number(values[0]) > 0, cars]).toEqual([
        key,
        cars.length > 0,
        await outFrom(`${start!.slice(0, 10)}T00:00:00+07:00`, `${end!.slice(0, 10)}T24:00:00+07:00`),
      ]);
    }
    const later = await page(ANALYSIS, { dateStart: '2027-05-01', dateEnd: '2027-05-02' });
    expect(widget(later, 'utilisation').figures.map(({ total }) => total)).toEqual([null, 0, 0]);
  });

  it('adds up over its days', async () => {
    const one = widget(await page(ANALYSIS, { dateStart: '2027-02-20', dateEnd: '2027-03-05' }), 'utilisationTime');
    expect(one.groups).toHaveLength(14);
    for (const place of [1, 2])
      expect(one.groups.reduce((sum, { values }) => sum + Number(values[place]), 0)).toBeCloseTo(
        Number(one.figures[place]!.total),
        2,
      );
  });

  it('gives each day what was rented on it, also of rentals that began before and end after', async () => {
    const one = widget(await page(ANALYSIS, { dateStart: '2027-02-20', dateEnd: '2027-03-05' }), 'utilisationTime');
    const now = new Date(NOON + 11 * 86_400_000);
    const { rows } = await sql<{ days: string }>`
      select coalesce(sum(greatest(extract(epoch from
        least(coalesce("actualReturnTime", ${now}), ${now}, day + interval '1 day') - greatest("actualPickupTime", day)), 0)) / 86400, 0) as days
      from generate_series('2027-02-20T00:00+07:00'::timestamptz, '2027-03-05T00:00+07:00', interval '1 day') day
        left join "order" on status in (2, 3) group by day order by day`.execute(office.app.db);
    const told = one.groups.map(({ values }) => values[1]!);
    expect(told.filter((days) => Number(days) > 0).length).toBeGreaterThan(2);
    rows.forEach(({ days }, at) => expect(told[at]).toBeCloseTo(Number(days), 3));
  });
});

it('trips without an order are counted by purpose, with the kilometres that staff drove', async () => {
  const drive = (purpose: string, day: string, from: number, to: number) =>
    sql`
    insert into "carTrip" ("carId", "storeId", purpose, "startTime", "endTime", "startMileage", "endMileage")
    select id, "storeId", ${purpose}, ${`${day}T09:00:00+07:00`}, ${`${day}T10:00:00+07:00`}, ${from}, ${to}
    from vehicle order by id limit 1`.execute(office.app.db);
  await drive('wash', '2027-02-03', 10_000, 10_006);
  await drive('wash', '2027-03-03', 10_100, 10_108);
  await drive('fuel', '2027-03-04', 10_108, 10_112);
  await drive('fuel', '2027-04-01', 10_200, 10_999);
  const { groups, figures } = widget(await page(ANALYSIS, PERIOD), 'trips');
  expect(figures.map(({ key }) => key)).toEqual(['trips', 'distance']);
  expect(groups.map(({ key, values }) => [key, ...values])).toEqual([
    ['wash', 2, 14],
    ['fuel', 1, 4],
  ]);
});
