import { expect, it, vi } from 'vitest';
import { takingFirstAnswer, type FirstAnswer } from './firstAnswer.ts';

const HEADERS = { Accept: 'application/json', 'Accept-Language': 'th-TH', Authorization: 'Bearer t' };
const URL = '/api/admin/user/info';

function setUp() {
  const first = new Response('first');
  const holder: { firstAnswer?: FirstAnswer } = {
    firstAnswer: { url: URL, headers: HEADERS, answer: Promise.resolve(first) },
  };
  const ask = vi.fn(async () => new Response('asked'));
  return { first, ask, fetch: takingFirstAnswer(holder, ask) };
}

it('the answer to what the page has asked for is taken once, then the server is asked', async () => {
  const { first, ask, fetch } = setUp();
  expect(await fetch(URL, { headers: HEADERS })).toBe(first);
  expect(ask).not.toHaveBeenCalled();
  expect(await (await fetch(URL, { headers: HEADERS })).text()).toBe('asked');
});

it.each([
  ['address', '/api/live', HEADERS],
  ['session', URL, { ...HEADERS, Authorization: 'Bearer other' }],
  ['language', URL, { ...HEADERS, 'Accept-Language': 'zh-CN' }],
])('another %s is asked for', async (_what, url, headers) => {
  const { first, ask, fetch } = setUp();
  expect(await (await fetch(url, { headers })).text()).toBe('asked');
  expect(ask).toHaveBeenCalledOnce();
  expect(await fetch(URL, { headers: HEADERS })).toBe(first);
});
