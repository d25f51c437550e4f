import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, book, orderIn, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

let app: RentalApp;
let fleet: Client;
let ops: Client;
let owner: number;
beforeAll(async () => {
  app = await startRentalApp();
  fleet = await app.as('fleet');
  ops = await app.as('ops');
  owner = accepted(
    await fleet.post<{ id: number }>('/basics/institution/save', {
      name: 'Malee',
      type: 1,
      ownerType: 1,
      contact: 'Malee',
      phone: '+66811111111',
      address: 'Phuket',
      taxId: 'T1',
      status: 1,
    }),
  ).data.id;
});
afterAll(() => app?.close());

let made = 0;
const identity = (): Record<string, string> => {
  made += 1;
  return { plate: `NEW-${made}`, frameNo: `NF${made}`, engineNo: `NE${made}` };
};
const COMPLETE = {
  licenceNo: 'TH1',
  registerDate: '2026-01-01',
  inspectionExpiry: '2028-01-01',
  compulsoryInsurance: { policyNo: 'P1', startDate: '2026-12-01', endDate: '2027-11-30' },
};
/** A new car as the form's first steps make it. */
async function add(changes: Record<string, unknown> = {}): Promise<number> {
  const values = {
    brandId: 1,
    modelId: 1,
    subModelId: RENTAL.yaris,
    storeId: RENTAL.phuket,
    ...identity(),
    ...changes,
  };
  return accepted(await fleet.post<{ id: number }>('/car/save', values)).data.id;
}
const complete = (changes: Record<string, unknown> = {}): Promise<number> =>
  add({ ...COMPLETE, ownerType: 1, institutionId: owner, ...changes });
async function listed(changes: Record<string, unknown> = {}): Promise<number> {
  const id = await complete(changes);
  accepted(await fleet.post('/car/audit', { id }));
  accepted(await fleet.post('/car/online', { id }));
  return id;
}
async function car(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from vehicle where id = ${id}`.execute(app.db);
  return rows[0]!;
}
const state = async (id: number): Promise<readonly unknown[]> => {
  const { status, auditStatus } = await car(id);
  return [status, auditStatus];
};
/** The step is refused with this reason and changes nothing. */
async function refused(id: number, call: () => Promise<Answer>, reason: string): Promise<void> {
  const before = await car(id);
  const answer = await call();
  expect([answer.statusCode, answer.message]).toEqual([400, expect.stringContaining(reason)]);
  expect(await car(id)).toEqual(before);
}

describe('V1: a new vehicle', () => {
  test('is pending and not audited, in the city of its store', async () => {
    expect(await car(await add())).toMatchObject({ status: 0, auditStatus: 0, cityId: 1 });
    expect(await car(await add({ storeId: RENTAL.chiangMai }))).toMatchObject({ cityId: 2 });
  });

  test.each(['brandId', 'modelId', 'subModelId', 'storeId', 'plate', 'frameNo', 'engineNo'])(
    'needs %s',
    async (field) => {
      const answer = await fleet.post('/car/save', {
        brandId: 1,
        modelId: 1,
        subModelId: 1,
        storeId: 1,
        ...identity(),
        [field]: null,
      });
      expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
    },
  );

  test.each([
    ['plate', 'Plate number already exists'],
    ['frameNo', 'Frame number already exists'],
    ['engineNo', 'Engine number already exists'],
  ])('has a %s of its own among vehicles that are not sold or lost', async (field, message) => {
    const id = await add();
    const value = (await car(id))[field];
    const again = { brandId: 1, modelId: 1, subModelId: 1, storeId: 1, ...identity(), [field]: value };
    expect((await fleet.post('/car/save', again)).errors).toEqual({ [field]: message });
    expect((await fleet.post('/car/copy', { id, ...identity(), [field]: value })).errors).toEqual({ [field]: message });
    accepted(await fleet.post('/car/sold', { id }));
    accepted(await fleet.post('/car/save', again));
  });

  test('of two at once with the same plate one is made', async () => {
    const values = identity();
    const answers = await Promise.all(
      [1, 2].map(() =>
        fleet.post('/car/save', {
          brandId: 1,
          modelId: 1,
          subModelId: 1,
          storeId: 1,
          ...identity(),
          plate: values['plate'],
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  test('belongs to a brand, model and sub-model that belong together', async () => {
    accepted(await fleet.post('/car/brand/save', { name: 'Honda' }));
    const form = { storeId: 1, ...identity() };
    expect((await fleet.post('/car/save', { ...form, brandId: 2, modelId: 1, subModelId: 1 })).errors).toEqual({
      modelId: 'The model does not belong to this brand',
    });
    expect((await fleet.post('/car/save', { ...form, brandId: 1, modelId: 1, subModelId: 2 })).errors).toEqual({
      subModelId: 'The sub-model does not belong to this model',
    });
    const id = await add();
    expect((await fleet.post('/car/save', { id, brandId: 2 })).errors).toEqual({
      modelId: 'The model does not belong to this brand',
    });
  });

  test('comes into being in no other state, whatever is sent', async () => {
    for (const sneaked of [
      { status: 1 },
      { auditStatus: 1 },
      { cityId: 2 },
      { dispatchTime: '2027-01-01 00:00:00' },
      { holdVersion: 3 },
    ]) {
      const answer = await fleet.post('/car/save', {
        brandId: 1,
        modelId: 1,
        subModelId: 1,
        storeId: 1,
        ...identity(),
        ...sneaked,
      });
      expect([sneaked, answer.statusCode]).toEqual([sneaked, 400]);
    }
  });

  test('a copy takes everything but identity, mileage, licence, insurance and pictures', async () => {
    const id = await complete({ mileage: 50_000, color: 'white', seats: 5, images: ['a'.repeat(32)] });
    accepted(await fleet.post('/car/audit', { id }));
    const values = identity();
    const copy = accepted(await fleet.post<{ id: number }>('/car/copy', { id, ...values })).data.id;
    expect(await car(copy)).toMatchObject({
      ...values,
      brandId: 1,
      subModelId: 1,
      storeId: 1,
      cityId: 1,
      color: 'white',
      seats: 5,
      institutionId: owner,
      status: 0,
      auditStatus: 0,
      mileage: 0,
      licenceNo: null,
      registerDate: null,
      inspectionExpiry: null,
      compulsoryInsurance: null,
      images: null,
    });
    expect((await fleet.post('/car/copy', { id: 999_999, ...identity() })).message).toBe('Car not found');
  });
});

describe('V2: the audit', () => {
  test.each([
    ['licenceNo', null, 'Vehicle licence number is missing'],
    ['registerDate', null, 'Registration date is missing'],
    ['inspectionExpiry', null, 'Inspection expiry date is missing'],
    ['institutionId', null, 'Owner is missing'],
    ['compulsoryInsurance', null, 'No compulsory insurance valid today'],
    [
      'compulsoryInsurance',
      { policyNo: 'P', startDate: '2026-02-21', endDate: '2027-02-21' },
      'No compulsory insurance valid today',
    ],
  ])('asks for %s (%j)', async (field, value, reason) => {
    app.at('2027-02-22 12:00');
    const id = await complete({ [field]: value });
    await refused(id, () => fleet.post('/car/audit', { id }), reason);
  });

  test('names everything that is missing at once, at its field', async () => {
    const id = await add();
    const { errors } = await fleet.post('/car/audit', { id });
    expect(Object.keys(errors).toSorted()).toEqual([
      'compulsoryInsurance',
      'inspectionExpiry',
      'institutionId',
      'licenceNo',
      'registerDate',
    ]);
  });

  test('approves once; the policy may end today', async () => {
    app.at('2027-02-22 12:00');
    const id = await complete({
      compulsoryInsurance: { policyNo: 'P', startDate: '2026-02-22', endDate: '2027-02-22' },
    });
    accepted(await fleet.post('/car/audit', { id }));
    expect(await state(id)).toEqual([0, 1]);
    await refused(id, () => fleet.post('/car/audit', { id }), 'The vehicle is already approved');
  });
});

describe('V3: listing', () => {
  test('asks for the audit', async () => {
    const id = await complete();
    await refused(id, () => fleet.post('/car/online', { id }), 'The vehicle is not approved');
  });

  test('asks for an enabled price of store and sub-model', async () => {
    const id = await complete({ storeId: RENTAL.chiangMai });
    accepted(await fleet.post('/car/audit', { id }));
    const { rows } = await sql<{
      id: number;
    }>`select id from price where "storeId" = ${RENTAL.chiangMai} and "subModelId" = 1`.execute(app.db);
    const price = rows[0]!.id;
    accepted(await ops.post('/carprice/status', { id: price, status: 0 }));
    await refused(id, () => fleet.post('/car/online', { id }), 'No enabled price for the store and vehicle model');
    accepted(await ops.post('/carprice/status', { id: price, status: 1 }));
    accepted(await fleet.post('/car/online', { id }));
  });

  test('asks for a valid policy and inspection', async () => {
    app.at('2027-02-22 12:00');
    const id = await complete({
      inspectionExpiry: '2027-02-22',
      compulsoryInsurance: { policyNo: 'P', startDate: '2026-03-01', endDate: '2027-02-22' },
    });
    accepted(await fleet.post('/car/audit', { id }));
    app.at('2027-02-23 12:00');
    await refused(id, () => fleet.post('/car/online', { id }), 'The compulsory insurance is not valid');
    await refused(id, () => fleet.post('/car/online', { id }), 'The annual inspection is not valid');
    app.at('2027-02-22 12:00');
    accepted(await fleet.post('/car/online', { id }));
    expect(await state(id)).toEqual([1, 1]);
    await refused(id, () => fleet.post('/car/online', { id }), 'Not possible for an available vehicle');
  });
});

describe('V4: delisting', () => {
  test('lists the open orders that must be moved first', async () => {
    app.at('2027-02-22 12:00');
    const id = await listed();
    const order = await book(ops, { carId: id });
    const { rows } = await sql<{ orderNo: string }>`select "orderNo" from "order" where id = ${order}`.execute(app.db);
    for (const path of ['/car/offline', '/car/sold', '/car/totalloss'])
      await refused(id, () => fleet.post(path, { id }), rows[0]!.orderNo);
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: RENTAL.chiangMai }), rows[0]!.orderNo);
    accepted(await ops.post('/order/cancel', { id: order, reason: 'ill' }));
    accepted(await fleet.post('/car/offline', { id }));
    expect(await state(id)).toEqual([0, 1]);
  });
});

describe('V8: dispatch', () => {
  test('moves store and city, takes the car offline, and its new price is confirmed before it is listed', async () => {
    app.at('2027-02-22 12:05');
    const id = await listed();
    accepted(await fleet.post('/car/dispatch', { id, storeId: RENTAL.chiangMai, remark: 'season' }));
    expect(await car(id)).toMatchObject({ storeId: RENTAL.chiangMai, cityId: 2, status: 0, auditStatus: 1 });
    app.at('2027-02-22 12:10');
    await refused(
      id,
      () => fleet.post('/car/online', { id }),
      'After a dispatch the price of the new store must be saved again',
    );
    const { rows } = await sql<{
      id: number;
    }>`select id from price where "storeId" = ${RENTAL.chiangMai} and "subModelId" = 1`.execute(app.db);
    accepted(await ops.post('/carprice/save', { id: rows[0]!.id, dailyPrice: 1200 }));
    accepted(await fleet.post('/car/online', { id }));
    const history = accepted(await fleet.get<{ event: string; detail: unknown }[]>(`/car/log/${id}`)).data;
    expect(history.filter(({ event }) => event === 'dispatch').map(({ detail }) => detail)).toEqual([
      { remark: 'season' },
    ]);
  });

  test('asks for another store, which is open', async () => {
    const id = await add();
    await refused(
      id,
      () => fleet.post('/car/dispatch', { id, storeId: RENTAL.phuket }),
      'Cannot dispatch to the same store',
    );
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: 999_999 }), 'not open');
    expect((await fleet.post('/car/dispatch', { id })).errors).toEqual({ storeId: 'Required' });
    accepted(await ops.post('/basics/store/save', { id: RENTAL.airport, status: 0 }));
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: RENTAL.airport }), 'not open');
    accepted(await ops.post('/basics/store/save', { id: RENTAL.airport, status: 1 }));
  });

  test('is the only way to another store', async () => {
    const id = await add();
    await refused(
      id,
      () => fleet.post('/car/save', { id, storeId: RENTAL.chiangMai }),
      'Use Dispatch to move a vehicle',
    );
    accepted(await fleet.post('/car/save', { id, storeId: RENTAL.phuket, color: 'red' }));
  });
});

describe('V9, V10: sold and total loss', () => {
  test.each([
    ['/car/sold', 3],
    ['/car/totalloss', 4],
  ])('%s is final', async (path, status) => {
    const id = await listed();
    accepted(await fleet.post(path, { id, remark: 'gone' }));
    expect((await car(id))['status']).toBe(status);
    const reason = status === 3 ? 'Not possible for a sold vehicle' : 'Not possible for a total loss';
    for (const step of ['audit', 'online', 'offline', 'sold', 'totalloss'])
      await refused(id, () => fleet.post(`/car/${step}`, { id }), reason);
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: 3 }), reason);
    await refused(id, () => fleet.post('/car/changeowner', { id, ownerType: 1, institutionId: owner }), reason);
    await refused(id, () => fleet.post('/car/save', { id, color: 'red' }), reason);
    await refused(id, () => fleet.delete(`/car/delete/${id}`), `Delete failed: ${reason}`);
  });
});

describe('V11: change of owner', () => {
  test('keeps the state and says who owned it before', async () => {
    const id = await listed();
    const other = accepted(
      await fleet.post<{ id: number }>('/basics/institution/save', {
        name: 'Anan',
        type: 1,
        ownerType: 1,
        contact: 'A',
        phone: '+66822222222',
        address: 'Phuket',
        taxId: 'T2',
        status: 1,
      }),
    ).data.id;
    accepted(await fleet.post('/car/changeowner', { id, ownerType: 1, institutionId: other }));
    expect(await car(id)).toMatchObject({ status: 1, auditStatus: 1, institutionId: other });
    const [latest] = accepted(await fleet.get<{ changes: unknown[] }[]>(`/car/log/${id}`)).data;
    expect(latest!.changes).toContainEqual({ field: 'institutionId', before: owner, after: other });
    expect((await fleet.post('/car/changeowner', { id, ownerType: 1, institutionId: 999_999 })).statusCode).toBe(404);
  });
});

describe('V12: changes', () => {
  const fields = {
    plate: 'ZZ-1',
    frameNo: 'ZF1',
    engineNo: 'ZE1',
    licenceNo: 'TH9',
    registerDate: '2025-05-05',
    inspectionExpiry: '2029-01-01',
    usageCharacter: 1,
  };

  test.each(Object.entries(fields))(
    '%s is fixed while listed; while pending a change asks for a new audit',
    async (field, value) => {
      app.at('2027-02-22 12:00');
      const id = await listed();
      expect((await fleet.post('/car/save', { id, [field]: value })).errors).toEqual({
        [field]: 'Can be changed only while the vehicle is pending',
      });
      // Sent but not changed is no change.
      const { data } = accepted(await fleet.get<Record<string, unknown>>(`/car/info/${id}`));
      accepted(await fleet.post('/car/save', { id, [field]: data[field], color: 'blue' }));
      expect(await state(id)).toEqual([1, 1]);
      accepted(await fleet.post('/car/offline', { id }));
      accepted(await fleet.post('/car/save', { id, color: 'green' }));
      expect(await state(id)).toEqual([0, 1]);
      accepted(await fleet.post('/car/save', { id, [field]: value }));
      expect(await state(id)).toEqual([0, 0]);
      accepted(await fleet.post('/car/sold', { id }));
    },
  );

  test('a rented car is neither delisted, dispatched, sold, lost nor deleted, but edited', async () => {
    await orderIn(app, ops, 2, RENTAL.cars[0]);
    const id = RENTAL.cars[0];
    for (const step of ['offline', 'sold', 'totalloss', 'online', 'audit'])
      await refused(id, () => fleet.post(`/car/${step}`, { id }), 'Not possible for a rented vehicle');
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: 3 }), 'Not possible for a rented vehicle');
    await refused(id, () => fleet.delete(`/car/delete/${id}`), 'Not possible for a rented vehicle');
    accepted(await fleet.post('/car/save', { id, color: 'red' }));
    expect((await car(id))['status']).toBe(2);
  });

  test('a form that is out of date is refused', async () => {
    const id = await add();
    const { updateTime } = accepted(await fleet.get<{ updateTime: string }>(`/car/info/${id}`)).data;
    accepted(await fleet.post('/car/save', { id, color: 'red', updateTime }));
    expect((await fleet.post('/car/save', { id, color: 'blue', updateTime })).statusCode).toBe(409);
  });
});

describe('V13: deletion', () => {
  test('of a pending, never audited car without history', async () => {
    const id = await add();
    accepted(await fleet.delete(`/car/delete/${id}`));
    expect(await car(id)).toBeUndefined();
    expect((await fleet.get(`/car/info/${id}`)).statusCode).toBe(404);
  });

  test('not of an approved, listed or rented-before one', async () => {
    const id = await complete();
    accepted(await fleet.post('/car/audit', { id }));
    await refused(id, () => fleet.delete(`/car/delete/${id}`), 'An approved vehicle cannot be deleted');
    accepted(await fleet.post('/car/online', { id }));
    await refused(id, () => fleet.delete(`/car/delete/${id}`), 'Not possible for an available vehicle');
    app.at('2027-02-22 12:00');
    const order = await book(ops, { carId: id });
    accepted(await ops.post('/order/cancel', { id: order, reason: 'ill' }));
    accepted(await fleet.post('/car/offline', { id }));
    accepted(await fleet.post('/car/save', { id, licenceNo: 'TH77' }));
    expect(await state(id)).toEqual([0, 0]);
    await refused(id, () => fleet.delete(`/car/delete/${id}`), 'The vehicle has orders');
  });
});

test('of several at once that list a car one does', async () => {
  app.at('2027-02-22 12:00');
  const id = await complete();
  accepted(await fleet.post('/car/audit', { id }));
  const answers = await Promise.all([1, 2, 3].map(() => fleet.post('/car/online', { id })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
});
