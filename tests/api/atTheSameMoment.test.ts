import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Client } from './app.ts';
import { startChannels, type Simulator } from './channelSimulator.ts';
import { MEETINGS_MS, meetAgain } from './meetings.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, draft, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import type { AnswerOf, OrderInfo } from './rentalAnswers.ts';

/** Two people, or one and a machine, at the same moment and about the same thing: in either order, and by chance. */
vi.setConfig({ testTimeout: MEETINGS_MS });
let app: RentalApp;
let [clerk, manager, finance, ops, fleet] = [] as unknown as [Client, Client, Client, Client, Client];
let channel: Simulator;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager, finance, ops, fleet] = (await Promise.all(
    (['clerk', 'storeManager', 'finance', 'ops', 'fleet'] as const).map((role) => app.as(role)),
  )) as [Client, Client, Client, Client, Client];
  channel = (await startChannels(app)).zuzuche;
});
afterAll(() => app.close());

const infoOf = async (id: number): Promise<OrderInfo> => accepted(await ops.get<OrderInfo>(`/order/info/${id}`)).data;
const orderRow = (id: number) => sql`select from "order" where id = ${id} for update`;
const id = (answer: Answer): number => accepted(answer as Answer<{ id: number }>).data.id;
const statuses = (...answers: readonly Answer[]): number[] => answers.map(({ statusCode }) => statusCode).toSorted();
const loserOf = (...answers: readonly Answer[]): string => {
  const lost = answers.find(({ statusCode }) => statusCode !== 200)!;
  return Object.values(lost.errors).map(String)[0] ?? lost.message;
};
const order = async (status: 1 | 2 | 3): Promise<{ orderId: number; carId: number }> => {
  const [carId] = (await addCars(app, 1)) as [number];
  return { orderId: await orderIn(app, ops, status, carId, { depositType: 1 }), carId };
};
const NOTHING_LEFT = 'Nothing of this deposit is left: it was given back, has paid charges or is already asked back';
const askBack = (by: Client, orderId: number, amount = 5000) =>
  by.post('/order/refund/save', {
    ...{ orderId, feeItem: 'orderDeposit', amount, method: 5, reason: 'all is well', confirmed: 0 },
  });
const payOut = (by: Client, refundId: number) => by.post('/order/refund/result', { id: refundId, success: 1 });

describe('a deposit', () => {
  it('that two clerks ask back is asked back once', () =>
    meetAgain(
      app.db,
      async () => {
        const { orderId } = await order(3);
        return { at: orderRow(orderId), one: () => askBack(clerk, orderId), other: () => askBack(manager, orderId) };
      },
      async (one, other, way) => {
        expect(statuses(one, other)).toEqual([200, 400]);
        if (way !== 'chance') expect((way === 'one' ? one : other).statusCode).toBe(200);
        expect(loserOf(one, other)).toBe(NOTHING_LEFT);
        await expectSoundMoney(app.db);
      },
    ));

  it('that two pay out goes out once', async () => {
    let orderId = 0;
    await meetAgain(
      app.db,
      async () => {
        ({ orderId } = await order(3));
        const refundId = id(await askBack(clerk, orderId));
        const at = sql`select from refund where id = ${refundId} for update`;
        return { at, one: () => payOut(finance, refundId), other: () => payOut(ops, refundId) };
      },
      async (one, other) => {
        expect(statuses(one, other)).toEqual([200, 400]);
        expect(loserOf(one, other)).toBe('Operation failed: Not possible: the refund has been carried out');
        const { deposits, payments } = await infoOf(orderId);
        expect(deposits.orderDeposit).toMatchObject({ collected: 5000, returned: 5000, held: 0 });
        expect(payments.filter(({ type }) => type === 2)).toHaveLength(1);
        await expectSoundMoney(app.db);
      },
    );
  });

  it('pays charges or goes back: what one takes of it the other no longer finds', async () => {
    let orderId = 0;
    await meetAgain(
      app.db,
      async () => {
        ({ orderId } = await order(3));
        accepted(await clerk.post('/order/additionalfee', { orderId, type: 1, amount: 600, remark: 'fuel' }));
        const pay = { orderId, feeItem: 'orderDeposit', amount: 600 };
        const one = () => clerk.post('/order/deposit/apply', pay);
        return { at: orderRow(orderId), one, other: () => askBack(manager, orderId) };
      },
      async (one, other) => {
        expect(statuses(one, other)).toEqual([200, 400]);
        expect(loserOf(one, other)).toBe(
          one.statusCode === 200 ? 'At most THB 4,400.00 can be refunded' : NOTHING_LEFT,
        );
        const { applied } = (await infoOf(orderId)).deposits.orderDeposit;
        expect(applied).toBe(one.statusCode === 200 ? 600 : 0);
        await expectSoundMoney(app.db);
      },
    );
  });
});

describe('while a channel cancels its order', () => {
  let turn = 0;
  const ofChannel = async (status: 1 | 2) => {
    turn += 1;
    const channelOrderNo = `Z-${turn}`;
    const { orderId, carId } = await order(status);
    await sql`update "order" set channel = 3, "channelOrderNo" = ${channelOrderNo} where id = ${orderId}`.execute(
      app.db,
    );
    const cancel = () => channel.send({ kind: 'cancel', orderNo: channelOrderNo, messageId: `m-${turn}` });
    return { orderId, carId, cancel };
  };
  const messages = async (orderNo: string) =>
    (
      await sql<{ state: string }>`select state from "channelMessage" where "channelOrderNo" = ${orderNo}`.execute(
        app.db,
      )
    ).rows.map(({ state }) => state);

  it('its car is changed: the order stays out with the new car, the message is kept as refused', async () => {
    let [orderId, carId, next] = [0, 0, 0];
    await meetAgain(
      app.db,
      async () => {
        const rented = await ofChannel(2);
        ({ orderId, carId } = rented);
        [next] = (await addCars(app, 1)) as [number];
        app.at('2027-03-02 10:00');
        const form = {
          ...{ id: orderId, oldCarId: carId, carId: next, time: '2027-03-02 09:30:00', reason: 'breakdown' },
          ...{ fate: 'free', mileage: 10_180, oil: 5, newMileage: 10_020, newOil: 8, remark: 'gearbox' },
        };
        return { at: orderRow(orderId), one: () => clerk.post('/order/changecar', form), other: rented.cancel };
      },
      async (one, other) => {
        accepted(one);
        expect(accepted(other).data).toMatchObject({ result: 'refused' });
        expect(await infoOf(orderId)).toMatchObject({ status: 2, carId: next });
        expect(await messages(`Z-${turn}`)).toEqual(['refused']);
        expect(await brokenHolds(app.db)).toEqual([]);
        await expectSoundMoney(app.db);
      },
    );
  });

  it('its car is handed over: either it is out, or it is cancelled and the money waits to go back', async () => {
    let [orderId, carId] = [0, 0];
    await meetAgain(
      app.db,
      async () => {
        const booked = await ofChannel(1);
        ({ orderId, carId } = booked);
        app.at('2027-03-01 10:00');
        const form = { id: orderId, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
        return { at: orderRow(orderId), one: () => clerk.post('/order/pickup', form), other: booked.cancel };
      },
      async (one, other, way) => {
        const isOut = one.statusCode === 200;
        if (way !== 'chance') expect(isOut).toBe(way === 'one');
        expect(accepted(other).data).toMatchObject({ result: isOut ? 'refused' : 'applied' });
        if (!isOut) expect(one.message).toBe('Operation failed: Not possible for a cancelled order. Book a new one');
        const { status, refunds } = await infoOf(orderId);
        expect([status, refunds.length > 0]).toEqual(isOut ? [2, false] : [-1, true]);
        expect(await messages(`Z-${turn}`)).toEqual([isOut ? 'refused' : 'applied']);
        expect(await brokenHolds(app.db)).toEqual([]);
        await expectSoundMoney(app.db);
      },
    );
  });
});

it('a day that is closed while a payment is under way has it, or the payment is late and of the next day', async () => {
  const { orderId } = await order(2);
  let day = 5;
  /** Taken after the last close, and not closed yet. */
  let left = 0;
  const close = () =>
    clerk.post('/order/drawercount/count', {
      ...{ storeId: RENTAL.phuket, kind: 2, counted: 0, carried: 0, reason: 'all to the bank' },
      ...(day === 5 && { float: 0 }),
    });
  const dateOf = (offset = 0) => new Date(Date.UTC(2027, 5, day + offset)).toISOString().slice(0, 10);
  const dayClose = async (date: string) =>
    accepted(
      await clerk.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', { storeId: RENTAL.phuket, date }),
    ).data.payments.map(({ amount, late }) => [amount, late]);
  app.at(`${dateOf()} 20:00`);
  accepted(await close());
  await meetAgain(
    app.db,
    async () => {
      day += 2;
      app.at(`${dateOf()} 20:00`);
      const amount = 100 + day;
      return {
        at: sql`select pg_advisory_xact_lock(hashtextextended(${`drawer:${RENTAL.phuket}`}, 0))`,
        one: () => clerk.post('/order/payment/save', { orderId, amount, method: 5, confirmed: 1 }),
        other: close,
      };
    },
    async (one, other, way) => {
      expect(statuses(one, other)).toEqual([200, 200]);
      const amount = 100 + day;
      const [own, next] = [await dayClose(dateOf()), await dayClose(dateOf(1))];
      expect([...own, ...next]).toHaveLength(1);
      if (way !== 'chance') expect([own, next]).toEqual(way === 'one' ? [[[amount, 0]], []] : [[], [[amount, 1]]]);
      const { rows } = await sql<{ cash: number }>`
        select cash::int from "drawerCount" where day = ${dateOf()}::date and kind = 2`.execute(app.db);
      expect(rows).toEqual([{ cash: left + own.length * amount * 100 }]);
      left = next.length * amount * 100;
      await expectSoundMoney(app.db);
    },
  );
});

describe('a plate', () => {
  let turn = 0;
  const carWith = async (plate: string): Promise<number> => {
    const [carId] = (await addCars(app, 1)) as [number];
    await sql`update vehicle set plate = ${plate} where id = ${carId}`.execute(app.db);
    return carId;
  };
  const change = (carId: number, plate: string, plateFrom?: string) => () =>
    fleet.post('/car/plate', { id: carId, plate, remark: 'white plate', ...(plateFrom && { plateFrom }) });
  const holders = async (plate: string) =>
    (await sql<{ id: number }>`select id from vehicle where plate = ${plate}`.execute(app.db)).rows;
  const past = async (carId: number) =>
    (
      await sql<{ plate: string }>`select plate from "carPlate" where "carId" = ${carId} order by id`.execute(app.db)
    ).rows.map(({ plate }) => plate);
  const TAKEN = /^(Plate number already exists|Another vehicle had this plate until )/;
  /** Both have changed their car, and neither has written what it was called before. */
  const pastPlates = sql`lock table "carPlate" in share row exclusive mode`;

  it('that one car gives away and another takes is never on both, and the other one is told when it may', async () => {
    let cars: number[] = [];
    await meetAgain(
      app.db,
      async () => {
        turn += 1;
        app.at('2027-03-11 12:00');
        cars = [await carWith(`RED ${turn}`), await carWith(`OLD ${turn}`)];
        return { at: pastPlates, one: change(cars[0]!, `WHITE ${turn}`), other: change(cars[1]!, `RED ${turn}`) };
      },
      async (one, other, way) => {
        accepted(one);
        const isTaken = other.statusCode === 200;
        if (way === 'one') expect(isTaken).toBe(true);
        if (!isTaken) expect(loserOf(other)).toMatch(TAKEN);
        expect(await holders(`RED ${turn}`)).toEqual(isTaken ? [{ id: cars[1] }] : []);
        expect(await past(cars[0]!)).toEqual([`RED ${turn}`]);
        expect(await past(cars[1]!)).toEqual(isTaken ? [`OLD ${turn}`] : []);
      },
    );
  });

  it('that is given away is not taken for a time before', async () => {
    let cars: number[] = [];
    await meetAgain(
      app.db,
      async () => {
        turn += 1;
        app.at('2027-03-11 12:00');
        cars = [await carWith(`RED ${turn}`), await carWith(`OLD ${turn}`)];
        const early = change(cars[1]!, `RED ${turn}`, '2027-03-10 12:00');
        return { at: pastPlates, one: change(cars[0]!, `WHITE ${turn}`), other: early };
      },
      async (one, other, way) => {
        accepted(one);
        expect(loserOf(other)).toMatch(TAKEN);
        if (way === 'one') expect(loserOf(other)).toMatch(/until .*12:00.*: choose that time or a later one/);
        expect(await holders(`RED ${turn}`)).toEqual([]);
        expect(await past(cars[1]!)).toEqual([]);
      },
    );
  });

  it('that its first car gets back while another one takes it is on one of them', async () => {
    let cars: number[] = [];
    await meetAgain(
      app.db,
      async () => {
        turn += 1;
        cars = [await carWith(`RED ${turn}`), await carWith(`OLD ${turn}`)];
        app.at('2027-03-11 12:00');
        accepted(await change(cars[0]!, `WHITE ${turn}`)());
        app.at('2027-03-12 12:00');
        return { at: pastPlates, one: change(cars[0]!, `RED ${turn}`), other: change(cars[1]!, `RED ${turn}`) };
      },
      async (one, other) => {
        expect(statuses(one, other)).toEqual([200, 400]);
        expect(loserOf(one, other)).toMatch(TAKEN);
        expect(await holders(`RED ${turn}`)).toEqual([{ id: one.statusCode === 200 ? cars[0] : cars[1] }]);
      },
    );
  });

  it('that two cars swap at once stays on its car: nobody waits for ever', async () => {
    let cars: number[] = [];
    await meetAgain(
      app.db,
      async () => {
        turn += 1;
        app.at('2027-03-11 12:00');
        cars = [await carWith(`ONE ${turn}`), await carWith(`TWO ${turn}`)];
        return { at: pastPlates, one: change(cars[0]!, `TWO ${turn}`), other: change(cars[1]!, `ONE ${turn}`) };
      },
      async (one, other) => {
        expect(statuses(one, other)).toEqual([400, 400]);
        expect(loserOf(one)).toMatch(TAKEN);
        expect(loserOf(other)).toMatch(TAKEN);
        expect([await holders(`ONE ${turn}`), await holders(`TWO ${turn}`)]).toEqual(cars.map((car) => [{ id: car }]));
      },
    );
  });
});

describe('a merge of two members', () => {
  let people = 0;
  const person = async (): Promise<Record<string, unknown> & { id: number }> => {
    const number = String(++people).padStart(4, '0');
    const own = {
      countryCode: '+66',
      email: `p${number}@example.com`,
      phone: `81${number}000`,
      idType: 2,
      idNo: `AB${number}`,
    };
    const saved = await ops.post('/member/save', { name: `Person ${number}`, status: 1, ...own });
    return { id: id(saved), ...own };
  };
  const orderOf = async ({ countryCode, phone, idType, idNo }: Record<string, unknown>): Promise<number> => {
    const [carId] = (await addCars(app, 1)) as [number];
    const renter = { renterName: 'Somebody', renterCountryCode: countryCode, renterPhone: phone };
    return orderIn(app, ops, 3, carId, {
      ...renter,
      renterIdType: idType,
      renterIdNo: idNo,
      depositType: 1,
      confirmed: 1,
    });
  };
  const ownerOf = async (orderId: number) =>
    (await sql<{ memberId: number }>`select "memberId" from "order" where id = ${orderId}`.execute(app.db)).rows[0]!
      .memberId;

  it.each([
    ['asked back', (orderId: number) => Promise.resolve(() => askBack(clerk, orderId))],
    [
      'paid out',
      async (orderId: number) => {
        const refundId = id(await askBack(clerk, orderId));
        return () => payOut(finance, refundId);
      },
    ],
  ])(
    'whose deposit is %s meanwhile: the deposit goes once, and the order is of the survivor',
    async (_what, release) => {
      let [orderId, survivor, merged] = [0, 0, 0];
      await meetAgain(
        app.db,
        async () => {
          const [one, other] = [await person(), await person()];
          [survivor, merged] = [one.id, other.id];
          orderId = await orderOf(other);
          const merge = () => ops.post('/member/merge/save', { survivorId: survivor, mergedId: merged });
          return { at: orderRow(orderId), one: merge, other: await release(orderId) };
        },
        async (one, other) => {
          accepted(other);
          // Money that came in between is no longer what was looked at: the merge says so, and is done anew.
          if (one.statusCode !== 200)
            accepted(await ops.post('/member/merge/save', { survivorId: survivor, mergedId: merged }));
          expect(await ownerOf(orderId)).toBe(survivor);
          const { deposits, refunds } = await infoOf(orderId);
          expect(refunds).toHaveLength(1);
          expect(deposits.orderDeposit.held).toBe(refunds[0]!.status === 1 ? 0 : 5000);
          await expectSoundMoney(app.db);
        },
      );
    },
  );

  it('that two people do at once, each the other way round, is done once', async () => {
    let [orderId, pair] = [0, [0, 0]];
    await meetAgain(
      app.db,
      async () => {
        const [one, other] = [await person(), await person()];
        pair = [one.id, other.id];
        orderId = await orderOf(other);
        const merge = (by: Client, survivorId: number, mergedId: number) => () =>
          by.post('/member/merge/save', { survivorId, mergedId });
        return { at: orderRow(orderId), one: merge(ops, one.id, other.id), other: merge(ops, other.id, one.id) };
      },
      async (one, other) => {
        expect(statuses(one, other)[0]).toBe(200);
        expect(loserOf(one, other)).toMatch(/has been merged|changed by somebody else/);
        expect(await ownerOf(orderId)).toBe(one.statusCode === 200 ? pair[0] : pair[1]);
        expect((await infoOf(orderId)).deposits.orderDeposit.held).toBe(5000);
      },
    );
  });
});

describe('a city whose zone is corrected', () => {
  const place = { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai };
  const times = { plannedPickupTime: '2027-03-10 10:00:00', plannedReturnTime: '2027-03-12 10:00:00' };
  const prices = sql`select id from price where "storeId" = ${RENTAL.chiangMai} order by id for update`;
  /** A booking has read all that it needs, and is not stored yet. */
  const orders = sql`lock table "order" in share row exclusive mode`;
  const bookThere = () => Promise.resolve(() => ops.post('/order/save', draft({ ...place, ...times })));
  const moveThere = async () => {
    const orderId = await book(ops, times);
    return () => ops.post('/order/save', { id: orderId, ...place, ...times });
  };

  it.each([
    ['a booking is stored', orders, bookThere],
    ['a booking waits', prices, bookThere],
    ['an order moves there', prices, moveThere],
  ])('while %s: the renter has the clock times that were told', async (_what, at, ask) => {
    let turn = 0;
    let cityId = 0;
    await meetAgain(
      app.db,
      async () => {
        turn += 1;
        app.at('2027-02-28 12:00');
        await sql`delete from hold where kind = 'order'`.execute(app.db);
        await sql`update "order" set status = -1 where status in (1, 2)`.execute(app.db);
        cityId = (
          await sql<{ id: number }>`select "cityId" as id from store where id = ${RENTAL.chiangMai}`.execute(app.db)
        ).rows[0]!.id;
        await sql`update city set "timeZone" = 'Asia/Bangkok' where id = ${cityId}`.execute(app.db);
        const change = { id: cityId, timeZone: turn % 2 === 0 ? 'Asia/Tokyo' : 'Asia/Shanghai' };
        return { at, one: await ask(), other: () => ops.post('/basics/city/save', change) };
      },
      async (one, other, way) => {
        expect(await infoOf(id(one))).toMatchObject({ ...place, ...times });
        if (way === 'one') expect(other.statusCode).toBe(400);
        if (other.statusCode !== 200) expect(loserOf(other)).toMatch(/^Finish or cancel 1 open orders first/);
      },
    );
  });
});
