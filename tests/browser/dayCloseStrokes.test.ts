import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import { api, book, newCar } from './desk.ts';
import { test } from './fixtures.ts';

/** Only this file takes money at this store. */
const STORE = { id: 12, name: 'Krabi Airport' } as const;
const MOVEMENTS = 40;
const CASH = 5;
const CARD = 2;
/** Two minutes are a hundred of what a hand does in them, reading aside. */
const MOST = { clicks: 4, keys: 30 } as const;

interface Day {
  readonly drawer: { readonly float: number | null; readonly expected: number | null; readonly cash: number };
}
const day = (): Promise<Day> => api<Day>(`/order/dayclose?storeId=${STORE.id}`);

test('a day of forty movements is closed in four clicks and thirty keys: the drawer counted by note, the difference with a reason', async ({
  open,
  annotate,
}) => {
  const order = await book(await newCar([-2880, 5760]), [-60, 2880]);
  for (let made = 0; made < MOVEMENTS; made += 1)
    await api('/order/payment/save', {
      ...{ orderId: order.id, amount: 100, confirmed: 1, storeId: STORE.id },
      method: made % 2 === 0 ? CASH : CARD,
    });
  const before = await day();
  const expected = (before.drawer.float ?? 0) + before.drawer.cash;
  expect(before.drawer.cash).toBeGreaterThanOrEqual((MOVEMENTS / 2) * 100);

  const { page } = await open(`/order/dayclose?storeId=${STORE.id}`, { signedIn: true });
  let [clicks, keys] = [0, 0];
  const click = async (target: ReturnType<typeof page.getByRole>): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const press = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) {
      keys += 1;
      await page.keyboard.press(key);
    }
  };
  await click(onScreen(page).getByRole('button', { name: 'Count the drawer' }));
  const dialog = page.getByRole('dialog');
  // The cursor is in the field of the largest note.
  const largest = dialog.getByLabel('Number of 1,000 baht', { exact: true });
  await expect.poll(() => largest.evaluate((box) => box === document.activeElement)).toBe(true);
  await press(...String(Math.floor(expected / 1000)));
  if (before.drawer.float === null) {
    await click(dialog.getByLabel(/^Float/));
    await press('0');
  }
  // A note is missing or too many, and says why.
  if (Math.floor(expected / 1000) * 1000 !== expected) {
    await click(dialog.getByLabel(/^Reason/));
    await press(...'short change');
  }
  await click(dialog.getByRole('button', { name: 'Close day' }));
  await onScreen(page)
    .getByText(/^This day is closed/)
    .waitFor();
  await annotate(`Day close: ${clicks} clicks and ${keys} keys`);
  expect(clicks).toBeLessThanOrEqual(MOST.clicks);
  expect(keys).toBeLessThanOrEqual(MOST.keys);
});
