import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signInByApi } from './browser.ts';
import { api, book, fromMenu, newCar, orderInfo, pay, pick, step } from './desk.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';

/** The page on screen, without those that are kept behind it. */
const shown = (page: Page) => page.locator('main > section:not([hidden])');
const field = (page: Page, name: RegExp) => shown(page).getByLabel(name).first();
const back = (page: Page) => page.getByText(/^(Your unsaved entries are back|กู้คืนข้อมูลที่ยังไม่ได้บันทึกแล้ว)$/).waitFor();
const signOutElsewhere = (token: string) =>
  fetch(`${productUrl()}/api/admin/user/loginout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
const ownToken = () => signInByApi(productUrl(), ADMIN);

async function signIn(page: Page, username: string = ADMIN.username): Promise<void> {
  await page.getByLabel('Username or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: /Sign in|Log in/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/'));
}

async function speakThai(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: English$/ }).click();
  await page.getByRole('menuitemradio', { name: 'ไทย' }).click();
}

describe('what somebody typed is there again', () => {
  test('in the steps of a vehicle: over headers, Back, another tab, another language and a reload', async ({
    open,
  }) => {
    const car = await newCar([-60, 1440]);
    const { page } = await open(`/car/edit?id=${car.id}`, { signedIn: true });
    page.on('dialog', (dialog) => void dialog.accept());
    const header = (name: RegExp) => shown(page).getByRole('button', { name }).click();
    await header(/Basic info/);
    await field(page, /^Remark/).fill('Scratch on the left door');
    await header(/Licence info/);
    await field(page, /^Usage/).waitFor();
    await shown(page).getByRole('button', { name: 'Back', exact: true }).click();
    expect(await field(page, /^Remark/).inputValue()).toBe('Scratch on the left door');
    await header(/Insurance info/);
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Members', exact: true })
      .click();
    await shown(page).getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.goBack();
    await header(/Basic info/);
    expect(await field(page, /^Remark/).inputValue()).toBe('Scratch on the left door');

    await page.reload();
    await back(page);
    await header(/Basic info/);
    expect(await field(page, /^Remark/).inputValue()).toBe('Scratch on the left door');
    await header(/Insurance info/);
    await shown(page).getByRole('button', { name: 'Save and finish' }).click();
    await page.waitForURL(`**/car/detail/${car.id}`);
    expect((await api<{ remark: string }>(`/car/info/${car.id}`)).remark).toBe('Scratch on the left door');
  });

  test('in a form: over another language, a session that ended, and never for another user', async ({ open }) => {
    const token = await ownToken();
    const { page, allow } = await open('/store/add', { token, deaf: true });
    allow(/401/);
    page.on('dialog', (dialog) => void dialog.accept());
    const first = () => shown(page).locator('input[type=text], input:not([type])').first();
    await first().fill('Half typed');
    await speakThai(page);
    await back(page);
    expect(await first().inputValue()).toBe('Half typed');
    await page.evaluate(() => localStorage.setItem('app_language', 'en-US'));
    await page.reload();
    await back(page);

    await signOutElsewhere(token);
    await shown(page)
      .getByRole('button', { name: 'Refresh' })
      .or(page.getByRole('navigation').getByRole('link', { name: 'Members', exact: true }))
      .first()
      .click();
    await page.waitForURL('**/user/login*');
    await page.goto(new URL('/user/login?redirect=/store/add', page.url()).href);
    await signIn(page);
    await back(page);
    expect(await first().inputValue()).toBe('Half typed');

    // Somebody else sits down at the same browser tab.
    await page.evaluate(() => localStorage.removeItem('Access-Token'));
    await page.goto(new URL('/user/login?redirect=/store/add', page.url()).href);
    await signIn(page, 'manager1');
    await page.goto(new URL('/order/list?form=new', page.url()).href);
    await page.getByRole('dialog').waitFor();
    expect(await page.getByText('Half typed').count()).toBe(0);
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

  test('in the dialog of an action, over a reload', async ({ open }) => {
    const car = await newCar([-60, 1440]);
    const { page } = await open(`/car/detail/${car.id}`, { signedIn: true });
    page.on('dialog', (dialog) => void dialog.accept());
    const dispatch = () => fromMenu(shown(page), 'Dispatch (transfer)');
    const remark = () =>
      page
        .getByRole('dialog')
        .getByLabel(/^Remark/)
        .first();
    await dispatch();
    await remark().fill('To the airport, by Friday');
    await page.reload();
    await dispatch();
    await back(page);
    expect(await remark().inputValue()).toBe('To the airport, by Friday');
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
    const token = await ownToken();
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
    await signOutElsewhere(token);
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await page.waitForURL('**/user/login*');
    await page.getByText(/^You were signed out because your session ended/).waitFor();
    await signIn(page);
    expect(new URL(page.url()).pathname).toBe(address);
    await start();
    await back(page);
    expect(await text().inputValue()).toBe('Half typed');
    if (isStep) expect(await dialog.getByLabel('Amount').inputValue()).toBe('100.00');
  });

  test('in a step of an order, in the booking and in the handover, over a reload in another language', async ({
    open,
  }) => {
    const car = await newCar([-60, 2 * 1440]);
    const order = await book(car, [-30, 2 * 1440]);
    const { page } = await open(`/order/detail/${order.id}`, { signedIn: true });
    page.on('dialog', (dialog) => void dialog.accept());
    const dialog = page.getByRole('dialog').first();
    await step(page, 'Add payment');
    await dialog.getByLabel(/^Transaction/).fill('T-4711');
    await page.reload();
    await step(page, 'Add payment');
    await back(page);
    expect(await dialog.getByLabel(/^Transaction/).inputValue()).toBe('T-4711');

    await pay(order);
    await page.goto(new URL('/order/list?form=new', page.url()).href);
    await dialog.getByLabel('Renter name').fill('Half Typed');
    await page.evaluate(() => localStorage.setItem('app_language', 'th-TH'));
    await page.reload();
    await expect.poll(() => page.locator('[id="booking-renterName"]').inputValue()).toBe('Half Typed');
    await page.evaluate(() => localStorage.setItem('app_language', 'en-US'));

    await page.goto(new URL(`/order/detail/${order.id}`, page.url()).href);
    await step(page, 'Pickup');
    await dialog.getByLabel('Mileage (km)').fill('900000');
    await page.reload();
    await step(page, 'Pickup');
    expect(await dialog.getByLabel('Mileage (km)').inputValue()).toBe('900000');
  });
});

describe('what somebody else changed', () => {
  test('shows when the window comes back, by the button and by its key', async ({ open }) => {
    const car = await newCar([-60, 2 * 1440]);
    const order = await book(car, [60, 2 * 1440]);
    const { page } = await open(
      `/order/list?filter=${encodeURIComponent(JSON.stringify({ keyword: order.orderNo }))}`,
      { signedIn: true, deaf: true },
    );
    const row = shown(page).getByRole('row').filter({ hasText: order.orderNo });
    await row.waitFor();
    await api('/order/remark', { id: order.id, remark: 'seen' });
    const asked = () => page.waitForResponse(/\/api\/order\/list/);
    const [byButton] = await Promise.all([asked(), shown(page).getByRole('button', { name: 'Refresh' }).click()]);
    expect(byButton.url()).toContain(order.orderNo);
    await shown(page).getByRole('heading', { level: 1 }).click();
    await Promise.all([asked(), page.keyboard.press('r')]);

    await api('/order/cancel', { id: order.id, reason: 'changed plans' });
    // Older than some seconds: the clock of the page is moved, nobody waits.
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 60_000;
    });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await row.getByText('Cancelled').first().waitFor();
  });

  test('is said before anybody types: a cancelled order is not handed over', async ({ open }) => {
    const car = await newCar([-60, 2 * 1440]);
    const order = await book(car, [-30, 2 * 1440]);
    await pay(order);
    const { page } = await open(`/order/detail/${order.id}`, { signedIn: true, deaf: true });
    await shown(page).getByRole('button', { name: 'Pickup', exact: true }).waitFor();
    await api('/order/cancel', { id: order.id, reason: 'changed plans' });
    await step(page, 'Pickup');
    const dialog = page.getByRole('dialog', { name: 'Pickup' });
    await dialog.getByText(/^This is not possible any more/).waitFor();
    await dialog.getByText('Cancelled').first().waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await shown(page).getByText('Cancelled').first().waitFor();
    await expect.poll(() => shown(page).getByRole('button', { name: 'Pickup', exact: true }).count()).toBe(0);
    expect((await orderInfo(order.id)).status).toBe(-1);
  });
});
