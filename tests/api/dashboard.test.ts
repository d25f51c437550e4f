import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageAnswer } from '../../src/framework/server/http/dashboards/index.ts';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client, Query } from './app.ts';
import { accepted, book, NOON, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { onStatement } from './statementTrail.ts';

/** Every figure is the number of rows of the list that it leads to, or a sum over them, for whoever asks (D-DASH-01, D-DASH-02, D-PERM-07). */
type Widget = PageAnswer['sections'][number]['widgets'][number];
type Figure = Widget['figures'][number];

const WORKPLACE = '/dashboard/workplace';
const ANALYSIS = '/dashboard/analysis';
const PERIOD = { dateStart: '2027-02-01', dateEnd: '2027-03-31' };

let app: RentalApp;
let admin: Client;
let accounts: Accounts;

const page = async (path: string, query: Query = {}, client = admin): Promise<PageAnswer> =>
  accepted(await client.get<PageAnswer>(path, query)).data;
const widgetsOf = ({ sections }: PageAnswer): readonly Widget[] => sections.flatMap(({ widgets }) => widgets);
const widget = (answer: PageAnswer, key: string): Widget => widgetsOf(answer).find((one) => one.key === key)!;
const figure = (answer: PageAnswer, of: string, key = of): Figure =>
  widget(answer, of).figures.find((one) => one.key === key)!;

/** Addresses of the lists that figures lead to. */
const LISTS: Readonly<Record<string, string>> = {
  order: '/order/list',
  vehicle: '/car/list',
  refund: '/order/refund/list',
  deduction: '/order/deduct/list',
  violation: '/car/violation/list',
  insuranceReminder: '/car/insurance/list',
  inspectionReminder: '/car/annualinspection/list',
  maintenanceReminder: '/car/maintenance/list',
  outbox: '/system/outbox/list',
  document: '/member/document/list',
  channelMessage: '/channels/message/list',
};
const listed = async (resource: string, filter: Query, client = admin): Promise<number> =>
  accepted(await client.get<{ total: number }>(LISTS[resource]!, filter)).data.total;

/** Filter of the rows of one group of a figure. */
function narrowed({ list, opens }: Figure, group: Widget['groups'][number]): Query | undefined {
  if (!list || !opens) return undefined;
  if (opens.by === 'time')
    return { ...list.filter, [`${opens.filter}Start`]: group.start!, [`${opens.filter}End`]: group.end! };
  if (opens.by === 'times') return { ...list.filter, [opens.filter]: `${group.start!},${group.end!}` };
  return { ...list.filter, [opens.filter]: group.key ?? 'none' };
}

/** Every whole number of a page, and that of each group, with what its list says. */
async function compareAll(answer: PageAnswer, client: Client): Promise<number> {
  let compared = 0;
  for (const one of widgetsOf(answer))
    for (const [place, each] of one.figures.entries()) {
      if (each.format !== 'integer' || !each.list) continue;
      expect([one.key, each.key, each.total]).toEqual([
        one.key,
        each.key,
        await listed(each.list.resource, each.list.filter, client),
      ]);
      compared += 1;
      for (const group of one.groups) {
        const filter = narrowed(each, group);
        expect(filter).toBeDefined();
        expect([one.key, each.key, group.key, group.values[place]]).toEqual([
          one.key,
          each.key,
          group.key,
          await listed(each.list.resource, filter!, client),
        ]);
      }
      if (one.groups.length > 0 && one.more === 0)
        expect(one.groups.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)).toBe(each.total);
    }
  return compared;
}

beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  const manager = await app.as('storeManager');
  accounts = accountsOf(app, () => admin);
  await orderIn(app, manager, 3, 1);
  await orderIn(app, manager, 2, 2);
  app.at('2027-02-22 12:00');
  const shown = { plannedPickupTime: '2027-03-05 14:00:00', plannedReturnTime: '2027-03-08 10:00:00' };
  const cancelled = await book(admin, { ...shown, depositType: 1 });
  accepted(await admin.post('/order/cancel', { id: cancelled, reason: 'changed plans' }));
  await book(admin, {
    ...shown,
    depositType: 1,
    channel: 1,
    channelOrderNo: 'C-1',
    pickupStoreId: RENTAL.chiangMai,
    returnStoreId: RENTAL.chiangMai,
  });
  await book(admin, { ...shown, subModelId: RENTAL.camry, depositType: 1 });
  await sql`update vehicle set "storeId" = ${RENTAL.airport} where id = 5`.execute(app.db);
  const late = {
    plannedPickupTime: '2027-03-05 23:30:00',
    pickupStoreId: RENTAL.airport,
    returnStoreId: RENTAL.airport,
  };
  await book(admin, { ...shown, ...late });
  // Payments to the satang, on both sides of midnight and of the period.
  await sql`
    insert into payment ("orderId", type, amount, method, time, "feeItem") values
      (1, 1, 123457, 1, '2027-02-01T00:00:00+07:00', 'total'), (1, 2, 3458, 1, '2027-03-31T23:59:59+07:00', 'total'),
      (2, 1, 1, 1, '2027-01-31T23:59:59+07:00', 'total'), (2, 1, 1, 1, '2027-04-01T00:00:00+07:00', 'total')`.execute(
    app.db,
  );
  const damage = { orderId: 1, feeItem: 'total', amount: 1, method: 1, reason: 'test', status: 0 };
  await sql`insert into refund ("refundNo", "orderId", "feeItem", amount, method, reason, status, "applyTime")
    values ('RF1', ${damage.orderId}, 'total', 100, 1, 'test', 0, now())`.execute(app.db);
  await sql`insert into violation ("carId", "storeId", time, behavior, location, points, fine, status, match)
    values (1, 1, '2027-02-20T00:00:00Z', 'speeding', 'Patong', 1, 100, 0, 'none'), (7, 3, '2027-02-20T00:00:00Z', 'parking', 'Nimman', 1, 100, 0, 'none')`.execute(
    app.db,
  );
  await sql`insert into outbox (channel, topic, recipient, payload, state, tries, "storeId") values ('channel', 'pickup', 'x', '{}', 'failed', 9, 1)`.execute(
    app.db,
  );
  app.at('2027-03-05 12:00');
});
afterAll(() => app.close());

describe('a figure', () => {
  it('is what its list has, on every page, for every role and in every scope', async () => {
    let compared = 0;
    const north = { roleId: await accounts.roleId('storeManager'), dataScope: 1, storeIds: [RENTAL.chiangMai] };
    const { client: chiangMai } = await accounts.makeUser(north);
    const everybody = [
      admin,
      chiangMai,
      ...(await Promise.all((['clerk', 'delivery', 'finance', 'fleet'] as const).map(app.as))),
    ];
    for (const client of everybody) {
      compared += await compareAll(await page(WORKPLACE, {}, client), client);
      const analysis = await client.get<PageAnswer>(ANALYSIS, PERIOD);
      if (analysis.statusCode === 200) compared += await compareAll(analysis.data, client);
    }
    expect(compared).toBeGreaterThan(60);
    const all = await page(WORKPLACE);
    expect(figure(all, 'pickups', 'pickupsAll').total).toBe(3);
    expect(figure(await page(WORKPLACE, {}, chiangMai), 'pickups', 'pickupsAll').total).toBe(1);
    expect(figure(all, 'violations').total).toBe(2);
    expect(figure(await page(WORKPLACE, {}, chiangMai), 'violations').total).toBe(1);
    expect(figure(all, 'messages', 'channelFailed').total).toBe(1);
  });

  it('is that of whatever store and period is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 45 }),
        fc.constantFrom(undefined, RENTAL.phuket, RENTAL.airport, RENTAL.chiangMai),
        async (first, length, storeId) => {
          const day = (count: number) => new Date(Date.UTC(2027, 1, 1 + count)).toISOString().slice(0, 10);
          const query = {
            dateStart: day(first),
            dateEnd: day(first + length),
            ...(storeId && { storeId: String(storeId) }),
          };
          await compareAll(await page(ANALYSIS, query), admin);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('is a state of the cars as the list of cars has it', async () => {
    const answer = await page(ANALYSIS);
    const states = { renting: 2, available: 1, pendingListing: 0, sold: 3, scrapped: 4 };
    for (const [key, status] of Object.entries(states))
      expect([key, figure(answer, key).total]).toEqual([key, await listed('vehicle', { status })]);
  });
});

describe('money', () => {
  const ledger = async (from: string, to: string, storeId?: number): Promise<number> => {
    const { rows } = await sql<{ sum: string | null }>`
      select sum(case type when 1 then p.amount else -p.amount end) as sum from payment p join "order" o on o.id = p."orderId"
      where p.time >= ${from}::timestamptz and p.time < ${to}::timestamptz and (${storeId ?? null}::bigint is null or o."pickupStoreId" = ${storeId ?? null})
    `.execute(app.db);
    return Number(rows[0]!.sum ?? 0) / 100;
  };

  it('is that of the payment records to the satang, by day, store and channel', async () => {
    const answer = await page(ANALYSIS, PERIOD);
    const total = await ledger('2027-02-01T00:00:00+07:00', '2027-04-01T00:00:00+07:00');
    expect(total).not.toBe(0);
    for (const key of ['revenue', 'revenueTime']) expect(figure(answer, key, key).total).toBe(total);
    const sum = ({ groups, figures }: Widget, key: string): number => {
      const place = figures.findIndex((one) => one.key === key);
      return Math.round(groups.reduce((all, { values }) => all + values[place]! * 100, 0)) / 100;
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
      app.db,
    );
    const { data } = accepted(await admin.get<{ list: { id: number }[] }>('/order/list', { ...list!.filter }));
    expect(data.list.map(({ id }) => id).sort()).toEqual(rows.map(({ orderId }) => orderId).sort());
  });

  it('of an order is the sum of what the list says', async () => {
    const answer = await page(ANALYSIS, PERIOD);
    const { list, total } = widget(answer, 'models').figures[1]!;
    const { data } = accepted(await admin.get<{ list: { total: number }[] }>('/order/list', { ...list!.filter }));
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
      from "order" where status in (2, 3)`.execute(app.db);
    expect(rented).toBeCloseTo(Number(rows[0]!.days), 3);
    expect(rented).toBeGreaterThan(0);
    expect(share).toBeCloseTo(rented! / fleet!, 3);
    const later = await page(ANALYSIS, { dateStart: '2027-05-01', dateEnd: '2027-05-02' });
    expect(widget(later, 'utilisation').figures.map(({ total }) => total)).toEqual([null, 0, 0]);
  });

  it('adds up over its days', async () => {
    const one = widget(await page(ANALYSIS, { dateStart: '2027-02-20', dateEnd: '2027-03-05' }), 'utilisationTime');
    expect(one.groups).toHaveLength(14);
    for (const place of [1, 2])
      expect(one.groups.reduce((sum, { values }) => sum + values[place]!, 0)).toBeCloseTo(
        one.figures[place]!.total!,
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
        left join "order" on status in (2, 3) group by day order by day`.execute(app.db);
    const told = one.groups.map(({ values }) => values[1]!);
    expect(told.filter((days) => days > 0).length).toBeGreaterThan(2);
    rows.forEach(({ days }, at) => expect(told[at]).toBeCloseTo(Number(days), 3));
  });
});

describe('rights', () => {
  it('leave out what the reader may not open, and keep the page from who may not see it', async () => {
    const clerk = await app.as('clerk');
    expect((await clerk.get(ANALYSIS)).http).toBe(403);
    const keys = async (client: Client) => widgetsOf(await page(WORKPLACE, {}, client)).map(({ key }) => key);
    expect(await keys(admin)).toEqual(expect.arrayContaining(['pickups', 'refunds', 'messages', 'stores']));
    const roleId = await accounts.makeRole('carsOnly', 'car-list');
    const { client } = await accounts.makeUser({ roleId });
    expect(await keys(client)).toEqual(['freeCars', 'shop', 'freeModels']);
    const none = await accounts.makeUser({ roleId: await accounts.makeRole('nothing', 'citylist') });
    expect(await keys(none.client)).toEqual([]);
    // The sum of payments is for whoever reads the payments of an order.
    const look = await accounts.makeUser({
      roleId: await accounts.makeRole('lookOnly', 'dashboard-analysis', 'order-list'),
    });
    const analysis = widgetsOf(await page(ANALYSIS, {}, look.client)).map(({ key }) => key);
    expect(analysis).toContain('orders');
    expect(analysis).not.toContain('revenue');
  });

  it('hold for the file as well', async () => {
    const file = (client: Client, name: string) =>
      client.get('/dashboard/analysis/export', { ...PERIOD, widget: name });
    expect((await file(admin, 'stores')).http).toBe(200);
    expect((await file(admin, 'nothing')).statusCode).toBe(404);
    expect((await file(await app.as('clerk'), 'stores')).http).toBe(403);
    const look = await accounts.makeUser({
      roleId: await accounts.makeRole('noExport', 'dashboard-analysis', 'order-list'),
    });
    expect((await file(look.client, 'orders')).http).toBe(403);
    expect((await file(look.client, 'revenue')).statusCode).toBe(404);
  });
});

describe('a page of figures', () => {
  it('takes one statement a widget', async () => {
    const statements: string[] = [];
    await page(ANALYSIS, PERIOD);
    onStatement(({ text }) => void statements.push(text));
    const answer = await page(ANALYSIS, { ...PERIOD, compare: 'before' });
    vi.restoreAllMocks();
    expect(statements.filter((text) => text.includes('with g as materialized'))).toHaveLength(widgetsOf(answer).length);
    // And one for the zone; the session is known.
    expect(statements.length).toBeLessThanOrEqual(widgetsOf(answer).length + 2);
  });

  it('is compared with the period before, or a year ago', async () => {
    const before = await page(ANALYSIS, { dateStart: '2027-02-22', dateEnd: '2027-02-28', compare: 'before' });
    expect(before.compared).toEqual({ from: '2027-02-15', to: '2027-02-21' });
    expect(figure(before, 'orders')).toMatchObject({
      compared: await listed('order', { bookTimeStart: '2027-02-15', bookTimeEnd: '2027-02-21' }),
    });
    const months = await page(ANALYSIS, { dateStart: '2027-03-01', dateEnd: '2027-03-31', compare: 'before' });
    expect(months.compared).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    const year = await page(ANALYSIS, { dateStart: '2027-03-01', dateEnd: '2027-03-31', compare: 'year' });
    expect(year.compared).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    expect(widget(year, 'revenueTime').groups[0]!.compared).toHaveLength(1);
  });

  it('has the days of the store that is looked at', async () => {
    await sql`insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values ('Tokyo', 'Tokyo', 'Japan', 'TYO', 35, 139, 'Asia/Tokyo', 1)`.execute(
      app.db,
    );
    await sql`update store set "cityId" = (select id from city where "cityCode" = 'TYO') where id = ${RENTAL.airport}`.execute(
      app.db,
    );
    try {
      // Half past eleven at night in Bangkok is the next day in Tokyo.
      const tokyo = await page(WORKPLACE, { storeId: RENTAL.airport });
      expect(tokyo.zone).toBe('Asia/Tokyo');
      expect(figure(tokyo, 'pickups', 'pickupsAll').total).toBe(0);
      app.at('2027-03-06 12:00');
      const next = await page(WORKPLACE, { storeId: RENTAL.airport });
      const all = figure(next, 'pickups', 'pickupsAll');
      expect(all.total).toBe(1);
      expect(all.list!.filter).toMatchObject({
        pickupTimeStart: '2027-03-05 22:00:00',
        pickupTimeEnd: '2027-03-06 21:59:59',
      });
      await compareAll(next, admin);
      expect((await page(WORKPLACE)).zone).toBe('Asia/Bangkok');
    } finally {
      app.at('2027-03-05 12:00');
      await sql`update store set "cityId" = 1 where id = ${RENTAL.airport}`.execute(app.db);
    }
  });

  it('refuses what it cannot be asked', async () => {
    const errors = async (query: Query) => (await admin.get(ANALYSIS, query)).errors;
    expect(await errors({ dateStart: '2027-02-01' })).toHaveProperty('dateEnd');
    expect(await errors({ dateStart: '2027-02-30', dateEnd: '2027-03-01' })).toHaveProperty('dateStart');
    expect(await errors({ dateStart: '2027-03-02', dateEnd: '2027-03-01' })).toHaveProperty('dateEnd');
    expect(await errors({ period: 'always' })).toHaveProperty('period');
    expect(await errors({ storeId: 'x' })).toHaveProperty('storeId');
    expect(await errors({ colour: 'red' })).toHaveProperty('colour');
    expect((await admin.get('/order/list', { paidTime: 'today,today' })).errors).toHaveProperty('paidTime');
  });
});
