import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Answer, Client } from './app.ts';
import type { OrderInfo } from './rentalAnswers.ts';
import { addCars, accepted, orderIn, startRentalApp, type RentalApp } from './rental.ts';

/** The people who ask for money, decide on it and count it, with cars to rent out. */
export function openMoneyDesk() {
  let app: RentalApp;
  let clerk: Client;
  let manager: Client;
  let finance: Client;
  let ops: Client;
  let admin: Client;
  let cars: number[];
  beforeAll(async () => {
    app = await startRentalApp();
    [clerk, manager, finance, ops, admin] = (await Promise.all(
      (['clerk', 'storeManager', 'finance', 'ops', 'admin'] as const).map((role) => app.as(role)),
    )) as [Client, Client, Client, Client, Client];
    cars = [...(await addCars(app, 40))];
  });
  afterAll(() => app.close());

  const order = (status: 1 | 2 | 3 | -1, changes: Record<string, unknown> = {}) =>
    orderIn(app, manager, status, cars.pop()!, changes);
  const id = (answer: Answer<{ id: number }>): number => accepted(answer).data.id;
  const rows = async (table: string, condition = 'true') =>
    (
      await sql<
        Record<string, unknown>
      >`select * from ${sql.table(table)} where ${sql.raw(condition)} order by id`.execute(app.db)
    ).rows;
  const refund = (orderId: number, amount: number, changes: Record<string, unknown> = {}) => ({
    orderId,
    feeItem: 'total',
    amount,
    method: 5,
    reason: 'paid too much',
    // What goes back here has mostly paid for something.
    confirmed: 1,
    methodReason: 'the card is closed',
    ...changes,
  });
  const deduction = (orderId: number, amount: number, changes: Record<string, unknown> = {}) => ({
    orderId,
    type: 1,
    amount,
    reason: 'a dent',
    ...changes,
  });
  const info = async (orderId: number) => accepted(await manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
  return {
    get app() {
      return app;
    },
    get clerk() {
      return clerk;
    },
    get manager() {
      return manager;
    },
    get finance() {
      return finance;
    },
    get ops() {
      return ops;
    },
    get admin() {
      return admin;
    },
    get cars() {
      return cars;
    },
    order,
    id,
    rows,
    refund,
    deduction,
    info,
  };
}
