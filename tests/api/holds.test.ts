import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineCall, object, INTEGER, typed } from 'forecourt/calls';
import { defineCommand } from 'forecourt/server';
import { release, reserve } from '../../src/rental/server/holds/index.ts';
import type { Client } from './app.ts';
import { brokenHolds } from './orderInvariants.ts';
import { accepted, addCars, book, draft, startRentalApp, type RentalApp } from './rental.ts';

interface Storage {
  readonly id: number;
  readonly carId: number;
  readonly start: string;
  readonly end?: string;
}

const input = {
  type: 'object',
  required: ['id', 'carId', 'start'],
  properties: {
    id: { type: 'integer' },
    carId: { type: 'integer' },
    start: { type: 'string' },
    end: { type: 'string' },
  },
} as const;
const log = { module: 'test', action: 'hold' } as const;
const at = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+07:00`);

/** Stands for everything but orders that takes a car away: storage, maintenance. */
const store = defineCommand(
  defineCall({
    method: 'POST',
    path: '/test/hold',
    summary: 'A test',
    permission: 'session',
    input: typed<Storage>(input),
    log,
    answer: {},
  }),
  {
    run: ({ id, carId, start, end }, context) =>
      reserve(
        context,
        carId,
        { start: at(start), end: end === undefined ? null : at(end), turnaroundMinutes: 0 },
        { kind: 'storage', sourceId: id },
      ),
  },
);
const free = defineCommand(
  defineCall({
    method: 'DELETE',
    path: '/test/hold/{id}',
    summary: 'A test',
    permission: 'session',
    input: object({ id: INTEGER }),
    log,
    answer: {},
  }),
  {
    run: ({ id }, context) => release(context, { kind: 'storage', sourceId: id }),
  },
);

let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp({ commands: [store, free] });
  clerk = await app.as('clerk');
});
afterAll(() => app.close());

const car = async (): Promise<number> => (await addCars(app, 1))[0]!;

it('storage may follow an order at once, and never lies inside it', async () => {
  const carId = await car();
  const id = await book(clerk, { carId });
  expect((await clerk.post('/test/hold', { id: 1, carId, start: '2027-03-04 09:59:00' })).message).toBe(
    'The vehicle is not free in this time. Choose other times',
  );
  accepted(await clerk.post('/test/hold', { id: 1, carId, start: '2027-03-04 10:00:00' }));
  const { rows } = await sql`select "endTime" from hold where kind = 'order' and "sourceId" = ${id}`.execute(app.db);
  expect(rows).toEqual([{ endTime: new Date('2027-03-04T10:00:00+07:00') }]);
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('an order may end where storage begins; what has no end blocks for ever', async () => {
  const carId = await car();
  accepted(await clerk.post('/test/hold', { id: 2, carId, start: '2027-03-04 10:00:00' }));
  accepted(await clerk.post('/order/save', draft({ carId })));
  const later = await clerk.post(
    '/order/save',
    draft({ carId, plannedPickupTime: '2028-02-01 10:00:00', plannedReturnTime: '2028-02-02 10:00:00' }),
  );
  expect(later.errors['carId']).toContain('storage');
  accepted(await clerk.delete('/test/hold/2'));
  accepted(
    await clerk.post(
      '/order/save',
      draft({ carId, plannedPickupTime: '2028-02-01 10:00:00', plannedReturnTime: '2028-02-02 10:00:00' }),
    ),
  );
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('the database itself refuses what would overlap, whoever writes it', async () => {
  const carId = await car();
  await book(clerk, { carId });
  const write =
    sql`insert into hold ("carId", kind, "sourceId", "startTime", "endTime") values (${carId}, 'storage', 9, '2027-03-02 10:00+07', null)`.execute(
      app.db,
    );
  await expect(write).rejects.toThrow(/exclusion|conflicting/);
});

it('a car in storage is offered to nobody, and counts against its model', async () => {
  const query = { storeId: 1, subModelId: 1, pickupTime: '2027-05-03 10:00:00', returnTime: '2027-05-04 10:00:00' };
  const offered = async () =>
    accepted(await clerk.get<{ id: number }[]>('/order/availablecars', query)).data.map((each) => each.id);
  const count = async () =>
    accepted(
      await clerk.post(
        '/order/quote',
        draft({ plannedPickupTime: query.pickupTime, plannedReturnTime: query.returnTime }),
      ),
    ).data['availableCount'] as number;
  const [before, free] = [await offered(), await count()];
  expect(free).toBe(before.length);
  accepted(
    await clerk.post('/test/hold', { id: 3, carId: 5, start: '2027-05-03 12:00:00', end: '2027-05-03 13:00:00' }),
  );
  expect(await offered()).toEqual(before.filter((id) => id !== 5));
  expect(await count()).toBe(free - 1);
});

it('cars promised to orders without a plate are not offered to others, only to those orders', async () => {
  const [pickupTime, returnTime] = ['2027-07-05 10:00:00', '2027-07-07 10:00:00'];
  const span = { plannedPickupTime: pickupTime, plannedReturnTime: returnTime };
  const offered = async (changes: object = {}): Promise<number[]> => {
    const query = { storeId: 1, subModelId: 1, pickupTime, returnTime, ...changes };
    return accepted(await clerk.get<{ id: number }[]>('/order/availablecars', query)).data.map((each) => each.id);
  };
  const cars = await offered();
  const promised: number[] = [];
  for (const _ of cars) promised.push(await book(clerk, span));
  expect(await offered()).toEqual([]);
  expect((await clerk.post('/order/save', draft({ ...span, carId: cars[0] }))).statusCode).toBe(400);
  expect(await offered({ excludeOrderId: promised[0] })).toEqual(cars);
  accepted(await clerk.post('/order/assigncar', { id: promised[0], carId: cars[0] }));
  expect(await offered({ excludeOrderId: promised[1] })).toEqual(cars.slice(1));
});

it('an order keeps what it was promised when its model is overbooked afterwards, and gets no more', async () => {
  const [plannedPickupTime, plannedReturnTime] = ['2027-08-05 10:00:00', '2027-08-07 10:00:00'];
  const span = { plannedPickupTime, plannedReturnTime };
  const query = { storeId: 1, subModelId: 1, pickupTime: plannedPickupTime, returnTime: plannedReturnTime };
  const offered = async (excludeOrderId: number): Promise<number[]> =>
    accepted(await clerk.get<{ id: number }[]>('/order/availablecars', { ...query, excludeOrderId })).data.map(
      (each) => each.id,
    );
  const first = await book(clerk, span);
  const cars = await offered(first);
  const others: number[] = [];
  for (const _ of cars.slice(1)) others.push(await book(clerk, { ...span, plannedReturnTime: '2027-08-08 10:00:00' }));
  const [car, ...rest] = cars as [number, ...number[]];
  accepted(await clerk.post('/test/hold', { id: 40, carId: car, start: '2027-08-04 10:00:00' }));
  expect((await clerk.post('/order/save', draft(span))).statusCode).toBe(400);

  const save = (id: number, changes: object) => clerk.post('/order/save', { id, ...draft(span), ...changes });
  accepted(await save(first, { remark: 'Child seat' }));
  expect((await save(first, { plannedReturnTime: '2027-08-08 09:00:00' })).statusCode).toBe(400);
  expect(await offered(first)).toEqual(rest);
  for (const [index, id] of [first, ...others.slice(1)].entries())
    accepted(await clerk.post('/order/assigncar', { id, carId: rest[index] }));
  expect(await offered(others[0]!)).toEqual([]);
  accepted(await clerk.post('/order/assigncar', { id: first, carId: null }));
  expect(await offered(others[0]!)).toEqual([rest[0]]);
});
