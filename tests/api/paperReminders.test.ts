import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { coveredUntil, expiryAlert, maintenanceAlert, shownPolicy } from '../../src/rental/rules/index.ts';
import { openPapers, TODAY } from './papers.ts';
import { accepted, RENTAL } from './rental.ts';

const office = openPapers();
const { car, bare, policy, insure, reminder, vehicle, history } = office;

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
    await sql`update vehicle set "inspectionExpiry" = ${date} where id = ${carId}`.execute(office.app.db);
    expect(await reminder('insurance', carId)).toMatchObject({ ...said, compulsoryEnd: date });
    expect(await reminder('annualinspection', carId)).toMatchObject({ ...said, inspectionExpiry: date });
    expect(expiryAlert(date, TODAY, 30)).toEqual({ alert: said.alert, days: Math.abs(said.daysLeft) });
  });

  it('follow the setting of the business and the clock of the store', async () => {
    const carId = await car();
    await sql`update vehicle set "inspectionExpiry" = '2027-03-04' where id = ${carId}`.execute(office.app.db);
    await sql`update parameter set "expiryAlertDays" = 5`.execute(office.app.db);
    expect(await reminder('annualinspection', carId)).toMatchObject({ alert: 'normal' });
    await sql`update parameter set "expiryAlertDays" = 30`.execute(office.app.db);
    // Half past midnight in Phuket is yesterday in UTC.
    office.app.at('2027-02-23 00:30');
    expect(await reminder('annualinspection', carId)).toMatchObject({ daysLeft: 9 });
    // Where cities do not have the same day, each car has that of its own.
    const [elsewhere, here] = [await car(), carId];
    await sql`update vehicle set "inspectionExpiry" = '2027-03-04', "storeId" = ${RENTAL.chiangMai} where id = ${elsewhere}`.execute(
      office.app.db,
    );
    const moved = sql`(select "cityId" from store where id = ${RENTAL.chiangMai})`;
    await sql`update city set "timeZone" = 'Asia/Yangon' where id = ${moved}`.execute(office.app.db);
    office.app.at('2027-02-23 00:10');
    expect(await reminder('annualinspection', elsewhere)).toMatchObject({ daysLeft: 10 });
    expect(await reminder('annualinspection', here)).toMatchObject({ daysLeft: 9 });
    await sql`update city set "timeZone" = 'Asia/Bangkok' where id = ${moved}`.execute(office.app.db);
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
      accepted(await office.fleet.get<{ list: { id: number }[] }>('/car/insurance/list', { ...query, pageSize: 100 })).data.list.map(({ id }) => id); // prettier-ignore
    const it = { keyword: plate as string };
    expect(await ids({ ...it, alert: 'overdue', storeId: RENTAL.phuket, type: 1 })).toEqual([carId]);
    expect(await ids({ ...it, alert: 'expiringSoon' })).toEqual([]);
    expect(await ids({ ...it, storeId: RENTAL.airport })).toEqual([]);
    expect(await ids({ ...it, type: 2 })).toEqual([]);
    for (const status of [3, 4]) {
      await sql`update vehicle set status = ${status} where id = ${carId}`.execute(office.app.db);
      expect(await ids(it)).toEqual([]);
    }
  });

  it('are read by those who see the stores, and written by nobody', async () => {
    const clerk = await office.app.as('delivery');
    expect((await clerk.get('/car/insurance/list')).http).toBe(403);
    expect((await office.fleet.post('/car/annualinspection/list', {})).http).not.toBe(200);
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
    sql`update vehicle set mileage = ${mileage}, "nextMaintenanceMileage" = ${next} where id = ${id}`.execute(
      office.app.db,
    );

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
    await sql`update parameter set "maintenanceAlertKm" = 2000`.execute(office.app.db);
    expect(await reminder('maintenance', carId)).toMatchObject({ alert: 'dueSoon' });
    await sql`update parameter set "maintenanceAlertKm" = 1000`.execute(office.app.db);
  });

  it('name the car, its cycle and its dates as the documented answers do', async () => {
    const carId = await bare();
    accepted(await insure(policy(carId, { endDate: '2027-03-04' })));
    accepted(await insure(policy(carId, { type: 2, endDate: '2027-05-01' })));
    await sql`update vehicle set "inspectionExpiry" = '2027-03-20', "maintenanceCycle" = 7000 where id = ${carId}`.execute(
      office.app.db,
    );
    const { plate } = await vehicle(carId);
    expect(await reminder('maintenance', carId)).toMatchObject({ car: plate, cycle: 7000 });
    const dates = { compulsory: '2027-03-04', commercial: '2027-05-01' };
    expect(await reminder('insurance', carId)).toMatchObject({ car: plate, ...dates });
    expect(await reminder('annualinspection', carId)).toMatchObject({ car: plate, expiry: '2027-03-20' });
  });

  it('take a new mileage, backwards only with a reason, which is kept', async () => {
    const carId = await car();
    const save = (body: object) => office.fleet.post('/car/maintenance/savemileage', { carId, ...body });
    const far = { mileage: 19_500, nextMaintenanceMileage: 20_000, maintenanceCycle: 8000 };
    expect((await save(far)).errors).toEqual({ confirmed: expect.stringMatching('1,000 km a day') });
    accepted(await save({ ...far, confirmed: 1 }));
    expect(await reminder('maintenance', carId)).toMatchObject({ remaining: 500, alert: 'dueSoon', maintenanceCycle: 8000 }); // prettier-ignore
    expect((await save({ mileage: 19_499 })).errors['remark']).toMatch('19500 km');
    expect((await save({ mileage: 19_499, remark: '  ' })).errors).toHaveProperty('remark');
    accepted(await save({ mileage: 9500, remark: 'new speedometer' }));
    expect(await reminder('maintenance', carId)).toMatchObject({ mileage: 9500 });
    const log = accepted(await office.fleet.get<{ event: string; detail: unknown }[]>(`/car/log/${carId}`)).data;
    expect(log.find(({ event }) => event === 'mileage')?.detail).toEqual({ remark: 'new speedometer' });
  });

  it('show the work orders of the car, newest first', async () => {
    const carId = await car();
    const work = { carId, storageFlag: 0, cost: 1 };
    for (const month of ['01', '03', '02'])
      accepted(await office.fleet.post('/car/maintenanceinfo/save', { ...work, startTime: `2026-${month}-01 09:00:00`, endTime: `2026-${month}-02 09:00:00` })); // prettier-ignore
    expect((await history('maintenance', carId)).map(({ startTime }) => startTime)).toEqual(
      ['03', '02', '01'].map((month) => `2026-${month}-01 09:00:00`),
    );
  });
});
