import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from './rentalAnswers.ts';
import { accountsOf } from './accounts.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, book, RENTAL } from './rental.ts';
import { STORE } from './storeValues.ts';

const office = openMoneyDesk();
const storeId = RENTAL.phuket;
let orderId: number;
beforeAll(async () => {
  office.app.at('2027-02-10 12:00');
  orderId = await book(office.manager, {
    ...{ plannedPickupTime: '2027-04-20 10:00:00', plannedReturnTime: '2027-04-23 10:00:00' },
  });
});

const pay = async (amount: number, more: object = {}) =>
  office.id(
    await office.clerk.post<{ id: number }>('/order/payment/save', {
      orderId,
      amount,
      method: 5,
      confirmed: 1,
      ...more,
    }),
  );
const dayAndLate = async (id: number) => {
  const [row] = await office.rows('payment', `id = ${id}`);
  return [row!['day'], row!['late']];
};
const books = async (month: string) =>
  accepted(await office.finance.get<AnswerOf<'GET /order/monthclose'>>('/order/monthclose', { month })).data;
const close = (month: string, client = office.finance) =>
  client.post<{ stores: number }>('/order/monthclose/close', { month });
const drawer = async (date: string) =>
  accepted(await office.clerk.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', { storeId, date })).data;
const count = (body: object) => office.clerk.post('/order/drawercount/count', { storeId, kind: 2, ...body });
const openStore = async (storeName: string) =>
  office.id(await office.ops.post<{ id: number }>('/basics/store/save', { ...STORE, storeName }));

describe('a month (D-MONEY-13)', () => {
  it('is closed by the office at all its stores once it is over, once, and by nobody else', async () => {
    await pay(1000);
    expect((await close('2027-02')).errors).toEqual({
      month: 'This month is not over at every store. Choose an earlier month',
    });
    for (const month of ['2027-13', '02-2027', '2027-02-28', ''])
      expect([month, (await close(month)).statusCode]).toEqual([month, 400]);
    for (const client of [office.clerk, office.manager]) expect((await close('2027-01', client)).http).toBe(403);
    office.app.at('2027-03-01 00:30');
    const before = await books('2027-02');
    expect(before.end).toBe('2027-02-28');
    expect(before.stores.find(({ id }) => id === storeId)).toMatchObject({ closed: false, through: '', uncounted: 1 });
    expect(accepted(await close('2027-02')).data).toEqual({ stores: before.stores.length });
    const after = await books('2027-02');
    expect(after.stores.every(({ closed, through }) => closed && through === '2027-02-28')).toBe(true);
    for (const month of ['2027-02', '2027-01'])
      expect((await close(month)).errors).toEqual({ month: 'This month is closed already. Choose another month' });
  });

  it('takes no payment any more: it keeps both times and counts on the day of its entry', async () => {
    const late = await pay(70, { time: '2027-02-28 23:00:00' });
    expect(await dayAndLate(late)).toEqual(['2027-03-01', 1]);
    expect(await dayAndLate(await pay(5, { time: '2027-03-01 00:10:00' }))).toEqual(['2027-03-01', 0]);
    expect((await drawer('2027-02-10')).closed).toBe(true);
    expect((await drawer('2027-03-01')).closed).toBe(false);
  });

  it('leaves the drawer alone: the first count and those after it find every baht once', async () => {
    accepted(await count({ date: '2027-02-28', float: 0, counted: 1000, carried: 1000, reason: 'of February' }));
    await pay(200);
    const day = await drawer('2027-03-01');
    expect(day.drawer).toMatchObject({ float: 1000, cash: 200 });
    office.app.at('2027-04-01 09:00');
    accepted(await close('2027-03'));
    expect((await drawer('2027-03-01')).drawer).toEqual(day.drawer);
    await pay(30);
    expect((await drawer('2027-04-01')).drawer).toMatchObject({ float: 1000, cash: 230 });
    accepted(await count({ counted: 1230, carried: 0 }));
    expect((await drawer('2027-04-01')).counts).toMatchObject([{ expected: 1230, difference: 0 }]);
  });

  it('is closed at the stores that somebody sees, and not at others', async () => {
    office.app.at('2027-05-02 09:00');
    const accounts = accountsOf(office.app, () => office.admin);
    const roleId = await accounts.makeRole('localOffice', 'dayclose-enable');
    const { client } = await accounts.makeUser({ roleId, dataScope: 1, storeIds: [RENTAL.chiangMai] });
    expect(accepted(await close('2027-04', client)).data).toEqual({ stores: 1 });
    const { stores } = await books('2027-04');
    expect(stores.filter(({ closed }) => closed).map(({ id }) => id)).toEqual([RENTAL.chiangMai]);
  });

  it('while payments are under way has each of them, or they are late: none is lost or in a month that is closed', async () => {
    office.app.at('2027-06-01 00:20');
    const time = '2027-05-31 23:50:00';
    const [closed, ...paid] = await Promise.all([
      close('2027-05'),
      ...Array.from({ length: 12 }, () => pay(1, { time })),
    ]);
    accepted(closed);
    for (const id of paid) {
      const [day, isLate] = await dayAndLate(id);
      expect([
        ['2027-05-31', 0],
        ['2027-06-01', 1],
      ]).toContainEqual([day, isLate]);
      const [row] = await office.rows('payment', `id = ${id}`);
      // Who wrote after the close is late.
      if (isLate === 0) expect(row!['day']).toBe('2027-05-31');
    }
    expect(await dayAndLate(await pay(1, { time }))).toEqual(['2027-06-01', 1]);
  });

  it('that every store has closed is closed at a store that opens later', async () => {
    office.app.at('2027-07-01 09:00');
    accepted(await close('2027-06'));
    const opened = await openStore('Opened in July');
    expect((await office.rows('store', `id = ${opened}`))[0]!['booksThrough']).toBe('2027-06-30');
    expect((await books('2027-06')).stores.find(({ id }) => id === opened)).toMatchObject({ closed: true });
    // One store whose July is open leaves it open at the next store, too.
    await sql`update store set "booksThrough" = null where id = ${storeId}`.execute(office.app.db);
    const next = await openStore('Opened after it');
    expect((await office.rows('store', `id = ${next}`))[0]!['booksThrough']).toBeNull();
  });
});
