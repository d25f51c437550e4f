import { createHmac } from 'node:crypto';

interface Signed {
  readonly secret: string;
  readonly method?: string;
  /** The address as it is sent, `/api/channels/inbound/fliggy`. */
  readonly path: string;
  readonly body: string;
  /** Seconds since 1970. */
  readonly time?: number;
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Headers of a call that is signed as docs/channels.md says. */
export function signedHeaders({ secret, method = 'POST', path, body, time = Math.floor(Date.now() / 1000) }: Signed) {
  const signature = `v2=${hmac(secret, `v2\n${method}\n${path}\n${time}\n${body}`)}`;
  return { 'content-type': 'application/json', 'x-timestamp': String(time), 'x-signature': signature };
}

/** The same in the form before version 2. */
export function oldHeaders({ secret, body, time = Math.floor(Date.now() / 1000) }: Omit<Signed, 'method' | 'path'>) {
  const signature = hmac(secret, `${time}.${body}`);
  return { 'content-type': 'application/json', 'x-timestamp': String(time), 'x-signature': signature };
}
