import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPapers } from './papers.ts';
import { accepted, orderIn, RENTAL } from './rental.ts';
import type { PageOf } from './rentalAnswers.ts';

const office = openPapers();
const { car, vehicle } = office;

const taxedUntil = async (roadTaxExpiry: string): Promise<number> => {
  const id = await car();
  accepted(await office.fleet.post('/car/save', { id, roadTaxExpiry }));
  return id;
};

it.each([
  ['2027-02-20', 'overdue'],
  ['2027-02-22', 'expiringSoon'],
  ['2027-03-24', 'expiringSoon'],
  ['2027-03-25', 'normal'],
])('the road tax that is paid until %s is found as %s, also of a listed car', async (date, roadTaxAlert) => {
  const id = await taxedUntil(date);
  expect(await vehicle(id)).toMatchObject({ status: 1, auditStatus: 1, roadTaxExpiry: date, roadTaxAlert });
  for (const alert of ['overdue', 'expiringSoon', 'normal']) {
    const found = await office.fleet.get<PageOf<{ id: number }>>('/car/list', { roadTaxAlert: alert, id });
    expect([alert, accepted(found).data.list.length]).toEqual([alert, alert === roadTaxAlert ? 1 : 0]);
  }
});

it('of which nobody has said a day is neither late nor in order, and goes by the clock of the store', async () => {
  const [unknown, known] = [await car(), await taxedUntil('2027-02-22')];
  expect((await vehicle(unknown))['roadTaxAlert']).toBeNull();
  // Half past midnight in Phuket is yesterday in UTC.
  office.app.at('2027-02-23 00:30');
  expect(await vehicle(known)).toMatchObject({ storeId: RENTAL.phuket, roadTaxAlert: 'overdue' });
});

it('that ends before the return is a warning of the pickup, and stops nothing', async () => {
  const pickup = async (id: number | null) => {
    const carId = id ?? (await car());
    const order = await orderIn(office.app, office.desk, 1, carId);
    office.app.at('2027-03-01 10:00');
    const form = { id: order, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
    const { data } = accepted(await office.desk.post<{ warnings: { code: string }[] }>('/order/pickup', form));
    return data.warnings.map(({ code }) => code);
  };
  expect(await pickup(await taxedUntil('2027-03-03'))).toEqual(['vehicle.warning.roadTaxEnds']);
  expect(await pickup(await taxedUntil('2027-03-04'))).toEqual([]);
  expect(await pickup(null)).toEqual([]);
  await sql`update vehicle set "roadTaxExpiry" = null`.execute(office.app.db);
});
