import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import workplace from '../../dashboards/workplace.ts';
import type { PageAnswer } from '../../packages/forecourt/src/server/http/dashboards/index.ts';
import type { Client, Query } from './app.ts';
import { ANALYSIS, openFigures, PERIOD, WORKPLACE } from './figures.ts';
import { RENTAL } from './rental.ts';
import { onStatement } from './statementTrail.ts';

const office = openFigures();
const { page, widgetsOf, widget, figure, listed, compareAll } = office;

describe('a figure', () => {
  it('is what its list has, on every page, for every role and in every scope', async () => {
    let compared = 0;
    const north = { roleId: await office.accounts.roleId('storeManager'), dataScope: 1, storeIds: [RENTAL.chiangMai] };
    const { client: chiangMai } = await office.accounts.makeUser(north);
    const everybody = [
      office.admin,
      chiangMai,
      ...(await Promise.all((['clerk', 'delivery', 'finance', 'fleet'] as const).map(office.app.as))),
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
          await compareAll(await page(ANALYSIS, query), office.admin);
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

  it('of all cars is shared out by the states of the figures, and leads to the cars of each', async () => {
    await sql`update vehicle set status = 4 where id = 4`.execute(office.app.db);
    const answer = await page(ANALYSIS);
    const { by, figures, groups } = widget(answer, 'vehicleStates');
    expect(by).toMatchObject({ codes: 'dashboardVehicleState' });
    expect(figures[0]!.opens).toEqual({ by: 'key', filter: 'fleetState' });
    expect(groups.map(({ key }) => key)).toEqual(expect.arrayContaining(['renting', 'available', 'scrapped']));
    for (const { key, values } of groups) {
      expect([key, values[0]]).toEqual([key, figure(answer, key!).total]);
      expect([key, values[0]]).toEqual([key, await listed('vehicle', { fleetState: key! })]);
    }
    await sql`update vehicle set status = 1 where id = 4`.execute(office.app.db);
  });
});

describe('rights', () => {
  it('leave out what the reader may not open, and keep the page from who may not see it', async () => {
    const clerk = await office.app.as('clerk');
    expect((await clerk.get(ANALYSIS)).http).toBe(403);
    const keys = async (client: Client) => widgetsOf(await page(WORKPLACE, {}, client)).map(({ key }) => key);
    expect(await keys(office.admin)).toEqual(expect.arrayContaining(['pickups', 'refunds', 'messages', 'stores']));
    const roleId = await office.accounts.makeRole('carsOnly', 'car-list');
    const { client } = await office.accounts.makeUser({ roleId });
    expect(await keys(client)).toEqual(['freeCars', 'shop', 'freeModels']);
    const none = await office.accounts.makeUser({ roleId: await office.accounts.makeRole('nothing', 'citylist') });
    expect(await keys(none.client)).toEqual([]);
    // The sum of payments is for whoever reads the payments of an order.
    const look = await office.accounts.makeUser({
      roleId: await office.accounts.makeRole('lookOnly', 'dashboard-analysis', 'order-list'),
    });
    const analysis = widgetsOf(await page(ANALYSIS, {}, look.client)).map(({ key }) => key);
    expect(analysis).toContain('orders');
    expect(analysis).not.toContain('revenue');
  });

  it('hold for the file as well', async () => {
    const file = (client: Client, name: string) =>
      client.get('/dashboard/analysis/export', { ...PERIOD, widget: name });
    expect((await file(office.admin, 'stores')).http).toBe(200);
    expect((await file(office.admin, 'nothing')).statusCode).toBe(404);
    expect((await file(await office.app.as('clerk'), 'stores')).http).toBe(403);
    const look = await office.accounts.makeUser({
      roleId: await office.accounts.makeRole('noExport', 'dashboard-analysis', 'order-list'),
    });
    expect((await file(look.client, 'orders')).http).toBe(403);
    expect((await file(look.client, 'revenue')).statusCode).toBe(404);
  });
});

describe('a page of figures', () => {
  it('begins at home with the ways to what is needed all day', async () => {
    const { sections } = await page(WORKPLACE);
    expect(sections[0]).toMatchObject({ key: 'links', links: workplace.sections[0]!.links });
  });

  it('says whose rows its figures are made of, for who is told what others change: only of those that its reader may see', async () => {
    const all = (await page(ANALYSIS, PERIOD)).resources;
    expect(all).toEqual(expect.arrayContaining(['order', 'vehicle']));
    expect(new Set(all).size).toBe(all.length);
    const look = await office.accounts.makeUser({
      roleId: await office.accounts.makeRole('ordersOnly', 'dashboard-analysis', 'order-list'),
    });
    expect((await page(ANALYSIS, PERIOD, look.client)).resources).toEqual(['order']);
  });

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

  it('asks a row once for what several figures count it by, and rows only for what it needs of them', async () => {
    const statements: string[] = [];
    onStatement(({ text }) => void statements.push(text));
    await page(WORKPLACE);
    await page(ANALYSIS, PERIOD);
    vi.restoreAllMocks();
    const mentions = (text: string, part: string): number => text.split(part).length - 1;
    const reminders = statements.filter((text) => text.includes('from "insuranceReminder" t'));
    expect(reminders.map((text) => mentions(text, 'from "insuranceReminder" t'))).toEqual([1]);
    // The sum of all payments needs no order; that of each store reads those that were paid by their ids.
    const revenue = statements.filter((text) => text.includes('from payment'));
    expect(revenue.some((text) => !text.includes('"order" t'))).toBe(true);
    expect(revenue.filter((text) => /join "order" t on/.test(text))).toEqual([]);
  });

  it('answers one widget alone to who names it, and nothing to who may not see it', async () => {
    const whole = await page(ANALYSIS, PERIOD);
    const statements: string[] = [];
    onStatement(({ text }) => void statements.push(text));
    const one = await page(ANALYSIS, { ...PERIOD, widget: 'stores' });
    vi.restoreAllMocks();
    expect(one).toEqual({ ...whole, resources: expect.any(Array), sections: [expect.anything()] });
    expect(one.sections[0]).toEqual({ key: 'parts', widgets: [widget(whole, 'stores')] });
    expect(statements.filter((text) => text.includes('with g as materialized'))).toHaveLength(1);
    expect((await office.admin.get(ANALYSIS, { ...PERIOD, widget: 'nothing' })).statusCode).toBe(404);
    const look = await office.accounts.makeUser({
      roleId: await office.accounts.makeRole('oneWidget', 'dashboard-analysis', 'order-list'),
    });
    expect((await look.client.get(ANALYSIS, { ...PERIOD, widget: 'revenue' })).statusCode).toBe(404);
  });

  it('comes in two parts to who asks for them: what ends with the first figures, and the rest; together they are the page', async () => {
    for (const [path, query] of [
      [WORKPLACE, {}],
      [ANALYSIS, PERIOD],
    ] as const) {
      const whole = await page(path, query);
      const first = await page(path, { ...query, part: 'first' });
      const rest = await page(path, { ...query, part: 'rest' });
      expect(first.sections.filter(({ widgets }) => widgets.length > 0)).toEqual([first.sections.at(-1)]);
      expect(first).toEqual({ ...whole, sections: first.sections, further: true });
      expect(rest).toEqual({ ...whole, sections: whole.sections.slice(first.sections.length) });
      expect([...first.sections, ...rest.sections]).toEqual(whole.sections);
    }
    expect((await office.admin.get(ANALYSIS, { ...PERIOD, part: 'second' })).errors).toHaveProperty('part');
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
      office.app.db,
    );
    await sql`update store set "cityId" = (select id from city where "cityCode" = 'TYO') where id = ${RENTAL.airport}`.execute(
      office.app.db,
    );
    try {
      // Half past eleven at night in Bangkok is the next day in Tokyo.
      const tokyo = await page(WORKPLACE, { storeId: RENTAL.airport });
      expect(tokyo.zone).toBe('Asia/Tokyo');
      expect(figure(tokyo, 'pickups', 'pickupsAll').total).toBe(0);
      office.app.at('2027-03-06 12:00');
      const next = await page(WORKPLACE, { storeId: RENTAL.airport });
      const all = figure(next, 'pickups', 'pickupsAll');
      expect(all.total).toBe(1);
      expect(all.list!.filter).toMatchObject({
        pickupTimeStart: '2027-03-05 22:00:00',
        pickupTimeEnd: '2027-03-06 21:59:59',
      });
      await compareAll(next, office.admin);
      expect((await page(WORKPLACE)).zone).toBe('Asia/Bangkok');
    } finally {
      office.app.at('2027-03-05 12:00');
      await sql`update store set "cityId" = 1 where id = ${RENTAL.airport}`.execute(office.app.db);
    }
  });

  it('refuses what it cannot be asked', async () => {
    const errors = async (query: Query) => (await office.admin.get(ANALYSIS, query)).errors;
    expect(await errors({ dateStart: '2027-02-01' })).toHaveProperty('dateEnd');
    expect(await errors({ dateStart: '2027-02-30', dateEnd: '2027-03-01' })).toHaveProperty('dateStart');
    expect(await errors({ dateStart: '2027-03-02', dateEnd: '2027-03-01' })).toHaveProperty('dateEnd');
    expect(await errors({ period: 'always' })).toHaveProperty('period');
    expect(await errors({ storeId: 'x' })).toHaveProperty('storeId');
    expect(await errors({ colour: 'red' })).toHaveProperty('colour');
    expect((await office.admin.get('/order/list', { paidTime: 'today,today' })).errors).toHaveProperty('paidTime');
    expect((await office.admin.get('/car/list', { rentedTime: '2027-03-01' })).errors).toHaveProperty('rentedTime');
  });
});
