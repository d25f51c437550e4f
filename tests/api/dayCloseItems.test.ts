import { beforeAll, describe, expect, it } from 'vitest';
import { OPEN_ITEMS, openRows, type OpenItem } from '../../src/rental/rules/index.ts';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, RENTAL } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';

/** What is open when a day is closed, and the lists that its links open (D-MONEY-12). */
const office = openMoneyDesk();
const { order, id, refund, deduction } = office;
const date = '2027-03-11';
const oneWay = { returnStoreId: RENTAL.airport };

type Listed = Readonly<Record<string, number>>;

const LISTS = {
  order: '/order/list',
  deposit: '/order/deposit/list',
  preauth: '/order/preauth/list',
  refund: '/order/refund/list',
  deduction: '/order/deduct/list',
} as const;
const AMOUNTS: Readonly<Record<OpenItem, ((row: Listed) => number) | null>> = {
  notReturned: null,
  due: (row) => row['payable']! - row['paid']!,
  deposits: (row) => row['held']!,
  preauths: (row) => row['open']!,
  refunds: (row) => row['amount']!,
  deductions: (row) => row['amount']!,
};

const openOf = async (storeId: number, client: Client) =>
  accepted(
    await client.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', {
      storeId,
      date,
    }),
  ).data.open;

/** The same figures, added up of the rows that the link of each item opens. */
async function linked(storeId: number, client: Client) {
  const items = OPEN_ITEMS.map(async (item) => {
    const { resource, filter } = openRows(item, { storeId, date });
    const page = await client.get<PageOf<Listed>>(LISTS[resource], {
      ...filter,
      pageSize: 100,
    });
    const { list, total } = accepted(page).data;
    expect(list).toHaveLength(total);
    const of = AMOUNTS[item];
    const amount = of && Math.round(list.reduce((sum, row) => sum + of(row), 0) * 100) / 100;
    return [item, { count: total, amount }] as const;
  });
  return Object.fromEntries(await Promise.all(items));
}

beforeAll(async () => {
  const out = await order(2, oneWay);
  const back = await order(3, { ...oneWay, depositType: 1 });
  await order(2);
  const here = await order(3, { depositType: 1 });
  const waived = await order(3, { ...oneWay, depositType: 3 });
  office.app.at('2027-03-11 12:00');
  for (const orderId of [out, back])
    accepted(
      await office.manager.post('/order/additionalfee', {
        orderId,
        type: 1,
        amount: 100.5,
        remark: 'fuel',
      }),
    );
  for (const orderId of [back, here]) id(await office.manager.post('/order/refund/save', refund(orderId, 12.25)));
  const taken = id(await office.manager.post('/order/deduct/save', deduction(waived, 640)));
  accepted(await office.finance.post('/order/deduct/review', { id: taken }));
  for (const [at, orderId] of [out, here].entries())
    id(
      await office.manager.post('/order/preauth/save', {
        ...{
          orderId,
          purpose: 'charges',
          number: `A-${at}`,
          method: 3,
          amount: 900,
        },
        expireTime: '2027-03-11 23:00:00',
      }),
    );
});

describe('the open items of a day close', () => {
  it.each([
    ['the store that hands out', RENTAL.phuket],
    ['the store that takes back', RENTAL.airport],
  ])('are what their links list, for %s', async (_name, storeId) => {
    const open = await openOf(storeId, office.admin);
    expect(open).toEqual(await linked(storeId, office.admin));
    expect(Object.values(open).map(({ count }) => count > 0)).toEqual(OPEN_ITEMS.map(() => true));
  });

  it('are those of the orders that the reader sees', async () => {
    const { client } = await accountsOf(office.app, () => office.admin).makeUser({
      dataScope: 1,
      storeIds: [RENTAL.airport],
    });
    expect(await openOf(RENTAL.airport, client)).toEqual(await openOf(RENTAL.airport, office.admin));
    expect((await client.get('/order/dayclose', { storeId: RENTAL.phuket })).statusCode).not.toBe(200);
  });
});
