import type { Locator, Page } from 'playwright-core';
import { productUrl } from './fixtures.ts';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { signInByApi } from './browser.ts';
import { ADMIN } from './server.ts';

const ZONE = 'Asia/Bangkok';
/** Where these tests rent: a store that is open day and night. */
export const STORE = { id: 5, name: 'Phuket Airport' } as const;

/** Wall clock of the store, `YYYY-MM-DD HH:mm`, so many minutes from now. */
export const clock = (minutes: number): string =>
  Temporal.Now.zonedDateTimeISO(ZONE)
    .add({ minutes })
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

const tokens = new Map<string, { readonly token: Promise<string>; readonly since: number }>();
/** A session is taken for so long: after ten minutes the server asks for the password again before what is dangerous. */
const TAKEN_MS = 5 * 60_000;

/** One session a user and worker, until it is too old to have proven the password. */
export function tokenOf(username: string = ADMIN.username): Promise<string> {
  const known = tokens.get(username);
  if (known && Date.now() - known.since < TAKEN_MS) return known.token;
  const token = signInByApi(productUrl(), { username, password: ADMIN.password });
  tokens.set(username, { token, since: Date.now() });
  return token;
}

/** What the call answers, as the administrator in English; throws with the reason of a refusal. */
export async function api<T>(path: string, body?: object, method: string = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(`${productUrl()}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf()}`,
      'accept-language': 'en-US',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { statusCode, message, data } = (await answer.json()) as { statusCode: number; message: string; data: T };
  if (statusCode !== 200) throw new Error(`${path}: ${message}`);
  return data;
}

export interface FreeCar {
  readonly id: number;
  readonly plate: string;
  readonly subModelId: number;
  readonly subModelName: string;
  readonly mileage: number;
}

export interface Car extends FreeCar {
  readonly storeId: number;
}

export interface Order {
  readonly id: number;
  readonly orderNo: string;
  readonly renterName: string;
  readonly carId: number;
  readonly status: number;
  readonly plannedReturnTime: string;
  readonly total: number;
  readonly due: number;
  readonly depositDue: number;
  readonly remark: string;
  readonly actions: readonly string[];
}

/** From so many minutes from now to so many. */
type Span = readonly [from: number, to: number];

interface Listed extends FreeCar {
  readonly brandId: number;
  readonly modelId: number;
  readonly ownerType: number;
  readonly institutionId: number | null;
}

const carsAt = (storeId: number, filter: string): Promise<{ list: Listed[] }> =>
  api(`/car/list?storeId=${storeId}${filter}&pageNo=1&pageSize=100`);

/** Cars that stand at the store and that nobody has between the two times: of their models an order without a plate finds one, too. */
export async function freeCars(
  pickupTime: string,
  returnTime: string,
  storeId: number = STORE.id,
): Promise<readonly FreeCar[]> {
  const times = { pickupTime: `${pickupTime}:00`, returnTime: `${returnTime}:00` };
  const [offered, { list }] = await Promise.all([
    api<FreeCar[]>(`/order/availablecars?${new URLSearchParams({ storeId: String(storeId), ...times })}`),
    carsAt(storeId, ''),
  ]);
  // Cars of other stores that come back here by then are offered, too.
  const here = new Set(list.map(({ id }) => id));
  return offered.filter(({ id }) => here.has(id));
}

let bought = 0;

/** A further car like this one, brought in, audited and put on offer. */
async function buy({ brandId, modelId, subModelId, ownerType, institutionId }: Listed, storeId: number): Promise<Car> {
  bought += 1;
  const number = `${process.pid}-${bought}`;
  const mileage = 10_000;
  const { id } = await api<{ id: number }>('/car/save', {
    ...{ brandId, modelId, subModelId, storeId, ownerType, institutionId, mileage },
    ...{ plate: `TEST ${number}`, frameNo: `F${number}`, engineNo: `E${number}`, licenceNo: `L${number}` },
    registerDate: '2026-01-01',
    inspectionExpiry: '2049-01-01',
    compulsoryInsurance: { policyNo: `P${number}`, startDate: '2026-01-01', endDate: '2049-01-01' },
  });
  await api('/car/audit', { id });
  await api('/car/online', { id });
  return { id, plate: `TEST ${number}`, subModelId, subModelName: '', mileage, storeId };
}

/**
 * New cars of one model, on offer from so many minutes from now to so many. A test that needs a car now buys its own: what of the demonstration
 * is free depends on the hour at which it was made and on the tests before. With `otherThan`, of another model than that car's.
 */
export async function newCars(
  count: number,
  [from, to]: Span,
  storeId: number = STORE.id,
  otherThan?: Pick<Car, 'subModelId'>,
): Promise<readonly Car[]> {
  const { list } = await carsAt(storeId, '&status=1&auditStatus=1');
  // A model that the demonstration has promised too often offers no car at all: the next one.
  for (const example of new Map(list.map((car) => [car.subModelId, car])).values()) {
    if (example.subModelId === otherThan?.subModelId) continue;
    const cars: Car[] = [];
    for (let made = 0; made < count; made += 1) cars.push(await buy(example, storeId));
    const offered = new Set((await freeCars(clock(from), clock(to), storeId)).map(({ id }) => id));
    if (cars.every(({ id }) => offered.has(id))) return cars;
  }
  throw new Error(`no model of store ${storeId} can be rented`);
}

/** A new car on offer for that time. */
export const newCar = async (span: Span, storeId?: number): Promise<Car> => (await newCars(1, span, storeId))[0]!;

const DAY_MINUTES = 1440;

/** Minutes from now to a day, two weeks on or later, from which no holiday comes for five days: those ask for longer rentals, or close. */
export async function quietDay(): Promise<number> {
  const { list } = await api<{ list: { startDate: string; endDate: string }[] }>(
    '/basics/holiday/list?pageNo=1&pageSize=100',
  );
  for (let day = 14; ; day += 1) {
    const [from, to] = [day, day + 5].map((days) => clock(days * DAY_MINUTES).slice(0, 10)) as [string, string];
    if (!list.some(({ startDate, endDate }) => startDate <= to && endDate >= from)) return day * DAY_MINUTES;
  }
}

export const orderInfo = (id: number): Promise<Order> => api(`/order/info/${id}`);

let renters = 0;

/** An order of the car from so many minutes from now to so many; another renter each. Nobody else relies on it. */
export async function book(
  car: Car,
  [from, to]: readonly [from: number, to: number],
  changes: object = {},
): Promise<Order> {
  renters += 1;
  const { id } = await api<{ id: number }>('/order/save', {
    pickupStoreId: car.storeId,
    returnStoreId: car.storeId,
    subModelId: car.subModelId,
    carId: car.id,
    plannedPickupTime: `${clock(from)}:00`,
    plannedReturnTime: `${clock(to)}:00`,
    pickupType: 0,
    returnType: 0,
    depositType: 3,
    renterName: `Desk ${renters}`,
    renterPhone: `1370000${String(1000 + renters)}`,
    renterIdType: 2,
    renterIdNo: `D${process.pid}${renters}`,
    ...changes,
  });
  return orderInfo(id);
}

/** Pays what is due, deposits included. */
export const pay = ({ id, due, depositDue }: Order): Promise<unknown> =>
  api('/order/payment/save', { orderId: id, amount: due + depositDue, method: 5 });

/** The order with its car out since its pickup time. */
export async function handOver(order: Order, car: Car, from: number): Promise<Order> {
  await pay(order);
  await api('/order/pickup', { id: order.id, carId: car.id, time: `${clock(from)}:00`, mileage: car.mileage, oil: 8 });
  return orderInfo(order.id);
}

const MORE = /More actions|更多操作|การดำเนินการเพิ่มเติม/;

/** A step of the order, wherever its button is: beside the next step or in the menu. */
export async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: MORE }).waitFor();
  const beside = page.getByRole('button', { name, exact: true });
  if ((await beside.count()) > 0) return beside.first().click();
  await page.getByRole('button', { name: MORE }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** What is done now and then with the record on a page, from the menu in its head. */
export async function fromMenu(page: Locator, name: string): Promise<void> {
  await page.getByRole('button', { name: MORE }).first().click();
  await page.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Presses the dialog's own button and waits until it is gone: the step was done. */
export async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Chooses one of a short list that drops down. */
export async function pick(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .click();
  await page
    .getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option })
    .first()
    .click();
}

/** Types a time as a person does: over what stands there, and on to the next field. */
export async function typeTime(page: Page, label: string | RegExp, text: string): Promise<void> {
  const input = page.getByRole('dialog').getByLabel(label);
  await input.click();
  await input.press('Control+a');
  await input.pressSequentially(text);
  await input.press('Tab');
  await expect.poll(() => input.inputValue()).toBe(text);
}

/** One transparent pixel: small, and a picture by content. */
export const PHOTO = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The renter signs in the open dialog, with the mouse. */
export async function drawSignature(page: Page): Promise<void> {
  const canvas = page.getByRole('dialog').last().locator('canvas');
  // Waits until the dialog stands still around it.
  await canvas.hover({ position: { x: 30, y: 40 } });
  const pad = (await canvas.boundingBox())!;
  await page.mouse.down();
  for (const [x, y] of [[80, 90], [120, 40], [180, 90]] as const) await page.mouse.move(pad.x + x, pad.y + y, { steps: 4 }); // prettier-ignore
  await page.mouse.up();
}

/** Presses what is done to a row, beside it or in its menu, and says yes to the question. */
export async function actOnRow(page: Page, row: Locator, button: string): Promise<void> {
  const direct = row.getByRole('button', { name: button });
  if (!(await direct.isVisible())) await row.getByRole('button', { name: 'More' }).click();
  await page
    .getByRole('button', { name: button })
    .or(page.getByRole('menuitem', { name: button }))
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
}
