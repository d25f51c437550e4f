import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { touchedFilter } from 'forecourt/model';
import type { Client } from './app.ts';
import { accepted, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import type { PageOf } from './rentalAnswers.ts';

/** What a change touches is counted by lists of the product (D-ADM-29): each takes the filters that the declarations name. */
let app: RentalApp;
let admin: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const { resources } = application.model;
const lists = [...resources.values()].flatMap(({ name, touches }) =>
  touches.flatMap((touch) => touch.lists.map((list) => [`${name} ${list.key}`, list] as const)),
);

/** The filter as a list takes it in an address. */
const queryOf = (filter: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
const totalOf = async (resource: string, query: Record<string, string>): Promise<number> =>
  accepted(await admin.get<PageOf<unknown>>(resources.get(resource)!.api.list!, query)).data.total;

test.each(lists)('%s is counted', async (_name, list) => {
  const query = queryOf(touchedFilter(list, RENTAL.phuket));
  expect(await totalOf(list.resource, query)).toBeGreaterThanOrEqual(0);
});

test('a store that closes counts its open orders, wherever they begin or end, and its users', async () => {
  const store = resources.get('store')!.touches[0]!.lists;
  const count = (key: string) => {
    const list = store.find((one) => one.key === key)!;
    return totalOf(list.resource, queryOf(touchedFilter(list, RENTAL.phuket)));
  };
  const counted = [await count('orders'), await count('staff')];
  await book(await app.as('ops'), { carId: RENTAL.cars[0] });
  await sql`update "user" set "storeIds" = array[${RENTAL.phuket}::bigint] where id = (select max(id) from "user")`.execute(
    app.db,
  );
  expect([await count('orders'), await count('staff')]).toEqual(counted.map((one) => one + 1));
});
