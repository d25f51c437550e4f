import { webcrypto } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>> & {
      readonly id?: number;
      readonly record?: Record<string, unknown>;
    };
  };
}

export interface Listener {
  readonly url: string;
  readonly heard: Heard[];
  /** How calls are answered from now on; default 204. */
  answer(how: (response: ServerResponse, heard: Heard) => void): void;
  close(): Promise<void>;
}

/** A system that listens. */
export async function startListener(): Promise<Listener> {
  const heard: Heard[] = [];
  let how = (response: ServerResponse, _heard: Heard): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { path: request.url!, headers: request.headers, body, message: JSON.parse(body) as Heard['message'] };
      heard.push(one);
      how(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    answer: (next) => void (how = next),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Whether one of the signatures is of this secret, as a listener finds out: by Web Crypto, which the server does not use. */
export async function isSigned({ headers, body }: Heard, secret: string): Promise<boolean> {
  const { subtle } = webcrypto;
  const key = await subtle.importKey(
    'raw',
    Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const text = Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`);
  for (const signature of String(headers['webhook-signature']).split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await subtle.verify('HMAC', key, Buffer.from(value, 'base64'), text))) return true;
  }
  return false;
}
