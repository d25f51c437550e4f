import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../../schemas/types.generated.ts';
import type { Answer } from './app.ts';
import { accepted, book, errorOf, orderIn, RENTAL } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';
import { openViolations } from './violations.ts';

const office = openViolations();
const { nextCar, offence, enter, info, status, ofReturned } = office;

describe('a violation', () => {
  it('keeps every field, finds its order by car and time, and is in the list as pending', async () => {
    const carId = nextCar();
    const orderId = await orderIn(office.app, office.manager, 3, carId);
    office.app.at('2027-03-05 10:00');
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
      await office.manager.get<PageOf<Violation>>('/car/violation/list', { keyword: record.orderNo }),
    ).data;
    expect(list).toMatchObject([{ id, plate: record.plate, status: 0 }]);
    const other = { behavior: 'Parking', orderId: 1, orderNo: 'R1', match: 'none', status: 2 };
    expect((await office.manager.post('/car/violation/save', { id, ...other })).statusCode).toBe(400);
    accepted(await office.manager.post('/car/violation/save', { id, behavior: 'Parking' }));
    expect(await info(id)).toMatchObject({ behavior: 'Parking', orderId, status: 0, match: 'matched' });
  });

  it.each(['carId', 'time', 'behavior', 'location', 'fine', 'points'])('needs %s', async (name) => {
    const body: Record<string, unknown> = offence(1, '2027-02-20 10:00:00');
    delete body[name];
    expect((await office.manager.post('/car/violation/save', body)).errors[name]).toBe('Required');
  });

  it.each([
    ['points', 5],
    ['fine', 1.234],
    ['fine', -1],
    ['carId', 999_999],
    ['time', '2027-02-30 10:00:00'],
  ])('refuses %s = %s', async (name, value) => {
    const answer = await office.manager.post(
      '/car/violation/save',
      offence(1, '2027-02-20 10:00:00', { [name]: value }),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.errors[name]).toBeTruthy();
  });

  it('cannot be in the future, nor of a car before it was registered', async () => {
    const carId = nextCar();
    await sql`update vehicle set "registerDate" = '2027-01-10' where id = ${carId}`.execute(office.app.db);
    office.app.at('2027-02-22 12:00');
    const ask = (time: string) => office.manager.post('/car/violation/save', offence(carId, time));
    expect(errorOf(await ask('2027-02-22 12:00:01'))).toContain('in the future');
    expect((await ask('2027-01-09 23:59:59')).errors['time']).toContain('registered since 2027-01-10 only');
    accepted(await ask('2027-01-10 00:00:00'));
  });

  it('of a car that nobody had is saved without an order; the look-up says null', async () => {
    const carId = nextCar();
    office.app.at('2027-03-05 10:00');
    expect(
      accepted(await office.manager.get('/car/violation/matchorder', { carId, time: '2027-03-02 09:00:00' })).data,
    ).toBeNull();
    const id = await enter(carId, '2027-03-02 09:00:00');
    expect(await info(id)).toMatchObject({ orderId: null, orderNo: '', match: 'none', status: 0 });
    expect(errorOf(await office.manager.post('/car/violation/charge', { id }))).toContain('No order had the vehicle');
    expect(errorOf(await office.manager.post('/car/violation/notify', { id }))).toContain('No order had the vehicle');
  });

  it('after an early return is nobody’s, before a late one is the renter’s, and moves when its time is corrected', async () => {
    const carId = nextCar();
    const orderId = await orderIn(office.app, office.manager, 2, carId);
    office.app.at('2027-03-03 09:00');
    accepted(
      await office.manager.post('/order/return', {
        id: orderId,
        carId,
        time: '2027-03-03 09:00:00',
        mileage: 10_200,
        oil: 8,
      }),
    );
    office.app.at('2027-03-06 10:00');
    const id = await enter(carId, '2027-03-03 15:00:00');
    expect(await info(id)).toMatchObject({ match: 'none', orderId: null });
    accepted(await office.manager.post('/car/violation/save', { id, time: '2027-03-03 08:59:00' }));
    expect(await info(id)).toMatchObject({ match: 'matched', orderId });
    const late = nextCar();
    const overdue = await orderIn(office.app, office.manager, 2, late);
    office.app.at('2027-03-06 10:00');
    expect(await info(await enter(late, '2027-03-05 23:00:00'))).toMatchObject({ match: 'matched', orderId: overdue });
  });

  it('between a return and a pickup of the same minute is to be decided, by a person, among those two', async () => {
    const { carId, orderId } = await ofReturned();
    const [second] = [
      await book(office.manager, {
        carId,
        plannedPickupTime: '2027-03-05 14:00:00',
        plannedReturnTime: '2027-03-07 10:00:00',
      }),
    ];
    await sql`update "order" set status = 2, "actualPickupTime" = '2027-03-04T10:00:00+07:00' where id = ${second}`.execute(
      office.app.db,
    );
    const time = '2027-03-04 10:00:00';
    const told = accepted(
      await office.manager.get<AnswerOf<'GET /car/violation/matchorder'>>('/car/violation/matchorder', { carId, time }),
    ).data;
    expect(told).toMatchObject({ orderId: null, candidates: [{ orderId }, { orderId: second, from: time, to: '' }] });
    const id = await enter(carId, time);
    expect(await info(id)).toMatchObject({ match: 'undecided', orderId: null });
    expect(errorOf(await office.manager.post('/car/violation/deduct', { id }))).toContain('choose one');
    const foreign = await orderIn(office.app, office.manager, 1, nextCar());
    office.app.at('2027-03-05 10:00');
    expect((await office.manager.post('/car/violation/decide', { id, orderId: foreign })).errors['orderId']).toContain(
      'did not have',
    );
    accepted(await office.manager.post('/car/violation/decide', { id, orderId: second }));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: second });
    accepted(await office.manager.post('/car/violation/match', {}));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: second });
    accepted(await office.manager.post('/car/violation/decide', { id, orderId: null }));
    expect(await info(id)).toMatchObject({ match: 'chosen', orderId: null });
  });

  it('of a car that was handed over and taken back by a rejected pickup is to be decided', async () => {
    const carId = nextCar();
    const orderId = await orderIn(office.app, office.manager, 2, carId);
    office.app.at('2027-03-01 16:00');
    accepted(await office.manager.post('/order/rejectpickup', { id: orderId, reason: 'the tyres' }));
    const other = nextCar();
    accepted(await office.manager.post('/order/assigncar', { id: orderId, carId: other }));
    accepted(
      await office.manager.post('/order/pickup', {
        id: orderId,
        carId: other,
        time: '2027-03-01 16:00:00',
        mileage: 10_000,
        oil: 8,
      }),
    );
    office.app.at('2027-03-02 10:00');
    expect(await info(await enter(carId, '2027-03-01 12:00:00'))).toMatchObject({ match: 'undecided', orderId: null });
    expect(await info(await enter(carId, '2027-03-01 17:00:00'))).toMatchObject({ match: 'none' });
    expect(await info(await enter(other, '2027-03-01 17:00:00'))).toMatchObject({ match: 'matched', orderId });
  });

  it('keeps its car from being deleted', async () => {
    office.app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.chiangMaiCar, '2027-02-20 10:00:00');
    await sql`update vehicle set status = 0, "auditStatus" = 0 where id = ${RENTAL.chiangMaiCar}`.execute(
      office.app.db,
    );
    expect(errorOf(await office.fleet.delete(`/car/delete/${RENTAL.chiangMaiCar}`))).toContain('violations');
    accepted(await office.fleet.delete(`/car/violation/delete/${id}`));
    await sql`update vehicle set status = 1, "auditStatus" = 1 where id = ${RENTAL.chiangMaiCar}`.execute(
      office.app.db,
    );
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
    if (event === 'edit') return office.manager.post('/car/violation/save', { id, location: 'Patong' });
    if (event === 'delete') return office.fleet.delete(`/car/violation/delete/${id}`);
    return status(office.manager, id, { noaction: 1, complete: 2, reopen: 0 }[event]!, 'settled with the police');
  };
  const WAYS: Record<number, string[]> = { 0: [], 1: ['noaction'], 2: ['complete'] };
  const pairs = [0, 1, 2].flatMap((state) => Object.keys(EVENTS).map((event) => [state, event] as const));

  it.each(pairs)('%i: %s leads where the table says, or is refused and changes nothing', async (state, event) => {
    office.app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
    for (const step of WAYS[state]!) accepted(await send(step, id));
    const row = async () =>
      (await sql<{ status: number }>`select * from violation where id = ${id}`.execute(office.app.db)).rows[0];
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
    office.app.at('2027-02-22 12:00');
    const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
    expect((await status(office.manager, id, 1)).errors['remark']).toBe('Required');
    expect((await status(office.manager, id, 1, '  ')).statusCode).toBe(400);
    expect((await status(office.clerk, id, 2)).http).toBe(403);
    expect((await status(office.manager, id, 3)).statusCode).toBe(400);
  });

  it('of two who decide at the same moment one wins', async () => {
    office.app.at('2027-02-22 12:00');
    for (let round = 0; round < 5; round += 1) {
      const id = await enter(RENTAL.cars[0], '2027-02-20 10:00:00');
      const answers = await Promise.all([
        status(office.manager, id, 2),
        status(office.ops, id, 1, 'ours'),
        status(office.manager, id, 2),
      ]);
      expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
      expect(answers.filter((one) => [400, 409].includes(one.statusCode))).toHaveLength(2);
    }
  });
});
