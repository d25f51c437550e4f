import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './client.ts';
import type { Served } from './processes.ts';

export interface WebhookFigures {
  readonly subscriptions: number;
  readonly changes: number;
  /** From the change to the listener, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Highest p99, milliseconds. */
  readonly limit: number;
}

const SUBSCRIPTIONS = 1_000;
/** How many of them hear each change; one more is told of it and never answers. */
const HEARD_BY = 10;
const PER_SECOND = 50;
const WARM_UP_SECONDS = 5;
const SECONDS = 20;
const CITIES = 100;
const LIMIT_MS = 2_000;
const PATIENCE_MS = 60_000;
const CONNECTIONS = 8;
/** Unlike those of any other run on the same database. */
const RUN = Date.now().toString(36).toUpperCase();
const CITY = { province: 'P', country: 'Thailand', latitude: 7.9, longitude: 98.4, timeZone: 'Asia/Bangkok' };

/** Whose session it is. */
async function userOf(port: number, token: string): Promise<number> {
  const url = `http://127.0.0.1:${port}/api/admin/user/info`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

type Post = <T>(path: string, body: object) => Promise<T>;

/** A program that notes when it heard of what; it never answers at `/silent`. */
async function startListener() {
  const heard = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/silent') return;
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { timestamp: string };
      const name = `${request.url} ${String(request.headers['webhook-id'])}`;
      if (!heard.has(name)) heard.set(name, Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  };
}

/** Posts over a few connections that are kept; whoever comes while all are busy waits. */
async function openPosts(port: number, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-US' };
  const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port, headers)));
  const free = [...all];
  const waiting: ((connection: Connection) => void)[] = [];
  const post: Post = async <T>(path: string, body: object): Promise<T> => {
    const connection = free.pop() ?? (await new Promise<Connection>((done) => waiting.push(done)));
    const answer = await connection.send({ method: 'POST', path: `/api${path}`, body: JSON.stringify(body) });
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
    const read = JSON.parse(answer.body) as { statusCode: number; data: T };
    if (read.statusCode !== 200) throw new Error(`${path} was refused: ${answer.body.slice(0, 300)}`);
    return read.data;
  };
  return { post, close: () => all.forEach((connection) => connection.close()) };
}

/** Ten webhooks of cities, one to a listener that is dead, and all others of resources that nobody changes meanwhile. */
async function subscribe(post: Post, url: string, userId: number): Promise<void> {
  const one = (path: string, resource: string, more: object): Promise<unknown> =>
    post('/system/webhook/save', {
      ...{ name: `${RUN} ${path} ${resource}`, url: `${url}/${path}`, resource, userId, status: 1, onCreated: false },
      ...more,
    });
  const fields = { sentFields: 'cityName,province' };
  for (let at = 0; at < HEARD_BY; at++) await one(String(at), 'city', at % 2 === 0 ? fields : {});
  await one('silent', 'city', {});
  for (let at = 0; at < SUBSCRIPTIONS - HEARD_BY - 1; at++) await one(`idle${at}`, 'brand', {});
}

async function makeCities(post: Post): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let at = 0; at < CITIES; at++) {
    const city = { ...CITY, cityName: `${RUN} ${at}`, cityCode: `${RUN}${at}`, status: 1 };
    ids.push((await post<{ id: number }>('/basics/city/save', city)).id);
  }
  return ids;
}

/** Changes one city after the other, evenly, whatever the server takes for it; answers how many changes that were. */
async function change(post: Post, cities: readonly number[], seconds: number, round: string): Promise<number> {
  const begun = performance.now();
  const under: Promise<unknown>[] = [];
  for (let at = 0; at < seconds * PER_SECOND; at++) {
    const wait = begun + (at * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    under.push(post('/basics/city/save', { id: cities[at % cities.length], province: `${round} ${at}` }));
  }
  await Promise.all(under);
  return under.length;
}

/** How soon listeners hear, and that they hear of all: a thousand webhooks, fifty changes a second that ten of them hear, and one listener that never answers. */
export async function measureWebhooks({ port }: Served, token: string): Promise<WebhookFigures> {
  const listener = await startListener();
  const { post, close } = await openPosts(port, token);
  const { heard } = listener;
  const allHeard = async (count: number): Promise<void> => {
    for (const end = performance.now() + PATIENCE_MS; heard.size < count && performance.now() < end;)
      await new Promise((done) => setTimeout(done, 50));
  };
  try {
    const cities = await makeCities(post);
    await subscribe(post, listener.url, await userOf(port, token));
    await allHeard(HEARD_BY * (await change(post, cities, WARM_UP_SECONDS, 'warm')));
    heard.clear();
    const changes = await change(post, cities, SECONDS, 'run');
    await allHeard(HEARD_BY * changes);
    const times = [...heard.values()].toSorted((a, b) => a - b);
    const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    const lost = HEARD_BY * changes - heard.size;
    if (lost > 0) throw new Error(`${lost} of ${HEARD_BY * changes} messages of webhooks never came`);
    return { subscriptions: SUBSCRIPTIONS, changes, p50: at(0.5), p99: at(0.99), limit: LIMIT_MS };
  } finally {
    close();
    listener.close();
  }
}

export const webhooksText = ({ subscriptions, changes, p50, p99, limit }: WebhookFigures): string =>
  `${changes} changes at ${PER_SECOND} a second, each heard by ${HEARD_BY} of ${subscriptions}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (limit ${limit})`;
