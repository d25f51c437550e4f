import type { AddressInfo } from 'node:net';
import { accepted } from './rental.ts';
import type { Client, TestApp } from './app.ts';

export interface Told {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Told>;

/** A directory of a company that calls `/scim/v2` over a real port. */
export function directoryOf(test: () => TestApp, admin: () => Client) {
  let made = 0;
  let address: Promise<string> | undefined;

  async function listen(): Promise<string> {
    const { app } = test();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }
  const url = (): Promise<string> => (address ??= listen());

  async function keyFor(userId: number, changes: object = {}): Promise<string> {
    const expireTime = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const values = {
      ...{ name: `Directory ${++made}`, userId, readsOnly: false, scim: true, perMinute: 60_000, expireTime },
      ...changes,
    };
    const { id } = accepted(await admin().post<{ id: number }>('/system/apikey/save', values)).data;
    return accepted(await admin().post<{ key: string }>('/system/apikey/issue', { id })).data.key;
  }

  async function ask(
    authorization: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Told> {
    const response = await fetch(`${await url()}/scim/v2${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      type,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  }

  const withKey =
    (key: string): Ask =>
    (...asked) =>
      ask(`Bearer ${key}`, ...asked);

  return { url, keyFor, ask, withKey };
}
