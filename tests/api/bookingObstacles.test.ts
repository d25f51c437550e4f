import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, book, draft, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/**
 * What stands in the way of a car inside the booked period, on every path that books: it refuses or warns the same on all of them (D-UPK-01, D-UPK-03,
 * D-AVAIL-01, D-AVAIL-03, D-STOCK-02). The period is 1 to 6 March; everything in the way lies on the 5th, so that an order until the 4th can be made longer
 * into it.
 */
const BEGIN = '2027-03-01 10:00:00';
const LONG = '2027-03-06 10:00:00';
const FROM = '2027-03-05 09:00:00';
const UNTIL = '2027-03-05 18:00:00';

let app: RentalApp;
let desk: Client;
let ops: Client;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp();
  [desk, ops] = await Promise.all([app.as('storeManager'), app.as('ops')]);
  // For orders that wait for a plate.
  await addCars(app, 20);
  cars = [...(await addCars(app, 250))];
  await sql`update vehicle set status = 0 where id = any(${cars})`.execute(app.db);
});
afterAll(() => app.close());

/** A listed car that nothing is in the way of; not listed before, so that the model has few cars to be counted. */
const car = async (): Promise<number> => {
  const id = cars.pop()!;
  await sql`update vehicle set status = 1 where id = ${id}`.execute(app.db);
  return id;
};
const sent = (client: Client, path: string, body: object): Promise<void> => client.post(path, body).then((answer) => void accepted(answer)); // prettier-ignore
const pauses = (pausePeriods: readonly object[]): Promise<void> =>
  sent(ops, '/basics/store/savefestivalseting', { storeId: RENTAL.phuket, pausePeriods });
afterEach(() => pauses([]));

/** What a path says: why it refuses, empty where it does not, and the codes of its warnings. */
interface Said {
  readonly refused: string;
  readonly warnings: readonly string[];
}

interface Notices {
  readonly errors?: readonly { readonly message: string }[];
  readonly conflicts?: readonly { readonly message: string }[];
  readonly warnings?: readonly { readonly code: string }[];
}

function saidBy(answer: Answer): Said {
  if (answer.statusCode !== 200) return { refused: `${answer.message} ${JSON.stringify(answer.errors)}`, warnings: [] };
  const { errors = [], conflicts = [], warnings = [] } = answer.data as Notices;
  return {
    refused: [...errors, ...conflicts].map(({ message }) => message).join(' '),
    warnings: warnings.map(({ code }) => code),
  };
}

interface Path {
  /** It asks for a time, or saves the whole order anew: the store is asked, too (D-AVAIL-03). */
  readonly time: boolean;
  /** The car leaves now: papers must be valid today (D-UPK-03). */
  readonly leaves?: true;
  /** Books 1 to 6 March on the car; `obstruct` is called when everything before it is done. */
  readonly run: (carId: number, obstruct: () => Promise<void>) => Promise<Said>;
}

const times = { plannedPickupTime: BEGIN, plannedReturnTime: LONG };
/** An order for the whole period on a car that nothing is in the way of. */
const onFreeCar = async (): Promise<number> => book(desk, { carId: await car(), ...times });
const renewed = async (carId: number, obstruct: () => Promise<void>, path: string): Promise<Said> => {
  const orderId = await orderIn(app, desk, 2, carId);
  await obstruct();
  return saidBy(await desk.post(path, { orderId, time: LONG }));
};

const PATHS: Readonly<Record<string, Path>> = {
  'the quote of a new order': {
    time: true,
    async run(carId, obstruct) {
      await obstruct();
      return saidBy(await desk.post('/order/quote', draft({ carId, ...times })));
    },
  },
  'a new order': {
    time: true,
    async run(carId, obstruct) {
      await obstruct();
      return saidBy(await desk.post('/order/save', draft({ carId, ...times })));
    },
  },
  'the quote of a change': {
    time: true,
    async run(carId, obstruct) {
      const id = await book(desk, { carId });
      await obstruct();
      return saidBy(await desk.post('/order/quote', { id, plannedReturnTime: LONG }));
    },
  },
  'a change of the time': {
    time: true,
    async run(carId, obstruct) {
      const id = await book(desk, { carId });
      await obstruct();
      return saidBy(await desk.post('/order/save', { id, plannedReturnTime: LONG }));
    },
  },
  'a change of the car': {
    time: false,
    async run(carId, obstruct) {
      const id = await onFreeCar();
      await obstruct();
      return saidBy(await desk.post('/order/save', { id, carId }));
    },
  },
  'a move to another car and time': {
    time: true,
    async run(carId, obstruct) {
      const id = await book(desk, { carId: await car() });
      await obstruct();
      return saidBy(await desk.post('/order/save', { id, carId, ...times }));
    },
  },
  'a move in time': {
    time: true,
    async run(carId, obstruct) {
      const id = await book(desk, { carId });
      await obstruct();
      return saidBy(await desk.post('/order/edittime', { id, ...times }));
    },
  },
  'giving a plate': {
    time: false,
    async run(carId, obstruct) {
      const id = await book(desk, times);
      await obstruct();
      return saidBy(await desk.post('/order/assigncar', { id, carId }));
    },
  },
  'giving another plate': {
    time: false,
    async run(carId, obstruct) {
      const id = await onFreeCar();
      await obstruct();
      return saidBy(await desk.post('/order/assigncar', { id, carId }));
    },
  },
  'the pickup with another car': {
    time: false,
    leaves: true,
    async run(carId, obstruct) {
      const id = await orderIn(app, desk, 1, await car(), times);
      app.at('2027-03-01 10:00');
      await obstruct();
      return saidBy(await desk.post('/order/pickup', { id, carId, time: BEGIN, mileage: 10_000, oil: 8 }));
    },
  },
  'the quote of a renewal': { time: true, run: (carId, obstruct) => renewed(carId, obstruct, '/order/renewquote') },
  'a renewal': { time: true, run: (carId, obstruct) => renewed(carId, obstruct, '/order/renew') },
};
const each = Object.entries(PATHS).map(([name, path]) => ({ name, ...path }));

const STORED = { storeId: RENTAL.phuket, subModelId: RENTAL.yaris, offlineTime: FROM, onlineTime: UNTIL };
const work = (carId: number, storageFlag: 0 | 1): Promise<void> =>
  sent(ops, '/car/maintenanceinfo/save', { carId, storageFlag, startTime: FROM, endTime: UNTIL, cost: 1 });
const policyEnds = async (carId: number, date: string): Promise<void> =>
  void (await sql`update insurance set "endDate" = ${date} where "carId" = ${carId}`.execute(app.db));
const inspectionEnds = async (carId: number, date: string): Promise<void> =>
  void (await sql`update vehicle set "inspectionExpiry" = ${date} where id = ${carId}`.execute(app.db));

describe.each(each)('$name', ({ run, time, leaves = false }) => {
  const said = async (obstruct: (carId: number) => Promise<void>): Promise<Said> => {
    app.at('2027-02-28 12:00');
    const carId = await car();
    return run(carId, () => obstruct(carId));
  };

  it.each([
    ['a storage order', (carId: number) => sent(desk, '/car/storage/save', { ...STORED, kind: 1, carId }), 'storage'],
    ['an offline order', (carId: number) => sent(desk, '/car/storage/save', { ...STORED, kind: 2, carId }), 'storage'],
    ['a work order with storage', (carId: number) => work(carId, 1), 'maintenance'],
  ] as const)('is refused where %s begins before the return', async (_what, obstruct, reason) => {
    expect((await said(obstruct)).refused).toContain(reason);
  });

  it('is not kept off by a work order without storage', async () => {
    expect(await said((carId) => work(carId, 0))).toEqual({ refused: '', warnings: [] });
  });

  it.each([
    ['policy', policyEnds, 'availability.policyEnds', 'insurance'],
    ['inspection', inspectionEnds, 'availability.inspectionEnds', 'inspection'],
  ] as const)('warns of a %s that ends before the return; once ended it keeps the car in the yard', async (...row) => {
    const [, ends, code, reason] = row;
    expect(await said((carId) => ends(carId, '2027-03-05'))).toEqual({ refused: '', warnings: [code] });
    expect(await said((carId) => ends(carId, '2027-03-06'))).toEqual({ refused: '', warnings: [] });
    const ended = await said((carId) => ends(carId, '2027-02-20'));
    if (leaves) expect(ended.refused).toContain(reason);
    else expect(ended).toEqual({ refused: '', warnings: [code] });
  });

  it('is refused where the return lies in a pause of the store, unless it is about the car alone', async () => {
    const { refused } = await said(() => pauses([{ startTime: FROM, endTime: '2027-03-06 18:00:00' }]));
    if (time) expect(refused).toMatch(/pause/i);
    else expect(refused).toBe('');
    await pauses([]);
    // The store serves on the days of pickup and return: what it does meanwhile is its own affair.
    expect(await said(() => pauses([{ startTime: FROM, endTime: UNTIL }]))).toEqual({ refused: '', warnings: [] });
  });
});

it('a pickup with another car asks from when it leaves: storage that ended in the morning is over', async () => {
  app.at('2027-02-28 12:00');
  const [id, carId] = [await orderIn(app, desk, 1, await car(), times), await car()];
  const offlineTime = '2027-03-01 08:00:00';
  const stored = accepted(
    await desk.post<{ id: number }>('/car/storage/save', { ...STORED, kind: 1, carId, offlineTime, onlineTime: '' }),
  ).data.id;
  const pickup = (time: string) => desk.post('/order/pickup', { id, carId, time, mileage: 10_000, oil: 8 });
  app.at('2027-03-01 11:30');
  expect(saidBy(await pickup('2027-03-01 11:30:00')).refused).toContain('storage');
  await sent(desk, '/car/storage/finish', { id: stored, onlineTime: '2027-03-01 11:00:00' });
  app.at('2027-03-01 12:00');
  expect(saidBy(await pickup('2027-03-01 10:30:00')).refused).toContain('storage');
  expect(saidBy(await pickup('2027-03-01 12:00:00'))).toEqual({ refused: '', warnings: [] });
});

it('a move in the schedule of an order whose car is out warns of nothing: only the return comes nearer', async () => {
  const id = await orderIn(app, desk, 2, await car());
  expect(saidBy(await desk.post('/order/edittime', { id, plannedReturnTime: '2027-03-03 10:00:00' }))).toEqual({
    refused: '',
    warnings: [],
  });
});

it('the only car of a model in storage is promised to nobody who waits for a plate either', async () => {
  app.at('2027-02-28 12:00');
  const camry = { subModelId: RENTAL.camry, ...times };
  const id = await book(desk, { ...camry, plannedReturnTime: '2027-03-04 10:00:00' });
  await sent(desk, '/car/storage/save', { ...STORED, kind: 2, subModelId: RENTAL.camry, carId: RENTAL.camryCar });
  const wants = [
    ['/order/quote', draft(camry)],
    ['/order/save', draft(camry)],
    ['/order/quote', { id, ...times }],
    ['/order/save', { id, ...times }],
    ['/order/edittime', { id, ...times }],
  ] as const;
  for (const [path, body] of wants)
    expect(saidBy(await desk.post(path, body)).refused, path).toContain('No vehicle is available');
});

it('orders come by no file: an import would book without being asked', async () => {
  const admin = await app.as('admin');
  expect((await admin.get('/resources/order/import')).http).toBe(404);
});
