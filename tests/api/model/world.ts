import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Client } from '../app.ts';
import { NOON, RENTAL, startRentalApp, type RentalApp } from '../rental.ts';
import { deducted, dueOf, paidOf, payableOf, totalOf, type Desk, type Order } from './desk.ts';

const HOUR = 3_600_000;
/** Clock of a run: several runs go on side by side over one server, each in its own time. */
const clocks = new AsyncLocalStorage<{ now: number }>();

/** The real server as a run sees it: one store of its own, two people, a clock. */
export interface World {
  readonly storeId: number;
  /** Ask and do; `finance` is the other person of four eyes. */
  readonly people: Readonly<Record<'ops' | 'finance', Client>>;
  readonly app: RentalApp;
  /** Order rows as they were last seen, to hold refusals to "nothing changed". */
  readonly seen: Map<number, string>;
  readonly counts: Map<string, { accepted: number; refused: number }>;
  steps: number;
}

export const startModelApp = (): Promise<RentalApp> => startRentalApp({ clock: () => clocks.getStore()?.now ?? NOON });

/** A fresh store with its price and cars, so that no run sees another. */
export async function newWorld(
  app: RentalApp,
  people: World['people'],
  counts: World['counts'],
): Promise<{ model: Desk; real: World }> {
  const { rows } = await sql<{ store: number; cars: number[] }>`
    with s as (
      insert into store ("storeName", "operatorName", address, size, status, "is24h", "businessHours", "nightHours", "nightPickupFee", "nightReturnFee",
        "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId")
      select 'Run ' || gen_random_uuid(), "operatorName", address, size, status, "is24h", "businessHours", "nightHours", "nightPickupFee", "nightReturnFee",
        "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId" from store where id = ${RENTAL.phuket} returning id
    ), p as (
      insert into price ("storeId", "subModelId", "dailyPrice", "monthlyPrice", deposit, status, "holidayPrices")
      select s.id, ${RENTAL.yaris}, 120000, null, 500000, 1, '[]'::jsonb from s
    ), v as (
      insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "inspectionExpiry", "compulsoryInsurance", "auditStatus", status)
      select "brandId", "modelId", "subModelId", 'M' || gen_random_uuid(), 'M' || gen_random_uuid(), 'M' || gen_random_uuid(), s.id, "cityId", 10000, "inspectionExpiry", "compulsoryInsurance", 1, 1
      from vehicle, s, generate_series(1, 3) where vehicle.id = 1 returning id
    ) select (select id from s) as store, (select array_agg(id order by id) from v) as cars
  `.execute(app.db);
  const { store, cars } = rows[0]!;
  return {
    model: { now: 0, cars: cars.map((id) => ({ id, out: false, mileage: 10_000 })), orders: [] },
    real: { storeId: store, people, app, seen: new Map(), counts, steps: 0 },
  };
}

/** Hours of the run as wall clock of Bangkok. */
export const wallClock = (hours: number): string =>
  new Date(NOON + hours * HOUR + 7 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

export const baht = (satang: number): number => satang / 100;

/** One call at the clock of the run. Anything but a success or a plain refusal is a failure of the product. */
export async function call(
  real: World,
  desk: Desk,
  who: keyof World['people'],
  path: string,
  body: object,
): Promise<Answer<{ id: number } | null>> {
  real.steps += 1;
  const answer = await clocks.run({ now: NOON + desk.now * HOUR }, () =>
    real.people[who].post<{ id: number } | null>(path, body),
  );
  const what = `${path} ${JSON.stringify(body)} answered ${answer.http} ${answer.statusCode} ${answer.message}`;
  expect([200, 400, 409], what).toContain(answer.statusCode);
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
  readonly carId: number | null;
  readonly money: { paid: number; refunded: number; deducted: number };
}

async function stored({ app }: World, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select to_jsonb(o)::text as row, o.status, o.total::int, o.payable::int, o.paid::int, o."carId"::int,
      (select jsonb_build_object('paid', coalesce(sum(amount) filter (where type = 1), 0), 'refunded', coalesce(sum(amount) filter (where type = 2), 0),
        'deducted', coalesce(sum(amount) filter (where "deductionId" is not null), 0)) from payment where "orderId" = o.id) as money
    from "order" o where o.id = ${id}
  `.execute(app.db);
  return rows[0]!;
}

/** After a step: what was refused changed nothing of the order; what was done left it as the model says, its money in balance. */
export async function check(real: World, desk: Desk, order: Order, done: boolean): Promise<void> {
  const now = await stored(real, order.id);
  if (!done) expect(now.row, 'a refused step changes nothing').toBe(real.seen.get(order.id) ?? now.row);
  real.seen.set(order.id, now.row);
  const { status, total, payable, paid, carId } = now;
  expect({ status, total, payable, paid, carId }, `order ${order.id} at hour ${desk.now}`).toEqual({
    status: order.status,
    total: totalOf(order),
    payable: payableOf(order),
    paid: paidOf(order),
    carId: order.car,
  });
  expect(now.money.paid - now.money.refunded).toBe(paidOf(order));
  expect(now.money.deducted).toBe(deducted(order));
  expect(paidOf(order), 'no more goes back than came in').toBeGreaterThanOrEqual(0);
  expect(dueOf(order)).toBe(Math.max(0, payable - paid));
}
