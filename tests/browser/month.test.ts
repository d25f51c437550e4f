import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import type { PageAnswer } from '../../packages/forecourt/src/server/http/dashboards/index.ts';
import { ORDER, VIOLATION } from '../../src/rental/rules/index.ts';
import { arrival, onScreen, screenshot, stepTo } from './browser.ts';
import { api, book, clock, newCars, orderInfo, PHOTO, quietDay, tokenOf, type Car, type Order } from './desk.ts';
import { productUrl, sharedProduct, test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';
import { signedHeaders } from '../signing.ts';

const DAY = 1440;
const SECRET = 'a secret of this month';
const FLIGGY = 2;
const at = (minutes: number): string => `${clock(minutes)}:00`;

/** Asks the database of the product, past everything that the product itself would work out. */
async function asking<Answer>(work: (ask: (text: string, values?: unknown[]) => Promise<Row[]>) => Promise<Answer>) {
  const folder = path.join(sharedProduct().dataDir, 'postgres');
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  const client = new pg.Client({ host: path.join(folder, 'run'), user: 'forecourt', database: 'forecourt', password });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query<Row>(text, values)).rows);
  } finally {
    await client.end();
  }
}
type Row = Readonly<Record<string, string | null>>;

async function uploaded(): Promise<string> {
  const body = new FormData();
  body.append('file', new File([PHOTO.buffer], PHOTO.name, { type: PHOTO.mimeType }));
  const headers = { authorization: `Bearer ${await tokenOf()}` };
  const answer = await fetch(`${productUrl()}/api/basics/file/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { name: string } }).data.name;
}

/** A message of the channel, signed as it signs them. */
async function fromChannel(message: object): Promise<number> {
  const body = JSON.stringify(message);
  const path = '/api/channels/inbound/fliggy';
  const headers = signedHeaders({ secret: SECRET, path, body });
  const answer = await fetch(productUrl() + path, { method: 'POST', headers, body });
  return ((await answer.json()) as { statusCode: number }).statusCode;
}

/** Switches the channel on with a secret of ours; answers how to leave it as it was. */
async function channelOn(): Promise<() => Promise<unknown>> {
  const { list } = await api<{ list: { id: number; channel: number; enabled: number }[] }>('/channels/setting/list');
  const known = list.find(({ channel }) => channel === FLIGGY);
  // The session may be older than a proof lasts.
  await api('/admin/user/prove', { pwd: ADMIN.password });
  const more = known ? { id: known.id } : { channel: FLIGGY, tolerancePercent: 20, stockDays: 0 };
  const { id } = await api<{ id: number }>('/channels/setting/save', { ...more, enabled: 1, secret: SECRET });
  return () => api('/channels/setting/save', { id: known?.id ?? id, enabled: known?.enabled ?? 0 });
}

/** A hundred kilometres each time. */
let driven = 0;

/** Paid, handed out, driven and brought back, all at its own time. */
async function lived(car: Car, from: number, to: number): Promise<Order> {
  const order = await book(car, [from, to]);
  await api('/order/payment/save', {
    orderId: order.id,
    amount: order.due + order.depositDue,
    method: 5,
    time: at(from),
  });
  const task = { id: order.id, carId: car.id, oil: 8 };
  await api('/order/pickup', { ...task, time: at(from), mileage: car.mileage + driven });
  driven += 100;
  await api('/order/return', { ...task, time: at(to), mileage: car.mileage + driven });
  return orderInfo(order.id);
}

type Changed = Readonly<Record<string, unknown>> & { readonly after: object; readonly before: object };

/** Five per cent on top at one store, and back again. */
async function pricesUpAndDown(storeId: number): Promise<void> {
  const wish = { part: 'dailyPrice', percent: 5, roundTo: 10, storeId };
  const { rows } = await api<{ rows: Changed[] }>('/carprice/preview', wish);
  expect(rows.length).toBeGreaterThan(0);
  const sent = (row: Changed, after: object) =>
    Object.fromEntries(
      Object.entries({ ...row, after }).filter(([name]) =>
        ['id', 'updateTime', 'storeId', 'subModelId', 'after'].includes(name),
      ),
    );
  const done = await api<{ rows: object[] }>('/carprice/change', { rows: rows.map((row) => sent(row, row.after)) });
  await api('/carprice/change', {
    rows: rows.map((row, place) => ({ ...sent(row, row.before), ...done.rows[place] })),
  });
}

/** The figures of thirty days by statements of their own: what was paid, booked, called off, and how long cars were out. */
/** What paid charges: payments less what deposits took of them, and what deposits paid. */
const MONEY = `select coalesce(sum(p.amount), 0) as satang from (
    select time, case type when 1 then amount else -amount end as amount from payment
    union all select time, case kind when 'collected' then -amount else amount end from "depositEntry"
  ) p where p.time >= $1 and p.time < $2`;
const ORDERS = `select channel, count(*) as booked, count(*) filter (where status = -1) as cancelled from "order"
  where "createTime" >= $1 and "createTime" < $2 group by channel order by channel`;
const RENTED = `select coalesce(sum(extract(epoch from least(coalesce(o."actualReturnTime", $3), $2, $3) - greatest(o."actualPickupTime", $1)))
  / 86400, 0) as days from "order" o where o.status in (2, 3) and o."actualPickupTime" < least($2::timestamptz, $3::timestamptz)
  and coalesce(o."actualReturnTime", $3) > $1`;
const FLEET = `select coalesce(sum(greatest(0, extract(epoch from least(ends, $2, $3) - greatest(starts, $1)))) / 86400, 0) as days
  from (select coalesce("purchaseDate"::timestamptz, "registerDate"::timestamptz, "createTime") as starts,
    case when status in (3, 4) then "updateTime" else $3::timestamptz end as ends from vehicle) v`;

test('a month of a small company: members, a channel, prices, rentals, a cancellation, a fine, and figures that are those of the ledger', async ({
  open,
}) => {
  const number = String(Date.now()).slice(-8);
  const { id: memberId } = await api<{ id: number }>('/member/save', {
    ...{ name: `Month ${number}`, countryCode: '+66', phone: `8${number}`, email: `m${number}@example.com` },
    ...{ idType: 2, idNo: `M${number}` },
  });
  const document = await api<{ id: number }>('/member/document/save', { memberId, type: 1, url: await uploaded() });
  await api('/member/document/audit', { id: document.id, status: 2 });
  expect(await api('/member/info/' + String(memberId))).toMatchObject({ name: `Month ${number}` });

  const cars = await newCars(3, [-28 * DAY, -DAY]);
  await pricesUpAndDown(cars[0]!.storeId);
  const rentals = [
    await lived(cars[0]!, -28 * DAY, -25 * DAY),
    await lived(cars[1]!, -21 * DAY, -16 * DAY),
    await lived(cars[0]!, -14 * DAY, -10 * DAY),
    await lived(cars[2]!, -6 * DAY, -2 * DAY),
  ];
  expect(rentals.map(({ status }) => status)).toEqual(Array(4).fill(ORDER.returned));

  const quiet = await quietDay();
  const unwanted = await book(cars[1]!, [quiet, quiet + 2 * DAY]);
  await api('/order/payment/save', { orderId: unwanted.id, amount: unwanted.due + unwanted.depositDue, method: 5 });
  const { refundId } = await api<{ refundId: number }>('/order/cancel', {
    id: unwanted.id,
    reason: 'flight cancelled',
  });
  await api('/order/refund/result', { id: refundId, success: 1, transactionNo: `BACK-${number}` });

  const channelOff = await channelOn();
  const channelOrder = `F-${number}`;
  const trip = { pickupStoreId: cars[2]!.storeId, returnStoreId: cars[2]!.storeId, modelId: cars[2]!.subModelId };
  const message = {
    ...{ msgId: randomUUID(), type: 'ORDER_CREATE', orderId: channelOrder },
    trip: { ...trip, pickupTime: at(quiet), returnTime: at(quiet + 2 * DAY) },
    driver: { name: 'Li Ming', phone: `139${number}`, idType: 2, idNo: `L${number}` },
  };
  // The same message twice is one order.
  expect([await fromChannel(message), await fromChannel(message)]).toEqual([200, 200]);
  await channelOff();
  const { total } = await api<{ total: number }>(`/order/list?channelOrderNo=${channelOrder}&pageNo=1&pageSize=10`);
  expect(total).toBe(1);

  const { id: violation } = await api<{ id: number }>('/car/violation/save', {
    ...{ carId: cars[1]!.id, time: at(-20 * DAY), behavior: 'Speeding', location: 'Patong', fine: 500, points: 1 },
  });
  const { id: deduction } = await api<{ id: number }>('/car/violation/deduct', { id: violation });
  await api('/order/deduct/review', { id: deduction });
  await api('/order/deduct/result', { id: deduction, success: 1, transactionNo: `FINE-${number}` });
  expect(await api(`/car/violation/info/${violation}`)).toMatchObject({
    status: VIOLATION.completed,
    orderId: rentals[1]!.id,
  });

  const { page } = await open(REST, { signedIn: true, height: 1100 });
  const part = (name: string) =>
    page.waitForResponse((answer) => answer.url().includes(`/api/dashboard/analysis?period=last30Days&part=${name}`));
  const answered = Promise.all([part('first'), part('rest')]);
  await page.goto(new URL('/dashboard/analysis?period=last30Days', page.url()).href);
  const asked = Date.now();
  const answers = await answered;
  const parts = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { data: PageAnswer }).data));
  await arrival(page);
  await screenshot(page, 'month', { fullPage: true });

  const widgets = parts.flatMap(({ sections }) => sections.flatMap((section) => section.widgets));
  const widget = (key: string) => widgets.find((one) => one.key === key)!;
  const figure = (of: string, key = of) => Number(widget(of).figures.find((one) => one.key === key)!.total);
  const { period } = parts[0]!;
  const [from, to] = [`${period!.from}T00:00:00+07:00`, `${period!.to}T24:00:00+07:00`];
  const now = new Date(asked).toISOString();
  const ledger = await asking(async (ask) => ({
    satang: Number((await ask(MONEY, [from, to]))[0]!['satang']),
    channels: await ask(ORDERS, [from, to]),
    rented: Number((await ask(RENTED, [from, to, now]))[0]!['days']),
    fleet: Number((await ask(FLEET, [from, to, now]))[0]!['days']),
  }));
  const sum = (name: string): number => ledger.channels.reduce((all, row) => all + Number(row[name]), 0);

  // To the satang, and by channel.
  expect(Math.round(figure('revenue') * 100)).toBe(ledger.satang);
  expect(ledger.satang).toBeGreaterThan(rentals.reduce((all, { total: each }) => all + each, 0));
  expect([figure('orders'), figure('cancelled', 'cancelled')]).toEqual([sum('booked'), sum('cancelled')]);
  expect(figure('cancelled', 'cancelledShare')).toBeCloseTo(sum('cancelled') / sum('booked'), 3);
  const mix = widget('channels');
  const place = mix.figures.findIndex(({ key }) => key === 'booked');
  expect(mix.groups.map(({ key, values }) => [Number(key), values[place]]).toSorted()).toEqual(
    ledger.channels.map(({ channel, booked }) => [Number(channel), Number(booked)]).toSorted(),
  );
  // The page was asked a moment before or after: a car that is out is out a few seconds longer.
  expect(figure('utilisation', 'rented')).toBeCloseTo(ledger.rented, 0);
  expect(figure('utilisation')).toBeCloseTo(ledger.rented / ledger.fleet, 3);

  // What a manager reads on the screen is what was worked out.
  const shown = (key: string) => onScreen(page).locator(`[data-widget="${key}"]`);
  const baht = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(ledger.satang / 100);
  await shown('revenue').getByText(baht).first().waitFor();
  await shown('orders').getByText(sum('booked').toLocaleString('en-US')).first().waitFor();

  await stepTo(page, `/car/violation/${violation}`);
  await onScreen(page).getByText('Completed').first().waitFor();
});
