import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, book, NOON, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { aliyunBelieves, startProvider, tencentBelieves, type FakeProvider } from './smsProviders.ts';

const SECRET = 'a-very-secret-key';
const SUPPLIER = {
  name: 'Phuket Cars',
  type: 1,
  contact: 'Somsri',
  phone: '+6676123456',
  email: 'office@example.com',
  address: '1 Beach Road',
  taxId: '0105512345678',
  bankName: 'KBANK',
  accountName: 'Phuket Cars',
  accountNo: '123-4-56789-0',
  status: 1,
};

let provider: FakeProvider;
let app: RentalApp;
let ops: Client;
let supplierId: number;
beforeAll(async () => {
  provider = await startProvider();
  app = await startRentalApp({
    settings: {
      privateCalls: true,
      own: { APP_SMS_ALIYUN_URL: provider.url, APP_SMS_TENCENT_URL: provider.url },
    },
  });
  ops = await app.as('ops');
  await addCars(app, 60);
  supplierId = accepted(await ops.post<{ id: number }>('/supplier/save', SUPPLIER)).data.id;
  await sql`update store set "supplierId" = ${supplierId} where id = ${RENTAL.phuket}`.execute(app.db);
});
afterAll(async () => {
  await app?.close();
  await provider?.close();
});
beforeEach(async () => {
  provider.received.splice(0);
  provider.answers(() => ({}));
  app.at('2027-02-22 12:00');
  await sql`delete from outbox`.execute(app.db);
  await sql`delete from "smsSetting"`.execute(app.db);
});

const base = { enabled: 1, type: 'outbox', accessKey: 'key-1', secret: SECRET };
const saveSettings = (values: Record<string, unknown> = {}): Promise<Answer<unknown>> =>
  ops.post('/supplier/savesmsseting', { supplierId, ...base, ...values });
const settings = async () => accepted(await ops.get(`/supplier/smsseting/${supplierId}`)).data;

interface Row {
  readonly id: number;
  readonly state: string;
  readonly topic: string;
  readonly text: string;
  readonly provider: string | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly tries: number;
  readonly key: string;
}
const outbox = async (): Promise<readonly Row[]> =>
  (await sql<Row>`select * from outbox order by id`.execute(app.db)).rows;
async function delivered(): Promise<readonly Row[]> {
  await app.app.outbox.deliverDue();
  return outbox();
}

describe('SMS settings', () => {
  test('are asked for and saved under the supplier; the secret is never answered and stays when it comes back masked', async () => {
    expect(await settings()).toMatchObject({ id: supplierId, supplierId, enabled: 0, type: 'outbox', secret: '' });
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
    accepted(await ops.post('/supplier/savesmsseting', { supplierId, ...values, secret: SECRET }));
    const stored = await settings();
    expect(stored).toMatchObject({ ...values, supplierName: 'Phuket Cars', secret: '******' });
    const secretOf = async () =>
      (await sql<{ secret: string }>`select secret from "smsSetting"`.execute(app.db)).rows[0]!.secret;
    const sealed = await secretOf();
    expect(sealed).not.toContain(SECRET);

    accepted(await ops.post('/supplier/savesmsseting', stored));
    expect(await secretOf()).toBe(sealed);
    accepted(await saveSettings({ secret: 'another' }));
    expect(await secretOf()).not.toBe(sealed);
    for (const table of ['recordChange', 'operationLog'])
      expect(
        (
          await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${SECRET}%`} or t::text like '%another%'`.execute(
            app.db,
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
    const answer = await saveSettings(values);
    expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
    expect((await sql`select 1 from "smsSetting"`.execute(app.db)).rows).toEqual([]);
  });

  test('belong to who may see and edit suppliers', async () => {
    const clerk = await app.as('clerk');
    const finance = await app.as('finance');
    expect((await clerk.get(`/supplier/smsseting/${supplierId}`)).http).toBe(403);
    expect((await finance.get(`/supplier/smsseting/${supplierId}`)).statusCode).toBe(200);
    for (const path of ['/supplier/savesmsseting', '/supplier/testsms'])
      expect((await finance.post(path, { supplierId })).http).toBe(403);
    expect((await ops.get('/supplier/smsseting/999999')).statusCode).toBe(404);
    expect((await ops.post('/supplier/savesmsseting', { ...base, supplierId: 999_999 })).statusCode).toBe(404);
    expect((await app.nobody.post('/supplier/testsms', { supplierId })).http).toBe(401);
  });
});

describe('messages of orders', () => {
  test('are made of the templates, begin with the signature and say values, never braces', async () => {
    accepted(
      await saveSettings({
        signature: '[Forecourt]',
        createdTemplate:
          '{renterName} {orderNo} {plate} {model} {pickupTime} {returnTime} {pickupStore} {returnStore} {total}',
        cancelledTemplate: 'Gone: {orderNo}',
      }),
    );
    const id = await book(ops, { carId: RENTAL.cars[0] });
    accepted(await ops.post('/order/cancel', { id, reason: 'ill' }));
    const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${id}`)).data;
    const [created, cancelled] = await delivered();
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
    accepted(await saveSettings({ enabled: 0, type: 'generic', endpoint: `${provider.url}/sms` }));
    await book(ops);
    const [message] = await delivered();
    expect(message).toMatchObject({ state: 'notSent', error: 'off' });
    expect(provider.received).toEqual([]);
    accepted(await saveSettings({ enabled: 1, type: 'generic', endpoint: `${provider.url}/sms` }));
    accepted(await (await app.as('admin')).post('/system/outbox/resend', { id: message!.id }));
    expect((await delivered())[0]).toMatchObject({ state: 'sent', provider: 'generic' });
  });

  test('of a store without settings go to the built-in outbox', async () => {
    await book(ops);
    expect(await delivered()).toMatchObject([{ state: 'sent', provider: 'outbox' }]);
  });

  test('do not make a booking wait for a provider that hangs', async () => {
    provider.answers(() => 'hang');
    accepted(await saveSettings({ type: 'generic', endpoint: `${provider.url}/sms` }));
    await book(ops);
    expect(provider.received).toEqual([]);
    expect((await outbox())[0]).toMatchObject({ state: 'queued', tries: 0 });
  });
});

describe('providers', () => {
  const templates = {
    signature: '【Forecourt】',
    createdTemplate: 'Dear {renterName}, {orderNo}',
    createdTemplateCode: 'SMS_1',
  };

  test('Alibaba Cloud gets a request that it believes', async () => {
    provider.answers((request) =>
      aliyunBelieves(request, SECRET, NOON)
        ? { body: { Code: 'OK', Message: 'OK', BizId: 'biz-1' } }
        : { status: 400, body: { Code: 'SignatureDoesNotMatch' } },
    );
    accepted(await saveSettings({ type: 'aliyun', ...templates }));
    await book(ops, { renterName: "O'Neill (张)*~" });
    const [message] = await delivered();
    expect(message).toMatchObject({ state: 'sent', provider: 'aliyun', reference: 'biz-1', error: null });
    const query = Object.fromEntries(provider.received[0]!.query);
    expect(query).toMatchObject({ SignName: 'Forecourt', TemplateCode: 'SMS_1', OutId: message!.key });
    expect(query['PhoneNumbers']).toMatch(/^138\d{8}$/);
    expect(JSON.parse(query['TemplateParam']!)).toEqual({
      renterName: "O'Neill (张)*~",
      orderNo: expect.stringMatching(/^\w+$/) as string,
    });
    expect(provider.received[0]!.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
  });

  test('Tencent Cloud gets a request that it believes, values in the order of the settings', async () => {
    provider.answers((request) =>
      tencentBelieves(request, SECRET, NOON)
        ? { body: { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 'serial-1' }], RequestId: 'r' } } }
        : { body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure' }, RequestId: 'r' } } },
    );
    accepted(
      await saveSettings({ type: 'tencent', appId: '1400', variables: ['orderNo', 'renterName'], ...templates }),
    );
    await book(ops);
    const [message] = await delivered();
    expect(message).toMatchObject({ state: 'sent', provider: 'tencent', reference: 'serial-1', error: null });
    const body = JSON.parse(provider.received[0]!.body) as Record<string, unknown>;
    expect(body).toMatchObject({
      SmsSdkAppId: '1400',
      SignName: 'Forecourt',
      TemplateId: 'SMS_1',
      TemplateParamSet: [expect.any(String), '张三丰'],
      SessionContext: message!.key,
    });
    expect((body['PhoneNumberSet'] as string[])[0]).toMatch(/^\+86138\d{8}$/);
  });

  test('the generic gateway gets the text, the token and the same key in every attempt', async () => {
    provider.answers(() => ({ status: 503 }));
    accepted(await saveSettings({ type: 'generic', endpoint: `${provider.url}/sms`, signature: '[F]' }));
    await book(ops);
    expect((await delivered())[0]).toMatchObject({ state: 'queued', error: 'http 503' });
    provider.answers(() => ({ body: { id: 'g-1' } }));
    app.at('2027-02-22 13:00');
    const [message] = await delivered();
    expect(message).toMatchObject({ state: 'sent', reference: 'g-1', tries: 2 });
    expect(provider.received.map(({ headers }) => [headers.authorization, headers['idempotency-key']])).toEqual([
      [`Bearer ${SECRET}`, message!.key],
      [`Bearer ${SECRET}`, message!.key],
    ]);
    expect(JSON.parse(provider.received[1]!.body)).toMatchObject({ id: message!.key, text: message!.text });
  });

  test.each([
    [
      'aliyun',
      { status: 400, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: `${SECRET} +8613` } },
      'failed',
      'isv.MOBILE_NUMBER_ILLEGAL',
    ],
    ['aliyun', { body: { Code: 'isv.BUSINESS_LIMIT_CONTROL' } }, 'queued', 'isv.BUSINESS_LIMIT_CONTROL'],
    ['aliyun', { status: 503, body: { Code: 'ServiceUnavailable' } }, 'queued', 'ServiceUnavailable'],
    ['aliyun', { body: '<html>' }, 'queued', 'answer not understood'],
    [
      'tencent',
      { body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure' } } } },
      'failed',
      'AuthFailure.SignatureFailure',
    ],
    [
      'tencent',
      { body: { Response: { SendStatusSet: [{ Code: 'LimitExceeded.DeliveryFrequencyLimit' }] } } },
      'queued',
      'LimitExceeded.DeliveryFrequencyLimit',
    ],
    ['tencent', { body: [] }, 'queued', 'answer not understood'],
    ['generic', { status: 429, headers: { 'retry-after': '900' } }, 'queued', 'http 429'],
    ['generic', { status: 500, body: SECRET }, 'queued', 'http 500'],
    ['generic', { status: 401 }, 'failed', 'http 401'],
  ] as const)('%s answering %j: the message is %s (%s)', async (type, reply, state, error) => {
    provider.answers(() => reply);
    accepted(await saveSettings({ type, appId: '1400', endpoint: `${provider.url}/sms`, ...templates }));
    await book(ops);
    expect((await delivered())[0]).toMatchObject({ state, error });
  });

  test('a provider that registers templates is not called without one', async () => {
    accepted(await saveSettings({ type: 'aliyun' }));
    await book(ops);
    expect((await delivered())[0]).toMatchObject({ state: 'failed', error: 'no template code' });
    expect(provider.received).toEqual([]);
  });
});

describe('the test message', () => {
  const send = (values: Record<string, unknown> = {}) =>
    ops.post<{ messageId: number; provider: string }>('/supplier/testsms', { supplierId, ...values });

  test('goes out at once by the stored settings, and is one row of the outbox', async () => {
    accepted(
      await saveSettings({ type: 'generic', endpoint: `${provider.url}/sms`, createdTemplate: 'Hi {renterName}' }),
    );
    const { data, message } = accepted(await send({ phone: '+66811112222' }));
    expect([data.provider, message]).toEqual(['generic', 'Sent successfully']);
    expect(await outbox()).toMatchObject([
      { id: data.messageId, topic: 'test', state: 'sent', text: 'Hi Somchai Jaidee' },
    ]);
    expect(JSON.parse(provider.received[0]!.body)).toMatchObject({ to: '+66811112222' });
  });

  test('fails with the documented message without a phone, without settings and when the provider does not take it', async () => {
    const failed = { statusCode: 400, message: 'Failed to send test SMS' };
    expect(await send({ phone: '+66811112222' })).toMatchObject(failed);
    accepted(await saveSettings({ type: 'generic', endpoint: 'https://127.0.0.1:9/sms' }));
    expect(await send()).toMatchObject(failed);
    expect(await send({ phone: 'abc' })).toMatchObject(failed);
    expect(await outbox()).toEqual([]);
    const answer = await send({ phone: '+66811112222' });
    expect(answer).toMatchObject({ ...failed, data: { reason: 'unreachable' } });
    expect(answer.text).not.toContain('127.0.0.1');
    expect(await outbox()).toMatchObject([{ state: 'failed', tries: 1, error: 'unreachable' }]);
    accepted(await saveSettings({ enabled: 0, testPhone: '+66811112222' }));
    expect(await send()).toMatchObject({ ...failed, data: { reason: 'off' } });
  });
});

test('a member is sent a text of 500 characters at most, by the settings of the supplier of who writes', async () => {
  accepted(await saveSettings({ type: 'generic', endpoint: `${provider.url}/sms`, signature: '[F]' }));
  const send = (values: Record<string, unknown>) => ops.post<{ messageId: number }>('/member/sendsms', values);
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
  expect(await delivered()).toMatchObject([{ id: messageId, topic: 'member', state: 'sent', provider: 'generic' }]);
  expect(JSON.parse(provider.received[0]!.body)).toMatchObject({ to: '+66812345678', text: `[F] ${'x'.repeat(500)}` });
});

describe('a channel', () => {
  test('is told of pickup and return, as often as one likes; what is told stands in the log of the order', async () => {
    const id = await orderIn(app, ops, 2, RENTAL.cars[1], { channel: 2, serviceType: 2, channelOrderNo: 'C-1' });
    await sql`delete from outbox`.execute(app.db);
    const push = (event: string) => ops.post<{ pushId: number; result: string }>('/order/push', { id, event });
    expect((await push('return')).statusCode).toBe(400);
    const first = accepted(await push('pickup')).data;
    const second = accepted(await push('pickup')).data;
    expect([first.result, second.result]).toEqual(['queued', 'queued']);
    await app.app.outbox.deliverDue();
    const { rows } = await sql<{ payload: unknown }>`select payload from outbox where id = ${first.pushId}`.execute(
      app.db,
    );
    expect(rows[0]!.payload).toMatchObject({
      ...{ event: 'pickup', orderId: id, channel: 2, channelOrderNo: 'C-1', plate: 'KK-2' },
      time: '2027-03-01T03:00:00.000Z',
    });
    expect(await outbox()).toMatchObject([
      { id: first.pushId, topic: 'pickup', state: 'queued', tries: 0 },
      { id: second.pushId, topic: 'pickup', state: 'queued', tries: 0 },
    ]);
    const { data } = accepted(await ops.get<{ event: string; detail: unknown }[]>(`/order/log/${id}`));
    expect(data[0]).toMatchObject({ event: 'order.push-pickup', detail: { pushId: second.pushId, result: 'queued' } });
    expect((await push('lunch')).statusCode).toBe(400);
    app.at('2027-03-04 10:00');
    const back = { id, carId: RENTAL.cars[1], time: '2027-03-04 10:00:00', mileage: 10_500, oil: 8 };
    accepted(await ops.post('/order/return', back));
    const { pushId } = accepted(await push('return')).data;
    expect((await outbox()).find((row) => row.id === pushId)).toMatchObject({ topic: 'return', state: 'queued' });
  });

  test('does not exist for orders of the back office, and is not told of what has not happened', async () => {
    const own = await orderIn(app, ops, 2, RENTAL.cars[2]);
    expect((await ops.post('/order/push', { id: own, event: 'pickup' })).message).toContain('no channel to tell');
    const waiting = await book(ops, { channel: 2, serviceType: 2 });
    expect((await ops.post('/order/push', { id: waiting, event: 'pickup' })).statusCode).toBe(400);
  });
});
