import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Inventory, Quote, StockView } from '../../src/rental/calls/index.ts';
import { accountsOf } from './accounts.ts';
import { openChangeDesk } from './changedCars.ts';
import { startChannels } from './channelSimulator.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, draft, errorOf, orderIn } from './rental.ts';

const desk = openChangeDesk();
const app = () => desk.app;
const later = (from: string, to: string) => ({
  plannedPickupTime: `2027-03-${from}:00`,
  plannedReturnTime: `2027-03-${to}:00`,
});
const freeCars = async (from: string, to: string, storeId: number = RENTAL.phuket) =>
  accepted(
    await desk.ops.get<{ id: number }[]>('/order/availablecars', {
      ...{ storeId, pickupTime: `2027-03-${from}:00`, returnTime: `2027-03-${to}:00` },
    }),
  ).data.map(({ id }) => id);

describe('the car that was given back', () => {
  it('goes to the shop with a work order of its own and cannot be booked', async () => {
    const { workOrderId } = accepted(await desk.change({ fate: 'shop' })).data;
    const work = accepted(await desk.ops.get<object>(`/car/maintenanceinfo/info/${workOrderId}`)).data;
    const remark = expect.stringContaining('gearbox') as string;
    expect(work).toMatchObject({
      carId: desk.old,
      storageFlag: 1,
      startTime: '2027-03-02 09:30:00',
      mileage: 10_180,
      remark,
    });
    expect(await freeCars('03 10:00', '05 10:00')).not.toContain(desk.old);
    const booking = draft({ carId: desk.old, ...later('05 10:00', '06 10:00') });
    expect(errorOf(await desk.ops.post('/order/save', booking))).toContain('in maintenance');
    app().at('2027-03-03 10:00');
    accepted(await desk.ops.post('/car/maintenanceinfo/complete', { id: workOrderId }));
    expect(await freeCars('03 12:00', '05 10:00')).toContain(desk.old);
  });

  it('does not go to the shop while an order needs it, unless it is back by then', async () => {
    const waiting = await book(desk.ops, { carId: desk.old, ...later('08 10:00', '09 10:00') });
    const { orderNo } = await desk.info(waiting);
    expect(errorOf(await desk.change({ fate: 'shop' }))).toContain(orderNo as string);
    expect(await desk.info()).toMatchObject({ carId: desk.old, cars: [{ carId: desk.old }] });
    accepted(await desk.change({ fate: 'shop', shopUntil: '2027-03-07 10:00:00' }));
    expect(await brokenHolds(app().db)).toEqual([]);
  });

  it('may be a total loss that nobody can read: for whoever writes cars off, and without a form for its return', async () => {
    const lost = {
      fate: 'totalLoss',
      reason: 'accident',
      unread: 'burnt out on Highway 402',
      mileage: undefined,
      oil: undefined,
    };
    expect((await desk.change(lost)).http).toBe(403);
    await sql`insert into "gpsDevice" ("deviceNo", "carId") values ('G1', ${desk.old})`.execute(app().db);
    const waiting = await book(desk.ops, { carId: desk.old, ...later('08 10:00', '09 10:00') });
    const { orderNo } = await desk.info(waiting);
    expect(errorOf(await desk.change(lost, desk.ops))).toContain(orderNo as string);
    accepted(await desk.ops.post('/order/assigncar', { id: waiting, carId: null }));
    accepted(await desk.change(lost, desk.ops));
    expect(await desk.car(desk.old)).toEqual({ status: 4, storeId: 1, mileage: 10_000 });
    const { rows } = await sql`select "carId" from "gpsDevice" where "deviceNo" = 'G1'`.execute(app().db);
    expect(rows).toEqual([{ carId: null }]);
    expect((await desk.info()).cars[0]).toMatchObject({
      ...{ until: '2027-03-02 09:30:00', mileageIn: null, oilIn: null, distance: null, fate: 'totalLoss' },
      unread: 'burnt out on Highway 402',
    });
    app().at('2027-03-04 10:00');
    accepted(await desk.giveBack());
    await expectSoundMoney(app().db);
  });

  it('is not in the way of who was promised a car, who is named to the clerk', async () => {
    await sql`update vehicle set status = 0 where "subModelId" = 1 and id not in (${desk.old}, ${desk.next})`.execute(
      app().db,
    );
    const waiting = await book(desk.ops, later('05 10:00', '06 10:00'));
    await book(desk.ops, later('05 10:00', '06 10:00'));
    const { orderNo } = await desk.info(waiting);
    const { warnings } = accepted(await desk.change({ fate: 'shop' })).data;
    expect(warnings.map(({ code }) => code)).toEqual(['order.warning.carMissing']);
    expect([warnings[0]!.message].join()).toMatch(/Order R\d+ /);
    expect(orderNo).toMatch(/^R/);
  });
});

describe('the price', () => {
  const camry = { carId: RENTAL.camryCar, newMileage: 10_000, price: 'new', priceReason: 'wished for more room' };

  it('of another model counts from the change on, as a line with its reason, and for what comes later', async () => {
    const quoted = await desk.clerk.post<{ difference: number; total: number }>('/order/changecarquote', {
      ...{ id: desk.id, carId: RENTAL.camryCar, time: '2027-03-02 09:30:00' },
    });
    const before = await desk.info();
    // One day is over, two are left: 2,500 instead of 1,200 each.
    expect(accepted(quoted).data).toMatchObject({ difference: 2600, total: Number(before['total']) + 2600 });
    expect(accepted(await desk.change(camry)).data).toMatchObject({ difference: 2600, due: 2600 });
    const { fees } = await desk.info();
    expect(fees.find(({ item }) => item === 'additional')).toMatchObject({
      amount: 2600,
      remark: expect.stringContaining('wished for more room') as string,
    });
    const renewal = { orderId: desk.id, time: '2027-03-05 10:00:00' };
    expect(accepted(await desk.ops.post<{ fee: number }>('/order/renewquote', renewal)).data.fee).toBe(2600);
    expect(await desk.info()).toMatchObject({
      subModelId: RENTAL.yaris,
      overrides: [{ kind: 'model', reason: 'gearbox' }],
    });
    await expectSoundMoney(app().db);
  });

  it('goes down with a smaller car, and stays where it is kept', async () => {
    accepted(await desk.change(camry));
    const total = Number((await desk.info())['total']);
    const back = { oldCarId: RENTAL.camryCar, carId: desk.next, mileage: 10_050, time: '2027-03-02 09:50:00' };
    expect(accepted(await desk.change({ ...back, price: 'new', priceReason: 'too large' })).data.difference).toBe(
      -2600,
    );
    expect(await desk.info()).toMatchObject({ total: total - 2600 });
    const kept = {
      oldCarId: desk.next,
      carId: RENTAL.camryCar,
      mileage: 10_030,
      newMileage: 10_050,
      time: '2027-03-02 09:55:00',
    };
    expect(accepted(await desk.change(kept)).data.difference).toBe(0);
    await expectSoundMoney(app().db);
  });

  it('cannot be new where the store has none for the model', async () => {
    await sql`update price set status = 0 where "storeId" = 1 and "subModelId" = 2`.execute(app().db);
    const { errors } = await desk.change(camry);
    await sql`update price set status = 1 where "storeId" = 1 and "subModelId" = 2`.execute(app().db);
    expect(errors['price']).toContain('no price for this model');
    accepted(await desk.change({ ...camry, price: 'kept', priceReason: undefined }));
  });
});

describe('at another store', () => {
  const elsewhere = { storeId: RENTAL.airport };
  const counts = async (storeId: number) => {
    const wish = { ...later('06 10:00', '07 10:00'), pickupStoreId: storeId, returnStoreId: storeId };
    return accepted(await desk.ops.post<Quote>('/order/quote', draft(wish))).data.availableCount;
  };
  const stockOf = async (storeId: number) => {
    const query = { storeId, subModelId: RENTAL.yaris, dateStart: '2027-03-03', dateEnd: '2027-03-06' };
    const { rows } = accepted(await desk.ops.get<Inventory>('/car/inventory', query)).data;
    return rows[0]?.cells.map(({ total, available }) => [total, available]) ?? [];
  };

  it('the old car stays there, the new one comes to the return store, and both are counted where they will be', async () => {
    await sql`update vehicle set "storeId" = ${RENTAL.airport} where id = ${desk.next}`.execute(app().db);
    const [phuket, airport] = [await counts(RENTAL.phuket), await counts(RENTAL.airport)];
    accepted(await desk.change(elsewhere, desk.ops));
    expect(await desk.car(desk.old)).toMatchObject({ status: 1, storeId: RENTAL.airport });
    expect([await counts(RENTAL.phuket), await counts(RENTAL.airport)]).toEqual([phuket, airport]);
    // The new car belongs to the airport until it is back elsewhere on the 4th; the old one is free there.
    expect(await stockOf(RENTAL.airport)).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(await freeCars('03 10:00', '04 10:00', RENTAL.airport)).toEqual([desk.old]);
    expect(await freeCars('05 10:00', '06 10:00')).toContain(desk.next);
    app().at('2027-03-04 10:00');
    accepted(await desk.giveBack());
    expect(await desk.car(desk.next)).toMatchObject({ status: 1, storeId: RENTAL.phuket });
    expect(await brokenHolds(app().db)).toEqual([]);
  });

  it('that is closed or not the own no car is changed', async () => {
    await sql`update vehicle set "storeId" = ${RENTAL.airport} where id = ${desk.next}`.execute(app().db);
    await sql`update store set status = 0 where id = ${RENTAL.airport}`.execute(app().db);
    const closed = await desk.change(elsewhere, desk.ops);
    await sql`update store set status = 1 where id = ${RENTAL.airport}`.execute(app().db);
    expect(closed.errors).toHaveProperty('storeId');
    const admin = await app().as('admin');
    const accounts = accountsOf(app(), () => admin);
    const { client } = await accounts.makeUser({ dataScope: 1, storeIds: [RENTAL.phuket] });
    expect((await desk.change(elsewhere, client)).http).toBe(403);
    const { client: north } = await accounts.makeUser({
      dataScope: 1,
      storeIds: [RENTAL.chiangMai],
    });
    expect((await desk.change({}, north)).statusCode).toBe(404);
  });
});

describe('at the same moment', () => {
  it('two clerks: one changes the car, the other reads which car the order has by now', async () => {
    const [third] = await addCars(app(), 1);
    const answers = await Promise.all([desk.change(), desk.change({ carId: third, newMileage: 10_000 }, desk.ops)]);
    const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([won!.statusCode, lost!.statusCode]).toEqual([200, 400]);
    const { carId } = await desk.info();
    expect(errorOf(lost!)).toContain(`another car by now: ${await desk.plateOf(carId as number)}`);
    expect(await brokenHolds(app().db)).toEqual([]);
  });

  it('a car that is taken by a change is not booked, and the other way round', async () => {
    const trip = { carId: desk.next, ...later('03 10:00', '05 10:00') };
    const answers = await Promise.all([
      desk.change(),
      ...Array.from({ length: 8 }, () => desk.ops.post('/order/save', draft(trip))),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await brokenHolds(app().db)).toEqual([]);
  });

  it('two orders do not get the same car', async () => {
    const [third] = await addCars(app(), 1);
    const other = await orderIn(app(), desk.ops, 2, third!);
    app().at('2027-03-02 10:00');
    const answers = await Promise.all([
      desk.change(),
      desk.change({ id: other, oldCarId: third, mileage: 10_100 }, desk.ops),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await brokenHolds(app().db)).toEqual([]);
  });

  it('a channel cancels: what is out stays out, with its new car', async () => {
    const { fliggy } = await startChannels(app());
    await sql`update "order" set channel = 2, "channelOrderNo" = 'R-99' where id = ${desk.id}`.execute(app().db);
    const [changed, cancelled] = await Promise.all([
      desk.change(),
      fliggy.send({ kind: 'cancel', orderNo: 'R-99', reason: 'changed plans' }),
    ]);
    accepted(changed);
    expect(cancelled.data).not.toMatchObject({ result: 'applied' });
    expect(await desk.info()).toMatchObject({ status: 2, carId: desk.next });
  });
});

describe('everything that asks which car an order had', () => {
  it('a fine finds the order by the car at that moment', async () => {
    accepted(await desk.change());
    const manager = await app().as('storeManager');
    const matched = async (carId: number, time: string) =>
      accepted(await manager.get<{ orderId: number } | null>('/car/violation/matchorder', { carId, time })).data
        ?.orderId ?? null;
    expect(await matched(desk.old, '2027-03-01 12:00:00')).toBe(desk.id);
    expect(await matched(desk.old, '2027-03-02 09:45:00')).toBeNull();
    expect(await matched(desk.next, '2027-03-01 12:00:00')).toBeNull();
    expect(await matched(desk.next, '2027-03-02 09:45:00')).toBe(desk.id);
  });

  it('the schedule shows each part with its own car', async () => {
    accepted(await desk.change());
    const span = { dateStart: '2027-03-01', dateEnd: '2027-03-07' };
    const bars = async (carId: number) =>
      accepted(await desk.ops.get<StockView>('/car/stockview', { ...span, carId }))
        .data.rows[0]!.bars.filter(({ kind }) => kind === 'order')
        .map(({ id, start, end, state }) => ({ id, start, end, state }));
    expect(await bars(desk.old)).toEqual([
      { id: desk.id, start: '2027-03-01 10:00:00', end: '2027-03-02 09:30:00', state: 'returned' },
    ]);
    expect(await bars(desk.next)).toEqual([
      { id: desk.id, start: '2027-03-02 09:30:00', end: '2027-03-04 10:00:00', state: 'dispatched' },
    ]);
  });

  it('the orders of both cars have it, the list its present plate, and each car the time that it was out', async () => {
    accepted(await desk.change());
    const list = async (query: Record<string, number>) =>
      accepted(await desk.ops.get<{ list: { id: number; plate: string }[] }>('/order/list', query)).data.list;
    const plate = await desk.plateOf(desk.next);
    expect(await list({ carId: desk.old })).toMatchObject([{ id: desk.id, plate }]);
    expect(await list({ carId: desk.next })).toMatchObject([{ id: desk.id, plate }]);
    const rented = async (rentedTime: string) => {
      const { data } = accepted(
        await desk.ops.get<{ list: { id: number }[] }>('/car/list', { rentedTime, pageSize: 100 }),
      );
      return data.list
        .map(({ id }) => id)
        .filter((id) => id === desk.old || id === desk.next)
        .toSorted((a, b) => a - b);
    };
    expect(await rented('2027-03-01,2027-03-01')).toEqual([desk.old]);
    expect(await rented('2027-03-02,2027-03-02')).toEqual([desk.old, desk.next]);
  });

  it('each car has brought in its share of the total, by the time that the order had it', async () => {
    accepted(await desk.change());
    const total = Number((await desk.info())['total']);
    const revenue = async (carId: number) =>
      accepted(await desk.ops.get<{ total: { revenue: number } }>(`/car/costs/${carId}`)).data.total.revenue;
    const [first, second] = [await revenue(desk.old), await revenue(desk.next)];
    // 23.5 of 72 hours.
    expect(first).toBeCloseTo((total * 23.5) / 72, 1);
    expect(first + second).toBeCloseTo(total, 1);
  });

  it('sheets print every car with times, mileage and fuel', async () => {
    accepted(await desk.change());
    for (const sheet of ['rental', 'settlement', 'fsrental', 'vehiclecar', 'vehiclecar1']) {
      const { data } = accepted(
        await desk.ops.get<{ cars: object[]; car: { plate: string } }>(`/print/order/${desk.id}`, { sheet }),
      );
      expect([sheet, data.car.plate]).toEqual([sheet, await desk.plateOf(desk.next)]);
      expect(data.cars).toMatchObject([
        {
          plate: await desk.plateOf(desk.old),
          mileageOut: 10_000,
          mileageIn: 10_180,
          oilOut: 8,
          oilIn: 5,
          distance: 180,
        },
        { since: '2027-03-02 09:30:00', until: '', mileageOut: 10_020, reason: null },
      ]);
      expect(data.cars[0]).not.toHaveProperty('unread');
    }
  });
});
