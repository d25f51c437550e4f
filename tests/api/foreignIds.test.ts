import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import type { Answer, Client } from './app.ts';
import { accepted, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
/** Holds every permission and sees the store of Chiang Mai alone. */
let north: Client;
/** An order with its car in each of the two stores. */
let own: number;
let foreign: number;
let foreignNo: string;

/** Stands in no record but those of the other store. */
const PLATE = 'FOREIGN-7788';
const RENTER = 'Foreign Renter';
const DRIVER = { name: 'Foreign Driver', phone: '+66812340000' };

beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111113', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'farDriver', ${DRIVER.name}, ${DRIVER.phone}, password, (select id from role where code = 'delivery'), 1, array[${RENTAL.phuket}]::bigint[], 1
    from "user" where username = 'admin'
  `.execute(app.db);
  north = await app.signIn('north');
  await sql`update vehicle set plate = ${PLATE} where id = ${RENTAL.camryCar}`.execute(app.db);
  foreign = await book(ops, { carId: RENTAL.camryCar, subModelId: RENTAL.camry, renterName: RENTER });
  own = await book(ops, { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai });
  foreignNo = accepted(await ops.get<{ orderNo: string }>(`/order/info/${foreign}`)).data.orderNo;
});
afterAll(() => app?.close());

/** What a field accepts as an answer without harm, where a call demands it. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{ subModelId: RENTAL.yaris, from: '2027-03-01', to: '2027-03-20', dateStart: '2027-03-01', dateEnd: '2027-03-20' },
  ...{ pickupTime: '2027-03-01 10:00:00', returnTime: '2027-03-04 10:00:00', time: '2027-03-02 10:00:00' },
  ...{
    part: 'dailyPrice',
    percent: 1,
    roundTo: 1,
    type: 1,
    amount: 100,
    code: 'ABCDEFGHIJ',
    feeItem: 'rental',
    method: 1,
  },
  ...{ reason: 'x', mileage: 10_001, signImage: 'x.png', date: '2027-03-01' },
};
const OWN = { store: RENTAL.chiangMai, car: RENTAL.chiangMaiCar, order: () => own } as const;
const FOREIGN = { store: RENTAL.phuket, car: RENTAL.camryCar, order: () => foreign } as const;

/** What an id names, by how the property is called and by the call; undefined: something else. */
function kindOf(name: string, path: string): keyof typeof OWN | undefined {
  const [, kind] = /(store|car|order)Id$/i.exec(name) ?? [];
  if (kind) return kind.toLowerCase() as keyof typeof OWN;
  if (name !== 'id') return undefined;
  if (/^\/(order|print)\/(?!refund|deduct|coupon)/.test(path)) return 'order';
  return /^\/car\/(dispatch|damages)/.test(path) ? 'car' : undefined;
}
const idOf = (ids: typeof OWN | typeof FOREIGN, kind: keyof typeof OWN): number => {
  const id = ids[kind];
  return typeof id === 'number' ? id : id();
};

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly properties: readonly string[];
  readonly required: readonly string[];
}

/** Calls that take the id of a store, a car or an order; those of other systems have scopes of their own. */
const calls: readonly Asked[] = (application.module.commands ?? [])
  .filter(({ permission }) => permission !== 'signed')
  .flatMap(({ method, path, input }) => {
    const { properties = {}, required = [] } = (input ?? {}) as {
      properties?: Record<string, unknown>;
      required?: readonly string[];
    };
    const names = Object.keys(properties);
    return names.some((name) => /(store|car|order)Id$/i.test(name))
      ? [{ method, path, properties: names, required }]
      : [];
  });

/** The call with the own ids, but for the property that names something foreign. */
function ask({ method, path, properties, required }: Asked, without?: string): Promise<Answer<unknown>> {
  const input: Record<string, unknown> = {};
  for (const name of properties) {
    const kind = kindOf(name, path);
    if (kind) input[name] = idOf(name === without ? FOREIGN : OWN, kind);
    else if (required.includes(name)) input[name] = VALUES[name] ?? 1;
  }
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(input[name]);
    delete input[name];
    return value;
  });
  return method === 'GET' ? north.get(url, input as Record<string, string>) : north.post(url, input);
}

const rowsOfOthers = async (): Promise<unknown> =>
  (
    await sql`
    select (select to_jsonb(o) from "order" o where id = ${foreign}) as "order", (select to_jsonb(v) from vehicle v where id = ${RENTAL.camryCar}) as car,
      (select jsonb_agg(to_jsonb(p) order by id) from price p where "storeId" <> ${RENTAL.chiangMai}) as prices,
      (select jsonb_agg(to_jsonb(s) order by id) from "storeSetting" s where "storeId" <> ${RENTAL.chiangMai}) as settings
  `.execute(app.db)
  ).rows;

describe('an id out of sight', () => {
  it('is taken by these calls, which answer for the own store', async () => {
    expect(calls.length).toBeGreaterThan(30);
    const refused: unknown[] = [];
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      const { http, text } = await ask(call);
      if (http !== 200) refused.push([call.path, http, text.slice(0, 200)]);
    }
    expect(refused).toEqual([]);
  });

  it.each(
    calls.flatMap((call) =>
      call.properties
        .filter((name) => kindOf(name, call.path))
        .map((name) => [call.method, call.path, name, call] as const),
    ),
  )('%s %s tells nothing of another store and changes nothing there by its %s', async (_method, _path, name, call) => {
    const before = await rowsOfOthers();
    const { text, http } = await ask(call, name);
    expect(http).toBeLessThan(500);
    for (const secret of [PLATE, RENTER, foreignNo, DRIVER.name, DRIVER.phone]) expect(text).not.toContain(secret);
    expect(await rowsOfOthers()).toEqual(before);
  });
});

describe('free cars', () => {
  const wish = { storeId: RENTAL.phuket, pickupTime: '2027-04-01 10:00:00', returnTime: '2027-04-04 10:00:00' };

  it('of another store are not shown, whatever order is named', async () => {
    for (const more of [{}, { excludeOrderId: own }, { excludeOrderId: foreign }])
      expect([403, 404]).toContain((await north.get('/order/availablecars', { ...wish, ...more })).statusCode);
  });

  it('of the pickup store are shown to whoever changes the order at its other end', async () => {
    const between = await book(ops, { returnStoreId: RENTAL.chiangMai });
    const { data } = accepted(await north.get<unknown[]>('/order/availablecars', { ...wish, excludeOrderId: between }));
    expect(data.length).toBeGreaterThan(0);
  });
});

describe('a car that is taken', () => {
  it('is said to be taken, with number and times of the order only to whoever sees it', async () => {
    // It comes to Chiang Mai by a rental between other stores and is booked from there on.
    await sql`update vehicle set "storeId" = ${RENTAL.chiangMai} where id = ${RENTAL.camryCar}`.execute(app.db);
    const trip = { id: own, carId: RENTAL.camryCar, remark: 'larger' };
    const hidden = await north.post('/order/assigncar', trip);
    expect(hidden.errors).toEqual({
      carId: 'Another store has the vehicle booked at that time. Choose another vehicle or other times',
    });
    expect(hidden.text).not.toContain(foreignNo);
    const seen = await ops.post('/order/assigncar', trip);
    expect(seen.errors['carId']).toContain(foreignNo);
    await sql`update vehicle set "storeId" = ${RENTAL.phuket} where id = ${RENTAL.camryCar}`.execute(app.db);
  });
});

describe('staff for tasks', () => {
  const offered = async (who: Client, query: Record<string, number> = {}) =>
    accepted(await who.get<Record<string, unknown>[]>('/admin/user/taskuser', query)).data;

  it('are those of the own stores, with what the choice shows', async () => {
    expect((await offered(north)).map(({ name }) => name)).not.toContain(DRIVER.name);
    const [one] = (await offered(ops, { storeId: RENTAL.phuket })).filter(({ name }) => name === DRIVER.name);
    expect(one).toEqual({ id: one!['id'], name: DRIVER.name, phone: DRIVER.phone, taskType: 1 });
  });

  it('are nothing to staff with tasks of their own', async () => {
    expect(await offered(await app.as('delivery'))).toEqual([]);
    expect(await offered(await app.as('pickup'), { storeId: RENTAL.phuket })).toEqual([]);
  });
});
