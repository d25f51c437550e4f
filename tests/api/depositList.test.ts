import fc from 'fast-check';
import { sql } from 'kysely';
import type { DepositsHeld } from '../../src/rental/calls/index.ts';
import type { PageAnswer } from '../../packages/forecourt/src/server/http/dashboards/index.ts';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PARAMETERS, dateOf, depositState, releaseDatesOf, satang } from '../../src/rental/rules/index.ts';
import type { Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, RENTAL } from './rental.ts';

/** Which deposits are held, and which are to go back (D-MONEY-05). */
const office = openMoneyDesk();
const { order, id, refund, info } = office;

interface Listed {
  readonly orderId: number;
  readonly item: string;
  readonly held: number;
  readonly state: string;
  readonly releaseDate: string;
}

const listed = async (query: Record<string, unknown> = {}, by: Client = office.finance): Promise<readonly Listed[]> =>
  accepted(await by.get<{ list: Listed[] }>('/order/deposit/list', { pageSize: 100, ...query })).data.list;
const itemsOf = async (orderId: number, query: Record<string, unknown> = {}, by?: Client) =>
  (await listed({ orderId, ...query }, by)).map(({ item }) => item).toSorted();
const BOTH = ['orderDeposit', 'violationDeposit'];

async function figures(): Promise<Record<string, number>> {
  const { data } = accepted(await office.finance.get<PageAnswer>('/dashboard/workplace'));
  const widget = data.sections.flatMap(({ widgets }) => widgets).find(({ key }) => key === 'deposits');
  return Object.fromEntries((widget?.figures ?? []).map(({ key, total }) => [key, Number(total)]));
}

describe('the list of deposits', () => {
  it('says of each deposit when it goes back, and whether that is today or has passed', async () => {
    const orderId = await order(3, { depositType: 1 });
    expect(await listed({ orderId, item: 'orderDeposit' })).toMatchObject([
      {
        ...{ item: 'orderDeposit', collected: 5000, applied: 0, returned: 0, held: 5000 },
        ...{ releaseDate: '2027-03-11', state: 'held', renterName: '张三丰', storeName: 'Phuket Town' },
      },
    ]);
    office.app.at('2027-03-11 00:01');
    expect(await itemsOf(orderId, { state: 'due' })).toEqual(['orderDeposit']);
    expect(await itemsOf(orderId, { state: 'held' })).toEqual(['violationDeposit']);
    office.app.at('2027-03-12 00:01');
    expect(await itemsOf(orderId, { state: 'late' })).toEqual(['orderDeposit']);
    expect(await itemsOf(orderId, { state: 'late,held' })).toEqual(BOTH);
    const asked = id(
      await office.clerk.post<{ id: number }>(
        '/order/refund/save',
        refund(orderId, 5000, { feeItem: 'orderDeposit', confirmed: 0 }),
      ),
    );
    accepted(await office.finance.post('/order/refund/result', { id: asked, success: 1 }));
    expect(await itemsOf(orderId, { state: 'late' })).toEqual([]);
    expect(await itemsOf(orderId, { state: 'done' })).toEqual(['orderDeposit']);
  });

  it('counts on the workplace what is late and what goes back today, as its states do', async () => {
    const orderId = await order(3, { depositType: 1 });
    office.app.at('2027-03-11 12:00');
    const before = await figures();
    expect(before).toEqual({
      depositsLate: (await listed({ state: 'late' })).length,
      depositsToday: (await listed({ state: 'due' })).length,
    });
    expect(await itemsOf(orderId, { state: 'due' })).toEqual(['orderDeposit']);
    office.app.at('2027-04-03 12:00');
    expect((await figures())['depositsLate']).toBeGreaterThan(before['depositsLate']!);
  });

  it('has the deposits of a cancelled order to give back from the day of the cancellation', async () => {
    office.app.at('2027-02-20 12:00');
    const orderId = await order(1, { depositType: 1 });
    accepted(await office.manager.post('/order/cancel', { id: orderId, reason: 'ill' }));
    expect(await listed({ orderId, state: 'due' })).toMatchObject([
      { releaseDate: '2027-02-28' },
      { releaseDate: '2027-02-28' },
    ]);
    office.app.at('2027-03-01 08:00');
    expect(await itemsOf(orderId, { state: 'late' })).toEqual(BOTH);
    expect((await info(orderId)).deposits).toMatchObject({ orderDeposit: { releaseDate: '2027-02-28', late: true } });
  });

  it('is asked back as the next step, until all that is held is asked for', async () => {
    const orderId = await order(3, { depositType: 1 });
    const next = async () => (await info(orderId)).actions?.[0];
    const ask = (feeItem: string, amount: number) =>
      office.clerk.post<{ id: number }>('/order/refund/save', refund(orderId, amount, { feeItem, confirmed: 0 }));
    const { deposits } = await info(orderId);
    office.app.at('2027-04-20 10:00');
    expect(await next()).toBe('refundrequest');
    id(await ask('orderDeposit', deposits.orderDeposit.held));
    expect(await next()).toBe('refundrequest');
    id(await ask('violationDeposit', deposits.violationDeposit.held));
    expect(await next()).not.toBe('refundrequest');
    const { list } = accepted(
      await office.clerk.get<{ list: { id: number; actions: string[] }[] }>('/order/list'),
    ).data!;
    expect(list.find((row) => row.id === orderId)?.actions[0]).not.toBe('refundrequest');
  });

  it('is found by number, renter, store and day of the return, and by nothing else', async () => {
    const orderId = await order(3, { depositType: 1 });
    const { orderNo } = await info(orderId);
    for (const query of [
      { keyword: orderNo },
      { keyword: '张三' },
      { storeId: RENTAL.phuket },
      { returnTimeStart: '2027-03-04', returnTimeEnd: '2027-03-04' },
    ])
      expect([query, await itemsOf(orderId, query)]).toEqual([query, BOTH]);
    for (const query of [
      { keyword: 'nobody' },
      { storeId: RENTAL.chiangMai },
      { returnTimeStart: '2027-03-05' },
      { state: 'done' },
    ])
      expect([query, await itemsOf(orderId, query)]).toEqual([query, []]);
    const refused = await office.finance.get('/order/deposit/list', { state: 'gone' });
    expect(refused).toMatchObject({ statusCode: 400, errors: { state: expect.any(String) } });
  });

  it('is read by those who read refunds, of their own stores, and written by nobody', async () => {
    const orderId = await order(3, { depositType: 1 });
    expect(await itemsOf(orderId, {}, office.clerk)).toEqual(BOTH);
    expect((await (await office.app.as('fleet')).get('/order/deposit/list')).http).toBe(403);
    expect((await office.clerk.get('/order/deposit/export')).http).toBe(403);
    for (const path of ['/order/deposit/save', '/order/deposit/delete/1'])
      expect((await office.admin.post(path, { id: 1, held: 0 })).http).toBe(404);
    const { rows } = await sql<{ id: number }>`
      update "user" set "dataScope" = 1, "storeIds" = array[${RENTAL.chiangMai}]::bigint[] where username = 'service' returning id`.execute(
      office.app.db,
    );
    expect(rows).toHaveLength(1);
    expect(await itemsOf(orderId, {}, await office.app.as('service'))).toEqual([]);
  });
});

describe('what was held when a day ended', () => {
  const heldOn = async (date: string, by: Client = office.finance) =>
    accepted(await by.get<DepositsHeld>('/order/deposit/held', { date })).data;

  it('is what the movements up to then add up to, on every day, and the file has its rows', async () => {
    const orderId = await order(3, { depositType: 1 });
    office.app.at('2027-03-12 10:00');
    const asked = id(
      await office.clerk.post<{ id: number }>(
        '/order/refund/save',
        refund(orderId, 5000, { feeItem: 'orderDeposit', confirmed: 0 }),
      ),
    );
    accepted(await office.finance.post('/order/refund/result', { id: asked, success: 1 }));
    let most = 0;
    for (const date of ['2027-02-01', '2027-02-28', '2027-03-01', '2027-03-11', '2027-03-12', '2027-04-30']) {
      const { rows } = await sql<{ orders: string; violations: string; count: number }>`
        select coalesce(sum(held) filter (where item = 'orderDeposit'), 0) as orders,
          coalesce(sum(held) filter (where item = 'violationDeposit'), 0) as violations, count(*)::int as count
        from (select item, sum(case kind when 'collected' then amount else -amount end) as held from "depositEntry"
          where time < ${`${date}T24:00:00+07:00`}::timestamptz group by "orderId", item) t where held > 0`.execute(
        office.app.db,
      );
      const { orders, violations, count } = rows[0]!;
      const { total, stores } = await heldOn(date);
      expect([date, total]).toEqual([
        date,
        {
          ...{ count, orderDeposit: Number(orders) / 100, violationDeposit: Number(violations) / 100 },
          held: (Number(orders) + Number(violations)) / 100,
        },
      ]);
      expect(stores.reduce((sum, store) => sum + store.held, 0)).toBe(total.held);
      most = Math.max(most, count);
    }
    expect(most).toBeGreaterThan(1);
    const file = await office.finance.get('/order/deposit/held/export', { date: '2027-03-11' });
    const [, ...lines] = await readSheet(file.bytes);
    const sums = lines.map((line) => Number(line.at(-1)));
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe((await heldOn('2027-03-11')).total.held);
  });

  it('is told to those who read refunds, of their own stores, for a day there is', async () => {
    expect((await office.finance.get('/order/deposit/held', { date: '2027-13-01' })).errors['date']).toBeTruthy();
    expect((await (await office.app.as('fleet')).get('/order/deposit/held')).http).toBe(403);
    expect((await office.clerk.get('/order/deposit/held/export')).http).toBe(403);
    expect((await heldOn('2027-03-11', await office.app.as('service'))).stores).toEqual([]);
  });
});

it('the day and the state of each row are those of the rules, whatever the clock, the sums and the days', async () => {
  const orderId = await order(3, { depositType: 1 });
  const { db } = office.app;
  const day = 86_400_000;
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: -40 * day, max: day }), { nil: null }),
      fc.option(fc.integer({ min: -2 * day, max: day }), { nil: null }),
      fc.constantFrom(0, 1, 500_000),
      async (back, called, held) => {
        const now = office.app.now();
        const times = {
          actualReturn: back === null ? null : now + back,
          cancelled: called === null ? null : now + called,
        };
        const date = (time: number | null) => (time === null ? null : new Date(time));
        await sql`update "order" set "actualReturnTime" = ${date(times.actualReturn)}, "cancelTime" = ${date(times.cancelled)} where id = ${orderId}`.execute(
          db,
        );
        await sql`update deposit set held = ${held} where "orderId" = ${orderId}`.execute(db);
        const days = releaseDatesOf(times, 'Asia/Bangkok', DEFAULT_PARAMETERS);
        for (const item of ['orderDeposit', 'violationDeposit'] as const) {
          const releaseDate = days?.[item] ?? '';
          const state = depositState(satang(held), releaseDate, dateOf(now, 'Asia/Bangkok'));
          expect(await listed({ orderId, item })).toMatchObject([{ releaseDate, state }]);
          expect(await itemsOf(orderId, { item, state })).toEqual([item]);
        }
      },
    ),
    { numRuns: 40 },
  );
});
