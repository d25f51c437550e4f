import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Violation } from '../../schemas/types.generated.ts';
import type { ImportState } from 'forecourt/model';
import type { Answer, Client } from './app.ts';
import { csv } from './importFiles.ts';
import { accepted, book, orderIn, RENTAL } from './rental.ts';
import type { PageOf } from './rentalAnswers.ts';
import { startYard } from './yard.ts';

/** A plate has dates (D-CAR-17). */
const { app, fleet, ops, listed, add, car, refused } = await startYard();
const manager = await app.as('storeManager');
afterAll(() => app.close());

interface Shown {
  readonly plate: string;
  readonly plateFrom: string;
  readonly formerPlates: string;
  readonly plates: readonly Record<string, unknown>[];
}
const shown = async (id: number): Promise<Shown> => accepted(await fleet.get<Shown>(`/car/info/${id}`)).data;
const change = (id: number, plate: string, plateFrom?: string, remark = 'white plate') =>
  fleet.post('/car/plate', { id, plate, remark, ...(plateFrom && { plateFrom }) });
const plateOf = async (id: number): Promise<string> => String((await car(id))['plate']);
const sendFile = <T>(by: Client, url: string, bytes: Buffer): Promise<Answer<T>> => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\ncontent-type: text/csv\r\n\r\n';
  return by.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  }) as unknown as Promise<Answer<T>>;
};
const found = async (path: string, query: Record<string, string>): Promise<number[]> =>
  accepted(await ops.get<PageOf<{ id: number }>>(path, query)).data.list.map(({ id }) => id);
const offence = (changes: Record<string, unknown>) => ({
  behavior: 'Speeding',
  location: 'Patong',
  points: 0,
  fine: 500,
  ...changes,
});
const enter = async (changes: Record<string, unknown>): Promise<Violation> => {
  const { id } = accepted(await manager.post<{ id: number }>('/car/violation/save', offence(changes))).data;
  return accepted(await manager.get<Violation>(`/car/violation/info/${id}`)).data;
};

describe('a change of plate', () => {
  test('keeps the plate before with its dates and its reason, and lists find the car by it in any spelling', async () => {
    app.at('2027-02-22 12:00');
    const id = await listed({ plate: 'กข 1111 ภูเก็ต' });
    const carId = String(id);
    accepted(await change(id, 'ขข 2222 ภูเก็ต', '2027-02-20 08:00'));
    const record = await shown(id);
    expect(record).toMatchObject({
      plate: 'ขข 2222 ภูเก็ต',
      plateFrom: '2027-02-20 08:00:00',
      formerPlates: 'กข 1111 ภูเก็ต',
      auditStatus: 1,
      status: 1,
    });
    expect(record.plates).toMatchObject([
      { plate: 'กข 1111 ภูเก็ต', validUntil: '2027-02-20 08:00:00', reason: 'white plate' },
    ]);
    const orderId = await book(ops, {
      carId: id,
      plannedPickupTime: '2027-03-20 10:00',
      plannedReturnTime: '2027-03-22 10:00',
    });
    for (const keyword of ['กข1111', 'กข-1111 ภูเก็ต', 'ขข 2222'])
      expect(await found('/car/list', { keyword })).toEqual([id]);
    for (const plate of ['กข-1111', 'ขข2222']) expect(await found('/order/list', { plate })).toEqual([orderId]);
    const violation = await enter({ carId: id, time: '2027-02-21 09:00:00' });
    expect(await found('/car/violation/list', { plate: 'กข1111' })).toEqual([violation.id]);
    expect(await found('/car/violation/list', { keyword: 'กข1111' })).toEqual([violation.id]);
    const options = accepted(await fleet.get<{ id: number }[]>('/car/options', { keyword: 'กข1111' })).data;
    expect(options.map((each) => String(each.id))).toEqual([carId]);
  });

  test('is possible while the car is out and has further orders; past sheets keep the plate of that day', async () => {
    const id = await listed();
    const before = await plateOf(id);
    const orderId = await orderIn(app, ops, 2, id);
    await book(ops, { carId: id, plannedPickupTime: '2027-05-01 10:00', plannedReturnTime: '2027-05-03 10:00' });
    app.at('2027-03-02 10:00');
    accepted(await change(id, 'OUT-1'));
    const { tasks } = accepted(await ops.get<{ tasks: { plate: string }[] }>(`/order/info/${orderId}`)).data;
    expect([await plateOf(id), ...tasks.map(({ plate }) => plate)]).toEqual(['OUT-1', before]);
    // Whoever brings it back may still say the plate on the key.
    const { rows } = await sql<{ mileage: number }>`select mileage from vehicle where id = ${id}`.execute(app.db);
    app.at('2027-03-04 10:00');
    accepted(
      await ops.post('/order/return', {
        id: orderId,
        plate: before,
        time: '2027-03-04 10:00:00',
        mileage: rows[0]!.mileage + 100,
        oil: 8,
      }),
    );
  });

  test('refuses what cannot be', async () => {
    app.at('2027-03-10 12:00');
    const id = await listed({ plate: 'AB 500' });
    const other = await listed({ plate: 'AB 600' });
    await refused(id, () => change(id, 'ab500'), 'has this plate already');
    await refused(id, () => change(id, 'AB 501', '2027-03-10 12:01'), 'in the future');
    expect((await change(id, 'ab-600')).errors).toEqual({ plate: 'Plate number already exists. Check the number' });
    expect((await change(id, '   ')).errors['plate']).toBeTruthy();
    expect((await change(id, 'AB 501', undefined, ' ')).errors['remark']).toBeTruthy();
    accepted(await change(id, 'AB 501', '2027-03-09 12:00'));
    await refused(id, () => change(id, 'AB 502', '2027-03-09 11:59'), 'since 9 Mar 12:00');
    // AB 500 was on the first car until the 9th.
    await refused(other, () => change(other, 'AB 500', '2027-03-09 11:59'), 'until 9 Mar 12:00');
    accepted(await change(other, 'AB 500', '2027-03-09 12:00'));
    await expect(fleet.delete(`/car/delete/${other}`)).resolves.toMatchObject({ statusCode: 400 });
    accepted(await fleet.post('/car/sold', { id: other }));
    await refused(other, () => change(other, 'AB 700'), 'Not possible for a sold vehicle');
  });

  test('at the same moment again corrects it and leaves no second former plate', async () => {
    app.at('2027-03-11 12:00');
    const id = await listed({ plate: 'TY 1' });
    accepted(await change(id, 'TY 22', '2027-03-11 10:00'));
    accepted(await change(id, 'TY 2', '2027-03-11 10:00'));
    const { plate, formerPlates, plates } = await shown(id);
    expect([plate, formerPlates, plates.length]).toEqual(['TY 2', 'TY 1', 1]);
  });

  test('two at once: one car gets the plate', async () => {
    app.at('2027-03-11 12:00');
    const ids = [await listed(), await listed()];
    const answers = await Promise.all(ids.map((id) => change(id, 'RACE 1')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test('needs the right to edit vehicles, and a car of the own stores', async () => {
    const id = await listed();
    expect((await (await app.as('finance')).post('/car/plate', { id, plate: 'NO 1', remark: 'x' })).statusCode).toBe(
      403,
    );
  });

  test('a typing error is corrected in the form while pending: nothing is kept of it', async () => {
    const id = await add({ plate: 'TPYO 1' });
    accepted(await fleet.post('/car/save', { id, plate: 'TYPO 1' }));
    const { plate, plateFrom, plates } = await shown(id);
    expect([plate, plateFrom, plates]).toEqual(['TYPO 1', '', []]);
    const on = await listed();
    expect((await fleet.post('/car/save', { id: on, plate: 'NO 2' })).errors['plate']).toContain('Change plate');
  });
});

describe('a notice that names a plate', () => {
  test('finds the car that had it then, also when another car has it today', async () => {
    app.at('2027-06-01 12:00');
    const red = await listed({ plate: 'RED 1' });
    const later = await listed({ plate: 'LATER 1' });
    accepted(await change(red, 'WHITE 1', '2027-05-10 00:00'));
    accepted(await change(later, 'RED 1', '2027-05-20 00:00'));
    expect((await enter({ noticePlate: 'red-1', time: '2027-05-09 23:59:59' })).carId).toBe(red);
    expect((await enter({ noticePlate: 'RED 1', time: '2027-05-20 00:00:00' })).carId).toBe(later);
    const between = await manager.post(
      '/car/violation/save',
      offence({ noticePlate: 'RED 1', time: '2027-05-15 10:00:00' }),
    );
    expect(between.errors['noticePlate']).toContain('No vehicle had this plate');
    const wrong = await manager.post(
      '/car/violation/save',
      offence({ carId: later, noticePlate: 'RED 1', time: '2027-05-09 10:00:00' }),
    );
    expect(wrong.errors['noticePlate']).toContain('Another vehicle had this plate');
    expect((await enter({ carId: red, noticePlate: 'MISREAD 9', time: '2027-05-09 10:00:00' })).carId).toBe(red);
    expect((await manager.post('/car/violation/save', offence({ time: '2027-05-09 10:00:00' }))).errors['carId']).toBe(
      'Required',
    );
  });

  test('follows its time: a corrected time finds the other car, and the order that had it', async () => {
    app.at('2027-02-22 12:00');
    const one = await listed({ plate: 'MOVE 1' });
    const orderId = await orderIn(app, ops, 3, one);
    app.at('2027-06-01 12:00');
    const two = await listed({ plate: 'MOVE 2' });
    accepted(await change(one, 'MOVE 3', '2027-05-10 00:00'));
    accepted(await change(two, 'MOVE 1', '2027-05-20 00:00'));
    const violation = await enter({ noticePlate: 'MOVE 1', time: '2027-05-21 10:00:00' });
    expect(violation).toMatchObject({ carId: two, match: 'none' });
    accepted(await manager.post('/car/violation/save', { id: violation.id, time: '2027-03-02 09:00:00' }));
    const after = accepted(await manager.get<Violation>(`/car/violation/info/${violation.id}`)).data;
    expect(after).toMatchObject({ carId: one, orderId, match: 'matched' });
    const match = await manager.get('/car/violation/matchorder', { noticePlate: 'move1', time: '2027-03-02 09:00:00' });
    expect(accepted(match).data).toMatchObject({ orderId });
  });

  test('comes in a file of fines, too: each row finds its car by plate and time', async () => {
    app.at('2027-06-01 12:00');
    const [one, two] = [await listed({ plate: 'FILE 1' }), await listed({ plate: 'FILE 2' })];
    accepted(await change(one, 'FILE 3', '2027-05-10 00:00'));
    accepted(await change(two, 'FILE 1', '2027-05-20 00:00'));
    const rows = [
      ['noticePlate', 'time', 'behavior', 'location', 'points', 'fine'],
      ['FILE-1', '2027-05-01 10:00:00', 'CSV fine', 'Patong', '0', '500'],
      ['FILE-1', '2027-05-21 10:00:00', 'CSV fine', 'Patong', '0', '500'],
      ['FILE-1', '2027-05-15 10:00:00', 'CSV fine', 'Patong', '0', '500'],
    ];
    const admin = await app.as('admin');
    const { data } = accepted(await sendFile<ImportState>(admin, '/api/resources/violation/import', csv(rows)));
    expect(data.errors.map(({ row, field }) => [row, field])).toEqual([[4, 'noticePlate']]);
    accepted(await admin.post(`/resources/violation/import/${data.id}/run`, {}));
    const { rows: written } = await sql<{ carId: number }>`
      select "carId" from violation where behavior = 'CSV fine' order by time
    `.execute(app.db);
    expect(written.map(({ carId }) => carId)).toEqual([one, two]);
  });

  test('a new car with the plate of a sold one has it from its entry on', async () => {
    app.at('2027-06-02 12:00');
    const old = await listed({ plate: 'HEIR 1' });
    accepted(await fleet.post('/car/sold', { id: old }));
    app.at('2027-06-03 12:00');
    const heir = await listed({ plate: 'HEIR 1' });
    app.at('2027-06-05 12:00');
    expect((await enter({ noticePlate: 'HEIR1', time: '2027-06-01 10:00:00' })).carId).toBe(old);
    expect((await enter({ noticePlate: 'HEIR1', time: '2027-06-04 10:00:00' })).carId).toBe(heir);
    expect(RENTAL.phuket).toBe((await car(heir))['storeId']);
  });
});
