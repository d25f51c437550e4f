import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openPapers } from './papers.ts';
import { accepted, addCars, draft, errorOf, orderIn, RENTAL } from './rental.ts';

const office = openPapers();
const { car, bare, policy, insure } = office;

describe('papers that end within the rental', () => {
  type Warned = { readonly warnings: readonly { readonly code: string }[] };
  const codes = ({ warnings }: Warned) => warnings.map(({ code }) => code).filter((code) => code.endsWith('Ends'));
  const BOTH = ['availability.policyEnds', 'availability.inspectionEnds'];
  /** A car whose papers end on the second day of the rental of 1 to 4 March. */
  const ending = async (): Promise<number> => {
    const id = await bare();
    accepted(await insure(policy(id, { endDate: '2027-03-02' })));
    await sql`update vehicle set "inspectionExpiry" = '2027-03-02' where id = ${id}`.execute(office.app.db);
    return id;
  };

  it('are a warning of the quote, and stop no booking, change, or plate', async () => {
    const carId = await ending();
    const quote = (body: object) => office.desk.post<Warned & { errors: unknown[] }>('/order/quote', body);
    const { data } = accepted(await quote(draft({ carId })));
    expect([codes(data), data.errors]).toEqual([BOTH, []]);
    const id = accepted(await office.desk.post<{ id: number }>('/order/save', draft({ carId }))).data.id;
    const longer = { id, plannedReturnTime: '2027-03-06 10:00:00' };
    expect(codes(accepted(await quote(longer)).data)).toEqual(BOTH);
    accepted(await office.desk.post('/order/edittime', longer));
    accepted(await office.desk.post('/order/save', { id, carId, renterName: 'Li Si' }));
    accepted(await office.desk.post('/order/assigncar', { id, carId: null }));
    accepted(await office.desk.post('/order/assigncar', { id, carId }));
  });

  it('are said in the list of free cars', async () => {
    const carId = await ending();
    const asked = { storeId: RENTAL.phuket, pickupTime: '2027-03-01 10:00:00', returnTime: '2027-03-04 10:00:00' };
    const cars = accepted(await office.desk.get<(Warned & { id: number })[]>('/order/availablecars', asked)).data;
    expect(codes(cars.find(({ id }) => id === carId)!)).toEqual(BOTH);
  });

  it('no longer warn once a renewal follows without a gap', async () => {
    const carId = await ending();
    accepted(await insure(policy(carId, { startDate: '2027-03-03', endDate: '2028-03-02' })));
    const { data } = accepted(await office.desk.post<Warned>('/order/quote', draft({ carId })));
    expect(codes(data)).toEqual(['availability.inspectionEnds']);
  });

  it('are a warning of pickup and renewal while they are good, and stop the pickup once they have ended', async () => {
    const carId = await ending();
    const id = await orderIn(office.app, office.desk, 1, carId);
    office.app.at('2027-03-01 10:00');
    const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
    await sql`update insurance set "endDate" = '2027-02-28' where "carId" = ${carId}`.execute(office.app.db);
    expect(errorOf(await office.desk.post('/order/pickup', body))).toMatch(
      'compulsory insurance is not valid (2027-02-28)',
    );
    await sql`update insurance set "endDate" = '2027-03-02' where "carId" = ${carId}`.execute(office.app.db);
    const { data } = accepted(await office.desk.post<Warned>('/order/pickup', body));
    expect(codes(data)).toEqual(BOTH);
    const renewal = { orderId: id, time: '2027-03-06 10:00:00' };
    const quoted = accepted(
      await office.desk.post<Warned & { conflicts: unknown[] }>('/order/renewquote', renewal),
    ).data;
    expect([codes(quoted), quoted.conflicts]).toEqual([BOTH, []]);
    accepted(await office.desk.post('/order/renew', renewal));
  });

  it('stop the audit and the listing once they have ended, and a renewal heals it', async () => {
    const carId = await bare();
    const listed = () => office.fleet.post('/car/online', { id: carId });
    await sql`update vehicle set status = 0 where id = ${carId}`.execute(office.app.db);
    accepted(await insure(policy(carId, { endDate: '2027-02-21' })));
    expect(errorOf(await listed())).toMatch('2027-02-21');
    accepted(await insure(policy(carId, { startDate: '2027-02-22', endDate: '2028-02-21' })));
    accepted(await listed());
  });
});

describe('the car in the shop', () => {
  it('is in the way of every path that books or keeps it', async () => {
    const carId = await car();
    const id = await orderIn(office.app, office.desk, 2, carId);
    const shop = { carId, storageFlag: 1, startTime: '2027-03-05 09:00:00', endTime: '2027-03-07 09:00:00', cost: 1 };
    accepted(await office.fleet.post('/car/maintenanceinfo/save', shop));
    const renewal = { orderId: id, time: '2027-03-06 10:00:00' };
    const { conflicts } = accepted(
      await office.desk.post<{ conflicts: { code: string; kind: string }[] }>('/order/renewquote', renewal),
    ).data;
    expect(conflicts).toMatchObject([{ code: 'renew.maintenance', kind: 'maintenance' }]);
    expect(errorOf(await office.desk.post('/order/renew', renewal))).toMatch('in maintenance from');

    office.app.at('2027-02-28 12:00');
    const trip = { plannedPickupTime: '2027-03-05 10:00:00', plannedReturnTime: '2027-03-06 10:00:00' };
    const [other] = await addCars(office.app, 1);
    const waiting = accepted(await office.desk.post<{ id: number }>('/order/save', draft({ ...trip, carId: other })))
      .data.id;
    const asked = { storeId: RENTAL.phuket, pickupTime: trip.plannedPickupTime, returnTime: trip.plannedReturnTime };
    const free = accepted(await office.desk.get<{ id: number }[]>('/order/availablecars', asked)).data;
    expect(free.map((each) => each.id)).not.toContain(carId);
    for (const refused of [
      await office.desk.post('/order/save', draft({ ...trip, carId })),
      await office.desk.post('/order/save', { id: waiting, carId }),
      await office.desk.post('/order/assigncar', { id: waiting, carId }),
    ])
      expect(errorOf(refused)).toMatch('in maintenance at that time');
    accepted(await office.fleet.post('/car/maintenanceinfo/save', { ...shop, carId: other, startTime: '2027-03-08 09:00:00', endTime: '' })); // prettier-ignore
    const later = { id: waiting, plannedReturnTime: '2027-03-09 10:00:00' };
    expect(errorOf(await office.desk.post('/order/edittime', later))).toMatch('in maintenance at that time');
  });
});
