import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageVisibility } from '../page/pageState.ts';
import { madeOf, madeOfAnswer } from './madeOf.ts';
import { followQueries } from './queries.ts';
import { isMarked, MARKED_MS } from './marks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const told = (resource: string, ids: readonly number[] | null = [1]) => ({
  lost: false,
  changes: [{ resource, ids }],
});

interface Watched {
  readonly key: QueryKey;
  readonly meta?: Record<string, unknown>;
  readonly answer?: () => unknown;
  readonly ms?: number;
  /** Its page decides. */
  readonly may?: () => boolean;
}

/** A cache whose queries are looked at; what is asked for is counted by the first part of its key. */
async function world() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const asked: string[] = [];
  let typing = false;
  let shown = true;
  let changed: () => void = () => undefined;
  const { heard, stop } = followQueries(client, {
    isTyping: () => typing,
    visible: () => shown,
    onVisibility: (listener) => {
      changed = listener;
      return () => undefined;
    },
    random: () => 0,
  });
  return {
    client,
    asked,
    heard,
    stop,
    type: (now: boolean) => void (typing = now),
    show: (now: boolean) => {
      shown = now;
      changed();
    },
    async watch({ key, meta, answer = () => [{ id: 1 }], ms = 0, may }: Watched) {
      const observer = new QueryObserver(client, {
        queryKey: key,
        queryFn: async () => {
          asked.push(String(key[0]));
          await new Promise((resolve) => setTimeout(resolve, ms));
          return answer();
        },
        ...(meta && { meta }),
        ...(may && { refetchOnWindowFocus: may }),
      });
      const leave = observer.subscribe(() => undefined);
      await soon(ms);
      asked.length = 0;
      return { observer, leave };
    },
  };
}

it('asks for what is made of a changed resource at once, and for nothing else', async () => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['book', 'getList'] });
  await watch({ key: ['member', 'getList'] });
  await watch({ key: ['free books'], meta: madeOf('book', 'loan') });
  await watch({
    key: ['figures'],
    meta: madeOfAnswer((page: { of: string[] }) => page.of),
    answer: () => ({ of: ['loan'] }),
  });
  asked.length = 0;
  heard(told('book'));
  await soon();
  expect(asked).toEqual(['book', 'free books']);
  heard(told('loan'));
  await soon(1_000);
  expect(asked.slice(2).sort()).toEqual(['figures', 'free books']);
});

it('asks for everything when changes were lost', async () => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['book', 'getList'] });
  await watch({ key: ['auth', 'checkAuth'] });
  heard({ lost: true, changes: [] });
  await soon();
  expect(asked).toEqual(['book']);
});

it('asks once a second at most, however much is changed, and for the last change too', async () => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['book', 'getList'] });
  for (let round = 0; round < 40; round += 1) {
    heard(told('book', [1]));
    await soon(100);
  }
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(5);
  const before = asked.length;
  await soon(2_000);
  expect(asked.length).toBeLessThanOrEqual(before + 1);
});

it('asks less and less often while what is not on screen is changed again and again', async () => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['book', 'getList'] });
  for (let second = 0; second < 30; second += 1) {
    heard(told('book', [900 + second]));
    await soon(1_000);
  }
  expect(asked.length).toBeLessThanOrEqual(7);
  await soon(20_000);
  const before = asked.length;
  // After some quiet, at once again.
  heard(told('book', [1]));
  await soon();
  expect(asked.length).toBe(before + 1);
});

it.each([
  ['what is answered at once', 20, 8_000],
  ['what takes the server a fifth of a second', 200, 40_000],
  ['what takes seconds, on a server that is overloaded', 3_000, 60_000],
])('asks for %s (%i ms) no more often than every %i ms while others change without end', async (_what, ms, pause) => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['figures'], meta: madeOf('book'), ms });
  heard(told('book'));
  await soon();
  // The first change at once, whatever it takes.
  expect(asked).toHaveLength(1);
  const times: number[] = [];
  for (let second = 0; second < 400; second += 1) {
    const before = asked.length;
    heard(told('book'));
    await soon(1_000);
    if (asked.length > before) times.push(second * 1_000);
  }
  const last = times.slice(-3);
  expect(last[2]! - last[1]!).toBeGreaterThanOrEqual(pause);
  expect(last[2]! - last[1]!).toBeLessThanOrEqual(pause + 2_000);
  await soon(130_000);
  const before = asked.length;
  heard(told('book'));
  await soon();
  expect(asked).toHaveLength(before + 1);
});

it('asks nothing in a window that nobody looks at, and at once when somebody does', async () => {
  const { watch, heard, asked, show } = await world();
  await watch({ key: ['book', 'getList'] });
  heard(told('book'));
  await soon();
  heard(told('book'));
  show(false);
  await soon(60_000);
  expect(asked).toHaveLength(1);
  heard(told('book'));
  await soon(60_000);
  expect(asked).toHaveLength(1);
  show(true);
  await soon();
  expect(asked).toHaveLength(2);
});

it('leaves one record alone while others are changed', async () => {
  const { watch, heard, asked } = await world();
  await watch({ key: ['book', 'getOne', { id: '1' }], answer: () => ({ id: 1, title: 'Dune' }) });
  heard(told('book', [2]));
  await soon(2_000);
  expect(asked).toEqual([]);
  heard(told('book', [2, 1]));
  await soon();
  expect(asked).toEqual(['book']);
});

it('asks again for what was on its way when the change came', async () => {
  const { watch, heard, asked, client } = await world();
  await watch({ key: ['book', 'getList'], ms: 300 });
  void client.refetchQueries({ queryKey: ['book'] });
  await soon(100);
  heard(told('book'));
  await soon(100);
  expect(asked).toHaveLength(1);
  await soon(1_000);
  expect(asked).toHaveLength(2);
});

it('waits for the form that is typed in and for the dialog that is open', async () => {
  const { watch, heard, asked, type } = await world();
  let dialog = true;
  const meta = { page: createPageVisibility(true) };
  await watch({ key: ['book', 'getList'], meta, may: () => !dialog });
  await watch({ key: ['bell'], meta: madeOf('book') });
  asked.length = 0;
  type(true);
  heard(told('book'));
  await soon(3_000);
  expect(asked).toEqual(['bell']);
  type(false);
  await soon(3_000);
  expect(asked).toEqual(['bell']);
  dialog = false;
  await soon(500);
  expect(asked).toEqual(['bell', 'book']);
});

it('leaves what nobody looks at to the moment at which somebody does', async () => {
  const { watch, heard, asked, client } = await world();
  const page = createPageVisibility(false);
  await watch({ key: ['book', 'getList'], meta: { page }, may: () => page.get() });
  const { leave } = await watch({ key: ['loan', 'getList'] });
  leave();
  heard({
    lost: false,
    changes: [
      { resource: 'book', ids: [1] },
      { resource: 'loan', ids: [1] },
    ],
  });
  await soon(10_000);
  expect(asked).toEqual([]);
  expect(client.getQueryState(['book', 'getList'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['loan', 'getList'])?.isInvalidated).toBe(true);
});

it('marks the records that others have changed, and what of them, for a moment; nothing that came back as it was', async () => {
  const { watch, heard } = await world();
  let rows = [
    { id: 1, title: 'Dune', price: 5 },
    { id: 2, title: 'Emma', price: 6 },
  ];
  await watch({ key: ['book', 'getList'], answer: () => ({ data: rows, total: rows.length }) });
  rows = [
    { id: 3, title: 'New', price: 1 },
    { id: 1, title: 'Dune', price: 7 },
    { id: 2, title: 'Emma', price: 8 },
  ];
  const marked = () => rows.map(({ id }) => id).filter((id) => isMarked('book', id));
  heard(told('book', [1, 3]));
  await soon(10);
  expect(marked()).toEqual([3, 1]);
  expect([isMarked('book', 1, 'price'), isMarked('book', 1, 'title')]).toEqual([true, false]);
  await soon(MARKED_MS);
  expect(marked()).toEqual([]);
  heard(told('book', [1, 2, 3]));
  await soon(1_000);
  expect(marked()).toEqual([]);
});

it('is silent once it was stopped', async () => {
  const { watch, heard, asked, stop } = await world();
  await watch({ key: ['book', 'getList'] });
  heard(told('book'));
  stop();
  await soon(2_000);
  expect(asked).toEqual([]);
});
