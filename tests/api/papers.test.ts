import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ImportState } from 'forecourt/model';
import type { Answer } from './app.ts';
import { csv } from './importFiles.ts';
import { openPapers, TODAY } from './papers.ts';
import { accepted, errorOf } from './rental.ts';

const office = openPapers();
const { car, bare, policy, insure, inspect, reminder, vehicle, history } = office;

describe('policies', () => {
  it('keep what is entered, renewals beside what they renew', async () => {
    const carId = await bare();
    const first = policy(carId, { company: office.insurer });
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
    office.app.at('2027-03-01 00:30');
    expect(await shown()).toEqual(['NEXT', 'COM']);
    expect(await reminder('insurance', carId)).toMatchObject({ compulsoryPolicyNo: 'NEXT', compulsoryEnd: '2028-02-29', commercialPolicyNo: 'COM' }); // prettier-ignore
    accepted(await office.fleet.delete(`/car/insurance/delete/${id}`));
    expect(await shown()).toEqual(['OLD', 'COM']);
  });

  it('are those that the form of the vehicle names, too: a number is corrected, another number is another policy', async () => {
    const carId = await bare();
    const type = (changes: object) => office.fleet.post('/car/save', { id: carId, compulsoryInsurance: { policyNo: 'F1', startDate: '2026-03-01', endDate: '2027-02-28', ...changes } }); // prettier-ignore
    accepted(await type({}));
    accepted(await type({ endDate: '2027-03-15' }));
    expect(await history('insurance', carId)).toMatchObject([{ policyNo: 'F1', endDate: '2027-03-15', type: 1 }]);
    accepted(await type({ policyNo: 'F2', startDate: '2027-03-16', endDate: '2028-03-15' }));
    expect((await history('insurance', carId)).map(({ policyNo }) => policyNo)).toEqual(['F2', 'F1']);
    expect((await vehicle(carId))['compulsoryInsurance']).toMatchObject({ policyNo: 'F1' });
  });

  it('are entered for several vehicles at once, for all or none', async () => {
    const ids = [await bare(), await bare()];
    const body = { ids, type: 1, company: office.insurer, startDate: '2027-01-01', endDate: '2027-12-31' };
    expect(accepted(await office.fleet.post('/car/insurance/savebatch', body)).data).toEqual({ count: 2 });
    for (const id of ids)
      expect(await history('insurance', id)).toMatchObject([{ company: office.insurer, endDate: '2027-12-31' }]);
    const backwards = await office.fleet.post('/car/insurance/savebatch', { ...body, endDate: '2026-12-31' });
    expect([backwards.statusCode, Object.keys(backwards.errors)]).toEqual([400, ['endDate']]);
    const unknown = await office.fleet.post('/car/insurance/savebatch', { ...body, ids: [ids[0], 999_999] });
    expect([unknown.statusCode, unknown.errors]).toEqual([400, { carId: 'Car not found' }]);
    for (const id of ids) expect(await history('insurance', id)).toHaveLength(1);
  });
});

describe('what cannot be seen', () => {
  it.each(['maintenance', 'insurance', 'annualinspection'])(
    'the history of %s of an unknown car is "Car not found"',
    async (kind) => {
      expect(await office.fleet.get(`/car/${kind}/history/999999`)).toMatchObject({
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
    accepted(await office.fleet.post('/car/annualinspection/savebatch', { ids, nextInspectionDate: '2028-05-05' }));
    for (const id of ids) expect((await vehicle(id))['inspectionExpiry']).toBe('2028-05-05');
    const past = await office.fleet.post('/car/annualinspection/savebatch', { ids, nextInspectionDate: '2027-01-01' });
    expect(past.errors).toHaveProperty('nextInspectionDate');
  });

  it('are entered for none of several vehicles when some are refused, which are named with their reasons', async () => {
    const ids = [await car(), await car(), await car()];
    const [good, sold, lost] = ids as [number, number, number];
    await sql`update vehicle set status = case id when ${sold} then 3 else 4 end where id in (${sold}, ${lost})`.execute(
      office.app.db,
    );
    const plates = await Promise.all([sold, lost].map(async (id) => String((await vehicle(id))['plate'])));
    const before = (await vehicle(good))['inspectionExpiry'];
    const answer = await office.fleet.post('/car/annualinspection/savebatch', {
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

describe('files', () => {
  const importFile = (path: string, bytes: Buffer): Promise<Answer<ImportState>> =>
    office.fleet.inject({
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
    accepted(await office.fleet.post(`/car/insurance/import/${data.id}/run`, {}));
    expect(await history('insurance', carId)).toMatchObject([{ policyNo: 'IMP-1', endDate: '2027-12-31' }]);
    expect((await vehicle(carId))['compulsoryInsurance']).toMatchObject({ policyNo: 'IMP-1' });
  });

  it('of inspections set the dates of the vehicles', async () => {
    const carId = await car();
    const plate = String((await vehicle(carId))['plate']);
    const file = csv([['Plate number', 'Next inspection date'], [plate, '2028-06-30']]); // prettier-ignore
    const { data } = accepted(await importFile('/car/annualinspection/import', file));
    accepted(await office.fleet.post(`/car/annualinspection/import/${data.id}/run`, {}));
    expect((await vehicle(carId))['inspectionExpiry']).toBe('2028-06-30');
  });

  it.each([
    '/car/insurance/policies/export',
    '/car/insurance/export',
    '/car/annualinspection/export',
    '/car/maintenanceinfo/export',
    '/car/maintenance/export',
  ])('%s answers the list as a file', async (url) => {
    const answer = await office.app.app.inject({
      url: `/api${url}`,
      headers: { authorization: `Bearer ${office.fleet.token}` },
    });
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ]);
  });
});
