import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { signInByApi, type Visit } from './browser.ts';
import { api, book, drawSignature, newCar, orderInfo, pay, PHOTO, tokenOf, type Order } from './desk.ts';
import { productUrl, test, type Open } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { expectSound } from './sound.ts';

/** A driver, and one of the stores that he sees. */
const DRIVER = 'delivery1';
const DRIVER_NAME = 'Delivery 1';
const DRIVER_STORE = 1;
const PHONE = { width: 390, height: 844 } as const;
const MB = 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forecourt-handover-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A paid order whose car the driver brings to a door within the hour. */
async function reserved(): Promise<Order> {
  const car = await newCar([-60, 2 * 1440], DRIVER_STORE);
  const [point] = await api<{ id: number; deliveryFee: number }[]>(
    `/basics/store/deliveryfeelist?storeId=${car.storeId}&kind=1&status=1`,
  );
  const pickupType = point!.deliveryFee === 0 ? 1 : 2;
  const order = await book(car, [-30, 2 * 1440], { pickupType, pickupPointId: point!.id });
  await pay(order);
  const staff = await api<{ id: number; name: string }[]>(`/admin/user/taskuser?taskType=1&storeId=${car.storeId}`);
  const driver = staff.find(({ name }) => name === DRIVER_NAME);
  await api('/order/assignstaff', { id: order.id, deliveryStaffId: driver!.id });
  return orderInfo(order.id);
}

/** The driver's tasks on the driver's phone. */
const openTasks = async (open: Open): Promise<Visit> =>
  open('/order/tasks', { token: await tokenOf(DRIVER), ...PHONE });

/** What the odometer may show when the car of an order goes out. */
async function odometerOf({ carId }: Order): Promise<string> {
  const { mileage } = await api<{ mileage: number }>(`/car/info/${carId}`);
  return String(mileage + 40);
}

const cardOf = (page: Page, { orderNo }: Order): Locator => page.getByRole('listitem').filter({ hasText: orderNo });
const startPickup = (page: Page, order: Order): Promise<void> =>
  cardOf(page, order).getByRole('button', { name: 'Pickup', exact: true }).click();
const group = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('group', { name, exact: true });
/** The picture as the server gives it; while it travels, a preview stands in its place. */
const arrived = (page: Page, name: string): Promise<void> => group(page, name).locator('img[src*="/files/"]').waitFor();
const gallery = (page: Page, field: string): Locator => page.getByTestId(`${field}-gallery`);

test('a driver finds the task on a phone, calls the renter, and hands the car over in at most twelve inputs and a minute', async ({
  open,
}) => {
  const order = await reserved();
  const { page } = await openTasks(open);
  const card = cardOf(page, order);
  await card.getByText(order.renterName).waitFor();
  expect(await card.innerText()).not.toContain('1370000');
  for (const name of [/^Call/, 'Pickup'])
    expect((await card.getByRole('button', { name }).first().boundingBox())!.height).toBeGreaterThanOrEqual(48);
  await expectSound(page);
  await page.evaluate(() =>
    document.addEventListener(
      'click',
      (event) => {
        const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="tel:"]');
        if (!link) return;
        event.preventDefault();
        document.title = link.href;
      },
      true,
    ),
  );
  await card.getByRole('button', { name: /^Call/ }).click();
  await expect.poll(() => page.title()).toMatch(/^tel:\+861370000\d{4}$/);

  const dialog = page.getByRole('dialog');
  let inputs = 0;
  const input = async (action: Promise<unknown>): Promise<void> => {
    inputs += 1;
    await action;
  };
  const odometer = await odometerOf(order);
  const began = performance.now();
  await input(startPickup(page, order));
  await input(gallery(page, 'mileagePhoto').setInputFiles(PHOTO));
  await input(dialog.getByLabel('Mileage (km)').fill(odometer));
  await input(dialog.getByRole('radio', { name: '8/8' }).check({ force: true }));
  await input(gallery(page, 'frontPhoto').setInputFiles(PHOTO));
  await input(gallery(page, 'idPhotos').setInputFiles([PHOTO, { ...PHOTO, name: 'back.png' }]));
  await input(gallery(page, 'licencePhotos').setInputFiles(PHOTO));
  await input(drawSignature(page));
  await input(dialog.getByRole('button', { name: 'Hand over the car' }).click());
  await dialog.waitFor({ state: 'hidden' });
  expect(inputs).toBeLessThanOrEqual(12);
  expect(performance.now() - began).toBeLessThan(60_000);
  await expect.poll(async () => (await orderInfo(order.id)).status).toBe(2);
  // It is nothing to do any more: it stands among what was done today.
  const done = cardOf(page, order).filter({ hasText: 'In use' });
  await page.getByRole('region', { name: 'Done today' }).filter({ has: done }).waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
});

/** A picture that no compression makes small: about four bytes of noise a pixel. */
function noisyPicture(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let at = 0, seed = 1; at < rows.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : 96 + ((seed >> 16) & 63);
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('what is half done survives a reload, a lost network and a session that ended', async ({ open }) => {
  const order = await reserved();
  const token = await signInByApi(productUrl(), { username: DRIVER, password: ADMIN.password });
  const visit = await open('/order/tasks', { token, ...PHONE, deaf: true });
  const { page, context } = visit;
  visit.allow(/ERR_INTERNET_DISCONNECTED|401/);
  const dialog = page.getByRole('dialog');
  const odometer = await odometerOf(order);
  await startPickup(page, order);
  await dialog.getByLabel('Mileage (km)').fill(odometer);
  await gallery(page, 'frontPhoto').setInputFiles(PHOTO);
  await dialog.getByText(/· 1 photo/).waitFor();
  await page.reload();
  await startPickup(page, order);
  expect(await dialog.getByLabel('Mileage (km)').inputValue()).toBe(odometer);
  await arrived(page, 'Front photo');

  await dialog.getByRole('radio', { name: '7/8' }).check({ force: true });
  await drawSignature(page);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Hand over the car' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await context.setOffline(false);

  await fetch(`${productUrl()}/api/admin/user/loginout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await dialog.getByRole('button', { name: 'Hand over the car' }).click();
  await page.getByLabel('Username or phone').fill(DRIVER);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: /Sign in|Log in/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/'));
  await page.goto(new URL('/order/tasks', productUrl()).href);
  await startPickup(page, order);
  expect(await dialog.getByRole('radio', { name: '7/8' }).isChecked()).toBe(true);
  // A signature is not kept on the device.
  await drawSignature(page);
  await dialog.getByRole('button', { name: 'Hand over the car' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await orderInfo(order.id)).status).toBe(2);
});

test('a photo taken without a network waits on the device, also over a reload, is sent when the line is back, and goes with whoever signs out', async ({
  open,
}) => {
  const order = await reserved();
  const token = await signInByApi(productUrl(), { username: DRIVER, password: ADMIN.password });
  const visit = await open('/order/tasks', { token, ...PHONE });
  const { page, context } = visit;
  visit.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const dialog = page.getByRole('dialog');
  const waits = () =>
    group(page, 'Front photo')
      .getByRole('alert')
      .getByText(/^Upload failed: no network/)
      .waitFor();
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opened = indexedDB.open('kept-files', 1);
          opened.onsuccess = () => {
            const count = opened.result.transaction('files').objectStore('files').count();
            count.onsuccess = () => {
              opened.result.close();
              resolve(count.result);
            };
          };
        }),
    );
  const odometer = await odometerOf(order);
  await startPickup(page, order);
  await dialog.getByLabel('Mileage (km)').fill(odometer);
  await context.setOffline(true);
  await gallery(page, 'frontPhoto').setInputFiles(PHOTO);
  await waits();
  await dialog.getByText(/1 photo waits for the network/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Hand over the car' }).isDisabled()).toBe(true);

  // The page itself has to come from somewhere; only the uploads find no way yet.
  await page.route(/file\/upload/, (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await startPickup(page, order);
  await waits();
  expect(await kept()).toBe(1);
  await page.unroute(/file\/upload/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await arrived(page, 'Front photo');
  await expect.poll(kept).toBe(0);

  await page.route(/file\/upload/, (route) => route.abort());
  await gallery(page, 'mileagePhoto').setInputFiles(PHOTO);
  await expect.poll(kept).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const leaving = page.getByRole('dialog', { name: 'Sign out' });
  await leaving.getByText('Signing out deletes them').waitFor();
  await leaving.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/user/login*');
  expect(await kept()).toBe(0);
  const stored = () =>
    page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
        (key) => key.startsWith('form_draft.') || key === 'tabs' || key.includes('token'),
      ),
    );
  expect(await stored()).toEqual([]);

  // What somebody else left behind without signing out goes with the next sign-in.
  await page.evaluate(() => {
    localStorage.setItem('form_draft.999999.handover.1.pickup', '{}');
    sessionStorage.setItem('form_draft.999999.order.save', '{}');
  });
  await page.getByLabel('Username or phone').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: /Sign in|Log in/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/'));
  expect((await stored()).filter((key) => key.includes('999999'))).toEqual([]);
});

test('pictures travel small, what is too much or of a wrong kind is refused with words, and an upload that broke off is tried again', async ({
  open,
}) => {
  const order = await reserved();
  const visit = await openTasks(open);
  const { page } = visit;
  visit.allow(/ERR_FAILED|answer: 400 .*upload|400 \(Bad Request\)/);
  const dialog = page.getByRole('dialog');
  await startPickup(page, order);

  const large = path.join(folder, 'large.png');
  await writeFile(large, noisyPicture(2400, 1800));
  const [sent] = await Promise.all([
    page.waitForRequest(/file\/upload/),
    gallery(page, 'mileagePhoto').setInputFiles(large),
  ]);
  expect(Number(await sent.headerValue('content-length'))).toBeLessThan(2 * MB);
  await arrived(page, 'Mileage photo');

  await gallery(page, 'idPhotos').setInputFiles(
    Array.from({ length: 1000 }, (_, at) => ({ ...PHOTO, name: `${at}.png` })),
  );
  await page.getByText('Not more than 9 fit here; left out: 991').waitFor();
  await expect.poll(() => group(page, 'ID photos').getByText('9/9').count()).toBe(1);

  const video = path.join(folder, 'long.mp4');
  const file = await openFile(video, 'w');
  await file.truncate(51 * MB);
  await file.close();
  await gallery(page, 'video').setInputFiles(video);
  await group(page, 'Video').getByRole('alert').getByText(/50MB/).waitFor();
  await group(page, 'Video')
    .getByRole('button', { name: /Remove/ })
    .click();

  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
  await gallery(page, 'frontPhoto').setInputFiles(notes);
  await group(page, 'Front photo').getByRole('alert').waitFor();
  await group(page, 'Front photo')
    .getByRole('button', { name: /Remove/ })
    .click();

  await page.route(/file\/upload/, (route) => route.abort(), { times: 1 });
  await gallery(page, 'frontPhoto').setInputFiles(PHOTO);
  await group(page, 'Front photo')
    .getByRole('alert')
    .getByText(/^Upload failed: no network/)
    .waitFor();
  await group(page, 'Front photo').getByRole('button', { name: 'Try again' }).waitFor();
  await group(page, 'Front photo').getByRole('alert').waitFor({ state: 'hidden' });
  await arrived(page, 'Front photo');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Discard' }).click();
  await dialog.first().waitFor({ state: 'hidden' });
});
