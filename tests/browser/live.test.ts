import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES, onScreen, screenshot, toMode } from './browser.ts';
import { api, newCar, tokenOf } from './desk.ts';
import { productUrl, test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { settled } from './settled.ts';

const DAY = 1_440;
const MARKED = '[data-changed]';

/** Streams of changes that a page of the context opens; they are answered as long as they are open. */
function streamsOf(page: Page) {
  const open = new Set<Request>();
  page.context().on('request', (request) => {
    if (request.url().includes('/api/live') && request.headers()['accept'] === 'text/event-stream') open.add(request);
  });
  page.context().on('requestfailed', (request) => open.delete(request));
  page.context().on('requestfinished', (request) => open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

interface Place {
  readonly page: Page;
  /** What it asks for again. */
  readonly path: string;
  readonly text: () => Promise<string>;
}

/** Milliseconds from a change until each place asks for it, and until it is to be seen there. */
async function soonAfter(change: () => Promise<unknown>, places: readonly Place[]) {
  const before = await Promise.all(places.map(({ text }) => text()));
  let begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  const times = places.map(async ({ page, path, text }, at) => {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path).then(since);
    const shown = expect.poll(text, { interval: 20 }).not.toBe(before[at]).then(since);
    return { asked: await asked, shown: await shown };
  });
  begun = performance.now();
  await change();
  return Promise.all(times);
}

test('what one person changes arrives in the list, the detail and the dashboard of another, within a second and without a click', async ({
  open,
  annotate,
}) => {
  const car = await newCar([-60, 5 * DAY]);
  const { page: list, context } = await open(REST, { token: await tokenOf('ops'), mode: 'system' });
  const streams = streamsOf(list);
  await list.goto(`${productUrl()}/car/list?filter=${encodeURIComponent(JSON.stringify({ keyword: car.plate }))}`);
  const [detail, home] = [await context.newPage(), await context.newPage()];
  await detail.goto(`${productUrl()}/car/detail/${car.id}`);
  await home.goto(`${productUrl()}/dashboard/workplace`);
  const row = list.locator('tbody tr').filter({ hasText: car.plate });
  const status = onScreen(detail).locator('[data-field=status]').first();
  const free = onScreen(home).locator('[data-widget=freeCars]').getByRole('link');
  await Promise.all([row.waitFor(), status.waitFor(), free.waitFor()]);
  // One window listens for all of them.
  await expect.poll(streams).toBe(1);

  const places: readonly Place[] = [
    { page: list, path: '/api/car/list', text: () => row.innerText() },
    { page: detail, path: `/api/car/info/${car.id}`, text: () => status.innerText() },
    { page: home, path: '/api/dashboard/workplace', text: () => free.innerText() },
  ];
  expect([await list.locator(MARKED).count(), await detail.locator(MARKED).count()]).toEqual([0, 0]);
  const times: { asked: number; shown: number }[][] = [];
  for (const step of ['offline', 'online', 'offline']) {
    const [round] = await Promise.all([
      soonAfter(() => api(`/car/${step}`, { id: car.id }), places),
      // It is seen where, and what of it, for a moment.
      row.and(list.locator(MARKED)).waitFor(),
      status.and(detail.locator(MARKED)).waitFor(),
    ]);
    times.push(round);
  }
  const said = times.map((round) => round.map(({ asked, shown }) => `${asked} ${shown}`).join(', '));
  await annotate(`ms until others ask for a change and see it (list, detail, dashboard): ${said.join(' | ')}`);
  // How long an answer takes and is drawn depends on what else the machine does.
  for (const place of places.keys()) expect(Math.min(...times.map((round) => round[place]!.asked))).toBeLessThan(1_000);
  expect(streams()).toBe(1);

  // Everybody can read what is marked.
  const stays = () =>
    list.evaluate(() => {
      for (const one of document.querySelectorAll('tbody tr')) one.setAttribute('data-changed', 'true');
    });
  await stays();
  await screenshot(list, 'live-light');
  expect(await accessibilityFaults(list, { runOnly: COLOUR_RULES })).toEqual([]);
  await toMode(list, 'dark');
  await stays();
  await screenshot(list, 'live-dark');
  expect(await accessibilityFaults(list, { runOnly: COLOUR_RULES })).toEqual([]);

  // The window that listens is closed: another one goes on.
  await list.close();
  await expect.poll(streams).toBe(1);
  const before = await status.innerText();
  await api('/car/online', { id: car.id });
  await expect.poll(() => status.innerText()).not.toBe(before);
});

test('who has a record open in a form is named in the detail of another person, until he closes it; the form that somebody types in stays as it is while others change the record', async ({
  open,
}) => {
  const car = await newCar([-60, DAY]);
  const { page: detail } = await open(`/car/detail/${car.id}`, { token: await tokenOf() });
  const said = onScreen(detail)
    .getByRole('status')
    .getByText(/has it open, since \d\d:\d\d/);
  await onScreen(detail).locator('[data-field=status]').first().waitFor();
  expect(await said.count()).toBe(0);
  const { page: form } = await open(`/car/edit?id=${car.id}`, { token: await tokenOf('ops') });
  form.on('dialog', (dialog) => void dialog.accept());
  await said.waitFor();
  await screenshot(detail, 'live-editing');
  expect(await accessibilityFaults(detail, { runOnly: COLOUR_RULES })).toEqual([]);

  await onScreen(form)
    .getByRole('button', { name: /Basic info/ })
    .click();
  const remark = onScreen(form)
    .getByLabel(/^Remark/)
    .first();
  await remark.fill('Half typed');
  await settled(form);
  const asked: string[] = [];
  form.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { updateTime } = await api<{ updateTime: string }>(`/car/info/${car.id}`);
  await api('/car/save', { id: car.id, updateTime, remark: 'Theirs', mileage: 11_111 });
  await onScreen(detail).locator(MARKED).first().waitFor();
  await settled(form);
  expect(asked.filter((path) => path.startsWith('/api/car/'))).toEqual([]);
  expect(await remark.inputValue()).toBe('Half typed');

  await form.close({ runBeforeUnload: false });
  await said.waitFor({ state: 'detached' });
});
