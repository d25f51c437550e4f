import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { api, freeCars, newCars, orderInfo, STORE } from './desk.ts';
import { onScreen, stepTo } from './browser.ts';
import { test } from './fixtures.ts';

const MOST_STROKES = 60;
const MOST_CLICKS = 6;
/** At the desk of a store that has booked before. */
const MOST_STROKES_WALK_IN = 38;
/** The same, of a member who is chosen by name. */
const MOST_STROKES_MEMBER = 40;
const PHONE = '13988776655';
const FREE = /\d free/;
/** What the demonstration has free depends on its day. */
const buyCars = () => newCars(3, [15, 4 * 1440]);

/** A keyboard that counts: every key that is pressed, every letter that is typed. */
function counting(page: Page) {
  let strokes = 0;
  const press = async (key: string): Promise<void> => {
    strokes += 1;
    await page.keyboard.press(key);
  };
  return {
    press,
    async type(text: string): Promise<void> {
      for (const letter of text) await press(letter);
    },
    /** Goes on with Tab until the field of this name has the cursor. */
    async tabTo(name: RegExp): Promise<void> {
      for (let tabs = 0; tabs < 20; tabs += 1) {
        const label = await page.evaluate(() => {
          const { activeElement } = document;
          const input = activeElement instanceof HTMLInputElement ? activeElement : undefined;
          return [input?.getAttribute('aria-label'), input?.labels?.[0]?.textContent].filter(Boolean).join(' ');
        });
        if (name.test(label)) return;
        await press('Tab');
      }
      throw new Error(`Tab does not lead to ${String(name)}`);
    },
    count: () => strokes,
  };
}

/** The option is there before it is taken: a person waits for it as well. */
const offered = (page: Page, text: string) => page.getByRole('option').filter({ hasText: text }).first().waitFor();
/** Models whose cars are free stand first, with how many, when that is known; until then all stand by their names. */
const offeredFree = (page: Page, text: string) =>
  page.getByRole('option').first().filter({ hasText: text }).filter({ hasText: FREE }).waitFor();
const booked = async (page: Page): Promise<{ renterName: string; pickupStoreId: number }> => {
  await page.waitForURL(/\/order\/detail\/\d+$/);
  return orderInfo(Number(page.url().split('/').at(-1))) as never;
};

test('a booking for somebody new takes at most 60 keys and no mouse; for a member at most 6 clicks and what is typed', async ({
  open,
  annotate,
}) => {
  await buyCars();
  const { list } = await api<{ list: { id: number }[] }>('/member/list?pageNo=1&pageSize=1&status=1&blacklisted=0');
  const member = await api<{ name: string; phone: string }>(`/member/info/${list[0]!.id}`);
  const { page } = await open('/404', { signedIn: true, stored: { 'booking.lastStore': '' } });
  const dialog = page.getByRole('dialog');
  await onScreen(page).getByRole('heading', { level: 1 }).waitFor();

  const { press, type, tabTo, count } = counting(page);
  await press('n');
  // The cursor is where the first thing is missing.
  const store = dialog.getByRole('combobox', { name: /^Pickup store/ });
  await store.waitFor();
  await expect.poll(() => store.evaluate((box) => box === document.activeElement)).toBe(true);
  await type('phuket a');
  await offered(page, STORE.name);
  await press('Enter');
  await tabTo(/^Vehicle model/);
  const subModelName = await freeNow(page);
  // "Toyota Yaris 1.2 Sport" is asked for as "Yari".
  const word = (subModelName.split(' ')[1] ?? subModelName).slice(0, 4);
  await type(word);
  await offeredFree(page, word);
  await press('Enter');
  await tabTo(/Renter name/);
  await type('Ann Lee');
  await tabTo(/Renter phone/);
  await type(PHONE);
  await tabTo(/ID number/);
  await type('E1234567');
  await dialog.getByText('Basic insurance').first().waitFor();
  await press('Enter');
  expect((await booked(page)).renterName).toBe('Ann Lee');
  await annotate(`Booking by keyboard: ${count()} keys`);
  expect(count()).toBeLessThanOrEqual(MOST_STROKES);

  let clicks = 0;
  const click = async (target: ReturnType<Page['getByRole']>): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const pick = async (name: RegExp, text: string, isThere = offered): Promise<void> => {
    await click(dialog.getByRole('combobox', { name }));
    await page.keyboard.type(text);
    await isThere(page, text);
    await page.keyboard.press('Enter');
  };
  await stepTo(page, '/order/list');
  await click(page.getByRole('button', { name: 'New order' }));
  await dialog.getByRole('combobox', { name: /^Vehicle model/ }).waitFor();
  // The first booking may have taken the last car of its model.
  await pick(/^Vehicle model/, await freeNow(page), offeredFree);
  await pick(/member/i, member.name);
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Renter name/ }).inputValue()).toBe(member.name);
  await dialog.getByText('Basic insurance').first().waitFor();
  await click(dialog.getByRole('button', { name: 'Create order' }));
  expect(await booked(page)).toMatchObject({ renterName: member.name, pickupStoreId: STORE.id });
  await annotate(`Booking by mouse: ${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

test('at a desk that has booked before a walk-in takes at most 6 clicks and 38 keys', async ({ open, annotate }) => {
  await buyCars();
  const { page } = await open('/order/list', {
    signedIn: true,
    stored: { 'booking.lastStore': String(STORE.id) },
  });
  const dialog = page.getByRole('dialog');
  const model = dialog.getByRole('combobox', { name: /^Vehicle model/ });
  await onScreen(page).getByRole('button', { name: 'New order' }).click();
  const walkIn = counting(page);
  await model.waitFor();
  await expect.poll(() => model.evaluate((box) => box === document.activeElement)).toBe(true);
  const word = ((await freeNow(page)).split(' ')[1] ?? '').slice(0, 4);
  await walkIn.type(word);
  await offeredFree(page, word);
  await walkIn.press('Enter');
  await dialog.getByLabel('Renter name').click();
  await walkIn.type('Ann Lee');
  await walkIn.tabTo(/Renter phone/);
  await walkIn.type('13988776644');
  await walkIn.tabTo(/ID number/);
  await walkIn.type('E7654321');
  await dialog.getByText('Basic insurance').first().waitFor();
  await walkIn.press('Enter');
  expect((await booked(page)).renterName).toBe('Ann Lee');
  await annotate(`Walk-in: 2 clicks and ${walkIn.count()} keys`);
  expect(walkIn.count()).toBeLessThanOrEqual(MOST_STROKES_WALK_IN);
});

test('at a desk that has booked before a member is booked by keyboard alone with at most 40 keys', async ({
  open,
  annotate,
}) => {
  await buyCars();
  // Not one of the newest: other tests book for those.
  const { list } = await api<{ list: { id: number }[] }>('/member/list?pageNo=2&pageSize=30&status=1&blacklisted=0');
  const member = await api<{ name: string; phone: string }>(`/member/info/${list.at(-1)!.id}`);
  const { page } = await open('/404', { signedIn: true, stored: { 'booking.lastStore': String(STORE.id) } });
  const dialog = page.getByRole('dialog');
  await onScreen(page).getByRole('heading', { level: 1 }).waitFor();
  const { press, type, tabTo, count } = counting(page);
  await press('n');
  const model = dialog.getByRole('combobox', { name: /^Vehicle model/ });
  await model.waitFor();
  await expect.poll(() => model.evaluate((box) => box === document.activeElement)).toBe(true);
  const word = ((await freeNow(page)).split(' ')[1] ?? '').slice(0, 4);
  await type(word);
  await offeredFree(page, word);
  await press('Enter');
  await tabTo(/member/i);
  await type(member.phone.slice(-6));
  await offered(page, member.name);
  await press('Enter');
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Renter name/ }).inputValue()).toBe(member.name);
  await dialog.getByText('Basic insurance').first().waitFor();
  await press('Enter');
  expect((await booked(page)).renterName).toBe(member.name);
  await annotate(`Booking of a member by keyboard: ${count()} keys`);
  expect(count()).toBeLessThanOrEqual(MOST_STROKES_MEMBER);
});

/** The model of which most are free at the times with which the form begins. */
async function freeNow(page: Page): Promise<string> {
  const time = async (name: string): Promise<string> =>
    (await page.getByRole('dialog').getByLabel(name).first().inputValue()).slice(0, 16);
  const cars = await freeCars(await time('Planned pickup time'), await time('Planned return time'));
  const count = (name: string): number => cars.filter(({ subModelName }) => subModelName === name).length;
  return cars.map(({ subModelName }) => subModelName).toSorted((a, b) => count(b) - count(a))[0]!;
}
