import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPrivateAddress } from './addresses.ts';
import { createCall, requireSuccess } from './outgoing.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const caller = (allowPrivate: boolean, timeoutMs = 10_000) =>
  createCall({ allowPrivate, timeoutMs, signal: new AbortController().signal });
const post = (url: string, allowPrivate = true) => caller(allowPrivate)({ url, headers: {}, body: '{}' });

describe('a call to the world outside', () => {
  it('answers status, JSON and how long to wait', async () => {
    const url = await listen((_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"a":1}'));
    const answer = await post(url);
    expect(answer).toEqual({ status: 429, json: { a: 1 }, retryAfterMs: 7000 });
    expect(() => requireSuccess(answer)).toThrow('http 429');
  });

  it('ends in time, whether nothing is answered or an answer never ends', async () => {
    const silent = await listen(() => undefined);
    const endless = await listen((_request, response) => {
      response.writeHead(200);
      response.write('{');
    });
    for (const url of [silent, endless])
      await expect(caller(true, 100)({ url, headers: {}, body: '{}' })).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('does not follow to another address and does not swallow long answers', async () => {
    const elsewhere = await listen((_request, response) => response.end('{}'));
    const redirect = await listen((_request, response) => response.writeHead(302, { location: elsewhere }).end());
    expect((await post(redirect)).status).toBe(302);
    const long = await listen((_request, response) => response.end('x'.repeat(100_000)));
    await expect(post(long)).rejects.toMatchObject({ reason: 'answer too long' });
  });

  it('reaches no private or loopback address unless that is allowed, by number or by name', async () => {
    let called = 0;
    const url = await listen((_request, response) => {
      called++;
      response.end('{}');
    });
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', '[::1]', '10.1.2.3', '169.254.169.254', '[::ffff:127.0.0.1]', 'localhost'])
      await expect(post(`https://${host}:${port}/`, false)).rejects.toMatchObject({
        reason: 'address not allowed',
        permanent: true,
      });
    expect(called).toBe(0);
  });

  it.each(['http://example.com/', 'ftp://example.com/', 'https://me:secret@example.com/', 'nonsense'])(
    'is refused without TLS or with credentials in the address: %s',
    async (url) => {
      const error = await post(url).catch((one: Error) => one);
      expect(error).toMatchObject({ name: 'DeliveryFailure', permanent: true });
      expect((error as Error).message).not.toMatch(/secret|example/);
    },
  );
});

describe('calls that keep their connections', () => {
  const CALLS = 30;
  const call = createCall({
    allowPrivate: true,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    keepConnections: true,
  });
  const statusOf = async (url: string) => (await call({ url, headers: {}, body: '{}', statusOnly: true })).status;

  it('open fewer than there are calls, and none of them fails where the other side closes one meanwhile', async () => {
    const calls = new Map<Socket, number>();
    const url = await listen((request, response) => {
      const count = (calls.get(request.socket) ?? 0) + 1;
      calls.set(request.socket, count);
      if (count === 3) request.socket.destroy();
      else response.end('ok');
    });
    for (let at = 0; at < CALLS; at++) expect(await statusOf(url)).toBe(200);
    expect(calls.size).toBeLessThan(CALLS);
    expect(Math.max(...calls.values())).toBe(3);
  });

  it('close one whose answer is long', async () => {
    const closed: Promise<unknown>[] = [];
    const url = await listen((request, response) => {
      closed.push(new Promise((done) => request.socket.once('close', done)));
      response.end('x'.repeat(10_000_000));
    });
    expect(await statusOf(url)).toBe(200);
    await Promise.all(closed);
  });
});

it.each([
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['172.15.0.1', false],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::a00:1', true],
])('%s is private: %s', (address, expected) => expect(isPrivateAddress(address)).toBe(expected));
