import { createHash, createHmac, randomUUID } from 'node:crypto';
import { DeliveryFailure, requireSuccess } from 'forecourt/server';
import { signName, type SmsProvider } from '../provider.ts';

const ALGORITHM = 'ACS3-HMAC-SHA256';
const DEFAULT_URL = 'https://dysmsapi.aliyuncs.com/';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** As RFC 3986 has it; encodeURIComponent leaves five characters alone. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

interface AliyunRequest {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  readonly accessKey: string;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly nonce: string;
}

/** Address part and headers of an RPC call without a body, signed as "V3 request structure and signature" describes. */
export function signAliyun({ host, action, version, query, accessKey, secret, now, nonce }: AliyunRequest): {
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const search = Object.keys(query)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&');
  const body = sha256('');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': body,
    'x-acs-date': new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const request = ['POST', '/', search, lines, names.join(';'), body].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(request)}`)
    .digest('hex');
  const authorization = `${ALGORITHM} Credential=${accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { search, headers: { ...headers, authorization } };
}

/** Mainland numbers go without a prefix, others as country code and number. */
const numberOf = (to: string): string => {
  const digits = to.replace(/[^\d+]/g, '');
  return digits.startsWith('+86') ? digits.slice(3) : digits.replace('+', '');
};

/** Codes after which the same message may yet be taken. */
const PASSING =
  /^(isp\.SYSTEM_ERROR|isv\.BUSINESS_LIMIT_CONTROL|Throttling|ServiceUnavailable|InternalError|SignatureNonceUsed)/;

/** Alibaba Cloud Short Message Service, SendSms 2017-05-25. */
export const aliyun: SmsProvider = async (order, access, { call, setting, now }) => {
  if (!order.templateCode) throw new DeliveryFailure('no template code', { permanent: true });
  const url = new URL(setting('APP_SMS_ALIYUN_URL') ?? DEFAULT_URL);
  const { search, headers } = signAliyun({
    host: url.host,
    action: 'SendSms',
    version: '2017-05-25',
    query: {
      PhoneNumbers: numberOf(order.to),
      SignName: signName(access.signature),
      TemplateCode: order.templateCode,
      TemplateParam: JSON.stringify(Object.fromEntries(order.values)),
      OutId: order.key,
    },
    accessKey: access.accessKey,
    secret: access.secret,
    now,
    nonce: randomUUID(),
  });
  const answer = await call({ url: `${url.origin}/?${search}`, headers, body: '' });
  const { Code: code, BizId: id } = (answer.json ?? {}) as { Code?: unknown; BizId?: unknown };
  if (code === 'OK') return typeof id === 'string' ? id : undefined;
  if (typeof code === 'string')
    throw new DeliveryFailure(code, { permanent: !PASSING.test(code) && answer.status < 500 });
  requireSuccess(answer);
  throw new DeliveryFailure('answer not understood');
};
