import { afterAll, beforeAll } from 'vitest';
import type { StockView } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { accepted, addCars, startRentalApp, type RentalApp } from './rental.ts';

export const MARCH = { dateStart: '2027-03-01', dateEnd: '2027-03-31' };

/** The stock schedule of March, with those who read and move it. */
export function openStockBoard() {
  let app: RentalApp;
  let clerk: Client;
  let manager: Client;
  beforeAll(async () => {
    app = await startRentalApp();
    [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  });
  afterAll(() => app.close());

  const view = async (query: Record<string, unknown> = {}, client = clerk): Promise<StockView> =>
    accepted(await client.get<StockView>('/car/stockview', { ...MARCH, ...query })).data;
  const rowOf = async (carId: number, query: Record<string, unknown> = {}) =>
    (await view({ ...query, carId })).rows[0]!;
  const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
  const cellsOf = (row: StockView['rows'][number]) =>
    Object.fromEntries(
      row.cells!.flatMap((cell, day) =>
        cell.state === null ? [] : [[`03-${String(day + 1).padStart(2, '0')}`, cell]],
      ),
    );
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
    view,
    rowOf,
    car,
    cellsOf,
  };
}
