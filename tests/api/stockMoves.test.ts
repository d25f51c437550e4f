import { describe, expect, it } from 'vitest';
import { brokenHolds } from './orderInvariants.ts';
import { accepted, addCars, book, draft, errorOf } from './rental.ts';
import { openStockBoard } from './stockBoard.ts';

const office = openStockBoard();
const { rowOf } = office;

describe('two people who move one bar', () => {
  const stale = { http: 200, statusCode: 409 };
  it('the second one, who has not seen the first move, is refused and nothing is lost', async () => {
    const [from, to, other] = await addCars(office.app, 3);
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, { carId: from });
    const { updateTime } = (await rowOf(from!)).bars[0]!;
    accepted(await office.clerk.post('/order/assigncar', { id, carId: to, updateTime }));
    expect(await office.manager.post('/order/assigncar', { id, carId: other, updateTime })).toMatchObject(stale);
    const later = { plannedPickupTime: '2027-03-02 10:00:00', plannedReturnTime: '2027-03-05 10:00:00' };
    expect(await office.manager.post('/order/edittime', { id, ...later, updateTime })).toMatchObject(stale);
    expect(await office.manager.post('/order/save', { id, carId: other, ...later, updateTime })).toMatchObject(stale);
    expect((await rowOf(to!)).bars).toMatchObject([{ id, start: '2027-03-01 10:00:00' }]);
    const fresh = (await rowOf(to!)).bars[0]!.updateTime;
    accepted(await office.manager.post('/order/edittime', { id, ...later, updateTime: fresh }));
    expect(await brokenHolds(office.app.db)).toEqual([]);
  });

  it('at the same moment exactly one of them moves it', async () => {
    const [from, ...others] = await addCars(office.app, 9);
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, { carId: from });
    const { updateTime } = (await rowOf(from!)).bars[0]!;
    const answers = await Promise.all(
      others.map((carId, index) =>
        index % 2 === 0
          ? office.manager.post('/order/assigncar', { id, carId, updateTime })
          : office.clerk.post('/order/edittime', { id, plannedReturnTime: `2027-03-05 1${index}:00:00`, updateTime }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, ...others.slice(1).map(() => 409)]);
    expect(answers.every((answer) => answer.http === 200)).toBe(true);
    expect(await brokenHolds(office.app.db)).toEqual([]);
  });

  it('a move and a booking of the same days: exactly one gets the car', async () => {
    office.app.at('2027-02-22 12:00');
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = await addCars(office.app, 2);
      const id = await book(office.clerk, { carId: from });
      const [moved, booked] = await Promise.all([
        office.manager.post('/order/assigncar', { id, carId: to }),
        office.clerk.post('/order/save', draft({ carId: to })),
      ]);
      expect([moved.statusCode, booked.statusCode].toSorted()).toEqual([200, 400]);
    }
    expect(await brokenHolds(office.app.db)).toEqual([]);
  });

  it('a move and a storage order of the car that it goes to: exactly one gets it', async () => {
    office.app.at('2027-02-22 12:00');
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = await addCars(office.app, 2);
      const id = await book(office.clerk, { carId: from });
      const put = { kind: 1, storeId: 1, subModelId: 1, carId: to, offlineTime: '2027-03-02 10:00:00' };
      const [moved, stored] = await Promise.all([
        office.clerk.post('/order/assigncar', { id, carId: to }),
        office.manager.post('/car/storage/save', put),
      ]);
      expect([moved.statusCode, stored.statusCode].toSorted()).toEqual([200, 400]);
    }
    expect(await brokenHolds(office.app.db)).toEqual([]);
  });

  it('onto another order, into storage or into a pause it is refused with the reason', async () => {
    const [from, to] = await addCars(office.app, 2);
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, { carId: from });
    await book(office.clerk, {
      carId: to,
      plannedPickupTime: '2027-03-03 10:00:00',
      plannedReturnTime: '2027-03-06 10:00:00',
    });
    expect(errorOf(await office.clerk.post('/order/assigncar', { id, carId: to }))).toContain('booked');
    accepted(
      await office.manager.post('/car/storage/save', {
        kind: 1,
        storeId: 1,
        subModelId: 1,
        carId: from,
        offlineTime: '2027-03-05 10:00:00',
      }),
    );
    const into = { id, plannedPickupTime: '2027-03-04 10:00:00', plannedReturnTime: '2027-03-07 10:00:00' };
    expect(errorOf(await office.clerk.post('/order/edittime', into))).toContain('storage');
    expect((await rowOf(from!)).bars.map(({ kind, start }) => [kind, start])).toEqual([
      ['order', '2027-03-01 10:00:00'],
      ['storage', '2027-03-05 10:00:00'],
    ]);
  });
});
