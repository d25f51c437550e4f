import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangedPrice } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { accepted, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app?.close());

const WISH = { part: 'dailyPrice', percent: 5, roundTo: 10, storeId: RENTAL.phuket };
const preview = async (wish: object = {}): Promise<readonly ChangedPrice[]> =>
  accepted(await ops.post<{ rows: ChangedPrice[] }>('/carprice/preview', { ...WISH, ...wish })).data.rows;
const previewCopy = async (wish: object): Promise<readonly ChangedPrice[]> =>
  accepted(await ops.post<{ rows: ChangedPrice[] }>('/carprice/previewcopy', wish)).data.rows;
/** What is sent of a preview, or of its inverse over the versions that the change answered. */
const rowsOf = (rows: readonly ChangedPrice[]) =>
  rows.map(({ id, updateTime, storeId, subModelId, after }) => ({ id, updateTime, storeId, subModelId, after }));
const inverse = (rows: readonly ChangedPrice[], done: readonly { id: number; updateTime: string }[]) =>
  rows.map((row, at) => ({ ...rowsOf([row])[0]!, ...done[at]!, after: row.before }));
const change = (rows: readonly object[], client = ops) =>
  client.post<{ rows: { id: number; updateTime: string }[] }>('/carprice/change', { rows });
const stored = async () =>
  (
    await sql<{ id: number; dailyPrice: number; holidayPrices: unknown }>`
      select id::int, "dailyPrice"::int, "holidayPrices" from price order by id`.execute(app.db)
  ).rows;
beforeEach(() => sql`update price set "dailyPrice" = 120000, "holidayPrices" = '[]'`.execute(app.db));

describe('a change of many prices', () => {
  it('is previewed and saves nothing before it is sent; then all of it, each row with its history; its inverse takes it back', async () => {
    const before = await stored();
    const rows = await preview();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.storeId === RENTAL.phuket)).toBe(true);
    expect(rows[0]).toMatchObject({ before: { dailyPrice: 1200 }, after: { dailyPrice: 1260 } });
    expect(await stored()).toEqual(before);

    const done = accepted(await change(rowsOf(rows))).data.rows;
    expect(await preview({ percent: 0 })).toEqual([]);
    const { list } = accepted(
      await ops.get<{ list: { id: number; dailyPrice: number }[] }>('/carprice/list', { storeId: RENTAL.phuket }),
    ).data;
    expect(new Set(list.map(({ dailyPrice }) => dailyPrice))).toEqual(new Set([1260]));
    const { list: told } = accepted(
      await ops.get<{ list: { changes: object[] }[] }>(`/resources/price/${rows[0]!.id}/history`),
    ).data;
    expect(told[0]!.changes).toContainEqual({ field: 'dailyPrice', before: 1200, after: 1260 });

    accepted(await change(inverse(rows, done)));
    expect(await stored()).toEqual(before);
  });

  it('of a holiday begins with the daily price, and names the holiday', async () => {
    const { id: holidayId } = accepted(
      await ops.post<{ id: number }>('/basics/holiday/save', { name: 'Bulk days', startDate: '2029-04-13', endDate: '2029-04-15', minDays: 1, bookingOpen: 1 }), // prettier-ignore
    ).data;
    const rows = await preview({ part: 'holidayPrice', percent: 20, holidayId });
    expect(rows[0]!.after).toMatchObject({ dailyPrice: 1200, holidayPrices: [{ holidayId, dailyPrice: 1440 }] });
    expect((await ops.post('/carprice/preview', { ...WISH, part: 'holidayPrice' })).statusCode).toBe(400);
    accepted(await change(rowsOf(rows)));
    const span = { storeId: RENTAL.phuket, subModelId: rows[0]!.subModelId, from: '2029-04-12', to: '2029-04-13' };
    const { days } = accepted(await ops.get<{ days: object[] }>('/carprice/calendar', span)).data;
    expect(days).toEqual([
      { date: '2029-04-12', price: 1200, holidayId: null, holidayName: '', ownPrice: 0, bookingOpen: 1, minDays: null },
      { date: '2029-04-13', price: 1440, holidayId, holidayName: 'Bulk days', ownPrice: 1, bookingOpen: 1, minDays: 1 },
    ]);
  });

  it('is all or nothing: one price that somebody changed meanwhile refuses the whole', async () => {
    const rows = await preview();
    const last = rows.at(-1)!;
    accepted(await ops.post('/carprice/save', { id: last.id, dailyPrice: 999 }));
    const before = await stored();
    expect((await change(rowsOf(rows))).statusCode).toBe(409);
    expect(await stored()).toEqual(before);
  });

  it('sent twice at once by two people is done once, wholly', async () => {
    const [up, down] = [await preview({ percent: 10 }), await preview({ percent: -10 })];
    const answers = await Promise.all([change(rowsOf(up)), change(rowsOf(down).toReversed())]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const prices = new Set((await preview({ percent: 100 })).map(({ before }) => before!.dailyPrice));
    expect([...prices]).toEqual([answers[0]!.statusCode === 200 ? 1320 : 1080]);
  });

  it('is for who may edit prices', async () => {
    const reader = await app.as('clerk');
    expect((await reader.post('/carprice/preview', WISH)).http).toBe(403);
    expect((await change(rowsOf(await preview()), reader)).http).toBe(403);
  });
});

describe('copying a store', () => {
  it('makes what the other store lacks, changes the rest only when asked, and is taken back by its inverse', async () => {
    const before = await stored();
    const stores = new Set(accepted(await ops.get<{ list: { storeId: number }[] }>('/carprice/list')).data.list.map(({ storeId }) => storeId)); // prettier-ignore
    const toStoreId = [...stores].find((id) => id !== RENTAL.phuket) ?? RENTAL.chiangMai;
    await sql`update price set "dailyPrice" = 150000 where "storeId" = ${RENTAL.phuket}`.execute(app.db);
    await sql`delete from price where "storeId" = ${toStoreId} and "subModelId" = ${RENTAL.yaris}`.execute(app.db);
    const wish = { fromStoreId: RENTAL.phuket, toStoreId };
    const missing = await previewCopy(wish);
    expect(missing.some(({ id, before: old, subModelId }) => id === null && old === null && subModelId === RENTAL.yaris)).toBe(true); // prettier-ignore
    const all = await previewCopy({ ...wish, overwrite: 1 });
    expect(all.length).toBeGreaterThanOrEqual(missing.length);
    const done = accepted(await change(rowsOf(missing))).data.rows;
    const copied = accepted(await ops.get<{ list: { subModelId: number; dailyPrice: number }[] }>('/carprice/list', { storeId: toStoreId })).data.list; // prettier-ignore
    expect(copied.find(({ subModelId }) => subModelId === RENTAL.yaris)).toMatchObject({ dailyPrice: 1500 });
    accepted(await change(inverse(missing, done)));
    expect((await stored()).length).toBe(before.length - 1);
    accepted(await change(rowsOf(await previewCopy(wish))));
    expect((await ops.post('/carprice/previewcopy', { fromStoreId: toStoreId, toStoreId })).statusCode).toBe(400);
  });
});
