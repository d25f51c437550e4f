import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MemberParts } from '../../src/rental/calls/index.ts';
import { openBackOffice } from './backOffice.ts';
import { accepted, addCars, book } from './rental.ts';
import { upload } from './upload.ts';

const office = openBackOffice();
beforeAll(() => addCars(office.app, 10));

interface Member extends MemberParts {
  readonly id: number;
  readonly phone: string;
  readonly idNo: string;
  readonly blacklisted: number;
}
const read = async (id: number, by = office.ops): Promise<Member> =>
  accepted(await by.get<Member>(`/member/info/${id}`)).data;

/** The renter of a new order. */
async function renter(): Promise<{ memberId: number; orderId: number }> {
  office.app.at('2027-02-22 12:00');
  const orderId = await book(office.ops);
  return { orderId, memberId: (await office.rowOf('order', orderId))['memberId'] as number };
}
const pay = async (orderId: number, amount: number, feeItem: string) =>
  accepted(await office.ops.post('/order/payment/save', { orderId, type: 1, amount, method: 5, feeItem }));

describe('the page of a member', () => {
  it('has a document of each type, also of those that are not uploaded', async () => {
    const { memberId } = await renter();
    const url = await upload(office.ops);
    accepted(await office.ops.post('/member/document/save', { memberId, type: 2, url, expiryDate: '2030-05-01' }));
    const { documents } = await read(memberId);
    expect(documents.map(({ type, status, id }) => [type, status, id === null])).toEqual([
      [1, 0, true],
      [2, 1, false],
      [3, 0, true],
      [4, 0, true],
    ]);
    expect(documents[1]).toMatchObject({
      url,
      expiryDate: '2030-05-01',
      uploadTime: '2027-02-22 12:00:00',
      auditTime: '',
    });
  });

  it('has the orders of the member, what they charge, what is owed, and the deposits that are held', async () => {
    const { memberId, orderId } = await renter();
    const before = await read(memberId);
    const order = before.orders.find(({ id }) => id === orderId)!;
    expect(order).toMatchObject({ status: 1, paid: 0, due: order.payable });
    await pay(orderId, 500, 'orderDeposit');
    const { orders, money } = await read(memberId);
    expect(orders.find(({ id }) => id === orderId)).toMatchObject({ paid: 500 });
    expect(money).toEqual({
      ...before.money!,
      // Money under a deposit pays no charges: it is held.
      payable: before.money!.payable + 500,
      held: before.money!.held + 500,
    });
    expect(money!.orders).toBe(orders.length);
  });

  it('says on which entries of the blacklist the member is, by phone or ID number', async () => {
    const { memberId } = await renter();
    const { phone, idNo } = await read(memberId);
    const ids: number[] = [];
    for (const entry of [
      { type: 2, phone, reason: 'rent unpaid' },
      { type: 1, idNo },
    ])
      ids.push(await office.save('/member/blacklist/save', entry));
    expect(await read(memberId)).toMatchObject({
      blacklisted: 1,
      blacklist: [
        { type: 2, reason: 'rent unpaid' },
        { type: 1, reason: '' },
      ],
    });
    for (const id of ids) accepted(await office.ops.delete(`/member/blacklist/delete/${id}`));
    expect(await read(memberId)).toMatchObject({ blacklisted: 0, blacklist: [] });
  });

  it('shows nobody more than the lists would: finance sees no documents and no entries', async () => {
    const { memberId } = await renter();
    expect(await read(memberId, await office.app.as('finance'))).toMatchObject({
      documents: [],
      blacklist: [],
      money: { orders: expect.any(Number) as number },
    });
    expect((await (await office.app.as('fleet')).get(`/member/info/${memberId}`)).http).toBe(403);
  });

  it('counts the orders of the reader’s stores only', async () => {
    const { memberId } = await renter();
    const all = await read(memberId);
    await sql`update "user" set "dataScope" = 1, "storeIds" = '{}' where username = 'service'`.execute(office.app.db);
    const service = await office.app.as('service');
    expect(await read(memberId, service)).toMatchObject({
      orders: [],
      money: { orders: 0, payable: 0, due: 0, held: 0 },
    });
    expect(all.orders.length).toBeGreaterThan(0);
  });

  it('leads to the messages that the member was sent, by an order or by hand', async () => {
    const { memberId } = await renter();
    const { phone } = await read(memberId);
    const { countryCode } = (await office.rowOf('member', memberId)) as { countryCode: string };
    accepted(await office.ops.post('/member/sendsms', { phone, countryCode, content: 'Your car is ready' }));
    const { data } = accepted(
      await office.ops.get<{ list: { topic: string }[] }>('/system/outbox/list', { memberId, pageSize: 100 }),
    );
    expect(new Set(data.list.map(({ topic }) => topic))).toEqual(new Set(['order-created', 'member']));
  });
});
