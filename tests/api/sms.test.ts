import type { Client } from './app.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accepted, book, orderIn, RENTAL } from './rental.ts';
import { base, openSmsDesk, SECRET } from './smsDesk.ts';

const desk = openSmsDesk();

describe('SMS settings', () => {
  test('are asked for and saved under the supplier; the secret is never answered and stays when it comes back masked', async () => {
    expect(await desk.settings()).toMatchObject({
      id: desk.supplierId,
      supplierId: desk.supplierId,
      enabled: 0,
      type: 'outbox',
      secret: '',
    });
    const values = {
      enabled: 1,
      type: 'outbox',
      signature: '[Forecourt]',
      accessKey: 'key-1',
      createdTemplate: 'Booked {orderNo}',
      cancelledTemplate: 'Gone {orderNo}',
      variables: ['orderNo', 'renterName'],
      testPhone: '+66812345678',
    };
    accepted(
      await desk.ops.post('/supplier/savesmsseting', { supplierId: desk.supplierId, ...values, secret: SECRET }),
    );
    const stored = await desk.settings();
    expect(stored).toMatchObject({ ...values, supplierName: 'Phuket Cars', secret: '******' });
    const secretOf = async () =>
      (await sql<{ secret: string }>`select secret from "smsSetting"`.execute(desk.app.db)).rows[0]!.secret;
    const sealed = await secretOf();
    expect(sealed).not.toContain(SECRET);

    accepted(await desk.ops.post('/supplier/savesmsseting', stored));
    expect(await secretOf()).toBe(sealed);
    accepted(await desk.saveSettings({ secret: 'another' }));
    expect(await secretOf()).not.toBe(sealed);
    for (const table of ['recordChange', 'operationLog'])
      expect(
        (
          await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${SECRET}%`} or t::text like '%another%'`.execute(
            desk.app.db,
          )
        ).rows,
      ).toEqual([]);
  });

  test.each([
    ['type', { type: '' }],
    ['type', { type: 'pigeon' }],
    ['accessKey', { accessKey: '' }],
    ['secret', { secret: '' }],
    ['secret', { secret: '******' }],
    ['secret', { secret: '******more' }],
    ['endpoint', { type: 'generic' }],
    ['endpoint', { type: 'generic', endpoint: 'ftp://example.com' }],
    ['appId', { type: 'tencent' }],
    ['variables', { variables: ['password'] }],
    ['testPhone', { testPhone: 'abc' }],
    ['pigeon', { pigeon: 1 }],
  ])('are refused at %s: %j', async (field, values) => {
    const answer = await desk.saveSettings(values);
    expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
    expect((await sql`select 1 from "smsSetting"`.execute(desk.app.db)).rows).toEqual([]);
  });

  test('belong to who may see and edit suppliers', async () => {
    const clerk = await desk.app.as('clerk');
    const finance = await desk.app.as('finance');
    expect((await clerk.get(`/supplier/smsseting/${desk.supplierId}`)).http).toBe(403);
    expect((await finance.get(`/supplier/smsseting/${desk.supplierId}`)).statusCode).toBe(200);
    for (const path of ['/supplier/savesmsseting', '/supplier/testsms'])
      expect((await finance.post(path, { supplierId: desk.supplierId })).http).toBe(403);
    expect((await desk.ops.get('/supplier/smsseting/999999')).statusCode).toBe(404);
    expect((await desk.ops.post('/supplier/savesmsseting', { ...base, supplierId: 999_999 })).statusCode).toBe(404);
    expect((await desk.app.nobody.post('/supplier/testsms', { supplierId: desk.supplierId })).http).toBe(401);
  });
});

describe('messages of orders', () => {
  test('are made of the templates, begin with the signature and say values, never braces', async () => {
    accepted(
      await desk.saveSettings({
        signature: '[Forecourt]',
        createdTemplate:
          '{renterName} {orderNo} {plate} {model} {pickupTime} {returnTime} {pickupStore} {returnStore} {total}',
        cancelledTemplate: 'Gone: {orderNo}',
      }),
    );
    const id = await book(desk.ops, { carId: RENTAL.cars[0] });
    accepted(await desk.ops.post('/order/cancel', { id, reason: 'ill' }));
    const { orderNo } = accepted(await desk.ops.get<{ orderNo: string }>(`/order/info/${id}`)).data;
    const [created, cancelled] = await desk.delivered();
    expect(created).toMatchObject({ topic: 'order-created', state: 'sent', provider: 'outbox', tries: 1 });
    expect(created!.text).toMatch(
      new RegExp(
        `^\\[Forecourt\\] 张三丰 ${orderNo} KK-1 Toyota Yaris 1\\.2 Sport 2027-03-01 10:00.* 2027-03-04 10:00.* Phuket Town Phuket Town `,
      ),
    );
    expect(created!.text).not.toMatch(/[{}]/);
    expect(cancelled).toMatchObject({ topic: 'order-cancelled', text: `[Forecourt] Gone: ${orderNo}`, state: 'sent' });
  });

  test('are recorded and not sent while switched off, and can be sent once it is on', async () => {
    accepted(await desk.saveSettings({ enabled: 0, type: 'generic', endpoint: `${desk.provider.url}/sms` }));
    await book(desk.ops);
    const [message] = await desk.delivered();
    expect(message).toMatchObject({ state: 'notSent', error: 'off' });
    expect(desk.provider.received).toEqual([]);
    accepted(await desk.saveSettings({ enabled: 1, type: 'generic', endpoint: `${desk.provider.url}/sms` }));
    accepted(await (await desk.app.as('admin')).post('/system/outbox/resend', { id: message!.id }));
    expect((await desk.delivered())[0]).toMatchObject({ state: 'sent', provider: 'generic' });
  });

  test('of a store without settings go to the built-in outbox', async () => {
    await book(desk.ops);
    expect(await desk.delivered()).toMatchObject([{ state: 'sent', provider: 'outbox' }]);
  });

  test('do not make a booking wait for a provider that hangs', async () => {
    desk.provider.answers(() => 'hang');
    accepted(await desk.saveSettings({ type: 'generic', endpoint: `${desk.provider.url}/sms` }));
    await book(desk.ops);
    expect(desk.provider.received).toEqual([]);
    expect((await desk.outbox())[0]).toMatchObject({ state: 'queued', tries: 0 });
  });
});

test('a member is sent a text of 500 characters at most, by the settings of the supplier of who writes', async () => {
  accepted(await desk.saveSettings({ type: 'generic', endpoint: `${desk.provider.url}/sms`, signature: '[F]' }));
  const send = (values: Record<string, unknown>) => desk.ops.post<{ messageId: number }>('/member/sendsms', values);
  for (const [field, values] of [
    ['phone', { phone: '', content: 'x' }],
    ['content', { phone: '0812345678', content: '' }],
    ['content', { phone: '0812345678', content: ' ' }],
    ['content', { phone: '0812345678', content: 'x'.repeat(501) }],
  ] as const) {
    const answer = await send(values);
    expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
  }
  const { messageId } = accepted(await send({ phone: '812345678', countryCode: '+66', content: 'x'.repeat(500) })).data;
  expect(await desk.delivered()).toMatchObject([
    { id: messageId, topic: 'member', state: 'sent', provider: 'generic' },
  ]);
  expect(JSON.parse(desk.provider.received[0]!.body)).toMatchObject({
    to: '+66812345678',
    text: `[F] ${'x'.repeat(500)}`,
  });
});

describe('texts by hand', () => {
  const send = (by: Client, phone: string) =>
    by.post('/member/sendsms', { phone, countryCode: '+66', content: 'Hello' });

  test('reach a phone ten times a day, whoever writes; another phone is free', async () => {
    const manager = await desk.app.as('storeManager');
    for (let time = 0; time < 10; time++) accepted(await send(time % 2 ? desk.ops : manager, '823334444'));
    for (const by of [desk.ops, manager])
      expect(await send(by, '823334444')).toMatchObject({
        statusCode: 400,
        errors: { phone: 'This phone got 10 texts within 24 hours. Please call instead.' },
      });
    accepted(await send(desk.ops, '823335555'));
  });

  test('of one user end after two hundred a day; others go on, and so does he the day after', async () => {
    const clerk = await desk.app.as('clerk');
    const { rows } = await sql<{ id: number }>`select id from "user" where username = 'clerk'`.execute(desk.app.db);
    const sent = (age: string) =>
      sql`
      insert into "operationLog" (time, "userId", module, action, "statusCode")
      select now() - ${age}::interval, ${rows[0]!.id}, 'member', 'sendsms', 200 from generate_series(1, 200)
    `.execute(desk.app.db);
    await sent('25 hours');
    accepted(await send(clerk, '823336666'));
    await sent('1 hour');
    expect((await send(clerk, '823336666')).text).toContain('You have sent 200 texts within 24 hours.');
    accepted(await send(desk.ops, '823336666'));
  });
});

describe('a channel', () => {
  test('is told of pickup and return, as often as one likes; what is told stands in the log of the order', async () => {
    const id = await orderIn(desk.app, desk.ops, 2, RENTAL.cars[1], {
      channel: 2,
      serviceType: 2,
      channelOrderNo: 'C-1',
    });
    await sql`delete from outbox`.execute(desk.app.db);
    const push = (event: string) => desk.ops.post<{ pushId: number; result: string }>('/order/push', { id, event });
    expect((await push('return')).statusCode).toBe(400);
    const first = accepted(await push('pickup')).data;
    const second = accepted(await push('pickup')).data;
    expect([first.result, second.result]).toEqual(['queued', 'queued']);
    await desk.app.app.outbox.deliverDue();
    const { rows } = await sql<{ payload: unknown }>`select payload from outbox where id = ${first.pushId}`.execute(
      desk.app.db,
    );
    expect(rows[0]!.payload).toMatchObject({
      ...{ event: 'pickup', orderId: id, channel: 2, channelOrderNo: 'C-1', plate: 'KK-2' },
      time: '2027-03-01T03:00:00.000Z',
    });
    expect(await desk.outbox()).toMatchObject([
      { id: first.pushId, topic: 'pickup', state: 'queued', tries: 0 },
      { id: second.pushId, topic: 'pickup', state: 'queued', tries: 0 },
    ]);
    const { data } = accepted(await desk.ops.get<{ event: string; detail: unknown }[]>(`/order/log/${id}`));
    expect(data[0]).toMatchObject({ event: 'order.push-pickup', detail: { pushId: second.pushId, result: 'queued' } });
    expect((await push('lunch')).statusCode).toBe(400);
    desk.app.at('2027-03-04 10:00');
    const back = { id, carId: RENTAL.cars[1], time: '2027-03-04 10:00:00', mileage: 10_500, oil: 8 };
    accepted(await desk.ops.post('/order/return', back));
    const { pushId } = accepted(await push('return')).data;
    expect((await desk.outbox()).find((row) => row.id === pushId)).toMatchObject({ topic: 'return', state: 'queued' });
  });

  test('does not exist for orders of the back office, and is not told of what has not happened', async () => {
    const own = await orderIn(desk.app, desk.ops, 2, RENTAL.cars[2]);
    expect((await desk.ops.post('/order/push', { id: own, event: 'pickup' })).message).toContain('no channel to tell');
    const waiting = await book(desk.ops, { channel: 2, serviceType: 2 });
    expect((await desk.ops.post('/order/push', { id: waiting, event: 'pickup' })).statusCode).toBe(400);
  });
});
