import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, book, draft, errorOf, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Who rents: found, refused and corrected by numbers that people write in many ways. */

type Fields = Record<string, unknown>;

let app: RentalApp;
let clerk: Client;
let manager: Client;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager, ops] = await Promise.all([app.as('clerk'), app.as('storeManager'), app.as('ops')]);
  await addCars(app, 40);
});
afterAll(() => app.close());

const info = async (id: number): Promise<Fields> => accepted(await manager.get<Fields>(`/order/info/${id}`)).data;
const thai = (phone: string, idNo: string, name = 'Somchai') => ({
  ...{ renterName: name, renterCountryCode: '+66', renterPhone: phone, renterIdType: 2, renterIdNo: idNo },
});
const car = async (): Promise<number> => (await addCars(app, 1))[0]!;

describe('the blacklist', () => {
  it('knows every spelling of a phone and of an ID number, and says which open orders and members it names', async () => {
    app.at('2027-02-22 12:00');
    const before = await info(await book(clerk, thai('0823456789', 'BB 1')));
    accepted(await ops.post('/member/blacklist/save', { type: 1, reason: 'unpaid', phone: '082-345-6789' }));
    for (const phone of ['823456789', '0823456789', '082 345 6789', '+66823456789', '+66 (0)82-345-6789', '๐๘๒๓๔๕๖๗๘๙'])
      expect([phone, errorOf(await clerk.post('/order/save', draft(thai(phone, `BB ${phone.length}`))))]).toEqual([
        phone,
        expect.stringContaining('unpaid'),
      ]);
    const { list } = accepted(
      await ops.get<{ list: Fields[] }>('/member/blacklist/list', { keyword: '+66823456789' }),
    ).data;
    expect(list).toMatchObject([{ phone: expect.anything(), openOrders: before['orderNo'], members: 1 }]);
    expect((await ops.post('/member/blacklist/save', { type: 1, phone: '+66 82 345 6789' })).errors).toHaveProperty(
      'phone',
    );
    accepted(await ops.post('/member/blacklist/save', { type: 1, reason: 'stolen', idNo: 'ab-123.456' }));
    expect(errorOf(await clerk.post('/order/save', draft(thai('0823450000', 'ＡＢ１２３４５６'))))).toContain('stolen');
    expect(await info(before['id'] as number)).toMatchObject({ memberBlacklisted: 1 });
  });
});

describe('a member', () => {
  it('is found by the ID number in any spelling, and never by the phone of somebody else', async () => {
    const first = await info(await book(clerk, thai('0834567890', 'G 123-456', 'LI LEI')));
    await sql`
      insert into document ("memberId", type, name, url, status, "uploadTime", aside)
      select ${first['memberId']}, type, 'paper', 'paper-' || type || '.png', 2, now(), 0 from unnest(array[1, 2]) type
    `.execute(app.db);
    expect(await info(first['id'] as number)).toMatchObject({ memberVerified: 1 });
    const again = await info(await book(clerk, { ...thai('0899999999', 'g123456', 'LI LEI'), confirmed: 1 }));
    expect(again).toMatchObject({ memberId: first['memberId'], memberVerified: 1 });
    const other = await info(await book(clerk, thai('083-456-7890', 'H999', 'HAN MEIMEI')));
    expect(other['memberId']).not.toBe(first['memberId']);
    expect(other).toMatchObject({ memberVerified: 0 });
    const { list } = accepted(await ops.get<{ list: Fields[] }>('/member/list', { keyword: '+66834567890' })).data;
    expect(list.map(({ id }) => id).sort()).toEqual([first['memberId'], other['memberId']].sort());
  });

  it('proves nothing for an order of another ID number that an earlier release joined to it', async () => {
    const id = await book(clerk, thai('0845678901', 'J 1'));
    const { memberId } = await info(id);
    await sql`
      insert into document ("memberId", type, name, url, status, "uploadTime", aside)
      select ${memberId}, type, 'paper', 'joined-' || type || '.png', 2, now(), 0 from unnest(array[1, 2]) type
    `.execute(app.db);
    await sql`update "order" set "renterIdNo" = 'K 2' where id = ${id}`.execute(app.db);
    expect(await info(id)).toMatchObject({ memberId, memberVerified: 0 });
  });
});

it('an order and a car are found by any spelling, in the list and in the palette', async () => {
  app.at('2027-02-22 12:00');
  const { orderNo, id } = await info(await book(clerk, thai('0856789012', 'F 1')));
  for (const keyword of ['085-678-9012', '+66856789012', '+66 85 678 9012']) {
    const { list } = accepted(await manager.get<{ list: Fields[] }>('/order/list', { keyword })).data;
    expect([keyword, list.map((one) => one['id'])]).toEqual([keyword, [id]]);
    const { records } = accepted(
      await manager.get<{ records: { resource: string; hits: { title: string }[] }[] }>('/search', { q: keyword }),
    ).data;
    const found = records.find(({ resource }) => resource === 'order');
    expect([keyword, found?.hits.map(({ title }) => title)]).toEqual([keyword, [orderNo]]);
  }
  await sql`update vehicle set plate = 'กข 5084 ภูเก็ต' where id = ${await car()}`.execute(app.db);
  for (const keyword of ['กข5084', 'กข-5084']) {
    const { total } = accepted(await manager.get<{ total: number }>('/car/list', { keyword })).data;
    expect([keyword, total]).toEqual([keyword, 1]);
  }
});

it('a message goes to the one spelling of a phone', async () => {
  const to = async (id: number) =>
    (await sql<{ recipient: string }>`select recipient from outbox where "orderId" = ${id}`.execute(app.db)).rows.map(
      ({ recipient }) => recipient,
    );
  expect(await to(await book(clerk, thai('081-234-5678', 'M 1')))).toEqual(['+66812345678']);
  expect(await to(await book(clerk, thai('+660812345678', 'M 2')))).toEqual(['+66812345678']);
  const chinese = { renterPhone: '+86138 1234 5678', renterCountryCode: '+86' };
  expect(await to(await book(clerk, chinese))).toEqual(['+8613812345678']);
});

describe('the renter of an order', () => {
  const closing = async (run: () => Promise<void>): Promise<void> => {
    await sql`update store set status = 0 where id = ${RENTAL.phuket}`.execute(app.db);
    try {
      await run();
    } finally {
      await sql`update store set status = 1 where id = ${RENTAL.phuket}`.execute(app.db);
    }
  };

  it('is corrected although the store has closed since, at the price of the booking', async () => {
    app.at('2027-02-22 12:00');
    const id = await book(clerk);
    const before = await info(id);
    await closing(async () => {
      accepted(await clerk.post('/order/save', { id, renterName: 'ZHANG SAN' }));
      accepted(await clerk.post('/order/save', { id, renterIdNo: 'P 700' }));
      accepted(await clerk.post('/order/save', { id, remark: 'window seat' }));
      // What is changed is asked.
      expect(
        errorOf(
          await clerk.post('/order/save', {
            id,
            plannedPickupTime: '2027-03-01 11:00:00',
            pickupStoreId: RENTAL.phuket,
            returnStoreId: 2,
          }),
        ),
      ).not.toBe('');
      expect(errorOf(await clerk.post('/order/save', { id, renterName: '' }))).toContain('renterName');
    });
    const after = await info(id);
    expect(after).toMatchObject({
      renterName: 'ZHANG SAN',
      renterIdNo: 'P 700',
      total: before['total'],
      remark: 'window seat',
    });
    expect(after['memberId']).not.toBe(before['memberId']);
  });

  it('is corrected while the car is out and when it is back, and asks the blacklist', async () => {
    for (const status of [2, 3] as const) {
      const id = await orderIn(app, manager, status, await car(), thai('0867890123', `R ${status}`));
      accepted(await clerk.post('/order/save', { id, renterPhone: '0867890124', renterName: 'New Name' }));
      const { data } = accepted(await manager.get<Fields>(`/print/order/${id}`));
      expect(data).toMatchObject({ renterName: 'New Name', renterPhone: '+66 0867890124' });
      expect(await info(id)).toMatchObject({ status, actions: expect.arrayContaining(['renter']) });
      expect(errorOf(await clerk.post('/order/save', { id, renterName: 'x', depositType: 1 }))).not.toBe('');
      accepted(await ops.post('/member/blacklist/save', { type: 1, reason: `fled ${status}`, idNo: `FLED${status}` }));
      expect(errorOf(await clerk.post('/order/save', { id, renterIdNo: `fled-${status}` }))).toContain(
        `fled ${status}`,
      );
      const log = accepted(await manager.get<unknown[]>(`/order/log/${id}`)).data;
      expect(JSON.stringify(log)).toContain('renterPhone');
    }
    const cancelled = await orderIn(app, manager, -1, await car());
    expect(errorOf(await clerk.post('/order/save', { id: cancelled, renterName: 'x' }))).not.toBe('');
  });

  it('whose masked phone comes back as it was shown stays as it is', async () => {
    app.at('2027-02-22 12:00');
    const id = await book(clerk, thai('0878901234', 'S 1'));
    accepted(await clerk.post('/order/save', { id, renterPhone: '087***1234', renterName: 'Changed' }));
    expect(await info(id)).toMatchObject({ renterPhone: '0878901234', renterName: 'Changed' });
  });
});
