import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Client } from '../app.ts';
import { insure, NOON, RENTAL, startRentalApp, type RentalApp } from '../rental.ts';
import { NO_DISCOUNT, ZERO, charges, type PriceSnapshot } from '../../../src/rental/rules/index.ts';
import {
  HOLIDAYS,
  dayOf,
  bookedTotal,
  deducted,
  paidOf,
  level,
  payableOf,
  heldOf,
  totalOf,
  type CouponTerms,
  type Desk,
  type Order,
  type Place,
} from './desk.ts';

const HOUR = 3_600_000;

/** A server on a database and in a time of its own; one run after the other goes on at it. */
export interface Lane {
  readonly app: RentalApp;
  /** Ask and do; `finance` is the other person of four eyes. */
  readonly people: Readonly<Record<'ops' | 'finance', Client>>;
  readonly clock: { now: number };
  readonly holidayIds: readonly number[];
}

/** What a run has of it: a store of its own. */
export interface World extends Lane {
  readonly storeId: number;
  readonly stores: Readonly<Record<Place, number>>;
  readonly priceIds: readonly number[];
  /** Order rows as they were last seen, to hold refusals to "nothing changed". */
  readonly seen: Map<number, string>;
  /** The newest payment whose day was looked at. */
  lastPayment: number;
  readonly counts: Map<string, { accepted: number; refused: number }>;
  steps: number;
}

const DAY = 24 * HOUR;
/** Day of the run as a date. */
const dateOf = (day: number): string => new Date(NOON + day * DAY).toISOString().slice(0, 10);

export async function openLane(): Promise<Lane> {
  const clock = { now: NOON };
  const app = await startRentalApp({ clock: () => clock.now });
  // Nobody searches the log here, and keeping its index of characters takes a third of the database's time.
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'operationLog' and indexdef like '% USING gin %'
  `.execute(app.db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(app.db);
  await sql`delete from holiday`.execute(app.db);
  const holidayIds: number[] = [];
  for (const [first, last] of HOLIDAYS) {
    const made = await sql<{ id: number }>`
      insert into holiday (name, "startDate", "endDate", "minDays", "bookingOpen") values ('Days', ${dateOf(first)}, ${dateOf(last)}, 1, 1) returning id
    `.execute(app.db);
    holidayIds.push(made.rows[0]!.id);
  }
  return { app, holidayIds, people: { ops: await app.as('ops'), finance: await app.as('finance') }, clock };
}

let worlds = 0;
/** Coupons that a run begins with. */
export const FIRST_COUPONS = 2;

/** A fresh store with its price and cars, so that no run sees another. Short names: every index of characters has to take them in. */
export async function newWorld(lane: Lane, counts: World['counts']): Promise<{ model: Desk; real: World }> {
  const name = `R${(worlds += 1)}`;
  const { rows } = await sql<{ stores: number[]; prices: number[]; cars: number[]; coupons: number[] }>`
    with s as (
      insert into store ("storeName", "operatorName", address, size, status, "is24h", "businessHours", "nightHours", "nightPickupFee", "nightReturnFee",
        "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId")
      select ${name}::text || place, "operatorName", address, size, status, "is24h", "businessHours", "nightHours", "nightPickupFee", "nightReturnFee",
        "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId" from store, unnest(array['', 'B']) as place where id = ${RENTAL.phuket} returning id
    ), p as (
      insert into price ("storeId", "subModelId", "dailyPrice", "monthlyPrice", deposit, status, "holidayPrices")
      select s.id, ${RENTAL.yaris}, 120000, null, 500000, 1, ${JSON.stringify(lane.holidayIds.map((holidayId) => ({ holidayId, dailyPrice: 2000 })))}::jsonb
      from s returning id
    ), v as (
      insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "inspectionExpiry", "compulsoryInsurance", "auditStatus", status)
      select "brandId", "modelId", "subModelId", ${name}::text || '-' || n, ${name}::text || '-' || n, ${name}::text || '-' || n, s.id, "cityId", 10000, "inspectionExpiry", "compulsoryInsurance", 1, 1
      from vehicle, (select min(id) as id from s) s, generate_series(1, 3) n where vehicle.id = 1 returning id
    ), c as (
      insert into coupon (code, type, amount, "discountAmount", "rentalPeriod", "discountDays", status) values
        (${`${name}C0`}, 1, 240000, 40000, null, null, 0), (${`${name}C1`}, 2, null, null, 3, 1, 0) returning id
    ) select (select array_agg(id order by id) from s) as stores, (select array_agg(id) from p) as prices, (select array_agg(id order by id) from v) as cars, (select array_agg(id order by id) from c) as coupons
  `.execute(lane.app.db);
  await insure(lane.app.db);
  const { stores, prices, cars, coupons } = rows[0]!;
  const [here, there] = stores as [number, number];
  const terms: readonly CouponTerms[] = [
    { type: 1, from: 2400_00, off: 400_00 },
    { type: 2, from: 3, off: 1 },
  ];
  return {
    model: {
      now: 0,
      cars: cars.map((id) => ({ id, at: 'here', out: false, mileage: 10_000 })),
      coupons: coupons.map((id, index) => ({
        id,
        code: `${name}C${index}`,
        terms: terms[index]!,
        status: 0,
        orderId: null,
      })),
      orders: [],
      closed: { here: -1, there: -1 },
      tariff: { daily: 1200_00, holidays: HOLIDAYS.map(() => 2000_00), door: 300_00, nightReturn: 200_00 },
    },
    real: {
      ...lane,
      storeId: here,
      stores: { here, there },
      priceIds: prices,
      seen: new Map(),
      lastPayment: 0,
      counts,
      steps: 0,
    },
  };
}

/** Hours of the run as wall clock of Bangkok. */
export const wallClock = (hours: number): string =>
  new Date(NOON + hours * HOUR + 7 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

export const baht = (satang: number): number => satang / 100;

/** Somebody presses once, or again after the answer, or again because no answer ever came; always with the key of the same intent. */
const PRESSES = ['once', 'once', 'again', 'lost'] as const;

async function press(real: World, who: keyof World['people'], path: string, body: object): Promise<Answer<Data>> {
  const intent = { 'idempotency-key': `${real.storeId}-${real.steps}` };
  const send = () => real.people[who].post<Data>(path, body, intent);
  const first = await send();
  const presses = PRESSES[real.steps % PRESSES.length];
  if (presses === 'once') return first;
  const second = await send();
  // What was thrown away is not known; the model holds the second answer to have been the only one.
  if (presses === 'again') {
    const told = ({ statusCode, data }: Answer<Data>) => ({ statusCode, data });
    expect(told(second), `${path} pressed again`).toEqual(told(first));
    // What was done says that it was not done twice; what was refused is judged anew.
    expect(second.headers['idempotency-replayed'], `${path} pressed again`).toBe(
      first.statusCode === 200 ? 'true' : undefined,
    );
  }
  return second;
}

type Data = { id: number } | null;

/** One call at the clock of the run. Anything but a success or a plain refusal is a failure of the product. */
export async function call(
  real: World,
  desk: Desk,
  who: keyof World['people'],
  path: string,
  body: object,
): Promise<Answer<Data>> {
  real.steps += 1;
  real.clock.now = NOON + desk.now * HOUR;
  const answer = await press(real, who, path, body);
  if (![200, 400, 409].includes(answer.statusCode))
    throw new Error(`${path} ${JSON.stringify(body)} answered ${answer.http} ${answer.statusCode} ${answer.message}`);
  const name = path.replace('/order/', '');
  const count = real.counts.get(name) ?? { accepted: 0, refused: 0 };
  real.counts.set(name, count);
  if (answer.statusCode === 200) count.accepted += 1;
  else count.refused += 1;
  return answer;
}

interface Stored {
  readonly row: string;
  readonly status: number;
  readonly total: number;
  readonly payable: number;
  readonly paid: number;
  readonly depositHeld: number;
  readonly carId: number | null;
  readonly coupon: string | null;
  readonly prices: PriceSnapshot & { readonly chargedUntil?: number };
  readonly money: { paid: number; refunded: number; deducted: number };
  readonly entered: readonly { id: number; storeId: number; day: string; late: number; at: number }[];
}

async function stored({ app, lastPayment }: World, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select to_jsonb(o)::text as row, o.status, o.total::int, o.payable::int, o.paid::int, o."depositHeld"::int, o."carId"::int, o."couponCode" as coupon, o."priceSnapshot" as prices,
      (select jsonb_build_object('paid', coalesce(sum(amount) filter (where type = 1), 0), 'refunded', coalesce(sum(amount) filter (where type = 2), 0),
        'deducted', coalesce(sum(amount) filter (where "deductionId" is not null), 0)) from payment where "orderId" = o.id) as money,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'storeId', "storeId", 'day', day, 'late', late, 'at', extract(epoch from time) * 1000)), '[]')
        from payment where "orderId" = o.id and id > ${lastPayment}) as entered
    from "order" o where o.id = ${id}
  `.execute(app.db);
  return rows[0]!;
}

/** After a step: what was refused changed nothing of the order; what was done left it as the model says, its money in balance. */
export async function check(real: World, desk: Desk, order: Order, done: boolean): Promise<void> {
  if (done) level(order);
  const now = await stored(real, order.id);
  const before = real.seen.get(order.id) ?? now.row;
  if (!done && now.row !== before) expect(now.row, 'a refused step changes nothing').toBe(before);
  real.seen.set(order.id, now.row);
  const { status, total, payable, paid, depositHeld, carId, coupon, money } = now;
  const found = { status, total, payable, paid, depositHeld, carId, coupon, moved: money.paid - money.refunded };
  const wanted = {
    status: order.status,
    total: totalOf(order),
    payable: payableOf(order),
    paid: paidOf(order),
    depositHeld: heldOf(order),
    carId: order.car,
    coupon: order.coupon?.code ?? null,
    moved: paidOf(order),
  };
  // The assertion writes the difference; asking first costs a fiftieth of it.
  if (!isDeepStrictEqual(found, wanted)) expect(found, `order ${order.id} at hour ${desk.now}`).toEqual(wanted);
  if (money.deducted !== deducted(order)) expect(money.deducted).toBe(deducted(order));
  checkDays(real, desk, now.entered);
  if (done && status === 1) checkPrice(order, now.prices);
  if (paidOf(order) < 0) throw new Error(`more went back than came in of order ${order.id}`);
}

/** What is entered is of today, or, where that day was counted, of the next one and late (D-MONEY-10). */
function checkDays(real: World, desk: Desk, entered: Stored['entered']): void {
  const found = entered.map(({ day, late, storeId }) => ({ day, late, storeId }));
  const wanted = entered.map(({ storeId, at }) => {
    const today = dayOf((at - NOON) / HOUR);
    const closed = desk.closed[storeId === real.stores.here ? 'here' : 'there'];
    return { day: dateOf(Math.max(today, closed + 1)), late: closed >= today ? 1 : 0, storeId };
  });
  if (!isDeepStrictEqual(found, wanted)) expect(found, `payments at hour ${desk.now}`).toEqual(wanted);
  real.lastPayment = Math.max(real.lastPayment, ...entered.map(({ id }) => id));
}

/** What was booked costs what the kept prices alone make of it, computed afresh; a bill that was made in use is for longer than the trip now is. */
function checkPrice(order: Order, prices: Stored['prices']): void {
  if (prices.chargedUntil !== undefined) return;
  const { total } = charges(prices, {
    pickup: NOON + order.pickup * HOUR,
    returned: NOON + order.returned * HOUR,
    depositType: order.depositType,
    service: 'none',
    discount: NO_DISCOUNT,
    coupon: null,
    deliveryFee: order.atDoor ? prices.pickupStore.door.fee : ZERO,
    collectionFee: ZERO,
    additional: ZERO,
    reduction: ZERO,
  });
  if (total !== bookedTotal(order)) expect(total, `price of order ${order.id} afresh`).toBe(bookedTotal(order));
}
