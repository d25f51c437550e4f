import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a provider received it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  readonly body: string;
}

/** `hang` never answers; otherwise status, body (an object becomes JSON) and headers. */
export type Reply =
  | 'hang'
  | { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> };

export interface FakeProvider {
  readonly url: string;
  readonly received: Received[];
  /** What follows is answered so. */
  answers(reply: (request: Received) => Reply): void;
  close(): Promise<void>;
}

/** A provider of SMS on this machine. */
export async function startProvider(): Promise<FakeProvider> {
  const received: Received[] = [];
  let answer: (request: Received) => Reply = () => ({});
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
      const one = { path: pathname, headers: request.headers, query: searchParams, body };
      received.push(one);
      const reply = answer(one);
      if (reply === 'hang') return;
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
      response.writeHead(reply.status ?? 200, reply.headers).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers: (reply) => (answer = reply),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const part = (header: string, name: string): string => new RegExp(`${name}=([^,\\s]+)`).exec(header)?.[1] ?? '';

/**
 * Whether Alibaba Cloud would believe a request: its canonical form is put together anew from what arrived, with the headers that the request
 * says are signed ("V3 request structure and signature").
 */
export function aliyunBelieves({ headers, query, body }: Received, secret: string, now: number): boolean {
  const header = headers.authorization ?? '';
  if (!header.startsWith('ACS3-HMAC-SHA256 ')) return false;
  if (Math.abs(Date.parse(String(headers['x-acs-date'])) - now) > 900_000) return false;
  if (headers['x-acs-content-sha256'] !== sha256(body)) return false;
  const names = part(header, 'SignedHeaders').split(';');
  const needed = [
    'host',
    'x-acs-action',
    'x-acs-content-sha256',
    'x-acs-date',
    'x-acs-signature-nonce',
    'x-acs-version',
  ];
  if (!needed.every((name) => names.includes(name)) || names.toSorted().join() !== names.join()) return false;
  const quoted = (text: string): string =>
    [...Buffer.from(text, 'utf8')]
      .map((byte) => {
        const letter = String.fromCharCode(byte);
        return /[A-Za-z0-9\-_.~]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      })
      .join('');
  const pairs = [...query].map(([name, value]) => `${quoted(name)}=${quoted(value)}`).toSorted();
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}`);
  const canonical = `POST\n/\n${pairs.join('&')}\n${lines.join('\n')}\n\n${names.join(';')}\n${sha256(body)}`;
  const expected = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return part(header, 'Signature') === expected;
}

/** The same for Tencent Cloud ("Signature method v3"). */
export function tencentBelieves({ headers, body }: Received, secret: string, now: number): boolean {
  const header = headers.authorization ?? '';
  const stamp = Number(headers['x-tc-timestamp']);
  if (!header.startsWith('TC3-HMAC-SHA256 ') || Math.abs(stamp * 1000 - now) > 300_000) return false;
  const [, date = '', service = '', end = ''] = part(header, 'Credential').split('/');
  if (date !== new Date(stamp * 1000).toISOString().slice(0, 10) || end !== 'tc3_request') return false;
  const names = part(header, 'SignedHeaders').split(';');
  if (!names.includes('content-type') || !names.includes('host')) return false;
  const lines = names.map((name) => `${name}:${String(headers[name]).toLowerCase().trim()}\n`).join('');
  const canonical = `POST\n/\n\n${lines}\n${names.join(';')}\n${sha256(body)}`;
  let key: Buffer = Buffer.from(`TC3${secret}`);
  for (const step of [date, service, 'tc3_request']) key = createHmac('sha256', key).update(step).digest();
  const text = `TC3-HMAC-SHA256\n${stamp}\n${date}/${service}/tc3_request\n${sha256(canonical)}`;
  return part(header, 'Signature') === createHmac('sha256', key).update(text).digest('hex');
}
