import { createHash, createHmac } from 'node:crypto';
import { DeliveryFailure, requireSuccess } from 'forecourt/server';
import { signName, type SmsProvider } from '../provider.ts';

const ALGORITHM = 'TC3-HMAC-SHA256';
const DEFAULT_URL = 'https://sms.tencentcloudapi.com';
const DEFAULT_REGION = 'ap-guangzhou';
const CONTENT_TYPE = 'application/json; charset=utf-8';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface TencentRequest {
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly body: string;
  readonly accessKey: string;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The header Authorization of a call, as "Signature method v3" describes. */
export function signTencent({ host, service, action, body, accessKey, secret, now }: TencentRequest): string {
  const date = new Date(now).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const names = 'content-type;host;x-tc-action';
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const request = ['POST', '/', '', headers, names, sha256(body)].join('\n');
  const text = [ALGORITHM, String(Math.floor(now / 1000)), scope, sha256(request)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request');
  return `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`;
}

/** Codes after which the same message may yet be taken. */
const PASSING =
  /^(InternalError|RequestLimitExceeded|LimitExceeded\.(DeliveryFrequencyLimit|PhoneNumberThirtySecondLimit))/;

interface Answer {
  readonly Response?: {
    readonly Error?: { readonly Code?: unknown };
    readonly SendStatusSet?: readonly { readonly Code?: unknown; readonly SerialNo?: unknown }[];
  };
}

/** Tencent Cloud SMS, SendSms 2021-01-11. */
export const tencent: SmsProvider = async (order, access, { call, setting, now }) => {
  if (!order.templateCode) throw new DeliveryFailure('no template code', { permanent: true });
  const url = new URL(setting('APP_SMS_TENCENT_URL') ?? DEFAULT_URL);
  const body = JSON.stringify({
    PhoneNumberSet: [order.to.replace(/[^\d+]/g, '')],
    SmsSdkAppId: access.appId,
    SignName: signName(access.signature),
    TemplateId: order.templateCode,
    TemplateParamSet: order.values.map(([, value]) => value),
    SessionContext: order.key,
  });
  const answer = await call({
    url: `${url.origin}/`,
    headers: {
      authorization: signTencent({
        host: url.host,
        service: 'sms',
        action: 'SendSms',
        body,
        accessKey: access.accessKey,
        secret: access.secret,
        now,
      }),
      'content-type': CONTENT_TYPE,
      host: url.host,
      'x-tc-action': 'SendSms',
      'x-tc-timestamp': String(Math.floor(now / 1000)),
      'x-tc-version': '2021-01-11',
      'x-tc-region': setting('APP_SMS_TENCENT_REGION') ?? DEFAULT_REGION,
    },
    body,
  });
  const { Error: error, SendStatusSet: [status] = [] } = (answer.json as Answer | undefined)?.Response ?? {};
  if (status?.Code === 'Ok') return typeof status.SerialNo === 'string' ? status.SerialNo : undefined;
  const code = error?.Code ?? status?.Code;
  if (typeof code === 'string')
    throw new DeliveryFailure(code, { permanent: !PASSING.test(code) && answer.status < 500 });
  requireSuccess(answer);
  throw new DeliveryFailure('answer not understood');
};
