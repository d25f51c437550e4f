import { createHash, createHmac } from 'node:crypto';

/** Who asks, of which service. */
export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface Unsigned {
  readonly method: string;
  readonly url: URL;
  /** Names in small letters; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  readonly bodyHash: string;
}

const SERVICE = 's3';
export const EMPTY_HASH = createHash('sha256').digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const timeOf = (now: Date): string => now.toISOString().replace(/[-:]|\.\d{3}/g, '');
const scopeOf = (time: string, region: string): string => `${time.slice(0, 8)}/${region}/${SERVICE}/aws4_request`;
const inQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');

/** Of a request with all of its headers that are signed. */
function signatureOf(
  { method, url, headers, bodyHash }: Unsigned,
  { secretAccessKey, region }: Signer,
  time: string,
): string {
  const names = Object.keys(headers).toSorted();
  const request = [
    method,
    url.pathname.split('/').map(decodeURIComponent).map(encoded).join('/'),
    inQuery(url.searchParams),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const parts = [time.slice(0, 8), region, SERVICE, 'aws4_request'];
  const key = parts.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scopeOf(time, region), sha256(request)].join('\n')).toString('hex');
}

/**
 * The headers of a signed request: AWS Signature Version 4 for S3, one chunk, in the header `Authorization`
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function signedHeaders(unsigned: Unsigned, signer: Signer, now: Date): Record<string, string> {
  const time = timeOf(now);
  const headers: Record<string, string> = {
    ...unsigned.headers,
    host: unsigned.url.host,
    'x-amz-content-sha256': unsigned.bodyHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted().join(';');
  const signature = signatureOf({ ...unsigned, headers }, signer, time);
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scopeOf(time, signer.region)},SignedHeaders=${names},Signature=${signature}`,
  };
}

/**
 * An address that opens one file to whoever has it, from `now` for so many seconds: the signature is in its query
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 */
export function signedAddress(address: URL, signer: Signer, now: Date, seconds: number): string {
  const time = timeOf(now);
  const url = new URL(address);
  const own = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKeyId}/${scopeOf(time, signer.region)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  const unsigned = { method: 'GET', url, headers: { host: url.host }, bodyHash: 'UNSIGNED-PAYLOAD' };
  const signature = signatureOf(unsigned, signer, time);
  // Not as a form writes it: a storage may take "+" for what it is.
  url.search = `${inQuery(url.searchParams)}&X-Amz-Signature=${signature}`;
  return url.href;
}
