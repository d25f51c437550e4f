import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { accepted, book, orderIn, RENTAL } from './rental.ts';
import { startYard } from './yard.ts';

const { app, fleet, ops, owner, add, complete, listed, car, state, refused } = await startYard();
afterAll(() => app.close());

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
      'After a dispatch somebody who edits prices must save the price of the new store again. Ask them to do it',
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
      'Cannot dispatch to the same store. Choose another store',
    );
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: 999_999 }), 'not open');
    expect((await fleet.post('/car/dispatch', { id })).errors).toEqual({ storeId: 'Required' });
    accepted(await ops.post('/basics/store/save', { id: RENTAL.airport, status: 0 }));
    await refused(id, () => fleet.post('/car/dispatch', { id, storeId: RENTAL.airport }), 'not open');
    accepted(await ops.post('/basics/store/save', { id: RENTAL.airport, status: 1 }));
  });

  test('is the only way to another store', async () => {
    const id = await add();
    const before = await car(id);
    expect((await fleet.post('/car/save', { id, storeId: RENTAL.chiangMai })).errors).toEqual({
      storeId: 'Use Dispatch to move a vehicle to another store',
    });
    expect(await car(id)).toEqual(before);
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

  test('what is sold or lost is offered nowhere, and keeps its name where it was chosen', async () => {
    const ids = [await listed(), await listed(), await listed(), await add()];
    const [sold, lost, here, pending] = ids;
    accepted(await fleet.post('/car/sold', { id: sold }));
    accepted(await fleet.post('/car/totalloss', { id: lost }));
    const choices = async (query: string): Promise<number[]> =>
      accepted(await fleet.get<{ id: number }[]>(`/car/options?${query}`)).data.map(({ id }) => id);
    const plates = await Promise.all(ids.map(async (id) => String((await car(id))['plate'])));
    const found = await Promise.all(plates.map((plate) => choices(`keyword=${encodeURIComponent(plate)}`)));
    expect(found).toEqual([[], [], [here], [pending]]);
    // A fine may come after the sale: its form asks for cars of every state.
    expect(await choices(`keyword=${encodeURIComponent(plates[0]!)}&status=0,1,2,3,4`)).toEqual([sold]);
    expect((await choices(`ids=${ids.join(',')}`)).sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
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
    expect(latest!.changes).toContainEqual({
      field: 'institutionId',
      titles: { before: 'Malee', after: 'Anan' },
      before: owner,
      after: other,
    });
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
        [field]: expect.stringMatching(
          /^Can be changed only while the vehicle is pending|corrected while the vehicle is pending$/,
        ),
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
      await refused(
        id,
        () => fleet.post(`/car/${step}`, { id }),
        'Not possible for a rented vehicle. Take it back first',
      );
    await refused(
      id,
      () => fleet.post('/car/dispatch', { id, storeId: 3 }),
      'Not possible for a rented vehicle. Take it back first',
    );
    await refused(id, () => fleet.delete(`/car/delete/${id}`), 'Not possible for a rented vehicle. Take it back first');
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
    await refused(
      id,
      () => fleet.delete(`/car/delete/${id}`),
      'An approved vehicle cannot be deleted. Mark it as sold instead',
    );
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
