import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { accepted, book, draft, RENTAL } from './rental.ts';
import { startYard } from './yard.ts';

const { app, fleet, ops, owner, identity, add, complete, listed, car, state, refused } = await startYard();
afterAll(() => app.close());

describe('a vehicle that is not there', () => {
  // D-CAR-14; one of another user's stores is as good as none.
  test('is said to be so by every call that looks for it', async () => {
    const id = 999_999;
    const words = 'Car not found';
    for (const answer of [
      await ops.get(`/car/info/${id}`),
      await ops.get('/car/info/none'),
      await ops.get(`/car/log/${id}`),
      await ops.get(`/resources/vehicle/${id}/history`),
      await fleet.post('/car/save', { id, color: 'red' }),
      await fleet.post('/car/sold', { id }),
      await fleet.delete(`/car/delete/${id}`),
    ])
      expect([answer.statusCode, answer.message.replace(/^.*: /, '')]).toEqual([404, words]);
    expect(JSON.stringify(await ops.post('/order/quote', draft({ carId: id })))).toContain(words);
  });
});

describe('the list of vehicles by dates', () => {
  test.each(['date', 'purchaseDate', 'createTime'])('needs both ends of %s', async (name) => {
    const [start, end] = [`${name}Start`, `${name}End`];
    const day = '2027-01-01';
    const words = 'Please choose both ends of the range';
    expect((await ops.get('/car/list', { [start]: day })).errors).toEqual({ [end]: words });
    expect((await ops.get('/car/list', { [end]: day })).errors).toEqual({ [start]: words });
    expect((await ops.get('/car/export', { [end]: day })).errors).toEqual({ [start]: words });
    accepted(await ops.get('/car/list', { [start]: day, [end]: day }));
  });
});

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
    ['plate', 'Plate number already exists. Check the number'],
    ['frameNo', 'Frame number already exists. Check the number'],
    ['engineNo', 'Engine number already exists. Check the number'],
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
      modelId: 'The model does not belong to this brand. Choose one of its models',
    });
    expect((await fleet.post('/car/save', { ...form, brandId: 1, modelId: 1, subModelId: 2 })).errors).toEqual({
      subModelId: 'The sub-model does not belong to this model. Choose one of its sub-models',
    });
    const id = await add();
    expect((await fleet.post('/car/save', { id, brandId: 2 })).errors).toEqual({
      modelId: 'The model does not belong to this brand. Choose one of its models',
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
    const id = await complete({
      ...{ mileage: 50_000, color: 'white', seats: 5, images: ['a'.repeat(32)] },
      roadTaxExpiry: '2027-05-01',
    });
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
      roadTaxExpiry: null,
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
    expect(accepted(await fleet.post('/car/audit', { id })).message).toBe('Reviewed successfully');
    expect(await state(id)).toEqual([0, 1]);
    await refused(id, () => fleet.post('/car/audit', { id }), 'The vehicle is already approved');
  });
});

test.each([1, 2, 3])('the usage character %i is kept', async (usageCharacter) => {
  const id = await add({ usageCharacter });
  expect(await car(id)).toMatchObject({ usageCharacter });
});

describe('V3: listing', () => {
  test('asks for the audit', async () => {
    const id = await complete();
    await refused(
      id,
      () => fleet.post('/car/online', { id }),
      'The vehicle is not approved. Have it approved or choose another vehicle',
    );
  });

  test('asks for an enabled price of store and sub-model', async () => {
    const id = await complete({ storeId: RENTAL.chiangMai });
    accepted(await fleet.post('/car/audit', { id }));
    const { rows } = await sql<{
      id: number;
    }>`select id from price where "storeId" = ${RENTAL.chiangMai} and "subModelId" = 1`.execute(app.db);
    const price = rows[0]!.id;
    accepted(await ops.post('/carprice/status', { id: price, status: 0 }));
    await refused(
      id,
      () => fleet.post('/car/online', { id }),
      'No enabled price for the store and vehicle model. Add a price first',
    );
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

test('of several at once that list a car one does', async () => {
  app.at('2027-02-22 12:00');
  const id = await complete();
  accepted(await fleet.post('/car/audit', { id }));
  const answers = await Promise.all([1, 2, 3].map(() => fleet.post('/car/online', { id })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
});
