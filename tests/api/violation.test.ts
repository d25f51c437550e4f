import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deduction, Violation } from '../../schemas/types.generated.ts';
import type { Answer, Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import type { AnswerOf, OrderInfo, PageOf } from './rentalAnswers.ts';
import { accepted, addCars, book, errorOf, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let fleet: Client;
let finance: Client;
let ops: Client;
let clerk: Client;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp();
  [manager, fleet, finance, ops, clerk] = (await Promise.all(
    (['storeManager', 'fleet', 'finance', 'ops', 'clerk'] as const).map((role) => app.as(role)),
  )) as [Client, Client, Client, Client, Client];
  cars = [...(await addCars(app, 40))];
});
afterAll(() => app.close());

const nextCar = (): number => cars.pop()!;
const offence = (carId: number, time: string, changes: Record<string, unknown> = {}) => ({
  carId,
  time,
  behavior: 'Speeding, 112 km/h in a zone of 90',
  location: 'Highway 402, km 31',
  points: 1,
  fine: 500,
  ...changes,
});
const enter = async (carId: number, time: string, changes: Record<string, unknown> = {}): Promise<number> =>
  accepted(await manager.post<{ id: number }>('/car/violation/save', offence(carId, time, changes))).data.id;
const info = async (id: number): Promise<Violation> =>
  accepted(await manager.get<Violation>(`/car/violation/info/${id}`)).data;
const status = (client: Client, id: number, to: number, remark?: string): Promise<Answer> =>
  client.post('/car/violation/status', { id, status: to, ...(remark !== undefined && { remark }) });
/** An order of a car of its own, returned on 4 March 10:00, and a violation of its second day. */
async function ofReturned(changes: Record<string, unknown> = {}) {
  const carId = nextCar();
  const orderId = await orderIn(app, manager, 3, carId, changes);
  app.at('2027-03-05 10:00');
  return { carId, orderId, id: await enter(carId, '2027-03-02 09:00:00') };
}
const DEPOSIT = { depositType: 1 };

describe('a violation', () => {
  it('keeps every field, finds its order by car and time, and is in the list as pending', async () => {
    const carId = nextCar();
    const orderId = await orderIn(app, manager, 3, carId);
    app.at('2027-03-05 10:00');
    const id = await enter(carId, '2027-03-02 09:00:00', { fine: 1234.5, points: 4, remark: 'by post' });
    const record = await info(id);
    expect(record).toMatchObject({
      carId,
      storeId: RENTAL.phuket,
      storeName: 'Phuket Town',
      orderId,
      renterName: '张三丰',
      time: '2027-03-02 09:00:00',
      points: 4,
      fine: 1234.5,
      match: 'matched',
      status: 0,
      claim: 'none',
      cnyRate: 5,
      depositReleased: 0,
      remark: 'by post',
    });
    expect(record.orderNo).toMatch(/^R27/);
    const { list } = accepted(
      await manager.get<PageOf<Violation>>('/car/violation/list', { keyword: record.orderNo }),
    ).data;
    expect(list).toMatchObject([{ id, plate: record.plate, status: 0 }]);
    const other = { behavior: 'Parking', orderId: 1, orderNo: 'R1', match: 'none', status: 2 };
    expect((await manager.post('/car/violation/save', { id, ...other })).statusCode).toBe(400);
    accepted(await manager.post('/car/violation/save', { id, behavior: 'Parking' }));
    expect(await info(id)).toMatchObject({ behavior: 'Parking', orderId, status: 0, match: 'matched' });
  });

  it.each(['carId', 'time', 'behavior', 'location', 'fine', 'points'])('needs %s', async (name) => {
    const body: Record<string, unknown> = offence(1, '2027-02-20 10:00:00');
    delete body[name];
    expect((await manager.post('/car/violation/save', body)).errors[name]).toBe('Required');
  });

  it.each([
    ['points', 5],
    ['fine', 1.234],
    ['fine', -1],
    ['carId', 999_999],
    ['time', '2027-02-30 10:00:00'],
  ])('refuses %s = %s', async (name, value) => {
    const answer = await manager.post('/car/violation/save', offence(1, '2027-02-20 10:00:00', { [name]: value }));
    expect(answer.statusCode).toBe(400);
    expect(answer.errors[name]).toBeTruthy();
  });

  it('cannot be in the future, nor of a car before it was registered', async () => {
    const carId = nextCar();
    await sql`update vehicle set "registerDate" = '2027-01-10' where id = ${carId}`.execute(app.db);
    app.at('2027-02-22 12:00');
    const ask = (time: string) => manager.post('/car/violation/save', offence(carId, time));
    expect(errorOf(await ask('2027-02-22 12:00:01'))).toContain('in the future');
    expect((await ask('2027-01-09 23:59:59')).errors['time']).toContain('registered since 2027-01-10 only');
    accepted(await ask('2027-01-10 00:00:00'));
  });

  it('of a car that nobody had is saved without an order; the look-up says null', async () => {
    const carId = nextCar();
    app.at('2027-03-05 10:00');
    expect(
      accepted(await manager.get('/car/violation/matchorder', { carId, time: '2027-03-02 09:00:00' })).data,
    ).toBeNull();
    const id = await enter(carId, '2027-03-02 09:00:00');
    expect(await info(id)).toMatchObject({ orderId: null, orderNo: '', match: 'none', status: 0 });
    expect(errorOf(await manager.post('/car/violation/charge', { id }))).toContain('No order had the vehicle');
    expect(errorOf(await manager.post('/car/violation/notify', { id }))).toContain('No order had the vehicle');
  });

  it('after an early return is nobody’s, before a late one is the renter’s, and moves when its time is corrected', async () => {
    const carId = nextCar();
    const orderId = await orderIn(app, manager, 2, carId);
    app.at('2027-03-03 09:00');
    accepted(
      await manager.post('/order/return', { id: orderId, carId, time: '2027-03-03 09:00:00', mileage: 10_200, oil: 8 }),
    );
    app.at('2027-03-06 10:00');
    const id = await enter(carId, '2027-03-03 15:00:00');
    expect(await info(id)).toMatchObject({ match: 'none', orderId: null });
    accepted(await manager.post('/car/violation/save', { id, time: '2027-03-03 08:59:00' }));
    expect(await info(id)).toMatchObject({ match: 'matched', orderId });
    const late = nextCar();
    const overdue = await orderIn(app, manager, 2, late);
    app.at('2027-03-06 10:00');
    expect(await info(await enter(late, '2027-03-05 23:00:00'))).toMatchObject({ match: 'matched', orderId: overdue });
  });

  it('between a return and a pickup of the same minute is to be decided, by a person, among those two', async () => {
    const { carId, orderId } = await ofReturned();
    const [second] = [
      await book(manager, {
        carId,
        plannedPickupTime: '2027-03-05 14:00:00',
        plannedReturnTime: '2027-03-07 10:00:00',
      }),
    ];
    await sql`update "order" set status = 2, "actualPickupTime" = '2027-03-04T10:00:00+07:00' where id = ${second}`.execute(
      app.db,
    );
    const time = '2027-03-04 10:00:00';
    const told = accepted(
      await manager.get<AnswerOf<'GET /car/violation/matchorder'>>('/car/violation/matchorder', { carId, time }),
    ).data;
    expect(told).toMatchObject({ orderId: null, candidates: [{ orderId }, { orderId: second, from: time, to: '' }] });
    const id = await enter(carId, time);
    expect(await info(id)).toMatchObject({ match: 'undecided', orderId: null });
    expect(errorOf(await manager.post('/car/violation/deduct', { id }))).toContain('decide first');
    const foreign = await orderIn(app, manager, 1, nextCar());
    app.at('2027-03-05 10:00');
    expect((await manager.post('/car/violation/decide', { id, orderId: foreign })).errors['orderId']).toContain(
      'did not have',
    );
    accepted(await manager.post('/car/violation/decide', { id, orderId: second }));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: second });
    accepted(await manager.post('/car/violation/match', {}));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: second });
    accepted(await manager.post('/car/violation/decide', { id, orderId: null }));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: null });
  });

  it('of a car that was handed over and taken back by a rejected pickup is to be decided', async () => {
    const carId = nextCar();
    const orderId = await orderIn(app, manager, 2, carId);
    app.at('2027-03-01 16:00');
    accepted(await manager.post('/order/rejectpickup', { id: orderId, reason: 'the tyres' }));
    const other = nextCar();
    accepted(await manager.post('/order/assigncar', { id: orderId, carId: other }));
    accepted(
      await manager.post('/order/pickup', {
        id: orderId,
        carId: other,
        time: '2027-03-01 16:00:00',
        mileage: 10_000,
        oil: 8,
      }),
    );
    app.at('2027-03-02 10:00');
    expect(await info(await enter(carId, '2027-03-01 12:00:00'))).toMatchObject({ match: 'undecided', orderId: null });
    expect(await info(await enter(carId, '2027-03-01 17:00:00'))).toMatchObject({ match: 'none' });
    expect(await info(await enter(other, '2027-03-01 17:00:00'))).toMatchObject({ match: 'matched', orderId });
  });

  it('keeps its car from being deleted', async () => {
    app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.chiangMaiCar, '2027-02-20 10:00:00');
    await sql`update vehicle set status = 0, "auditStatus" = 0 where id = ${RENTAL.chiangMaiCar}`.execute(app.db);
    expect(errorOf(await fleet.delete(`/car/delete/${RENTAL.chiangMaiCar}`))).toContain('violations');
    accepted(await fleet.delete(`/car/violation/delete/${id}`));
    await sql`update vehicle set status = 1, "auditStatus" = 1 where id = ${RENTAL.chiangMaiCar}`.execute(app.db);
  });
});

describe('every state of a violation', () => {
  const EVENTS: Record<string, Record<number, number | null>> = {
    edit: { 0: 0 },
    noaction: { 0: 1 },
    complete: { 0: 2 },
    reopen: { 1: 0 },
    delete: { 0: null },
  };
  const send = (event: string, id: number): Promise<Answer> => {
    if (event === 'edit') return manager.post('/car/violation/save', { id, location: 'Patong' });
    if (event === 'delete') return fleet.delete(`/car/violation/delete/${id}`);
    return status(manager, id, { noaction: 1, complete: 2, reopen: 0 }[event]!, 'settled with the police');
  };
  const WAYS: Record<number, string[]> = { 0: [], 1: ['noaction'], 2: ['complete'] };
  const pairs = [0, 1, 2].flatMap((state) => Object.keys(EVENTS).map((event) => [state, event] as const));

  it.each(pairs)('%i: %s leads where the table says, or is refused and changes nothing', async (state, event) => {
    app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
    for (const step of WAYS[state]!) accepted(await send(step, id));
    const row = async () =>
      (await sql<{ status: number }>`select * from violation where id = ${id}`.execute(app.db)).rows[0];
    const before = await row();
    const answer = await send(event, id);
    const to = EVENTS[event]![state];
    if (to === undefined) {
      expect(answer).toMatchObject({ http: 200, statusCode: 400 });
      expect(await row()).toEqual(before);
    } else {
      accepted(answer);
      expect((await row())?.status ?? null).toBe(to);
    }
  });

  it('needs a remark where nothing is to be done, and the permission of the step', async () => {
    app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
    expect((await status(manager, id, 1)).errors['remark']).toBe('Required');
    expect((await status(manager, id, 1, '  ')).statusCode).toBe(400);
    expect((await status(clerk, id, 2)).http).toBe(403);
    expect((await status(manager, id, 3)).statusCode).toBe(400);
  });

  it('of two who decide at the same moment one wins', async () => {
    app.at('2027-02-22 12:00');
    for (let round = 0; round < 5; round += 1) {
      const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
      const answers = await Promise.all([status(manager, id, 2), status(ops, id, 1, 'ours'), status(manager, id, 2)]);
      expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
      expect(answers.filter((one) => [400, 409].includes(one.statusCode))).toHaveLength(2);
    }
  });
});

describe('the fine', () => {
  it('of a deposit-free order is one click away from a deduction, whose success completes the violation', async () => {
    const { id, orderId } = await ofReturned();
    expect(errorOf(await manager.post('/car/violation/charge', { id }))).toContain('deposit-free');
    const made = accepted(await manager.post<{ id: number }>('/car/violation/deduct', { id })).data.id;
    const deduction = accepted(await manager.get<Deduction>(`/order/deduct/info/${made}`)).data;
    expect(deduction).toMatchObject({ orderId, type: 2, amount: 500, violationId: id, status: 1 });
    expect(deduction.violation).toContain('2027-03-02 09:00:00');
    expect(deduction.reason).toContain('2027-03-02 09:00:00');
    expect(await info(id)).toMatchObject({ status: 0, claim: 'deduction' });
    for (const [path, body] of [
      ['deduct', { id }],
      ['decide', { id, orderId: null }],
      ['save', { id, fine: 600 }],
      ['save', { id, time: '2027-03-02 09:30:00' }],
      ['status', { id, status: 1, remark: 'x' }],
    ] as const)
      expect(errorOf(await manager.post(`/car/violation/${path}`, body))).toContain('revoke or void it first');
    expect(errorOf(await fleet.delete(`/car/violation/delete/${id}`))).toContain('it stays');
    accepted(await finance.post('/order/deduct/review', { id: made }));
    expect((await info(id)).status).toBe(0);
    accepted(await finance.post('/order/deduct/result', { id: made, success: 1, transactionNo: 'V-1' }));
    expect(await info(id)).toMatchObject({ status: 2, claim: 'settled' });
    const order = accepted(await manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    expect(order.fees).toContainEqual(
      expect.objectContaining({ item: 'additional', amount: 500, source: 'deduction' }),
    );
    expect(order.payments).toContainEqual(expect.objectContaining({ type: 1, amount: 500, feeItem: 'additional' }));
    await expectSoundMoney(app.db);
  });

  it('is asked for again after a deduction was revoked, and kept while one has failed', async () => {
    const { id } = await ofReturned();
    const made = accepted(await manager.post<{ id: number }>('/car/violation/deduct', { id })).data.id;
    accepted(await finance.post('/order/deduct/review', { id: made }));
    accepted(await finance.post('/order/deduct/result', { id: made, success: 0, failReason: 'card expired' }));
    expect(errorOf(await manager.post('/car/violation/deduct', { id }))).toContain('revoke');
    accepted(await ops.post('/order/deduct/revoke', { id: made, reason: 'pays cash' }));
    expect(await info(id)).toMatchObject({ status: 0, claim: 'none' });
    accepted(await manager.post('/car/violation/deduct', { id }));
  });

  it('is named by a deduction that somebody types, of its own order and type only', async () => {
    const { id, orderId } = await ofReturned();
    const other = await ofReturned();
    const body = { orderId, type: 2, amount: 500, reason: 'fine', violationId: id };
    const save = (changes: Record<string, unknown>) =>
      manager.post<{ id: number }>('/order/deduct/save', { ...body, ...changes });
    expect((await save({ violationId: other.id })).errors['violationId']).toContain('does not belong to this order');
    expect((await save({ violationId: 999_999 })).errors['violationId']).toBeTruthy();
    const without = accepted(await save({ type: 1 })).data.id;
    expect(accepted(await manager.get<Deduction>(`/order/deduct/info/${without}`)).data.violationId).toBeNull();
    const made = accepted(await save({})).data.id;
    expect((await save({})).errors['violationId']).toContain('revoke or void it first');
    accepted(await manager.post('/order/deduct/save', { id: made, amount: 450 }));
    const offered = accepted(await manager.get<{ id: number }[]>('/car/violation/options', { orderId })).data;
    expect(offered.map((one) => one.id)).toEqual([id]);
  });

  it('of another order goes on its bill, and the payment completes the violation', async () => {
    const { id, orderId } = await ofReturned(DEPOSIT);
    expect(errorOf(await manager.post('/car/violation/deduct', { id }))).toContain('deposit-free orders only');
    const before = accepted(await manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    accepted(await manager.post('/car/violation/charge', { id }));
    const after = accepted(await manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    expect(after.total).toBe(before.total + 500);
    expect(await info(id)).toMatchObject({ status: 0, claim: 'fee' });
    expect(errorOf(await manager.post('/car/violation/charge', { id }))).toContain('revoke or void it first');
    accepted(await clerk.post('/order/payment/save', { orderId, amount: 499.99, method: 5 }));
    expect((await info(id)).status).toBe(0);
    accepted(await clerk.post('/order/payment/save', { orderId, amount: 0.01, method: 5 }));
    expect(await info(id)).toMatchObject({ status: 2, claim: 'settled' });
    await expectSoundMoney(app.db);
  });

  it('comes off the bill when its line is voided, and can be charged again', async () => {
    const { id } = await ofReturned(DEPOSIT);
    const line = accepted(await manager.post<{ id: number }>('/car/violation/charge', { id })).data.id;
    accepted(await ops.delete(`/order/additionalfee/delete/${line}`));
    expect(await info(id)).toMatchObject({ status: 0, claim: 'none' });
    accepted(await manager.post('/car/violation/charge', { id }));
  });

  it('is asked of a renter once, however many press at the same moment', async () => {
    for (const [path, changes] of [
      ['charge', DEPOSIT],
      ['deduct', {}],
    ] as const) {
      const { id } = await ofReturned(changes);
      const answers = await Promise.all(
        [manager, ops, manager, ops].map((one) => one.post(`/car/violation/${path}`, { id })),
      );
      expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
      expect(answers.every((one) => one.http < 500)).toBe(true);
    }
    await expectSoundMoney(app.db);
  });

  it('after the deposit was free is marked', async () => {
    const { carId, id } = await ofReturned();
    expect((await info(id)).depositReleased).toBe(0);
    app.at('2027-04-03 12:00');
    expect((await info(id)).depositReleased).toBe(1);
    const late = await enter(carId, '2027-03-02 10:00:00');
    accepted(await status(manager, late, 2));
    expect((await info(late)).depositReleased).toBe(1);
  });
});

it('the renter is told by SMS when somebody presses, with what, where, when and how much', async () => {
  const { id, orderId } = await ofReturned();
  accepted(await manager.post('/car/violation/notify', { id }));
  const { rows } = await sql<{
    text: string;
  }>`select * from outbox where topic = 'violation' and "orderId" = ${orderId}`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).toContain('THB 500.00');
  expect(rows[0]!.text).toContain('2 Mar 09:00');
  expect((await info(id)).notifyTime).toBe('2027-03-05 10:00:00');
});
