import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { OrderParts } from '../../src/rental/calls/index.ts';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

interface Changed {
  readonly difference: number;
  readonly total: number;
  readonly due: number;
  readonly workOrderId: number | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** An order that is out with one car since March 1st 10:00, planned back on the 4th, and another car that is free. It is March 2nd, 10:00. */
export function openChangeDesk() {
  let app: RentalApp;
  let clerk: Client;
  let ops: Client;
  let [id, old, next] = [0, 0, 0];
  beforeAll(async () => {
    app = await startRentalApp();
    [clerk, ops] = await Promise.all([app.as('clerk'), app.as('ops')]);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await sql`delete from hold`.execute(app.db);
    await sql`delete from "carChange"`.execute(app.db);
    await sql`update "order" set status = -1 where status = 1`.execute(app.db);
    await sql`update "order" set status = 3, "actualReturnTime" = '2027-03-01 09:00+07' where status in (2, 3)`.execute(
      app.db,
    );
    await sql`update vehicle set status = 0 where id > 7`.execute(app.db);
    await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1, mileage = 10000 where id < 7`.execute(app.db);
    [old, next] = (await addCars(app, 2)) as [number, number];
    id = await orderIn(app, ops, 2, old);
    app.at('2027-03-02 10:00');
  });

  const form = (changes: Record<string, unknown> = {}) => ({
    ...{ id, oldCarId: old, carId: next, time: '2027-03-02 09:30:00', reason: 'breakdown', fate: 'free' },
    ...{ mileage: 10_180, oil: 5, newMileage: 10_020, newOil: 8, remark: 'gearbox' },
    ...changes,
  });
  return {
    get app() {
      return app;
    },
    get clerk() {
      return clerk;
    },
    get ops() {
      return ops;
    },
    get id() {
      return id;
    },
    get old() {
      return old;
    },
    get next() {
      return next;
    },
    form,
    change: (changes: Record<string, unknown> = {}, client = clerk): Promise<Answer<Changed>> =>
      client.post<Changed>('/order/changecar', form(changes)),
    info: async (orderId = id) =>
      accepted(await ops.get<OrderParts & Record<string, unknown>>(`/order/info/${orderId}`)).data,
    car: async (carId: number) =>
      (
        await sql<{ status: number; storeId: number; mileage: number }>`
          select status, "storeId"::int, mileage from vehicle where id = ${carId}`.execute(app.db)
      ).rows[0]!,
    plateOf: async (carId: number) =>
      (await sql<{ plate: string }>`select plate from vehicle where id = ${carId}`.execute(app.db)).rows[0]!.plate,
    giveBack: (changes: Record<string, unknown> = {}) =>
      ops.post<{ total: number }>('/order/return', {
        ...{ id, carId: next, time: '2027-03-04 10:00:00', mileage: 10_320, oil: 8 },
        ...changes,
      }),
  };
}
