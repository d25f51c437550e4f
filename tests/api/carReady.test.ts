import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from './app.ts';
import { newUser } from './ownUsers.ts';
import type { PageOf } from './rentalAnswers.ts';
import { accepted, book, errorOf, orderIn, RENTAL } from './rental.ts';
import { startYard } from './yard.ts';

/** Ready and to be washed (D-CAR-19). */
const { app, fleet, ops, listed, car } = await startYard();
const [clerk, admin] = await Promise.all([app.as('clerk'), app.as('admin')]);
/** Somebody with a role, at some stores only. */
const signedIn = async (role: string, storeIds: readonly number[] = []) => {
  const { username } = await newUser(app, role);
  if (storeIds.length > 0)
    await sql`update "user" set "dataScope" = 1, "storeIds" = ${[...storeIds]}::bigint[] where username = ${username}`.execute(app.db); // prettier-ignore
  return app.signIn(username, PASSWORD);
};
afterAll(() => app.close());

interface Pickup {
  readonly warnings: readonly { readonly code: string; readonly field: string | null }[];
}
const readyOf = async (id: number) => {
  const { ready, readyTime, readyUserId } = await car(id);
  return { ready, since: readyTime, by: readyUserId };
};
/** A car that has just come back. */
const returned = async (): Promise<number> => {
  const id = await listed({ mileage: 10_000 });
  await orderIn(app, ops, 3, id);
  return id;
};

describe('a car that comes back', () => {
  test('has to be washed, is found by it, and is made ready by somebody at some time', async () => {
    const id = await returned();
    expect(await readyOf(id)).toEqual({ ready: 0, since: null, by: null });
    const { data } = accepted(await fleet.get<PageOf<{ id: number }>>('/car/list', { ready: '0' }));
    expect(data.list.map((row) => row.id)).toContain(id);
    app.at('2027-03-04 11:00');
    accepted(await clerk.post('/car/ready', { id }));
    const done = await readyOf(id);
    expect(done).toMatchObject({ ready: 1, since: new Date('2027-03-04T11:00:00+07:00') });
    expect(done.by).not.toBeNull();
    // Who said so first stays.
    app.at('2027-03-04 12:00');
    accepted(await ops.post('/car/ready', { id }));
    expect(await readyOf(id)).toEqual(done);
    accepted(await ops.post('/car/dirty', { id }));
    expect(await readyOf(id)).toEqual({ ready: 0, since: null, by: null });
    const log = accepted(
      await admin.get<PageOf<{ action: string; objectId: unknown }>>('/basics/OperationLog/list', { module: 'vehicle', pageSize: '100' }),
    ).data.list; // prettier-ignore
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['ready', 'dirty']));
  });

  test('stays as it is when the return is undone and done again', async () => {
    const id = await listed({ mileage: 10_000 });
    const orderId = await orderIn(app, ops, 3, id);
    accepted(await ops.post('/car/ready', { id }));
    accepted(await ops.post('/order/rejectreturn', { id: orderId, reason: 'wrong car' }));
    expect(errorOf(await ops.post('/car/dirty', { id }))).toContain(
      'Not possible for a rented vehicle. Take it back first',
    );
    accepted(
      await ops.post('/order/return', { id: orderId, carId: id, time: '2027-03-04 10:00:00', mileage: 10_500, oil: 8 }),
    );
    expect((await readyOf(id)).ready).toBe(0);
  });

  test('warns when it goes out again unwashed, and goes out all the same', async () => {
    const id = await returned();
    const times = { plannedPickupTime: '2027-03-06 10:00', plannedReturnTime: '2027-03-07 10:00' };
    const out = async (ready: boolean): Promise<Pickup> => {
      const orderId = await book(ops, { carId: id, ...times });
      const { data } = accepted(await ops.get<{ due: number; depositDue: number }>(`/order/info/${orderId}`));
      accepted(await ops.post('/order/payment/save', { orderId, amount: data.due + data.depositDue, method: 5 }));
      if (ready) accepted(await ops.post('/car/ready', { id }));
      app.at('2027-03-06 10:00');
      const task = { id: orderId, carId: id, time: '2027-03-06 10:00:00', mileage: 10_500, oil: 8 };
      const answer = accepted(await ops.post<Pickup>('/order/pickup', task)).data;
      accepted(await ops.post('/order/rejectpickup', { id: orderId, reason: 'again' }));
      accepted(await ops.post('/order/cancel', { id: orderId, reason: 'again' }));
      app.at('2027-03-04 12:00');
      return answer;
    };
    expect((await out(false)).warnings).toMatchObject([{ code: 'vehicle.warning.dirty', field: 'carId' }]);
    expect((await out(true)).warnings).toEqual([]);
    // A pickup that was undone has soiled nothing.
    expect((await readyOf(id)).ready).toBe(1);
  });
});

describe('several at once', () => {
  test('are made ready but for those that are out', async () => {
    const [back, out] = [await returned(), await listed({ mileage: 10_000 })];
    await orderIn(app, ops, 2, out);
    accepted(await ops.post('/car/dirty', { id: RENTAL.cars[0] }));
    const ids = [out, back, RENTAL.cars[0]];
    expect(accepted(await clerk.post('/car/readybatch', { ids })).data).toEqual({ count: 2 });
    expect(await Promise.all(ids.map(async (id) => (await readyOf(id)).ready))).toEqual([1, 1, 1]);
    expect((await readyOf(out)).by).toBeNull();
  });

  test('are only those of the own stores, and of who keeps or hands over cars', async () => {
    accepted(await ops.post('/car/dirty', { id: RENTAL.cars[1] }));
    accepted(await admin.post('/role/save', { name: 'Looker', code: 'looker', menuIds: [] }));
    const [looker, elsewhere] = [await signedIn('looker'), await signedIn('clerk', [RENTAL.chiangMai])];
    for (const [path, body] of [
      ['/car/ready', { id: RENTAL.cars[1] }],
      ['/car/readybatch', { ids: [RENTAL.cars[1]] }],
      ['/car/dirty', { id: RENTAL.cars[1] }],
    ] as const)
      for (const by of [looker, elsewhere])
        expect([path, (await by.post(path, body)).statusCode]).not.toEqual([path, 200]);
    expect((await looker.post('/car/ready', { id: RENTAL.cars[1] })).statusCode).toBe(403);
    expect((await readyOf(RENTAL.cars[1])).ready).toBe(0);
    accepted(await elsewhere.post('/car/dirty', { id: RENTAL.chiangMaiCar }));
  });

  test('a copy is ready', async () => {
    const id = await returned();
    const copy = { id, plate: 'COPY-1', frameNo: 'COPY-F1', engineNo: 'COPY-E1' };
    const made = accepted(await fleet.post<{ id: number }>('/car/copy', copy)).data.id;
    expect(await readyOf(made)).toEqual({ ready: 1, since: null, by: null });
  });
});
