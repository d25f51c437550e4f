import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, startRentalApp, type RentalApp } from './rental.ts';

export const TODAY = '2027-02-22';

export type Row = Readonly<Record<string, unknown>>;

/** Policies, inspections and reminders, D-UPK-02 to D-UPK-05, and what bookings say of papers that end (D-AVAIL-01, 6). The clock stands at 22 February 2027. */
export function openPapers() {
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
  const reminder = async (kind: 'maintenance' | 'insurance' | 'annualinspection', carId: number): Promise<Row> =>
    accepted(await fleet.get<{ list: readonly Row[] }>(`/car/${kind}/list`, { carId })).data.list[0]!;
  const vehicle = async (id: number): Promise<Row> => accepted(await fleet.get<Row>(`/car/info/${id}`)).data;
  const history = async (kind: string, carId: number): Promise<readonly Row[]> =>
    accepted(await fleet.get<readonly Row[]>(`/car/${kind}/history/${carId}`)).data;
  return {
    get app() {
      return app;
    },
    get fleet() {
      return fleet;
    },
    get desk() {
      return desk;
    },
    get insurer() {
      return insurer;
    },
    car,
    bare,
    policy,
    insure,
    inspect,
    reminder,
    vehicle,
    history,
  };
}
