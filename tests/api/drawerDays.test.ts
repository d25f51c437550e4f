import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DrawerCount } from '../../schemas/types.generated.ts';
import { DAYS_OF_PAYMENTS } from '../../src/rental/server/drawer/index.ts';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, book, RENTAL } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';

const office = openMoneyDesk();
const storeId = RENTAL.phuket;
let accounts: Accounts;
let orderId: number;

const dayOf = async (date: string, client: Client = office.clerk) =>
  accepted(await client.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', { storeId, date })).data;
const pay = (amount: number, changes: Record<string, unknown> = {}, client: Client = office.clerk) =>
  client.post<{ id: number }>('/order/payment/save', { orderId, amount, method: 5, confirmed: 1, ...changes });
const count = (body: Record<string, unknown>, client: Client = office.clerk) =>
  client.post<{ id: number }>('/order/drawercount/count', { storeId, kind: 2, ...body });
/** The figures of a day, without what is of now. */
const figures = async (date: string) => {
  const { total, methods, operators, payments } = await dayOf(date);
  return { total, methods, operators, payments };
};

beforeAll(async () => {
  accounts = accountsOf(office.app, () => office.admin);
  office.app.at('2027-06-10 12:00');
  const days = { plannedPickupTime: '2027-06-20 10:00:00', plannedReturnTime: '2027-06-23 10:00:00' };
  orderId = await book(office.manager, days);
});

describe('a day that is counted (D-MONEY-10)', () => {
  it('keeps its figures: what is entered later is late, has both times and counts today', async () => {
    office.id(await pay(1000));
    const closed = office.id(await count({ float: 500, counted: 1500, carried: 500 }));
    expect(await office.rows('drawerCount', `id = ${closed}`)).toMatchObject([
      { day: '2027-06-10', float: 50_000, cash: 100_000, expected: 150_000, difference: 0, banked: 100_000 },
    ]);
    const before = await figures('2027-06-10');
    expect((await dayOf('2027-06-10')).closed).toBe(true);
    office.app.at('2027-06-11 09:00');
    const late = office.id(await pay(70, { time: '2027-06-10 11:00:00' }));
    expect(await figures('2027-06-10')).toEqual(before);
    const today = await dayOf('2027-06-11');
    expect(today.payments).toMatchObject([{ id: late, late: 1, amount: 70, time: '2027-06-10 11:00:00' }]);
    expect(today.total).toMatchObject({ in: 70, out: 0 });
    const journal = { day: undefined, late: 1, pageSize: 50 };
    const { list } = accepted(await office.finance.get<PageOf<{ id: number }>>('/order/payment/list', journal)).data;
    expect(list.map(({ id }) => id)).toEqual([late]);
  });

  it('is corrected by a counter entry of today, never changed', async () => {
    const before = await figures('2027-06-10');
    const refundId = office.id(await office.clerk.post('/order/refund/save', office.refund(orderId, 40)));
    accepted(await office.finance.post('/order/refund/result', { id: refundId, success: 1 }));
    expect(await figures('2027-06-10')).toEqual(before);
    expect((await dayOf('2027-06-11')).total).toMatchObject({ in: 70, out: 40 });
  });

  it('that is closed before its end has its later payments on the next day', async () => {
    accepted(await count({ counted: 530, carried: 500 }));
    office.app.at('2027-06-11 19:00');
    const id = office.id(await pay(5));
    expect(await office.rows('payment', `id = ${id}`)).toMatchObject([{ day: '2027-06-12', late: 1 }]);
  });

  it('is closed once, not before it has begun, and not by who may only look', async () => {
    expect(await count({ counted: 505 })).toMatchObject({
      errors: { date: 'This day is closed already. Choose another day' },
    });
    expect(await count({ counted: 505, date: '2027-06-12' })).toMatchObject({
      errors: { date: 'This day has not begun. Choose today or an earlier day' },
    });
    expect((await count({ counted: 1 }, office.finance)).http).toBe(403);
    const north = await accounts.makeUser({ dataScope: 1, storeIds: [RENTAL.chiangMai] });
    expect((await count({ counted: 1 }, north.client)).statusCode).not.toBe(200);
  });

  it('by two at once is closed by one of them', async () => {
    office.app.at('2027-06-12 20:00');
    const body = { counted: 505, carried: 505 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => count(body)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('while payments are under way has each of them, or they are late: none is lost or twice', async () => {
    office.app.at('2027-06-13 20:00');
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => pay(10)),
      count({ counted: 505, carried: 505, reason: 'while they pay' }),
      ...Array.from({ length: 6 }, () => pay(10)),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const [closed] = await office.rows('drawerCount', `day = '2027-06-13' and kind = 2`);
    const inDay = (await dayOf('2027-06-13')).total.in;
    expect(closed).toMatchObject({ cash: inDay * 100 });
    const { payments } = await dayOf('2027-06-14');
    expect(payments.every(({ late }) => late === 1)).toBe(true);
    expect(payments.length * 10 + inDay).toBe(120);
    office.app.at('2027-06-14 20:00');
    expect((await dayOf('2027-06-14')).drawer).toEqual({
      float: 505,
      cash: payments.length * 10,
      expected: 505 + payments.length * 10,
    });
  });
});

describe('the drawer (D-MONEY-11)', () => {
  it('goes from shift to shift: counted by one, taken over by another, each with a time', async () => {
    const evening = await accounts.makeUser({ dataScope: 1, storeIds: [storeId] });
    office.app.at('2027-06-14 21:00');
    const { expected } = (await dayOf('2027-06-14')).drawer;
    const short = { kind: 1, counted: expected! - 20, carried: expected! - 20, takerId: evening.id };
    expect(await count(short)).toMatchObject({ errors: { reason: 'Say why the cash differs' } });
    expect(await count({ ...short, reason: 'change', takerId: null })).toMatchObject({
      errors: { takerId: 'Required' },
    });
    const id = office.id(await count({ ...short, reason: 'wrong change' }));
    accepted(await office.manager.get('/order/dayclose', { storeId }));
    const other = await office.manager.post('/order/drawercount/takeover', { id });
    expect(other.message).toContain('Only the person who takes over can confirm it. Ask that person');
    office.app.at('2027-06-14 21:10');
    accepted(await evening.client.post('/order/drawercount/takeover', { id }));
    expect((await evening.client.post('/order/drawercount/takeover', { id })).statusCode).toBe(400);
    const day = await dayOf('2027-06-14');
    expect(day.closed).toBe(false);
    expect(day.counts).toMatchObject([
      {
        ...{ kind: 1, difference: -20, reason: 'wrong change', operator: 'clerk', takerId: evening.id },
        ...{ time: '2027-06-14 21:00:00', takenTime: '2027-06-14 21:10:00' },
      },
    ]);
    expect(day.drawer).toEqual({ float: expected! - 20, cash: 0, expected: expected! - 20 });
    expect(day.staff.map((one) => one.id)).toContain(evening.id);
    accepted(await pay(15, {}, evening.client));
    accepted(await count({ counted: expected! - 5, carried: 500 }, evening.client));
    const counts = (await dayOf('2027-06-14')).counts;
    expect(counts[1]).toMatchObject({ kind: 2, float: expected! - 20, cash: 15, difference: 0, carried: 500 });
    expect((await dayOf('2027-06-15')).drawer).toMatchObject({ float: 500, cash: 0 });
  });

  it('is counted by note and coin, which come to the sum and are kept with it', async () => {
    office.app.at('2027-06-15 20:00');
    const notes = [
      { value: 100, number: 4 },
      { value: 20, number: 0 },
      { value: 0.25, number: 400 },
    ];
    expect(await count({ counted: 500.25, carried: 500, notes })).toMatchObject({
      errors: { counted: 'Notes and coins come to THB 500.00. Correct their numbers or the sum' },
    });
    for (const wrong of [[{ value: 3, number: 1 }], [...notes, { value: 100, number: 1 }]])
      expect(await count({ counted: 500, carried: 500, notes: wrong })).toMatchObject({
        errors: { notes: 'There is no such note or coin. Count each value in use once' },
      });
    expect((await count({ counted: 500, carried: 500, notes: [{ value: 100, number: -5 }] })).statusCode).toBe(400);
    accepted(await count({ counted: 500, carried: 500, notes }));
    expect((await dayOf('2027-06-15')).counts).toMatchObject([
      { counted: 500, difference: 0, notes: [notes[0], notes[2]] },
    ]);
  });

  it('is listed for the accountant with what was missing, and exported; nobody changes a count', async () => {
    const question = { differenceEnd: -0.01, pageSize: 50, storeId };
    const path = '/order/drawercount/list';
    const { list } = accepted(await office.finance.get<PageOf<DrawerCount>>(path, question)).data;
    expect(list.every(({ difference }) => difference! < 0)).toBe(true);
    expect(list).toContainEqual(
      expect.objectContaining({ difference: -20, reason: 'wrong change', operator: 'clerk' }),
    );
    const sheet = await office.finance.get('/order/drawercount/export', { ...question, format: 'xlsx' });
    const [head, ...lines] = await readSheet(sheet.bytes);
    expect(lines.map((line) => line[head!.indexOf('Difference')])).toEqual(list.map(({ difference }) => difference));
    expect((await office.admin.post('/resources/drawerCount/save', { id: 1, counted: 1 })).http).toBe(404);
  });

  it('payments of an earlier version count in the day of their time', async () => {
    const kept = await office.rows('payment', 'late = 0');
    await sql`update payment set day = null where late = 0`.execute(office.app.db);
    await sql.raw(DAYS_OF_PAYMENTS).execute(office.app.db);
    expect(await office.rows('payment', 'late = 0')).toEqual(kept);
  });
});

it('whoever may close a day takes its sheet along, and who may only look does not', async () => {
  expect((await office.clerk.get('/order/dayclose/export', { storeId })).http).toBe(200);
  const roleId = await accounts.makeRole('looker', 'order-dayclose');
  const looker = await accounts.makeUser({ roleId });
  expect((await looker.client.get('/order/dayclose', { storeId })).http).toBe(200);
  expect((await looker.client.get('/order/dayclose/export', { storeId })).http).toBe(403);
});
