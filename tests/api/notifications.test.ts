import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { everybody, kindsFor, openNotices, toldTo, unread, type NoticePage } from './notices.ts';
import { accepted, addCars, book, errorOf, orderIn, RENTAL } from './rental.ts';
import { png, upload } from './upload.ts';

/** What users are told of (D-SHELL-18): who, when, in which words, and what becomes of it. */
const desk = openNotices();
const { spread, clerkOf, comesIn } = desk;

describe('who is told', () => {
  it('whoever takes bookings, in the words of each language, with the record that it leads to', async () => {
    const id = await comesIn();
    await spread();
    const { data: order } = accepted(await desk.manager.get<{ orderNo: string }>(`/order/info/${id}`));
    expect(await toldTo(desk.manager)).toEqual([
      {
        id: expect.any(Number),
        kind: 'channelOrder',
        topic: 'orders',
        text: `New channel order ${order.orderNo}: pickup 1 Mar 10:00, Phuket Town`,
        time: '2027-02-22 12:00:00',
        read: false,
        resource: 'order',
        recordId: id,
      },
    ]);
    expect((await toldTo(desk.manager, 'th-TH'))[0]!.text).toContain('รับรถ 1 มี.ค. 10:00');
    expect((await toldTo(desk.manager, 'zh-CN'))[0]!.text).toBe(
      `渠道新订单 ${order.orderNo}：03月01日 10:00 在 Phuket Town 取车`,
    );
    expect([await unread(desk.manager), await unread(desk.clerk), await unread(await desk.app.as('finance'))]).toEqual([
      1, 1, 0,
    ]);
    expect((await desk.app.nobody.get('/account/notifications')).http).toBe(401);
  });

  it('nobody of another store, and nobody without the right to act on it', async () => {
    const [here, there] = [await clerkOf(RENTAL.phuket), await clerkOf(RENTAL.chiangMai)];
    await comesIn();
    await spread();
    expect([await kindsFor(here.client), await kindsFor(there.client)]).toEqual([['channelOrder'], []]);
    for (const role of ['delivery', 'finance', 'fleet'] as const)
      expect(await kindsFor(await desk.app.as(role))).toEqual([]);
  });

  it('not whoever did it, and not whoever has switched it off', async () => {
    const deaf = await clerkOf(RENTAL.phuket);
    accepted(await deaf.client.post('/account/settings/save', { notification: { orders: false } }));
    await orderIn(desk.app, desk.manager, -1, RENTAL.cars[0]);
    await spread();
    expect([await kindsFor(desk.manager), await kindsFor(desk.clerk), await kindsFor(deaf.client)]).toEqual([
      [],
      ['orderCancelled'],
      [],
    ]);
  });

  it('of a task only whose task it is, and the next one when it is given on', async () => {
    const roleId = await desk.accounts.roleId('delivery');
    const [first, second] = [await clerkOf(RENTAL.phuket, { roleId }), await clerkOf(RENTAL.phuket, { roleId })];
    const id = await book(desk.clerk);
    accepted(await desk.clerk.post('/order/assignstaff', { id, deliveryStaffId: first.id }));
    await spread();
    expect([await kindsFor(first.client), await kindsFor(second.client), await kindsFor(desk.manager)]).toEqual([
      ['deliveryAssigned'],
      [],
      [],
    ]);
    accepted(await desk.clerk.post('/order/assignstaff', { id, deliveryStaffId: second.id }));
    await spread();
    // The first sees that order no more, and nothing that was said of it.
    expect([await kindsFor(first.client), await kindsFor(second.client)]).toEqual([[], ['deliveryAssigned']]);
    expect(await unread(first.client)).toBe(0);
  });

  it('of a collection only whose collection it is, and the next one when it is given on', async () => {
    const roleId = await desk.accounts.roleId('pickup');
    const [first, second] = [await clerkOf(RENTAL.phuket, { roleId }), await clerkOf(RENTAL.phuket, { roleId })];
    const id = await book(desk.clerk);
    const given = async (pickupStaffId: number) => {
      accepted(await desk.clerk.post('/order/assignstaff', { id, pickupStaffId }));
      await spread();
      return everybody([first.client, second.client], desk.manager, desk.clerk, desk.ops);
    };
    expect(await given(first.id)).toEqual([['collectionAssigned'], [], [], [], []]);
    expect(await given(second.id)).toEqual([[], ['collectionAssigned'], [], [], []]);
  });

  it('of an order that could not be taken over, whoever applies it by hand, in its stores', async () => {
    const roleId = await desk.accounts.makeRole(
      'channels',
      'order-query',
      'channelmessage-query',
      'channelmessage-edit',
    );
    const looks = await desk.accounts.makeRole('channelsLook', 'order-query', 'channelmessage-query');
    const [acts, reads] = [await clerkOf(RENTAL.phuket, { roleId }), await clerkOf(RENTAL.phuket, { roleId: looks })];
    const sent = await desk.fliggy.send({ kind: 'create', orderNo: 'N-REFUSED', subModelId: 999_999 });
    expect(accepted(sent).data).toMatchObject({ result: 'refused' });
    await spread();
    expect(await everybody([acts.client, reads.client], desk.ops, desk.clerk, await desk.app.as('finance'))).toEqual([
      ['channelRefused'],
      [],
      ['channelRefused'],
      [],
      [],
    ]);
  });

  it('of a refund whoever carries it out, where its order is, and not whoever asked for it', async () => {
    const finance = await desk.app.as('finance');
    const roleId = await desk.accounts.roleId('finance');
    const [here, there] = [await clerkOf(RENTAL.phuket, { roleId }), await clerkOf(RENTAL.chiangMai, { roleId })];
    const looks = await desk.accounts.makeRole('refundLook', 'order-query', 'refund-query');
    const reads = await clerkOf(RENTAL.phuket, { roleId: looks });
    const orderId = await book(desk.clerk);
    accepted(
      await desk.clerk.post('/order/payment/save', { orderId, type: 1, amount: 500, method: 5, feeItem: 'total' }),
    );
    // What was paid of a cancelled order is asked back with it.
    accepted(await desk.ops.post('/order/cancel', { id: orderId, reason: 'ill' }));
    await spread();
    expect(
      await everybody([here.client, there.client, reads.client], finance, desk.ops, await desk.app.as('fleet')),
    ).toEqual([['refundSubmitted'], [], [], ['refundSubmitted'], [], []]);
  });

  it('of a document that waits whoever audits it, and not whoever uploaded it', async () => {
    const admin = await desk.app.as('admin');
    const roleId = await desk.accounts.makeRole('auditor', 'document-query', 'document-enable');
    const looks = await desk.accounts.makeRole('documentLook', 'document-query');
    const [audits, reads] = [await clerkOf(RENTAL.phuket, { roleId }), await clerkOf(RENTAL.phuket, { roleId: looks })];
    const { data } = accepted(
      await desk.ops.post<{ id: number }>('/member/save', { name: 'Doc Owner', countryCode: '+66', phone: '0812345670', idType: 2, idNo: 'D1234567', email: 'doc@example.com', status: 1 }), // prettier-ignore
    );
    const url = await upload(desk.ops, { content: await png(20, 20) });
    accepted(await desk.ops.post('/member/document/save', { memberId: data.id, type: 2, url }));
    await spread();
    expect(await everybody([audits.client, reads.client], admin, desk.ops, await desk.app.as('finance'))).toEqual([
      ['documentWaiting'],
      [],
      ['documentWaiting'],
      [],
      [],
    ]);
  });

  it('of a webhook that has stopped by itself whoever may change webhooks, once each time', async () => {
    const admin = await desk.app.as('admin');
    const { rows } = await sql<{ id: number }>`
      insert into webhook (name, url, resource, "userId", status, reason, "updateTime")
      select 'Partner', 'https://example.com/', 'city', id, 2, 'http 410', now() from "user" where username = 'admin' returning id
    `.execute(desk.app.db);
    const told = async () => (await toldTo(admin)).map(({ text }) => text);
    await spread();
    await spread();
    expect(await told()).toEqual(['Webhook Partner has stopped and tells of no changes']);
    expect(await kindsFor(desk.manager)).toEqual([]);
    accepted(await admin.post(`/resources/webhook/${rows[0]!.id}/start`));
    await spread();
    expect(await told()).toHaveLength(1);
    await sql`update webhook set status = 2`.execute(desk.app.db);
    await spread();
    expect(await told()).toHaveLength(2);
    await sql`delete from webhook`.execute(desk.app.db);
  });

  it('is asked again when it is read: without the store or the right nothing remains to be seen', async () => {
    const admin = await desk.app.as('admin');
    const roleId = await desk.accounts.makeRole('teller', 'order-query', 'order-add');
    const user = await clerkOf(RENTAL.phuket, { roleId });
    const sees = async () => [await unread(user.client), (await toldTo(user.client)).length];
    await comesIn();
    await spread();
    expect(await sees()).toEqual([1, 1]);
    for (const [storeId, told] of [
      [RENTAL.chiangMai, 0],
      [RENTAL.phuket, 1],
    ] as const) {
      accepted(await admin.post('/admin/user/save', { id: user.id, storeIds: [storeId] }));
      expect(await sees()).toEqual([told, told]);
    }
    accepted(await admin.post('/role/save', { id: roleId, menuIds: await desk.accounts.menuIds('order-query') }));
    expect(await sees()).toEqual([0, 0]);
  });
});

describe('what is told', () => {
  it('goes with the change: what was refused says nothing, what was done says it once', async () => {
    const id = await orderIn(desk.app, desk.clerk, 2, RENTAL.cars[1]);
    expect(errorOf(await desk.manager.post('/order/cancel', { id, reason: 'x' }))).toBeTruthy();
    await spread();
    expect(await kindsFor(desk.ops)).toEqual([]);
    desk.app.at('2027-02-22 12:00');
    const other = await book(desk.clerk);
    const key = { 'idempotency-key': randomUUID() };
    for (let again = 0; again < 2; again++)
      accepted(await desk.manager.post('/order/cancel', { id: other, reason: 'changed plans' }, key));
    await Promise.all([spread(), spread(), spread()]);
    expect(await kindsFor(desk.ops)).toEqual(['orderCancelled']);
  });

  it('is told a day before an authorisation ends, once, and not of one of which nothing is left', async () => {
    const orderId = await book(desk.manager, { depositType: 2 });
    const enter = async (number: string, expireTime: string) =>
      accepted(
        await desk.clerk.post<{ id: number }>('/order/preauth/save', {
          ...{ orderId, purpose: 'deposit', number, method: 3, amount: 8000, expireTime },
        }),
      ).data.id;
    const [kept, over] = [await enter('PA-1', '2027-03-02 10:00:00'), await enter('PA-2', '2027-03-02 10:00:00')];
    await enter('PA-3', '2027-03-03 10:00:01');
    accepted(await desk.clerk.post('/order/preauth/release', { id: kept, amount: 5000 }));
    accepted(await desk.clerk.post('/order/preauth/release', { id: over }));
    const told = async () => (await toldTo(desk.clerk)).filter(({ kind }) => kind === 'preauthEnding');
    desk.app.at('2027-03-01 09:59');
    await spread();
    expect(await told()).toEqual([]);
    desk.app.at('2027-03-01 10:00');
    await spread();
    await spread();
    expect(await told()).toMatchObject([
      { resource: 'preauth', recordId: kept, text: expect.stringContaining('PA-1') },
    ]);
    expect((await toldTo(await desk.app.as('fleet'))).filter(({ kind }) => kind === 'preauthEnding')).toEqual([]);
    desk.app.at('2027-03-02 10:00');
    await spread();
    expect((await told()).map(({ recordId }) => recordId)).toEqual([kept]);
  });

  it('is told once of a return that is due, and again when another time was agreed and passed', async () => {
    const id = await orderIn(desk.app, desk.clerk, 2, RENTAL.cars[2]);
    const late = async (wallClock: string): Promise<number> => {
      desk.app.at(wallClock);
      await spread();
      await spread();
      return (await toldTo(desk.manager)).filter(({ recordId }) => recordId === id).length;
    };
    expect(await late('2027-03-04 10:20')).toBe(0);
    expect(await late('2027-03-04 10:40')).toBe(1);
    expect(await late('2027-03-04 12:00')).toBe(1);
    expect((await toldTo(desk.manager))[0]!.text).toMatch(
      /^KK-3 is overdue: order \S+ was due back 4 Mar 10:00, Phuket Town$/,
    );
    await sql`update "order" set "plannedReturnTime" = "plannedReturnTime" + interval '1 day' where id = ${id}`.execute(
      desk.app.db,
    );
    expect(await late('2027-03-05 10:40')).toBe(2);
    await sql`update "order" set status = 3 where id = ${id}`.execute(desk.app.db);
  });

  it('of papers and devices goes to whoever keeps the cars, of refunds to whoever carries them out', async () => {
    const [car] = await addCars(desk.app, 1);
    await sql`update vehicle set "inspectionExpiry" = '2027-02-25', "roadTaxExpiry" = '2027-02-26' where id = ${car!}`.execute(
      desk.app.db,
    );
    await sql`update insurance set "endDate" = '2027-02-24' where "carId" = ${car!}`.execute(desk.app.db);
    await sql`
      insert into "gpsDevice" ("deviceNo", "carId", "positionTime", latitude, longitude, speed)
      values ('D-1', ${car!}, ${new Date(desk.app.now() - 3 * 3_600_000)}, 7.9, 98.4, 0)
    `.execute(desk.app.db);
    await sql`
      insert into outbox (channel, topic, payload, state, tries, error, "createTime")
      select 'channel', 'stock', '{}', 'failed', 10, 'http 500', ${new Date(desk.app.now())} from generate_series(1, 3)
    `.execute(desk.app.db);
    await spread();
    expect((await kindsFor(await desk.app.as('fleet'))).toSorted()).toEqual([
      'gpsSilent',
      'inspectionEnding',
      'insuranceEnding',
      'roadTaxEnding',
    ]);
    expect((await toldTo(await desk.app.as('fleet'))).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Insurance of ZZ-\S+ ends on 24 Feb$/),
    );
    // Once a day, however often it is tried.
    expect((await kindsFor(desk.ops)).filter((kind) => kind === 'stockFailed')).toHaveLength(1);
    expect(await kindsFor(await desk.app.as('clerk'))).toEqual([]);
    await sql`delete from outbox`.execute(desk.app.db);
    await sql`delete from "gpsDevice"`.execute(desk.app.db);
    await sql`update vehicle set "inspectionExpiry" = '2028-12-31', "roadTaxExpiry" = null where id = ${car!}`.execute(
      desk.app.db,
    );
    await sql`update insurance set "endDate" = '2028-12-31' where "carId" = ${car!}`.execute(desk.app.db);
  });

  it('holds no person: neither in what is kept nor in what is answered', async () => {
    await comesIn({ phone: '13912345999' });
    await spread();
    const { rows } = await sql<{ text: string }>`select to_jsonb(n)::text as text from "_notice" n`.execute(
      desk.app.db,
    );
    const answer = await desk.manager.get('/account/notifications');
    for (const text of [...rows.map((row) => row.text), answer.text]) expect(text).not.toMatch(/13912345999|Li Ming/);
  });
});

describe('what has been read', () => {
  it('counts no more: one, or all up to the newest that was seen; nobody reads for another', async () => {
    const user = await clerkOf(RENTAL.phuket);
    for (let count = 0; count < 3; count++) await comesIn();
    await spread();
    const [newest, , oldest] = await toldTo(user.client);
    expect(await unread(user.client)).toBe(3);
    accepted(await desk.clerk.post('/account/notifications/read', { ids: [oldest!.id] }));
    expect(await unread(user.client)).toBe(3);
    accepted(await user.client.post('/account/notifications/read', { ids: [oldest!.id] }));
    expect(await unread(user.client)).toBe(2);
    await comesIn();
    await spread();
    accepted(await user.client.post('/account/notifications/readall', { upTo: newest!.id }));
    expect([await unread(user.client), (await toldTo(user.client)).map(({ read }) => read)]).toEqual([
      1,
      [false, true, true, true],
    ]);
    expect(await unread(desk.manager)).toBe(4);
  });

  it('is shown page by page and put away after three months', async () => {
    const id = await comesIn();
    const user = await clerkOf(RENTAL.phuket);
    await sql`insert into "_notice" (time, kind, "recordId") select ${new Date(desk.app.now())}, 'channelOrder', ${id} from generate_series(1, 44)`.execute(
      desk.app.db,
    );
    await spread();
    const sizes: number[] = [];
    const seen = new Set<number>();
    for (let before: number | null | undefined; before !== null;) {
      const { data } = accepted(await user.client.get<NoticePage>('/account/notifications', { before }));
      sizes.push(data.list.length);
      for (const one of data.list) seen.add(one.id);
      before = data.next;
    }
    expect([sizes, seen.size]).toEqual([[20, 20, 5], 45]);
    await desk.app.app.data.forget(desk.app.now() + 89 * 86_400_000);
    expect(await unread(user.client)).toBe(45);
    await desk.app.app.data.forget(desk.app.now() + 91 * 86_400_000);
    expect([await unread(user.client), await toldTo(user.client)]).toEqual([0, []]);
  });
});
