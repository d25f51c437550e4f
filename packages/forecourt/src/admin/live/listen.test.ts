import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/fakeServer.ts';
import { createHttp } from '../providers/http.ts';
import { listen } from './listen.ts';
import type { Told } from './told.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const told = (position: string, resource?: string): Told => ({
  position,
  lost: false,
  changes: resource ? [{ resource, ids: [1] }] : [],
});
const event = (one: Told): string => `id: ${one.position}\ndata: ${JSON.stringify(one)}\n\n`;

interface Stream {
  readonly since: string | null;
  say(text: string): void;
  end(): void;
}

/** A server with streams that a test speaks through; `answer` decides what else is answered. */
function startListening({
  answer = () => undefined,
  token = 'secret',
}: { answer?: (asked: URL, stream: boolean) => Promise<Response> | Response | undefined; token?: string | null } = {}) {
  const streams: Stream[] = [];
  const questions: URL[] = [];
  const refused: number[] = [];
  const fetch = vi.fn(async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://test');
    const stream = new Headers(init.headers).get('accept') === 'text/event-stream';
    if (!stream) questions.push(url);
    const own = await answer(url, stream);
    if (own) return own;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) });
    init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    streams.push({
      since: url.searchParams.get('since'),
      say: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
    });
    return new Response(body);
  });
  const http = createHttp({
    token: () => token,
    storage: memoryStorage(),
    fetch,
    onRefusal: ({ status }) => void refused.push(status),
  });
  const heard: Told[] = [];
  const leaving = new AbortController();
  let position: string | undefined = 'p0';
  const ended = listen({
    http,
    fetch,
    signal: leaving.signal,
    position: () => position,
    random: () => 1,
    onTold: (one) => {
      ({ position } = one);
      heard.push(one);
    },
  });
  return { fetch, streams, questions, refused, heard, ended, leave: () => leaving.abort() };
}

const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it('tells what a stream says, signed in by the header, and goes on where it broke off', async () => {
  const { fetch, streams, heard, leave, ended } = startListening();
  await soon();
  expect(new Headers(fetch.mock.calls[0]![1]?.headers).get('authorization')).toBe('Bearer secret');
  expect(streams[0]!.since).toBe('p0');
  streams[0]!.say(event(told('p1', 'book')) + 'id: p2\n\n');
  await soon();
  expect(heard).toEqual([told('p1', 'book'), told('p2')]);
  streams[0]!.end();
  await soon(499);
  expect(streams).toHaveLength(1);
  await soon(1);
  expect(streams[1]!.since).toBe('p2');
  leave();
  expect(await ended).toBe(true);
});

it('comes back ever less often while nobody is there, and at once after somebody was', async () => {
  let dead = true;
  const { fetch, streams, leave } = startListening({
    answer: () => {
      if (dead) throw new TypeError('no way');
      return undefined;
    },
  });
  await soon(60_000);
  const tries = fetch.mock.calls.length;
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(10);
  dead = false;
  while (streams.length === 0) await soon(100);
  streams[0]!.say(event(told('p1')));
  await soon();
  streams[0]!.end();
  await soon(500);
  expect(streams).toHaveLength(2);
  leave();
});

it('asks instead where a stream does not come through, and tries one again after some minutes', async () => {
  const { streams, questions, heard, leave } = startListening({
    answer: (_url, stream) =>
      stream ? undefined : new Response(JSON.stringify({ statusCode: 200, message: '', data: told('p9', 'book') })),
  });
  await soon(4_999);
  expect(questions).toHaveLength(0);
  await soon(1);
  expect(questions.map(({ searchParams }) => searchParams.get('since'))).toEqual(['p0']);
  expect(heard).toEqual([told('p9', 'book')]);
  await soon(10_000);
  expect(questions).toHaveLength(3);
  expect(streams).toHaveLength(1);
  await soon(300_000);
  expect(streams).toHaveLength(2);
  leave();
});

it('takes a stream that has fallen silent for dead', async () => {
  const { streams, leave } = startListening();
  await soon();
  streams[0]!.say(event(told('p1')));
  await soon(44_000);
  streams[0]!.say('id: p2\n\n');
  await soon(44_999);
  expect(streams).toHaveLength(1);
  await soon(2_000);
  expect(streams[1]!.since).toBe('p2');
  leave();
});

it.each([401, 403])('ends with the session (%i), which is told as by any other call', async (status) => {
  const { refused, ended } = startListening({
    answer: () => new Response(JSON.stringify({ statusCode: status, message: 'no' }), { status }),
  });
  await soon();
  expect(await ended).toBe(false);
  expect(refused).toEqual([status]);
});

it('asks where there are too many streams', async () => {
  const { questions, leave } = startListening({
    answer: (_url, stream) =>
      stream
        ? new Response('{}', { status: 429 })
        : new Response(JSON.stringify({ statusCode: 200, message: '', data: told('p1') })),
  });
  await soon();
  expect(questions).toHaveLength(1);
  leave();
});

it('asks nothing without a session', async () => {
  const { fetch, ended } = startListening({ token: null });
  expect(await ended).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});
