import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/fakeServer.ts';
import { createHttp } from '../providers/http.ts';
import { listenTogether } from './together.ts';
import type { Told } from './told.ts';

/** Locks as a browser has them: one holder, the others in their order. */
class FakeLocks {
  private held = new Map<string, Promise<unknown>>();
  async request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (lock: object | null) => unknown,
  ) {
    if (options.ifAvailable && this.held.has(name)) return run(null);
    while (this.held.has(name)) {
      await Promise.race([
        this.held.get(name),
        new Promise((_, reject) => options.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      ]);
      if (options.signal?.aborted) throw new Error('aborted');
    }
    const done = Promise.resolve(run({})).finally(() => this.held.delete(name));
    this.held.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  }
}

class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const one of FakeChannel.all) if (one !== this && one.name === this.name) one.onmessage?.({ data });
  }
  close(): void {
    FakeChannel.all.delete(this);
  }
}

const told = (position: string, ids: number[] = []): Told => ({
  position,
  lost: false,
  changes: ids.length > 0 ? [{ resource: 'book', ids }] : [],
});

/** One server, and windows of a browser that listen to it. */
function browser() {
  const streams: { since: string | null; open: boolean; say(one: Told): void }[] = [];
  const questions: (string | null)[] = [];
  let answer = () => told('now');
  let status = 200;
  const fetch = vi.fn((input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://test');
    const since = url.searchParams.get('since');
    if (status !== 200) return Promise.resolve(new Response('{}', { status }));
    if (new Headers(init.headers).get('accept') !== 'text/event-stream') {
      questions.push(since);
      return Promise.resolve(new Response(JSON.stringify({ statusCode: 200, message: '', data: answer() })));
    }
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) });
    const stream = {
      since,
      open: true,
      say: (one: Told) =>
        controller.enqueue(new TextEncoder().encode(`id: ${one.position}\ndata: ${JSON.stringify(one)}\n\n`)),
    };
    init.signal?.addEventListener('abort', () => {
      stream.open = false;
      controller.error(new Error('aborted'));
    });
    streams.push(stream);
    return Promise.resolve(new Response(body));
  });
  const http = createHttp({ token: () => 't', storage: memoryStorage(), fetch });
  return {
    streams,
    questions,
    answers: (next: () => Told) => void (answer = next),
    refuses: (next: number) => void (status = next),
    open(name = 'live.1', position = 'start') {
      const heard: Told[] = [];
      let shown = true;
      let changed: () => void = () => undefined;
      const stop = listenTogether({
        http,
        fetch,
        name,
        position,
        onTold: (one) => heard.push(one),
        visible: () => shown,
        onVisibility: (listener) => {
          changed = listener;
          return () => undefined;
        },
        random: () => 1,
      });
      return {
        stop,
        changes: () => heard.flatMap(({ changes }) => changes.flatMap(({ ids }) => ids ?? [])),
        show: (now: boolean) => {
          shown = now;
          changed();
        },
      };
    },
  };
}

const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  FakeChannel.all.clear();
});

it('listens once for all windows of a session, and each of them hears', async () => {
  const { open, streams } = browser();
  const [first, second] = [open(), open()];
  await soon();
  expect(streams).toHaveLength(1);
  streams[0]!.say(told('p1', [7]));
  await soon();
  expect([first.changes(), second.changes()]).toEqual([[7], [7]]);
  first.stop();
  second.stop();
});

it('keeps sessions apart', async () => {
  const { open, streams } = browser();
  const [mine, yours] = [open('live.1'), open('live.2')];
  await soon();
  expect(streams).toHaveLength(2);
  streams[0]!.say(told('p1', [7]));
  await soon();
  expect([mine.changes(), yours.changes()]).toEqual([[7], []]);
  mine.stop();
  yours.stop();
});

it('hands over to the next window, which goes on where the other one was', async () => {
  const { open, streams } = browser();
  const first = open();
  await soon();
  const second = open();
  await soon();
  streams[0]!.say(told('p1', [7]));
  await soon();
  first.show(false);
  await soon();
  expect(streams.map(({ since, open: isOpen }) => [since, isOpen])).toEqual([
    ['start', false],
    ['p1', true],
  ]);
  streams[1]!.say(told('p2', [8]));
  await soon();
  expect([first.changes(), second.changes()]).toEqual([[7], [7, 8]]);
  second.stop();
});

it('costs nothing while nobody looks, and asks then what it has missed', async () => {
  const { open, streams, questions, answers } = browser();
  const [first, second] = [open(), open()];
  await soon();
  streams[0]!.say(told('p1', [7]));
  await soon();
  second.show(false);
  streams[0]!.say(told('p2', [8]));
  await soon(60_000);
  expect(second.changes()).toEqual([7]);
  questions.length = 0;
  answers(() => told('p2', [8]));
  second.show(true);
  await soon();
  expect(questions).toEqual(['p1']);
  expect(second.changes()).toEqual([7, 8]);
  first.show(false);
  await soon();
  second.show(false);
  await soon();
  expect(streams.filter(({ open: isOpen }) => isOpen)).toEqual([]);
  first.stop();
  second.stop();
});

it('does not go on from where it only heard others while it could not catch up', async () => {
  const { open, streams, answers, questions } = browser();
  const first = open('live.1', 'start');
  await soon();
  answers(() => {
    throw new Error('not yet');
  });
  const second = open('live.1', 'older');
  await soon();
  streams[0]!.say(told('p5', [5]));
  await soon();
  first.stop();
  await soon();
  expect(streams[1]!.since).toBe('older');
  expect(second.changes()).toEqual([5]);
  expect(questions[0]).toBe('older');
  second.stop();
});

it('stops with the session', async () => {
  const { open, streams, refuses } = browser();
  refuses(401);
  const one = open();
  await soon(600_000);
  expect(streams).toHaveLength(0);
  refuses(200);
  one.show(false);
  one.show(true);
  await soon(60_000);
  expect(streams).toHaveLength(0);
});

it('listens by itself where the browser offers no locks', async () => {
  vi.stubGlobal('navigator', {});
  const { open, streams } = browser();
  const [first, second] = [open(), open()];
  await soon();
  expect(streams).toHaveLength(2);
  first.stop();
  second.stop();
});
