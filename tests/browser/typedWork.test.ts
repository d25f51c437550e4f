import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signInByApi } from './browser.ts';
import { book, fromMenu, newCar, pick, step } from './desk.ts';
import { productUrl, test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';

/** The page on screen, without those that are kept behind it. */
const shown = (page: Page) => page.locator('main > section:not([hidden])');
const back = (page: Page) => page.getByText(/^(Your unsaved entries are back|กู้คืนข้อมูลที่ยังไม่ได้บันทึกแล้ว)$/).waitFor();
const signOutElsewhere = (token: string) =>
  fetch(`${productUrl()}/api/admin/user/loginout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username or phone').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: /Sign in|Log in/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/'));
}

describe('what somebody typed is there again', () => {
  // The steps of a form: StepsForm.test.tsx. The question of an action: AskDialog.test.tsx. Payment, booking and handover: their own tests.
  test('in a form, over the reload of another language', async ({ open }) => {
    const { page } = await open('/store/add', { signedIn: true });
    page.on('dialog', (dialog) => void dialog.accept());
    const first = () => shown(page).locator('input[type=text], input:not([type])').first();
    await first().fill('Half typed');
    await page.getByRole('button', { name: /: English$/ }).click();
    await page.getByRole('menuitemradio', { name: 'ไทย' }).click();
    await back(page);
    expect(await first().inputValue()).toBe('Half typed');
  });

  test("in a dialog: Esc asks, and what the browser's Back took away is there when it is opened again", async ({
    open,
  }) => {
    const { page } = await open('/basics/city', { signedIn: true });
    const dialog = page.getByRole('dialog').first();
    const name = () => dialog.getByRole('textbox').first();
    const create = () => shown(page).getByRole('link', { name: 'New city' }).click();
    await create();
    await name().fill('Half typed');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Back' }).click();
    expect(await name().inputValue()).toBe('Half typed');
    await page.goBack();
    await page.getByText('What you typed is kept: open the form again to go on').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await create();
    await back(page);
    expect(await name().inputValue()).toBe('Half typed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await create();
    expect(await name().inputValue()).toBe('');
  });

  test.for(
    dueToday<[string, string]>([
      ['a step of an order', 'Add payment'],
      ['the question of an action', 'Dispatch (transfer)'],
    ]),
  )('in %s whose session ended: signing in says why and leads back to it', async ([, verb], { open }) => {
    const isStep = verb === 'Add payment';
    const car = await newCar([-60, 2 * 1440]);
    const address = isStep ? `/order/detail/${(await book(car, [-30, 2 * 1440])).id}` : `/car/detail/${car.id}`;
    const token = await signInByApi(productUrl(), ADMIN);
    const { page, allow } = await open(address, { token, deaf: true });
    allow(/401/);
    page.on('dialog', (dialog) => void dialog.accept());
    const dialog = page.getByRole('dialog').first();
    const start = () => (isStep ? step(page, verb) : fromMenu(shown(page), verb));
    const text = () => dialog.getByLabel(isStep ? /^Transaction/ : /^Remark/).first();
    await start();
    await text().fill('Half typed');
    if (isStep) {
      await pick(page, 'Payment method', 'Cash');
      await dialog.getByLabel('Amount').fill('100');
    } else await pick(page, 'Store', /./);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await signOutElsewhere(token);
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await page.waitForURL('**/user/login*');
    await page.getByText(/^You were signed out because your session ended/).waitFor();
    expect(loads).toHaveLength(1);
    await signIn(page);
    expect(new URL(page.url()).pathname).toBe(address);
    await start();
    await back(page);
    expect(await text().inputValue()).toBe('Half typed');
    if (isStep) expect(await dialog.getByLabel('Amount').inputValue()).toBe('100.00');
  });
});

test('sign-in is shown only when the page of an ended session is gone: what is typed there stays', async ({ open }) => {
  const token = await signInByApi(productUrl(), ADMIN);
  const { page, allow } = await open(REST, { token, fresh: true });
  allow(/401/);
  await signOutElsewhere(token);
  // So slow that the server's refusal is there before anything is drawn.
  await page.route('**/assets/SignedInApp-*.js', () => undefined);
  await page.goto(`${productUrl()}/account/settings/basic`);
  await page.getByLabel('Username or phone').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    redirect: '/account/settings/basic',
    notice: 'expired',
  });
});
