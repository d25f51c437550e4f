import { afterAll, describe, expect, test } from 'vitest';
import { accepted, book, orderIn, RENTAL } from './rental.ts';
import { upload } from './upload.ts';
import { startYard } from './yard.ts';

/** What fleet managers of rental companies ran into, over HTTP. */
const { app, fleet, ops, listed, add, identity } = await startYard();
const manager = await app.as('storeManager');
afterAll(() => app.close());

describe('a year of the Buddhist calendar', () => {
  const NEW = { brandId: 1, modelId: 1, subModelId: RENTAL.yaris, storeId: RENTAL.phuket };
  test.each([
    ['a vehicle', '/car/save', 'inspectionExpiry', '2570-03-01', () => ({ ...NEW, ...identity() })],
    ['a vehicle', '/car/save', 'registerDate', '2560-03-01', () => ({ ...NEW, ...identity() })],
    ['a vehicle', '/car/save', 'purchaseDate', '2566-03-01', () => ({ ...NEW, ...identity() })],
    ['a holiday', '/basics/holiday/save', 'startDate', '2570-04-13', () => ({ name: 'Songkran', endDate: '2570-04-15', minDays: 3 })],
    ['a storage order', '/car/storage/save', 'offlineTime', '2569-04-13 10:00:00', () => ({ kind: 1, storeId: RENTAL.phuket, subModelId: RENTAL.camry, carId: RENTAL.camryCar })],
    ['an order', '/order/save', 'plannedPickupTime', '2570-04-13 10:00:00', () => ({ renterName: 'x' })],
    ['a renewal', '/order/renew', 'time', '2570-04-13 10:00', () => ({ orderId: 1 })],
    ['a payment', '/order/payment/save', 'time', '2569-04-13 10:00:00', () => ({ orderId: 1, amount: 1, method: 5 })],
  ] as const)('of %s (%s, %s) is refused with the year that was meant', async (_what, path, field, date, values) => {
    const { errors } = await ops.post(path, { ...values(), [field]: date });
    const year = date.slice(0, 4);
    expect(errors[field]).toBe(
      `${year} looks like a Buddhist year. Did you mean ${Number(year) - 543}${date.slice(4, 10)}?`,
    );
  }); // prettier-ignore

  test('of a document (expiryDate) is refused with the year that was meant', async () => {
    app.at('2027-02-22 12:00');
    const orderId = await book(ops);
    const { memberId } = accepted(await ops.get<{ memberId: number }>(`/order/info/${orderId}`)).data;
    const document = { memberId, type: 2, url: await upload(ops) };
    const save = (expiryDate: string) => ops.post('/member/document/save', { ...document, expiryDate });
    expect((await save('2571-03-01')).errors['expiryDate']).toContain('Did you mean 2028-03-01?');
    accepted(await save('2028-03-01'));
  });
});

test('a plate is one car in whatever spelling; another province or another number is another car', async () => {
  for (const [plate, ...same] of [
    ['กข 5084 ภูเก็ต', 'กข5084 ภูเก็ต', 'กข-5084 ภูเก็ต'],
    ['AB 5084', 'ab5084', 'ＡＢ５０８４'],
  ] as const) {
    const id = await add({ plate });
    for (const again of same) {
      const { errors } = await fleet.post('/car/save', {
        ...{ brandId: 1, modelId: 1, subModelId: RENTAL.yaris, storeId: RENTAL.phuket },
        ...{ ...identity(), plate: again },
      });
      expect([again, errors]).toEqual([again, { plate: 'Plate number already exists. Check the number' }]);
      const { list } = accepted(await ops.get<{ list: { id: number }[] }>('/car/list', { keyword: again })).data;
      expect([again, list.map((row) => row.id)]).toEqual([again, [id]]);
    }
  }
  await add({ plate: 'กข 5084 กระบี่' });
});

test('a fine that comes after the sale finds the car in the form, and its order by the time', async () => {
  const carId = await listed({ plate: 'SOLD 77', mileage: 10_000 });
  const orderId = await orderIn(app, ops, 3, carId);
  app.at('2027-03-10 12:00');
  accepted(await fleet.post('/car/sold', { id: carId }));
  app.at('2027-03-20 12:00');
  const offered = accepted(
    await manager.get<{ id: number }[]>('/car/options', { keyword: 'sold77', status: '0,1,2,3,4' }),
  ).data;
  expect(offered.map(({ id }) => id)).toEqual([carId]);
  const offence = {
    behavior: 'Speeding',
    location: 'Patong',
    points: 0,
    fine: 500,
    carId,
    time: '2027-03-02 10:00:00',
  };
  const { id } = accepted(await manager.post<{ id: number }>('/car/violation/save', offence)).data;
  expect(accepted(await manager.get(`/car/violation/info/${id}`)).data).toMatchObject({ carId, orderId });
});
