import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { api, clock, freeCars, quietDay } from './desk.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { expectSound } from './sound.ts';

/** A store that no other file rents at. */
const STORE = { id: 11, name: 'Koh Samui Airport' } as const;
const PAGE = `/store/deleveryinfo/${STORE.id}`;
const DAYS = 1_440;

type Corner = readonly [longitude: number, latitude: number];
interface StoreInfo {
  readonly storeName: string;
  readonly updateTime: string;
  readonly serviceArea: { readonly coordinates: readonly (readonly Corner[])[] };
}

const store = (): Promise<StoreInfo> => api(`/basics/store/info/${STORE.id}`);
const cornersOf = async (): Promise<readonly Corner[]> => (await store()).serviceArea.coordinates[0]!;

let before: StoreInfo;
beforeAll(async () => {
  before = await store();
});
afterAll(async () => {
  await api('/basics/store/save', { id: STORE.id, serviceArea: before.serviceArea });
});

/** Whether a quote refuses to bring a car there because it lies outside the area. */
async function refused([longitude, latitude]: Corner): Promise<boolean> {
  const day = await quietDay();
  const [from, to] = [clock(day), clock(day + 2 * DAYS)];
  const [car] = await freeCars(from, to, STORE.id);
  const { errors } = await api<{ errors: readonly { code: string }[] }>('/order/quote', {
    pickupStoreId: STORE.id,
    returnStoreId: STORE.id,
    subModelId: car!.subModelId,
    plannedPickupTime: `${from}:00`,
    plannedReturnTime: `${to}:00`,
    pickupType: 2,
    pickupAddress: 'House',
    pickupLatitude: latitude,
    pickupLongitude: longitude,
  });
  return errors.some(({ code }) => code === 'quote.error.outsideArea');
}

const map = (page: Page): Locator => page.locator('.leaflet-container');
const marks = (page: Page): Locator => map(page).locator('.map-corner');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function save(page: Page): Promise<void> {
  const { updateTime } = await store();
  await press(page, 'Save');
  await expect.poll(async () => (await store()).updateTime).not.toBe(updateTime);
}

/** Points of the map, in parts of its size: a square, clockwise from its north-west. */
const SQUARE = [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]] as const; // prettier-ignore

test('a service area is drawn with the mouse, cleared, and drawn anew and changed by keyboard alone; quotes obey it', async ({
  open,
}) => {
  const { page } = await open('/store/list', { signedIn: true, height: 1400 });
  const row = page.getByRole('row', { name: new RegExp(STORE.name) });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Door service information' }).click();
  await page.getByRole('heading', { name: `${STORE.name} · Door service information` }).waitFor();
  expect(new URL(page.url()).pathname).toBe(PAGE);
  // Its own place and its delivery point are on the map, the point also in words.
  await page.locator('[data-points="1"]').waitFor();
  await page.locator('.map-pin').waitFor();
  await page.getByRole('row', { name: /Samui ferry pier Nathon.*THB 300\.00/ }).waitFor();
  await expectSound(page);

  // What cannot be pressed looks so.
  const colour = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(await colour('Undo')).not.toBe(await colour('Clear'));
  await press(page, 'Clear');
  await press(page, 'Save');
  await page.getByText('Please draw service area on map').first().waitFor();
  expect((await store()).serviceArea).toEqual(before.serviceArea);

  // What draws with a pointer comes when somebody draws.
  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => /\/AreaPen-[^/]*\.js$/.test(name));
  expect(await page.evaluate(isLoaded)).toBe(false);
  await press(page, 'Draw area');
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
  const { width, height } = (await map(page).boundingBox())!;
  for (const [index, [x, y]] of SQUARE.entries()) {
    expect(await page.getByRole('button', { name: 'Close area' }).isDisabled()).toBe(index < 3);
    await map(page).click({ position: { x: width * x, y: height * y } });
    await expect.poll(() => marks(page).count()).toBe(index + 1);
  }
  await press(page, 'Close area');
  await page.getByText('4 corners').waitFor();
  await save(page);
  const drawn = await cornersOf();
  expect(drawn).toHaveLength(5);
  expect(drawn[4]).toEqual(drawn[0]);
  expect((await store()).storeName).toBe(STORE.name);
  const [[west, north], , [east, south]] = drawn as [Corner, Corner, Corner];
  const inside: Corner = [west + (east - west) * 0.05, north - (north - south) * 0.05];
  expect(await refused(inside)).toBe(false);
  expect(await refused([west - 0.01, north])).toBe(true);

  // By keyboard: three corners at the middle of the map, two of them moved away.
  await page.goto(new URL(PAGE, page.url()).href);
  await page.getByText('4 corners').waitFor();
  await page.getByRole('button', { name: 'Draw anew' }).press('Enter');
  await expect.poll(() => map(page).evaluate((element) => element === document.activeElement)).toBe(true);
  for (const key of ['Enter', 'Enter', 'Enter']) await page.keyboard.press(key);
  const corner = (number: number): Locator =>
    page
      .getByRole('list', { name: 'Corners' })
      .getByRole('button')
      .nth(number - 1);
  for (const [number, key] of [[2, 'ArrowRight'], [3, 'ArrowDown']] as const) {
    await corner(number).focus();
    for (let times = 0; times < 6; times += 1) await page.keyboard.press(key);
  } // prettier-ignore
  await page.getByRole('button', { name: 'Close area' }).press('Enter');
  await page.getByText('3 corners').waitFor();
  await corner(1).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expectSound(page);
  // What is not saved is not lost unasked.
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await save(page);
  const typed = await cornersOf();
  expect(typed).toHaveLength(4);
  const middle = [0, 1].map((axis) => typed.slice(1).reduce((sum, one) => sum + one[axis]!, 0) / 3);
  expect(await refused(middle as unknown as Corner)).toBe(false);
  expect(await refused(inside)).toBe(true);
});

test('on a phone the area is drawn and changed by touch', async ({ open }) => {
  // Touches come from the debugger's protocol: the profile is of no use to others.
  const { page, context } = await open(REST, { signedIn: true, width: 390, height: 844, fresh: true });
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.goto(new URL(PAGE, page.url()).href);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });

  await press(page, 'Draw anew');
  // Away from the bar with the buttons, which a touch would meet.
  await map(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await map(page).boundingBox())!;
  for (const [index, [x, y]] of SQUARE.entries()) {
    await touch('touchStart', { x: box.x + box.width * x, y: box.y + box.height * y });
    await touch('touchEnd');
    await expect.poll(() => marks(page).count()).toBe(index + 1);
  }
  // Each lies where it was set: quick touches do not zoom.
  const middles = await marks(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    }),
  );
  for (const [index, [x, y]] of SQUARE.entries()) {
    expect(Math.abs(middles[index]![0] - (box.x + box.width * x))).toBeLessThan(2);
    expect(Math.abs(middles[index]![1] - (box.y + box.height * y))).toBeLessThan(2);
  }
  await press(page, 'Close area');
  await page.getByText('4 corners').waitFor();

  // Its corners can be dragged now.
  await map(page).locator('.leaflet-marker-draggable .map-corner').nth(2).waitFor();
  // At rest, and nothing over it: what stands above the map still moves when its letters come.
  await marks(page).nth(2).click({ trial: true });
  const mark = (await marks(page).nth(2).boundingBox())!;
  const from = { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
  await touch('touchStart', from);
  for (const step of [10, 20, 30, 40]) await touch('touchMove', { x: from.x + step, y: from.y + step });
  await touch('touchEnd');
  await expect.poll(async () => (await marks(page).nth(2).boundingBox())!.x - mark.x).toBeGreaterThan(30);
  await save(page);
  const [[west, north], [east], [dragged, low], [, south]] = (await cornersOf()) as [Corner, Corner, Corner, Corner];
  expect(dragged).toBeGreaterThan(east);
  expect(low).toBeLessThan(south);
  expect([west, north]).not.toEqual(before.serviceArea.coordinates[0]![0]);
});
