import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openChangeDesk } from './changedCars.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, errorOf, orderIn } from './rental.ts';

const desk = openChangeDesk();

describe('another car during a rental', () => {
  it('goes on with the new car, the old one is free where it stands, and nothing else of the order changes', async () => {
    const before = await desk.info();
    const answer = accepted(await desk.change());
    expect(answer.data).toMatchObject({ difference: 0, total: before['total'], workOrderId: null, warnings: [] });
    expect(await desk.info()).toMatchObject({
      ...{ status: 2, carId: desk.next, carSince: '2027-03-02 09:30:00', actualPickupTime: '2027-03-01 10:00:00' },
      ...{ total: before['total'], payable: before['payable'], paid: before['paid'] },
      cars: [
        {
          ...{ carId: desk.old, plate: await desk.plateOf(desk.old), modelName: 'Toyota Yaris 1.2 Sport' },
          ...{ since: '2027-03-01 10:00:00', until: '2027-03-02 09:30:00', mileageOut: 10_000, mileageIn: 10_180 },
          ...{ oilOut: 8, oilIn: 5, distance: 180, reason: 'breakdown', fate: 'free', remark: 'gearbox', unread: '' },
        },
        {
          ...{ carId: desk.next, plate: await desk.plateOf(desk.next), since: '2027-03-02 09:30:00', until: '' },
          ...{ mileageOut: 10_020, mileageIn: null, oilOut: 8, oilIn: null, distance: null, reason: null, fate: null },
        },
      ],
    });
    expect(await desk.car(desk.old)).toEqual({ status: 1, storeId: RENTAL.phuket, mileage: 10_180 });
    expect(await desk.car(desk.next)).toEqual({ status: 2, storeId: RENTAL.phuket, mileage: 10_020 });
    expect(await brokenHolds(desk.app.db)).toEqual([]);
  });

  it('is settled at the return by the readings of each car', async () => {
    accepted(await desk.change());
    desk.app.at('2027-03-04 10:00');
    expect(errorOf(await desk.giveBack({ carId: desk.old }))).toContain('not the vehicle of the order');
    expect(errorOf(await desk.giveBack({ mileage: 10_019 }))).toContain('10020 km');
    expect(errorOf(await desk.giveBack({ time: '2027-03-02 09:00:00' }))).toContain('2 Mar 09:30');
    accepted(await desk.giveBack());
    expect(await desk.info()).toMatchObject({
      status: 3,
      cars: [
        { carId: desk.old, distance: 180 },
        { carId: desk.next, until: '2027-03-04 10:00:00', mileageIn: 10_320, distance: 300 },
      ],
    });
    expect(await desk.car(desk.next)).toMatchObject({ status: 1, mileage: 10_320 });
    await expectSoundMoney(desk.app.db);
  });

  it('may change again, also back to the first car', async () => {
    accepted(await desk.change());
    desk.app.at('2027-03-03 10:00');
    const again = {
      oldCarId: desk.next,
      carId: desk.old,
      time: '2027-03-03 09:00:00',
      mileage: 10_100,
      newMileage: 10_180,
    };
    accepted(await desk.change(again));
    const { cars } = await desk.info();
    expect(cars.map(({ carId, distance }) => [carId, distance])).toEqual([
      [desk.old, 180],
      [desk.next, 80],
      [desk.old, null],
    ]);
    desk.app.at('2027-03-04 10:00');
    accepted(await desk.giveBack({ carId: desk.old, mileage: 10_200 }));
    expect((await desk.info()).cars.at(-1)).toMatchObject({ carId: desk.old, distance: 20 });
  });

  it('stays changed: the pickup cannot be undone and is not offered to be, a return can', async () => {
    const offered = async () => {
      const query = { keyword: String((await desk.info())['orderNo']) };
      const { list } = accepted(await desk.ops.get<{ list: { actions: string[] }[] }>('/order/list', query)).data;
      return [list[0]!.actions, (await desk.info())['actions'] as string[]].map((each) =>
        each.includes('rejectpickup'),
      );
    };
    expect(await offered()).toEqual([true, true]);
    accepted(await desk.change());
    expect(await offered()).toEqual([false, false]);
    const undo = await desk.ops.post('/order/rejectpickup', { id: desk.id, reason: 'wrong' });
    expect(errorOf(undo)).toContain('The car of this order was changed');
    desk.app.at('2027-03-04 10:00');
    accepted(await desk.giveBack());
    accepted(await desk.ops.post('/order/rejectreturn', { id: desk.id, reason: 'wrong' }));
    expect(await desk.info()).toMatchObject({
      status: 2,
      carId: desk.next,
      cars: [{ carId: desk.old }, { carId: desk.next, until: '' }],
    });
    expect(await desk.car(desk.next)).toMatchObject({ status: 2 });
    expect(await brokenHolds(desk.app.db)).toEqual([]);
    accepted(await desk.giveBack());
  });

  it('takes a signature back: the contract names the car', async () => {
    await sql`update "order" set "contractStatus" = 1 where id = ${desk.id}`.execute(desk.app.db);
    accepted(await desk.change());
    expect(await desk.info()).toMatchObject({ contractStatus: 0 });
  });
});

describe('refuses', () => {
  it.each([
    ['no new car', { carId: undefined }, 'carId', 'Required'],
    ['a reading that is missing', { mileage: undefined, newOil: undefined }, 'mileage', 'Required'],
    ['fewer kilometres than at the pickup', { mileage: 9_999 }, 'mileage', '10000 km'],
    ['fewer kilometres than the new car has', { newMileage: 9_999 }, 'newMileage', '10000 km'],
    ['more kilometres than a day has', { newMileage: 12_000 }, 'newMileage', 'check the odometer'],
    ['a time before the pickup', { time: '2027-03-01 09:59:00' }, 'time', '1 Mar 10:00'],
    ['a time to come', { time: '2027-03-02 10:30:00' }, 'time', ''],
    ['a car that could not be read and is free', { unread: 'burnt' }, 'fate', 'shop'],
    ['a new price without a reason', { price: 'new' }, 'priceReason', 'Required'],
    ['a store that is none', { storeId: 999 }, 'storeId', ''],
  ])('%s', async (_, changes, field, said) => {
    const answer = await desk.change(changes);
    expect(answer.statusCode).toBe(400);
    expect(answer.errors[field]).toContain(said);
    expect(await desk.info()).toMatchObject({ carId: desk.old, cars: [{ carId: desk.old }] });
    expect(await desk.car(desk.old)).toMatchObject({ status: 2, mileage: 10_000 });
  });

  it('the same car, another model without a remark, and a car that came back later', async () => {
    expect((await desk.change({ carId: desk.old })).errors['carId']).toContain('already');
    expect((await desk.change({ carId: RENTAL.camryCar, remark: '' })).errors['remark']).toContain(
      'Say why in a remark',
    );
    const [third] = await addCars(desk.app, 1);
    const other = await orderIn(desk.app, desk.ops, 2, third!);
    desk.app.at('2027-03-02 10:00');
    accepted(await desk.giveBack({ id: other, carId: third, time: '2027-03-02 09:50:00', mileage: 10_010 }));
    const early = await desk.change({ carId: third, newMileage: 10_010 });
    expect(early.errors['time']).toContain('2 Mar 09:50');
  });

  it('a car that is promised to others, is not listed, is out, or stands elsewhere', async () => {
    const promised = await book(desk.ops, {
      carId: desk.next,
      plannedPickupTime: '2027-03-03 10:00:00',
      plannedReturnTime: '2027-03-05 10:00:00',
    });
    const { orderNo } = await desk.info(promised);
    expect((await desk.change()).errors['carId']).toContain(orderNo as string);
    expect((await desk.change({ carId: RENTAL.chiangMaiCar })).errors['carId']).toContain('not at the pickup store');
    await sql`update vehicle set status = 0 where id = 5`.execute(desk.app.db);
    expect((await desk.change({ carId: 5, newMileage: 10_000 })).errors['carId']).toContain('not listed');
    await sql`update vehicle set status = 2 where id = 4`.execute(desk.app.db);
    expect((await desk.change({ carId: 4, newMileage: 10_000 })).errors['carId']).toContain('out with a renter');
    expect((await desk.change({ carId: 9999 })).errors['carId']).toContain('not found');
  });

  it('the last car of a model that somebody without a plate was promised', async () => {
    await sql`update vehicle set status = 0 where "subModelId" = 2 and id <> 6`.execute(desk.app.db);
    await book(desk.ops, {
      subModelId: RENTAL.camry,
      plannedPickupTime: '2027-03-03 10:00:00',
      plannedReturnTime: '2027-03-05 10:00:00',
    });
    const answer = await desk.change({ carId: RENTAL.camryCar, newMileage: 10_000 });
    expect(answer.errors['carId']).toContain('No vehicle');
  });

  it('an order that is not out', async () => {
    const waiting = await orderIn(desk.app, desk.ops, 1, desk.next);
    expect((await desk.change({ id: waiting })).statusCode).toBe(400);
    desk.app.at('2027-03-02 10:00');
  });
});
