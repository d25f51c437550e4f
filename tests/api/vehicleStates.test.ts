import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { RENTAL, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

type Status = 0 | 1 | 2 | 3 | 4;
const STATUSES: readonly Status[] = [0, 1, 2, 3, 4];

interface Step {
  readonly name: string;
  /** From which state it leads where (D-CAR-03); null: the vehicle is gone. */
  readonly to: Partial<Record<Status, Status | null>>;
  /** Audit of a pending vehicle that the step needs. */
  readonly audit?: 0;
  call(client: Client, id: number): Promise<Answer>;
}

const post =
  (path: string, more: object = {}) =>
  (client: Client, id: number) =>
    client.post(`/car/${path}`, { id, ...more });
const STEPS: readonly Step[] = [
  { name: 'audit', to: { 0: 0 }, audit: 0, call: post('audit') },
  { name: 'list', to: { 0: 1 }, call: post('online') },
  { name: 'delist', to: { 1: 0 }, call: post('offline') },
  { name: 'dispatch', to: { 0: 0, 1: 0 }, call: post('dispatch', { storeId: RENTAL.airport }) },
  { name: 'sell', to: { 0: 3, 1: 3 }, call: post('sold') },
  { name: 'write off', to: { 0: 4, 1: 4 }, call: post('totalloss') },
  { name: 'change owner', to: { 0: 0, 1: 1 }, call: post('changeowner', { ownerType: 2, institutionId: 1 }) },
  { name: 'edit', to: { 0: 0, 1: 1, 2: 2 }, call: post('save', { remark: 'washed' }) },
  { name: 'delete', to: { 0: null }, audit: 0, call: (client, id) => client.delete(`/car/delete/${id}`) },
];

let app: RentalApp;
let fleet: Client;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp();
  fleet = await app.as('fleet');
  cars = [...(await addCars(app, STATUSES.length * STEPS.length))];
  await sql`insert into institution (name, type, contact, phone, address, "taxId", status) values ('Andaman Leasing', 1, 'Anong', '0761234567', 'Phuket', '0105550000000', 1)`.execute(
    app.db,
  );
  // What an audit asks for.
  await sql`update vehicle set "ownerType" = 2, "institutionId" = 1, "licenceNo" = plate, "registerDate" = '2025-01-01'`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const rowOf = async (id: number) =>
  (await sql<{ status: number }>`select * from vehicle where id = ${id}`.execute(app.db)).rows[0];

/** A vehicle in a state: out with an order, or put there. */
async function vehicleIn(status: Status, audit: 0 | 1): Promise<number> {
  const id = cars.pop()!;
  if (status === 2) await orderIn(app, await app.as('storeManager'), 2, id);
  else await sql`update vehicle set status = ${status}, "auditStatus" = ${audit} where id = ${id}`.execute(app.db);
  return id;
}

describe.each(STATUSES)('a vehicle in state %i', (status) => {
  it.each(STEPS)('$name leads where the table says, or is refused and changes nothing', async ({ to, audit, call }) => {
    const id = await vehicleIn(status, status === 0 && audit === 0 ? 0 : 1);
    const before = await rowOf(id);
    const answer = await call(fleet, id);
    const target = to[status];
    if (target === undefined) {
      expect(answer).toMatchObject({ http: 200, statusCode: 400 });
      expect(await rowOf(id)).toEqual(before);
    } else {
      expect([answer.statusCode, answer.message]).toEqual([200, expect.any(String)]);
      expect((await rowOf(id))?.status ?? null).toBe(target);
    }
  });
});
