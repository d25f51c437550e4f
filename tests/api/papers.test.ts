import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredUntil, expiryAlert, maintenanceAlert, shownPolicy } from '../../src/rental/rules/index.ts';
import type { ImportState } from '../../src/framework/model/index.ts';
import type { Answer, Client } from './app.ts';
import { csv } from './importFiles.ts';
import { accepted, addCars, draft, errorOf, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Policies, inspections and reminders, D-UPK-02 to D-UPK-05, and what bookings say of papers that end (D-AVAIL-01, 6). The clock stands at 22 February 2027. */
const TODAY = '2027-02-22';
let app: RentalApp;
let fleet: Client;
let desk: Client;
let insurer: number;
beforeAll(async () => {
  app = await startRentalApp();
  [fleet, desk] = await Promise.all([app.as('fleet'), app.as('storeManager')]);
  insurer = (
    await sql<{ id: number }>`insert into institution (name, type, status, contact, phone, address, "taxId")
      values ('Andaman Insurance', 2, 1, 'A', '+66811111111', 'Phuket', 'T1') returning id`.execute(app.db)
  ).rows[0]!.id;
  await addCars(app, 20);
});
afterAll(() => app.close());

const car = async (): Promise<number> => {
  app.at(`${TODAY} 12:00`);
  return (await addCars(app, 1))[0]!;
};
/** A car without the policy of the fixture. */
const bare = async (): Promise<number> => {
  const id = await car();
  await sql`delete from insurance where "carId" = ${id}`.execute(app.db);
  await sql`update vehicle set "compulsoryInsurance" = null where id = ${id}`.execute(app.db);
  return id;
};
let policies = 0;
const policy = (carId: number, changes: Record<string, unknown> = {}) => {
  policies += 1;
  return { carId, type: 1, policyNo: `N${policies}`, startDate: '2026-03-01', endDate: '2027-02-28', ...changes };
};
const insure = (body: object): Promise<Answer<{ id: number }>> =>
  fleet.post<{ id: number }>('/car/insurance/save', body);
const inspect = (body: object): Promise<Answer<{ id: number }>> =>
  fleet.post<{ id: number }>('/car/annualinspection/save', body);
type Row = Readonly<Record<string, unknown>>;
const reminder = async (kind: 'maintenance' | 'insurance' | 'annualinspection', carId: number): Promise<Row> =>
  accepted(await fleet.get<{ list: readonly Row[] }>(`/car/${kind}/list`, { carId })).data.list[0]!;
const vehicle = async (id: number): Promise<Row> => accepted(await fleet.get<Row>(`/car/info/${id}`)).data;
const history = async (kind: string, carId: number): Promise<readonly Row[]> =>
  accepted(await fleet.get<readonly Row[]>(`/car/${kind}/history/${carId}`)).data;

describe('policies', () => {
  it('keep what is entered, renewals beside what they renew', async () => {
    const carId = await bare();
    const first = policy(carId, { company: insurer });
    accepted(await insure(first));
    const second = policy(carId, { startDate: '2027-03-01', endDate: '2028-02-29' });
    accepted(await insure(second));
    expect(await history('insurance', carId)).toMatchObject([second, { ...first, companyName: 'Andaman Insurance' }]);
    expect((await vehicle(carId))['insurance']).toHaveLength(2);
  });

  it.each([['carId'], ['type'], ['endDate']])('without %s is refused at that field', async (field) => {
    const { [field]: _left, ...rest } = policy(await bare()) as Record<string, unknown>;
    expect((await insure(rest)).errors).toHaveProperty(field);
  });

  it('never end before they begin, and are no policies of a company that does not insure, nor twice the same', async () => {
    const carId = await bare();
    expect((await insure(policy(carId, { endDate: '2026-02-28' }))).errors).toHaveProperty('endDate');
    expect((await insure(policy(carId, { company: 999 }))).errors).toHaveProperty('company');
    const once = policy(carId);
    accepted(await insure(once));
    expect(errorOf(await insure(once))).toMatch('has a policy of this type with this number');
  });

  it('the newest of each type that covers today is the one of the vehicle', async () => {
    const carId = await bare();
    const shown = async () => {
      const { compulsoryInsurance, commercialInsurance } = await vehicle(carId);
      return [compulsoryInsurance, commercialInsurance].map((one) => (one as { policyNo?: string } | null)?.policyNo);
    };
    accepted(await insure(policy(carId, { policyNo: 'OLD' })));
    accepted(await insure(policy(carId, { policyNo: 'COM', type: 2 })));
    expect(await shown()).toEqual(['OLD', 'COM']);
    const { id } = accepted(
      await insure(policy(carId, { policyNo: 'NEXT', startDate: '2027-03-01', endDate: '2028-02-29' })),
    ).data;
    expect(await shown()).toEqual(['OLD', 'COM']);
    // The day comes by itself.
    app.at('2027-03-01 00:30');
    expect(await shown()).toEqual(['NEXT', 'COM']);
    expect(await reminder('insurance', carId)).toMatchObject({ compulsoryPolicyNo: 'NEXT', compulsoryEnd: '2028-02-29', commercialPolicyNo: 'COM' }); // prettier-ignore
    accepted(await fleet.delete(`/car/insurance/delete/${id}`));
    expect(await shown()).toEqual(['OLD', 'COM']);
  });

  it('are those that the form of the vehicle names, too: a number is corrected, another number is another policy', async () => {
    const carId = await bare();
    const type = (changes: object) => fleet.post('/car/save', { id: carId, compulsoryInsurance: { policyNo: 'F1', startDate: '2026-03-01', endDate: '2027-02-28', ...changes } }); // prettier-ignore
    accepted(await type({}));
    accepted(await type({ endDate: '2027-03-15' }));
    expect(await history('insurance', carId)).toMatchObject([{ policyNo: 'F1', endDate: '2027-03-15', type: 1 }]);
    accepted(await type({ policyNo: 'F2', startDate: '2027-03-16', endDate: '2028-03-15' }));
    expect((await history('insurance', carId)).map(({ policyNo }) => policyNo)).toEqual(['F2', 'F1']);
    expect((await vehicle(carId))['compulsoryInsurance']).toMatchObject({ policyNo: 'F1' });
  });

  it('are entered for several vehicles at once, for all or none', async () => {
    const ids = [await bare(), await bare()];
    const body = { ids, type: 1, company: insurer, startDate: '2027-01-01', endDate: '2027-12-31' };
    expect(accepted(await fleet.post('/car/insurance/savebatch', body)).data).toEqual({ count: 2 });
    for (const id of ids)
      expect(await history('insurance', id)).toMatchObject([{ company: insurer, endDate: '2027-12-31' }]);
    const backwards = await fleet.post('/car/insurance/savebatch', { ...body, endDate: '2026-12-31' });
    expect([backwards.statusCode, Object.keys(backwards.errors)]).toEqual([400, ['endDate']]);
    const unknown = await fleet.post('/car/insurance/savebatch', { ...body, ids: [ids[0], 999_999] });
    expect([unknown.statusCode, unknown.errors]).toEqual([400, { carId: 'Car not found' }]);
    for (const id of ids) expect(await history('insurance', id)).toHaveLength(1);
  });
});

describe('what cannot be seen', () => {
  it.each(['maintenance', 'insurance', 'annualinspection'])(
    'the history of %s of an unknown car is "Car not found"',
    async (kind) => {
      expect(await fleet.get(`/car/${kind}/history/999999`)).toMatchObject({
        statusCode: 404,
        message: 'Car not found',
      });
    },
  );
});

describe('inspections', () => {
  it('move the expiry of the vehicle and keep the old one', async () => {
    const carId = await car();
    accepted(await inspect({ carId, nextInspectionDate: '2028-02-22', remark: 'passed' }));
    expect((await vehicle(carId))['inspectionExpiry']).toBe('2028-02-22');
    expect(await history('annualinspection', carId)).toMatchObject([
      { nextInspectionDate: '2028-02-22', expiry: '2028-12-31', remark: 'passed' },
    ]);
    expect((await vehicle(carId))['inspections']).toHaveLength(1);
  });

  it('a correction moves it again, of an old entry it does not', async () => {
    const carId = await car();
    const { id } = accepted(await inspect({ carId, nextInspectionDate: '2028-02-22' })).data;
    accepted(await inspect({ id, nextInspectionDate: '2028-02-25' }));
    expect((await vehicle(carId))['inspectionExpiry']).toBe('2028-02-25');
    accepted(await inspect({ carId, nextInspectionDate: '2029-02-22' }));
    accepted(await inspect({ id, nextInspectionDate: '2028-02-26' }));
    expect((await vehicle(carId))['inspectionExpiry']).toBe('2029-02-22');
    expect((await inspect({ id, carId: await car() })).errors).toHaveProperty('carId');
    expect((await inspect({ id, expiry: '2020-01-01' })).errors).toHaveProperty('expiry');
  });

  it('need a date that is later than today at the store', async () => {
    const carId = await car();
    expect((await inspect({ carId })).errors).toEqual({ nextInspectionDate: 'Required' });
    expect((await inspect({ carId, nextInspectionDate: TODAY })).errors['nextInspectionDate']).toMatch(
      'later than today',
    );
    accepted(await inspect({ carId, nextInspectionDate: '2027-02-23' }));
  });

  it('are entered for several vehicles at once', async () => {
    const ids = [await car(), await car()];
    accepted(await fleet.post('/car/annualinspection/savebatch', { ids, nextInspectionDate: '2028-05-05' }));
    for (const id of ids) expect((await vehicle(id))['inspectionExpiry']).toBe('2028-05-05');
    const past = await fleet.post('/car/annualinspection/savebatch', { ids, nextInspectionDate: '2027-01-01' });
    expect(past.errors).toHaveProperty('nextInspectionDate');
  });

  it('are entered for none of several vehicles when some are refused, which are named with their reasons', async () => {
    const ids = [await car(), await car(), await car()];
    const [good, sold, lost] = ids as [number, number, number];
    await sql`update vehicle set status = case id when ${sold} then 3 else 4 end where id in (${sold}, ${lost})`.execute(
      app.db,
    );
    const plates = await Promise.all([sold, lost].map(async (id) => String((await vehicle(id))['plate'])));
    const before = (await vehicle(good))['inspectionExpiry'];
    const answer = await fleet.post('/car/annualinspection/savebatch', {
      ids: [...ids, 999_999],
      nextInspectionDate: '2028-06-06',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.message).toContain(`${plates.join(', ')}: `);
    expect(answer.message).toContain('#999999: Car not found');
    expect((await vehicle(good))['inspectionExpiry']).toBe(before);
    expect(await history('annualinspection', good)).toEqual([]);
  });
});

describe('expiry reminders', () => {
  it.each([
    ['2027-03-04', { alert: 'expiringSoon', daysLeft: 10 }],
    ['2027-02-20', { alert: 'overdue', daysLeft: -2 }],
    ['2027-02-22', { alert: 'expiringSoon', daysLeft: 0 }],
    ['2027-03-24', { alert: 'expiringSoon', daysLeft: 30 }],
    ['2027-03-25', { alert: 'normal', daysLeft: 31 }],
  ])('of %s', async (date, said) => {
    const carId = await bare();
    accepted(await insure(policy(carId, { endDate: date })));
    await sql`update vehicle set "inspectionExpiry" = ${date} where id = ${carId}`.execute(app.db);
    expect(await reminder('insurance', carId)).toMatchObject({ ...said, compulsoryEnd: date });
    expect(await reminder('annualinspection', carId)).toMatchObject({ ...said, inspectionExpiry: date });
    expect(expiryAlert(date, TODAY, 30)).toEqual({ alert: said.alert, days: Math.abs(said.daysLeft) });
  });

  it('follow the setting of the business and the clock of the store', async () => {
    const carId = await car();
    await sql`update vehicle set "inspectionExpiry" = '2027-03-04' where id = ${carId}`.execute(app.db);
    await sql`update parameter set "expiryAlertDays" = 5`.execute(app.db);
    expect(await reminder('annualinspection', carId)).toMatchObject({ alert: 'normal' });
    await sql`update parameter set "expiryAlertDays" = 30`.execute(app.db);
    // Half past midnight in Phuket is yesterday in UTC.
    app.at('2027-02-23 00:30');
    expect(await reminder('annualinspection', carId)).toMatchObject({ daysLeft: 9 });
  });

  it('speak of the policy that ends first, and of a car that has none', async () => {
    const carId = await bare();
    expect(await reminder('insurance', carId)).toMatchObject({ alert: 'overdue', daysLeft: null, dueType: 1 });
    accepted(await insure(policy(carId, { endDate: '2027-12-31' })));
    expect(await reminder('insurance', carId)).toMatchObject({ alert: 'normal', dueType: 1 });
    accepted(await insure(policy(carId, { type: 2, endDate: '2027-03-04' })));
    expect(await reminder('insurance', carId)).toMatchObject({ alert: 'expiringSoon', daysLeft: 10, dueType: 2 });
    accepted(await insure(policy(carId, { type: 2, startDate: '2027-03-05', endDate: '2028-03-04' })));
    expect(await reminder('insurance', carId)).toMatchObject({ alert: 'normal', dueType: 1 });
  });

  it('filter by alert, store, type and plate; leave out cars that are sold or lost', async () => {
    const carId = await bare();
    accepted(await insure(policy(carId, { endDate: '2027-02-20' })));
    const { plate } = await vehicle(carId);
    const ids = async (query: Record<string, string | number>) =>
      accepted(await fleet.get<{ list: { id: number }[] }>('/car/insurance/list', { ...query, pageSize: 100 })).data.list.map(({ id }) => id); // prettier-ignore
    const it = { keyword: plate as string };
    expect(await ids({ ...it, alert: 'overdue', storeId: RENTAL.phuket, type: 1 })).toEqual([carId]);
    expect(await ids({ ...it, alert: 'expiringSoon' })).toEqual([]);
    expect(await ids({ ...it, storeId: RENTAL.airport })).toEqual([]);
    expect(await ids({ ...it, type: 2 })).toEqual([]);
    for (const status of [3, 4]) {
      await sql`update vehicle set status = ${status} where id = ${carId}`.execute(app.db);
      expect(await ids(it)).toEqual([]);
    }
  });

  it('are read by those who see the stores, and written by nobody', async () => {
    const clerk = await app.as('delivery');
    expect((await clerk.get('/car/insurance/list')).http).toBe(403);
    expect((await fleet.post('/car/annualinspection/list', {})).http).not.toBe(200);
  });

  it('answer what the rules say of any policies', async () => {
    const days = ['2026-01-01', '2026-08-01', '2027-02-21', '2027-02-22', '2027-02-23', '2027-03-01', '2027-06-01'];
    for (let round = 0; round < 12; round += 1) {
      const carId = await bare();
      const spans = days.flatMap((start, at) =>
        (round * 7 + at * 5) % 3 === 0
          ? [{ start, end: days[Math.min(days.length - 1, at + ((round + at) % 3))]! }]
          : [],
      );
      const ids: number[] = [];
      for (const { start, end } of spans)
        ids.push(accepted(await insure(policy(carId, { startDate: start, endDate: end }))).data.id);
      const until = coveredUntil(spans, TODAY);
      const shown = shownPolicy(spans.map((each, at) => ({ ...each, id: ids[at]! })), TODAY); // prettier-ignore
      const said = await reminder('insurance', carId);
      const left = until === null ? null : Math.round((Date.parse(until) - Date.parse(TODAY)) / 86_400_000);
      expect([said['daysLeft'], said['compulsoryEnd']]).toEqual([left, shown?.end ?? '']);
    }
  });
});

describe('maintenance reminders', () => {
  const set = (id: number, mileage: number, next: number | null) =>
    sql`update vehicle set mileage = ${mileage}, "nextMaintenanceMileage" = ${next} where id = ${id}`.execute(app.db);

  it.each([
    [48_999, 'normal'],
    [49_000, 'dueSoon'],
    [49_999, 'dueSoon'],
    [50_000, 'overdue'],
    [50_700, 'overdue'],
  ] as const)('at %d km of 50,000: %s', async (mileage, alert) => {
    const carId = await car();
    await set(carId, mileage, 50_000);
    const remaining = 50_000 - mileage;
    expect(await reminder('maintenance', carId)).toMatchObject({ mileage, nextMileage: 50_000, remaining, alert });
    expect(maintenanceAlert(mileage, 50_000, 1000)).toEqual({ alert, remainingKm: remaining });
  });

  it('count from the cycle where nobody has said the next, and by the setting of the business', async () => {
    const carId = await car();
    await set(carId, 8000, null);
    expect(await reminder('maintenance', carId)).toMatchObject({
      nextMileage: 10_000,
      remaining: 2000,
      alert: 'normal',
    });
    await sql`update parameter set "maintenanceAlertKm" = 2000`.execute(app.db);
    expect(await reminder('maintenance', carId)).toMatchObject({ alert: 'dueSoon' });
    await sql`update parameter set "maintenanceAlertKm" = 1000`.execute(app.db);
  });

  it('take a new mileage, backwards only with a reason, which is kept', async () => {
    const carId = await car();
    const save = (body: object) => fleet.post('/car/maintenance/savemileage', { carId, ...body });
    accepted(await save({ mileage: 19_500, nextMaintenanceMileage: 20_000, maintenanceCycle: 8000 }));
    expect(await reminder('maintenance', carId)).toMatchObject({ remaining: 500, alert: 'dueSoon', maintenanceCycle: 8000 }); // prettier-ignore
    expect((await save({ mileage: 19_499 })).errors['remark']).toMatch('19500 km');
    expect((await save({ mileage: 19_499, remark: '  ' })).errors).toHaveProperty('remark');
    accepted(await save({ mileage: 9500, remark: 'new speedometer' }));
    expect(await reminder('maintenance', carId)).toMatchObject({ mileage: 9500 });
    const log = accepted(await fleet.get<{ event: string; detail: unknown }[]>(`/car/log/${carId}`)).data;
    expect(log.find(({ event }) => event === 'mileage')?.detail).toEqual({ remark: 'new speedometer' });
  });

  it('show the work orders of the car, newest first', async () => {
    const carId = await car();
    const work = { carId, storageFlag: 0, cost: 1 };
    for (const month of ['01', '03', '02'])
      accepted(await fleet.post('/car/maintenanceinfo/save', { ...work, startTime: `2026-${month}-01 09:00:00`, endTime: `2026-${month}-02 09:00:00` })); // prettier-ignore
    expect((await history('maintenance', carId)).map(({ startTime }) => startTime)).toEqual(
      ['03', '02', '01'].map((month) => `2026-${month}-01 09:00:00`),
    );
  });
});

describe('papers that end within the rental', () => {
  type Warned = { readonly warnings: readonly { readonly code: string }[] };
  const codes = ({ warnings }: Warned) => warnings.map(({ code }) => code).filter((code) => code.endsWith('Ends'));
  const BOTH = ['availability.policyEnds', 'availability.inspectionEnds'];
  /** A car whose papers end on the second day of the rental of 1 to 4 March. */
  const ending = async (): Promise<number> => {
    const id = await bare();
    accepted(await insure(policy(id, { endDate: '2027-03-02' })));
    await sql`update vehicle set "inspectionExpiry" = '2027-03-02' where id = ${id}`.execute(app.db);
    return id;
  };

  it('are a warning of the quote, and stop no booking, change, or plate', async () => {
    const carId = await ending();
    const quote = (body: object) => desk.post<Warned & { errors: unknown[] }>('/order/quote', body);
    const { data } = accepted(await quote(draft({ carId })));
    expect([codes(data), data.errors]).toEqual([BOTH, []]);
    const id = accepted(await desk.post<{ id: number }>('/order/save', draft({ carId }))).data.id;
    const longer = { id, plannedReturnTime: '2027-03-06 10:00:00' };
    expect(codes(accepted(await quote(longer)).data)).toEqual(BOTH);
    accepted(await desk.post('/order/edittime', longer));
    accepted(await desk.post('/order/save', { id, carId, renterName: 'Li Si' }));
    accepted(await desk.post('/order/assigncar', { id, carId: null }));
    accepted(await desk.post('/order/assigncar', { id, carId }));
  });

  it('are said in the list of free cars', async () => {
    const carId = await ending();
    const asked = { storeId: RENTAL.phuket, pickupTime: '2027-03-01 10:00:00', returnTime: '2027-03-04 10:00:00' };
    const cars = accepted(await desk.get<(Warned & { id: number })[]>('/order/availablecars', asked)).data;
    expect(codes(cars.find(({ id }) => id === carId)!)).toEqual(BOTH);
  });

  it('no longer warn once a renewal follows without a gap', async () => {
    const carId = await ending();
    accepted(await insure(policy(carId, { startDate: '2027-03-03', endDate: '2028-03-02' })));
    const { data } = accepted(await desk.post<Warned>('/order/quote', draft({ carId })));
    expect(codes(data)).toEqual(['availability.inspectionEnds']);
  });

  it('are a warning of pickup and renewal while they are good, and stop the pickup once they have ended', async () => {
    const carId = await ending();
    const id = await orderIn(app, desk, 1, carId);
    app.at('2027-03-01 10:00');
    const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
    await sql`update insurance set "endDate" = '2027-02-28' where "carId" = ${carId}`.execute(app.db);
    expect(errorOf(await desk.post('/order/pickup', body))).toMatch('compulsory insurance is not valid (2027-02-28)');
    await sql`update insurance set "endDate" = '2027-03-02' where "carId" = ${carId}`.execute(app.db);
    const { data } = accepted(await desk.post<Warned>('/order/pickup', body));
    expect(codes(data)).toEqual(BOTH);
    const renewal = { orderId: id, time: '2027-03-06 10:00:00' };
    const quoted = accepted(await desk.post<Warned & { conflicts: unknown[] }>('/order/renewquote', renewal)).data;
    expect([codes(quoted), quoted.conflicts]).toEqual([BOTH, []]);
    accepted(await desk.post('/order/renew', renewal));
  });

  it('stop the audit and the listing once they have ended, and a renewal heals it', async () => {
    const carId = await bare();
    const listed = () => fleet.post('/car/online', { id: carId });
    await sql`update vehicle set status = 0 where id = ${carId}`.execute(app.db);
    accepted(await insure(policy(carId, { endDate: '2027-02-21' })));
    expect(errorOf(await listed())).toMatch('2027-02-21');
    accepted(await insure(policy(carId, { startDate: '2027-02-22', endDate: '2028-02-21' })));
    accepted(await listed());
  });
});

describe('the car in the shop', () => {
  it('is in the way of every path that books or keeps it', async () => {
    const carId = await car();
    const id = await orderIn(app, desk, 2, carId);
    const shop = { carId, storageFlag: 1, startTime: '2027-03-05 09:00:00', endTime: '2027-03-07 09:00:00', cost: 1 };
    accepted(await fleet.post('/car/maintenanceinfo/save', shop));
    const renewal = { orderId: id, time: '2027-03-06 10:00:00' };
    const { conflicts } = accepted(
      await desk.post<{ conflicts: { code: string; kind: string }[] }>('/order/renewquote', renewal),
    ).data;
    expect(conflicts).toMatchObject([{ code: 'renew.maintenance', kind: 'maintenance' }]);
    expect(errorOf(await desk.post('/order/renew', renewal))).toMatch('in maintenance from');

    app.at('2027-02-28 12:00');
    const trip = { plannedPickupTime: '2027-03-05 10:00:00', plannedReturnTime: '2027-03-06 10:00:00' };
    const [other] = await addCars(app, 1);
    const waiting = accepted(await desk.post<{ id: number }>('/order/save', draft({ ...trip, carId: other }))).data.id;
    const asked = { storeId: RENTAL.phuket, pickupTime: trip.plannedPickupTime, returnTime: trip.plannedReturnTime };
    const free = accepted(await desk.get<{ id: number }[]>('/order/availablecars', asked)).data;
    expect(free.map((each) => each.id)).not.toContain(carId);
    for (const refused of [
      await desk.post('/order/save', draft({ ...trip, carId })),
      await desk.post('/order/save', { id: waiting, carId }),
      await desk.post('/order/assigncar', { id: waiting, carId }),
    ])
      expect(errorOf(refused)).toMatch('in maintenance at that time');
    accepted(await fleet.post('/car/maintenanceinfo/save', { ...shop, carId: other, startTime: '2027-03-08 09:00:00', endTime: '' })); // prettier-ignore
    const later = { id: waiting, plannedReturnTime: '2027-03-09 10:00:00' };
    expect(errorOf(await desk.post('/order/edittime', later))).toMatch('in maintenance at that time');
  });
});

describe('files', () => {
  const importFile = (path: string, bytes: Buffer): Promise<Answer<ImportState>> =>
    fleet.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.concat([
        Buffer.from(
          '--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\ncontent-type: text/csv\r\n\r\n',
        ),
        bytes,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    }) as unknown as Promise<Answer<ImportState>>;

  it('of policies are imported by whoever keeps them: good rows become policies, bad ones are named', async () => {
    const carId = await bare();
    const plate = String((await vehicle(carId))['plate']);
    const header = ['Plate number', 'Type', 'Policy number', 'Valid from', 'Valid until'];
    const rows = [
      [plate, 'Compulsory traffic', 'IMP-1', '2027-01-01', '2027-12-31'],
      [plate, 'Compulsory traffic', 'IMP-2', '2027-12-31', '2027-01-01'],
      ['XX-0', 'Compulsory traffic', 'IMP-3', '2027-01-01', '2027-12-31'],
    ];
    const { data } = accepted(await importFile('/car/insurance/import', csv([header, ...rows])));
    expect(data).toMatchObject({ state: 'checked', creates: 1, bad: 2 });
    accepted(await fleet.post(`/car/insurance/import/${data.id}/run`, {}));
    expect(await history('insurance', carId)).toMatchObject([{ policyNo: 'IMP-1', endDate: '2027-12-31' }]);
    expect((await vehicle(carId))['compulsoryInsurance']).toMatchObject({ policyNo: 'IMP-1' });
  });

  it('of inspections set the dates of the vehicles', async () => {
    const carId = await car();
    const plate = String((await vehicle(carId))['plate']);
    const file = csv([['Plate number', 'Next inspection date'], [plate, '2028-06-30']]); // prettier-ignore
    const { data } = accepted(await importFile('/car/annualinspection/import', file));
    accepted(await fleet.post(`/car/annualinspection/import/${data.id}/run`, {}));
    expect((await vehicle(carId))['inspectionExpiry']).toBe('2028-06-30');
  });

  it.each([
    '/car/insurance/policies/export',
    '/car/insurance/export',
    '/car/annualinspection/export',
    '/car/maintenanceinfo/export',
    '/car/maintenance/export',
  ])('%s answers the list as a file', async (url) => {
    const answer = await app.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${fleet.token}` } });
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ]);
  });
});
