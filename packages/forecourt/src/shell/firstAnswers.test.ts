import { expect, it, vi } from 'vitest';
import { keepAsked, takingFirstAnswers, type FirstAnswer } from './firstAnswers.ts';

const HEADERS = { Accept: 'application/json', 'Accept-Language': 'th-TH', Authorization: 'Bearer t' };
const URL = '/api/admin/user/info';
const ROWS = '/api/order/list?pageNo=1';

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

function setUp({ now = 100 } = {}) {
  const [who, rows] = [new Response('who'), new Response('rows')];
  const holder: { firstAnswers?: FirstAnswer[] } = {
    firstAnswers: [
      { url: URL, headers: HEADERS, answer: Promise.resolve(who) },
      { url: ROWS, headers: HEADERS, answer: Promise.resolve(rows) },
    ],
  };
  const ask = vi.fn(async () => new Response('asked'));
  return { who, rows, ask, ...takingFirstAnswers({ holder, ask, now: () => now }) };
}

it('the answer to what the page has asked for is taken once, then the server is asked', async () => {
  const { who, rows, ask, fetch } = setUp();
  expect(await fetch(ROWS, { headers: HEADERS })).toBe(rows);
  expect(await fetch(URL, { headers: HEADERS })).toBe(who);
  expect(ask).not.toHaveBeenCalled();
  expect(await (await fetch(URL, { headers: HEADERS })).text()).toBe('asked');
});

it.each([
  ['address', '/api/live', HEADERS],
  ['session', URL, { ...HEADERS, Authorization: 'Bearer other' }],
  ['language', URL, { ...HEADERS, 'Accept-Language': 'zh-CN' }],
])('another %s is asked for', async (_what, url, headers) => {
  const { who, ask, fetch } = setUp();
  expect(await (await fetch(url, { headers })).text()).toBe('asked');
  expect(ask).toHaveBeenCalledOnce();
  expect(await fetch(URL, { headers: HEADERS })).toBe(who);
});

it('an answer that nobody took for fifteen seconds is old: the server is asked', async () => {
  const { ask, fetch } = setUp({ now: 15_001 });
  expect(await (await fetch(ROWS, { headers: HEADERS })).text()).toBe('asked');
  expect(ask).toHaveBeenCalledOnce();
});

it('the first ten questions of a page are kept by its address, of the last twenty of them, and nothing that changes something, names a moment or follows a first part', async () => {
  const { fetch, asked } = setUp();
  await fetch(ROWS, { headers: HEADERS });
  await fetch('/api/order/save', { method: 'POST', headers: HEADERS });
  expect(asked()).toEqual([ROWS]);
  await fetch(ROWS, { headers: HEADERS });
  await fetch('/api/live?since=1.2', { headers: HEADERS });
  await fetch('/api/dashboard/analysis?part=rest', { headers: HEADERS });
  await fetch('/api/order/list?pickupTimeStart=2026-11-26+05%3A31%3A07', { headers: HEADERS });
  await fetch('/api/order/list?pickupTimeStart=2026-11-26+00%3A00%3A07', { headers: HEADERS });
  expect(asked()).toEqual([ROWS]);
  const ofDays = '/api/order/list?timeStart=2026-11-26+00%3A00%3A00&timeEnd=2026-11-26+23%3A59%3A59';
  await fetch(ofDays, { headers: HEADERS });
  expect(asked()).toEqual([ROWS, ofDays]);
  const storage = memory();
  for (let at = 0; at < 21; at += 1) keepAsked(storage, `/list?page=${at}`, asked()!);
  keepAsked(storage, '/list?page=1', [URL]);
  const kept = JSON.parse(storage.getItem('remembered.asked')!) as Record<string, readonly string[]>;
  expect(Object.keys(kept)).toHaveLength(20);
  expect(kept).toMatchObject({ '/list?page=1': [URL], '/list?page=20': [ROWS, ofDays] });
  expect(kept).not.toHaveProperty('/list?page=0');
  for (let at = 0; at < 20; at += 1) await fetch(`/api/order/info/${at}`, { headers: HEADERS });
  expect(asked()).toHaveLength(10);
});

it('what is asked for after somebody has gone on is answered anew, and nothing of it is kept for the next time', async () => {
  const { fetch, ask, asked, end } = setUp();
  end();
  await fetch(ROWS, { headers: HEADERS });
  expect(ask).toHaveBeenCalledOnce();
  expect(asked()).toBeUndefined();
});
