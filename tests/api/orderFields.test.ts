import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

type Info = Readonly<Record<string, unknown>> & {
  readonly tasks: readonly Readonly<Record<string, unknown>>[];
  readonly payments: readonly Readonly<Record<string, unknown>>[];
};

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  await addCars(app, 30);
});
afterAll(() => app.close());

const info = async (id: number): Promise<Info> => accepted(await manager.get<Info>(`/order/info/${id}`)).data;

describe('an order', () => {
  it('comes back as it was typed, every field of its form', async () => {
    const typed = {
      renterName: '<b>李四</b> Somchai',
      renterCountryCode: '+66',
      renterPhone: '0812345678',
      renterIdType: 2,
      renterIdNo: 'AA1234567',
      channel: 2,
      channelOrderNo: 'FZ-77',
      serviceType: 2,
      pickupStoreId: RENTAL.phuket,
      returnStoreId: RENTAL.airport,
      subModelId: RENTAL.yaris,
      carId: RENTAL.cars[0],
      externalPlate: 1,
      etc: 0,
      plannedPickupTime: '2027-03-01 10:00:00',
      plannedReturnTime: '2027-03-04 14:00:00',
      depositType: 2,
      pickupType: 1,
      pickupPointId: 2,
      returnType: 2,
      returnAddress: '1 Hill Road',
      returnLatitude: 7.5,
      returnLongitude: 98.5,
      remark: 'two\nlines <i>of</i> text',
    };
    const id = await book(clerk, typed);
    expect(await info(id)).toMatchObject({
      ...typed,
      pickupStoreName: 'Phuket Town',
      returnStoreName: 'Phuket Airport',
      subModelName: 'Toyota Yaris 1.2 Sport',
      plate: 'KK-1',
      pickupAddress: 'Beach Road',
      rentalDays: 3,
      rentalHours: 4,
      status: 1,
      payStatus: 0,
      contractStatus: 0,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it.each([
    ['pickupType', 0, {}],
    ['pickupType', 1, { pickupPointId: 2 }],
    ['pickupType', 2, { pickupAddress: 'Villa', pickupLatitude: 7.5, pickupLongitude: 98.5 }],
    ['returnType', 0, {}],
    ['returnType', 1, { returnPointId: 2 }],
    ['returnType', 2, { returnAddress: 'Villa', returnLatitude: 7.5, returnLongitude: 98.5 }],
    ['depositType', 1, {}],
    ['depositType', 2, {}],
    ['depositType', 3, {}],
    ['serviceType', 2, { channel: 2, channelOrderNo: 'FZ-1' }],
    ['serviceType', 3, { channel: 3, channelOrderNo: 'ZZ-1' }],
  ])('keeps %s %i', async (field, code, changes) => {
    expect(await info(await book(clerk, { [field]: code, ...changes }))).toMatchObject({ [field]: code });
  });

  it('refuses codes that no table has, and a service type of the back office is none', async () => {
    for (const [field, code] of [
      ['pickupType', 3],
      ['returnType', -1],
      ['depositType', 9],
      ['serviceType', 1],
      ['serviceType', 4],
      ['renterIdType', 99],
      ['channel', 5],
    ] as const)
      // prettier-ignore
      expect(Object.keys((await clerk.post('/order/save', draft({ channel: 2, [field]: code }))).errors)).toEqual([
        field,
      ]);
    expect(await info(await book(clerk, { serviceType: 2 }))).toMatchObject({ channel: 4, serviceType: null });
  });
});

describe('a payment', () => {
  it('keeps what was entered beside the operator and the time, by each of the seven methods', async () => {
    const id = await book(clerk);
    for (const method of [1, 2, 3, 4, 5, 6, 7])
      accepted(
        await clerk.post('/order/payment/save', {
          orderId: id,
          type: 1,
          amount: 10.5,
          method,
          feeItem: 'rental',
          transactionNo: `T-${method}`,
          payerAccount: 'acc@example',
          time: '2027-02-20 08:30:00',
          remark: 'at the counter',
        }),
      );
    const { payments } = await info(id);
    expect(payments.map((payment) => payment['method']).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const payment of payments)
      expect(payment).toMatchObject({
        id: expect.any(Number),
        type: 1,
        amount: 10.5,
        feeItem: 'rental',
        transactionNo: `T-${String(payment['method'])}`,
        payerAccount: 'acc@example',
        remark: 'at the counter',
        operator: 'clerk',
        time: '2027-02-20 08:30:00',
      });
    for (const [field, value] of [
      ['amount', 1.234],
      ['method', 8],
      ['feeItem', 'tip'],
      ['type', 3],
    ] as const)
      // prettier-ignore
      expect(
        Object.keys(
          (await clerk.post('/order/payment/save', { orderId: id, type: 1, amount: 1, method: 5, [field]: value })).errors,
        ),
      ).toEqual([field]);
  });
});

it('a payment is never changed or deleted', async () => {
  const id = await book(clerk);
  const payment = { orderId: id, type: 1, amount: 10, method: 5 };
  accepted(await clerk.post('/order/payment/save', payment));
  const before = (await info(id)).payments;
  const admin = await app.as('admin');
  const paymentId = before[0]!['id'] as number;
  expect((await admin.post('/order/payment/save', { ...payment, id: paymentId, amount: 1 })).statusCode).toBe(400);
  expect((await admin.delete(`/order/payment/delete/${paymentId}`)).http).toBe(404);
  expect((await info(id)).payments).toEqual(before);
});

it('with ETC only cars that have it are offered', async () => {
  await sql`update vehicle set etc = 1 where id = ${RENTAL.cars[2]}`.execute(app.db);
  const span = { storeId: RENTAL.phuket, pickupTime: '2027-05-10 10:00:00', returnTime: '2027-05-12 10:00:00', etc: 1 };
  const cars = accepted(await clerk.get<{ id: number }[]>('/order/availablecars', span)).data;
  expect(cars.map((car) => car.id)).toEqual([RENTAL.cars[2]]);
});

it('who wishes for ETC gets a car that has it, when booking, changing and assigning', async () => {
  const [without, fitted] = [RENTAL.cars[1], RENTAL.cars[2]];
  await sql`update vehicle set etc = 1 where id = ${fitted}`.execute(app.db);
  const trip = { plannedPickupTime: '2027-06-10 10:00:00', plannedReturnTime: '2027-06-12 10:00:00', etc: 1 };
  const refused = await clerk.post('/order/save', draft({ ...trip, carId: without }));
  expect(refused.errors['carId']).toBe(
    'The renter wishes for ETC, which this vehicle does not have. Choose a vehicle with ETC',
  );
  const id = await book(clerk, trip);
  const given = await clerk.post('/order/assigncar', { id, carId: without });
  expect([given.statusCode, given.errors['carId']]).toEqual([400, refused.errors['carId']]);
  accepted(await clerk.post('/order/assigncar', { id, carId: fitted }));
  accepted(await clerk.post('/order/save', draft({ ...trip, carId: without, etc: 0 })));
});

it('a car that went out early and is back before its planned pickup pays for the night in which it came', async () => {
  const carId = RENTAL.cars[4];
  const id = await orderIn(app, manager, 1, carId);
  const { total } = await info(id);
  app.at('2027-02-28 21:30');
  const task = { id, carId, time: '2027-02-28 21:30:00', oil: 8 };
  accepted(await manager.post('/order/pickup', { ...task, mileage: 10_500 }));
  const back = accepted(await manager.post<{ nightReturn: number }>('/order/return', { ...task, mileage: 10_500 }));
  expect(back.data).toMatchObject({ overrun: 0, nightReturn: 200, total: Number(total) + 200 });
});

it('a car that comes back a day early gives nothing back', async () => {
  const carId = RENTAL.cars[3];
  const id = await orderIn(app, manager, 2, carId);
  const { total } = await info(id);
  app.at('2027-03-03 10:00');
  accepted(await clerk.post('/order/return', { id, carId, time: '2027-03-03 10:00:00', mileage: 10_200, oil: 8 }));
  expect(await info(id)).toMatchObject({ status: 3, total, actualReturnTime: '2027-03-03 10:00:00' });
});

describe('a handover', () => {
  it('keeps its figures, photos, papers and video, out and back', async () => {
    const photo = (): Promise<string> => upload(clerk);
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)]);
    const files = async () => ({
      idPhotos: [await photo(), await photo()],
      licencePhotos: [await photo(), await photo()],
      mileagePhoto: await photo(),
      frontPhoto: await photo(),
      video: await upload(clerk, { type: 'video/mp4', filename: 'v.mp4', content: mp4 }),
      attachments: [await photo(), await photo()],
    });
    const id = await orderIn(app, manager, 1, RENTAL.cars[1]);
    app.at('2027-03-01 10:00');
    const out = {
      carId: RENTAL.cars[1],
      time: '2027-03-01 10:00:00',
      mileage: 10_100,
      oil: 0,
      remark: 'dusty',
      ...(await files()),
    };
    accepted(await clerk.post('/order/pickup', { id, ...out }));
    app.at('2027-03-04 10:00');
    const back = {
      ...out,
      ...(await files()),
      time: '2027-03-04 10:00:00',
      mileage: 10_500,
      oil: 8,
      damagePhotos: [await photo(), await photo()],
    };
    accepted(await clerk.post('/order/return', { id, ...back }));
    const { tasks } = await info(id);
    expect(tasks).toMatchObject([
      { type: 'pickup', plate: 'KK-2', ...out },
      { type: 'return', plate: 'KK-2', ...back },
    ]);
  });
});

it('a channel order can bring its own total and its money', async () => {
  const id = await book(clerk, {
    channel: 3,
    serviceType: 3,
    channelTotal: 3500.5,
    prepaid: 1,
    plannedPickupTime: '2027-09-10 10:00:00',
    plannedReturnTime: '2027-09-13 10:00:00',
  });
  const order = await info(id);
  expect(order).toMatchObject({
    total: 3500.5,
    paid: 3500.5,
    payStatus: 1,
    payments: [{ type: 1, amount: 3500.5, method: 6 }],
  });
  expect(order['fees']).toContainEqual(expect.objectContaining({ item: 'reduction', amount: 449.5, source: 'manual' }));
  const times = { plannedPickupTime: '2027-09-10 10:00:00', plannedReturnTime: '2027-09-13 10:00:00' };
  const fliggy = await book(clerk, { channel: 2, channelTotal: 4000, prepaid: 1, ...times });
  expect(await info(fliggy)).toMatchObject({ total: 4000, payments: [{ type: 1, amount: 4000, method: 7 }] });
  await expectSoundMoney(app.db);
});
