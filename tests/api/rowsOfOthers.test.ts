import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
let north: Client;
let driver: Client;
let driverId: number;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  driver = await app.as('delivery');
  driverId = accepted(await driver.get<{ id: number }>('/admin/user/info')).data.id;
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111113', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  north = await app.signIn('north');
});
afterAll(() => app?.close());

interface Told {
  readonly position: string;
  readonly changes: readonly { readonly resource: string; readonly ids: readonly number[] | null }[];
}
const since = async (who: Client, position?: string): Promise<Told> =>
  accepted(await who.get<Told>('/live', { since: position })).data;
const ofOrders = ({ changes }: Told) => changes.filter(({ resource }) => resource.endsWith('order'));

describe('changes as they happen', () => {
  it('name no order to staff who see only their own: neither what changes, nor who edits it', async () => {
    const theirs = await book(ops);
    const { position } = await since(ops);
    accepted(await ops.post('/order/remark', { id: theirs, remark: 'Late' }));
    accepted(await ops.post('/live/editing', { resource: 'order', id: theirs, tab: 'a'.repeat(32) }));
    expect(ofOrders(await since(driver, position))).toEqual([
      { resource: 'order', ids: null },
      { resource: '_editing.order', ids: null },
    ]);
    expect(ofOrders(await since(ops, position)).map(({ ids }) => ids)).toEqual([[theirs], [theirs]]);
    expect((await driver.get('/live/editing', { resource: 'order', id: theirs })).statusCode).toBe(404);
  });
});

describe('late returns', () => {
  it('show staff who see only their own no order of others', async () => {
    const url = '/order/latereturns';
    const seen = async (who: Client) => (await who.get(url)).text;
    const [late] = [await book(ops, { carId: 1 })];
    await book(ops, { carId: 1, plannedPickupTime: '2027-03-05 10:00:00', plannedReturnTime: '2027-03-08 10:00:00' });
    await sql`update "order" set status = 2, "actualPickupTime" = "plannedPickupTime" where id = ${late}`.execute(
      app.db,
    );
    app.at('2027-03-05 09:00');
    const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${late}`)).data;
    expect(await seen(ops)).toContain(orderNo);
    expect(await seen(driver)).not.toContain(orderNo);
    await sql`update "order" set "pickupStaffId" = ${driverId} where id = ${late}`.execute(app.db);
    app.at('2027-02-22 12:00');
  });
});

describe('coupons', () => {
  interface Coupon {
    readonly id: number;
    readonly code: string;
  }
  const listed = async (who: Client): Promise<readonly number[]> =>
    accepted(await who.get<{ list: Coupon[] }>('/coupon/list', { pageNo: 1, pageSize: 100 })).data.list.map(
      ({ id }) => id,
    );
  const madeFor = async (orderId: number): Promise<Coupon> =>
    accepted(await ops.post<Coupon>('/order/coupon/generate', { orderId, type: 1, amount: 1000, discountAmount: 100 }))
      .data;

  it('are seen with their orders; one without an order belongs to no store', async () => {
    const here = await book(ops, { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai });
    const there = await book(ops);
    const ofAll = accepted(
      await ops.post<{ ids: number[] }>('/coupon/save', { type: 1, amount: 1000, discountAmount: 100 }),
    ).data.ids[0]!;
    const [mine, theirs, used] = [await madeFor(here), await madeFor(there), await madeFor(there)];
    const seen = await listed(north);
    expect(seen).toEqual(expect.arrayContaining([ofAll, mine.id]));
    expect([theirs.id, used.id].filter((id) => seen.includes(id))).toEqual([]);
    expect(await listed(ops)).toEqual(expect.arrayContaining([ofAll, mine.id, theirs.id, used.id]));
    for (const [call, body] of [
      ['/coupon/save', { id: theirs.id, type: 1, amount: 1000, discountAmount: 900 }],
      ['/coupon/cancel', { id: theirs.id }],
    ] as const)
      expect((await north.post(call, body)).statusCode).toBe(404);
    expect((await north.get(`/coupon/image/${theirs.id}`)).statusCode).toBe(404);

    // Whoever is told a code redeems it anywhere; from then on it is seen with the order that took it.
    accepted(await north.post('/order/coupon/redeem', { orderId: here, code: used.code }));
    expect(await listed(north)).toContain(used.id);
  });
});
