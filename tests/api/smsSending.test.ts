import { describe, expect, test } from 'vitest';
import { accepted, book, NOON } from './rental.ts';
import { openSmsDesk, SECRET } from './smsDesk.ts';
import { aliyunBelieves, tencentBelieves } from './smsProviders.ts';

const desk = openSmsDesk();

describe('providers', () => {
  const templates = {
    signature: '【Forecourt】',
    createdTemplate: 'Dear {renterName}, {orderNo}',
    createdTemplateCode: 'SMS_1',
  };

  test('Alibaba Cloud gets a request that it believes', async () => {
    desk.provider.answers((request) =>
      aliyunBelieves(request, SECRET, NOON)
        ? { body: { Code: 'OK', Message: 'OK', BizId: 'biz-1' } }
        : { status: 400, body: { Code: 'SignatureDoesNotMatch' } },
    );
    accepted(await desk.saveSettings({ type: 'aliyun', ...templates }));
    await book(desk.ops, { renterName: "O'Neill (张)*~" });
    const [message] = await desk.delivered();
    expect(message).toMatchObject({ state: 'sent', provider: 'aliyun', reference: 'biz-1', error: null });
    const query = Object.fromEntries(desk.provider.received[0]!.query);
    expect(query).toMatchObject({ SignName: 'Forecourt', TemplateCode: 'SMS_1', OutId: message!.key });
    expect(query['PhoneNumbers']).toMatch(/^138\d{8}$/);
    expect(JSON.parse(query['TemplateParam']!)).toEqual({
      renterName: "O'Neill (张)*~",
      orderNo: expect.stringMatching(/^\w+$/) as string,
    });
    expect(desk.provider.received[0]!.headers).toMatchObject({
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
    });
  });

  test('Tencent Cloud gets a request that it believes, values in the order of the settings', async () => {
    desk.provider.answers((request) =>
      tencentBelieves(request, SECRET, NOON)
        ? { body: { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 'serial-1' }], RequestId: 'r' } } }
        : { body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure' }, RequestId: 'r' } } },
    );
    accepted(
      await desk.saveSettings({ type: 'tencent', appId: '1400', variables: ['orderNo', 'renterName'], ...templates }),
    );
    await book(desk.ops);
    const [message] = await desk.delivered();
    expect(message).toMatchObject({ state: 'sent', provider: 'tencent', reference: 'serial-1', error: null });
    const body = JSON.parse(desk.provider.received[0]!.body) as Record<string, unknown>;
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
    desk.provider.answers(() => ({ status: 503 }));
    accepted(await desk.saveSettings({ type: 'generic', endpoint: `${desk.provider.url}/sms`, signature: '[F]' }));
    await book(desk.ops);
    expect((await desk.delivered())[0]).toMatchObject({ state: 'queued', error: 'http 503' });
    desk.provider.answers(() => ({ body: { id: 'g-1' } }));
    desk.app.at('2027-02-22 13:00');
    const [message] = await desk.delivered();
    expect(message).toMatchObject({ state: 'sent', reference: 'g-1', tries: 2 });
    expect(desk.provider.received.map(({ headers }) => [headers.authorization, headers['idempotency-key']])).toEqual([
      [`Bearer ${SECRET}`, message!.key],
      [`Bearer ${SECRET}`, message!.key],
    ]);
    expect(JSON.parse(desk.provider.received[1]!.body)).toMatchObject({ id: message!.key, text: message!.text });
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
    desk.provider.answers(() => reply);
    accepted(await desk.saveSettings({ type, appId: '1400', endpoint: `${desk.provider.url}/sms`, ...templates }));
    await book(desk.ops);
    expect((await desk.delivered())[0]).toMatchObject({ state, error });
  });

  test('a provider that registers templates is not called without one', async () => {
    accepted(await desk.saveSettings({ type: 'aliyun' }));
    await book(desk.ops);
    expect((await desk.delivered())[0]).toMatchObject({ state: 'failed', error: 'no template code' });
    expect(desk.provider.received).toEqual([]);
  });
});

describe('the test message', () => {
  const send = (values: Record<string, unknown> = {}) =>
    desk.ops.post<{ messageId: number; provider: string }>('/supplier/testsms', {
      supplierId: desk.supplierId,
      ...values,
    });

  test('goes out at once by the stored settings, and is one row of the outbox', async () => {
    accepted(
      await desk.saveSettings({
        type: 'generic',
        endpoint: `${desk.provider.url}/sms`,
        createdTemplate: 'Hi {renterName}',
      }),
    );
    const { data, message } = accepted(await send({ phone: '+66811112222' }));
    expect([data.provider, message]).toEqual(['generic', 'Sent successfully']);
    expect(await desk.outbox()).toMatchObject([
      { id: data.messageId, topic: 'test', state: 'sent', text: 'Hi Somchai Jaidee' },
    ]);
    expect(JSON.parse(desk.provider.received[0]!.body)).toMatchObject({ to: '+66811112222' });
  });

  test('fails with the documented message and a code of why without a phone, without settings and when the provider does not take it', async () => {
    const failed = { statusCode: 400, message: 'Failed to send test SMS' };
    expect(await send({ phone: '+66811112222' })).toMatchObject({ ...failed, data: { reason: 'no settings' } });
    accepted(await desk.saveSettings({ type: 'generic', endpoint: 'https://127.0.0.1:9/sms' }));
    expect(await send()).toMatchObject({ ...failed, data: { reason: 'no phone' } });
    expect(await send({ phone: 'abc' })).toMatchObject({ ...failed, data: { reason: 'no phone' } });
    expect(await desk.outbox()).toEqual([]);
    const answer = await send({ phone: '+66811112222' });
    expect(answer).toMatchObject({ ...failed, data: { reason: 'unreachable' } });
    expect(answer.text).not.toContain('127.0.0.1');
    expect(await desk.outbox()).toMatchObject([{ state: 'failed', tries: 1, error: 'unreachable' }]);
    accepted(await desk.saveSettings({ enabled: 0, testPhone: '+66811112222' }));
    expect(await send()).toMatchObject({ ...failed, data: { reason: 'off' } });
  });
});
