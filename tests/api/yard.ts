import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

const COMPLETE = {
  licenceNo: 'TH1',
  registerDate: '2026-01-01',
  inspectionExpiry: '2028-01-01',
  compulsoryInsurance: { policyNo: 'P1', startDate: '2026-12-01', endDate: '2027-11-30' },
};

export interface Yard {
  readonly app: RentalApp;
  readonly fleet: Client;
  readonly ops: Client;
  /** An institution that owns cars. */
  readonly owner: number;
  /** Numbers that no other car has. */
  identity(): Record<string, string>;
  /** A new car as the form's first steps make it; answers its id. */
  add(changes?: Record<string, unknown>): Promise<number>;
  /** A new car with all that its audit asks for. */
  complete(changes?: Record<string, unknown>): Promise<number>;
  /** An audited car on offer. */
  listed(changes?: Record<string, unknown>): Promise<number>;
  /** The row of a car. */
  car(id: number): Promise<Record<string, unknown>>;
  /** Its status and its audit status. */
  state(id: number): Promise<readonly unknown[]>;
  /** The step is refused with this reason and changes nothing. */
  refused(id: number, call: () => Promise<Answer>, reason: string): Promise<void>;
}

/** A rental company with somebody of its fleet who brings cars in. Close `app` at the end. */
export async function startYard(): Promise<Yard> {
  const app = await startRentalApp();
  const fleet = await app.as('fleet');
  const malee = {
    name: 'Malee',
    type: 1,
    ownerType: 1,
    contact: 'Malee',
    phone: '+66811111111',
    address: 'Phuket',
    taxId: 'T1',
    status: 1,
  };
  const owner = accepted(await fleet.post<{ id: number }>('/basics/institution/save', malee)).data.id;
  let made = 0;
  const identity = (): Record<string, string> => {
    made += 1;
    return { plate: `NEW-${made}`, frameNo: `NF${made}`, engineNo: `NE${made}` };
  };
  const add: Yard['add'] = async (changes = {}) => {
    const model = { brandId: 1, modelId: 1, subModelId: RENTAL.yaris, storeId: RENTAL.phuket };
    return accepted(await fleet.post<{ id: number }>('/car/save', { ...model, ...identity(), ...changes })).data.id;
  };
  const complete: Yard['complete'] = (changes = {}) =>
    add({ ...COMPLETE, ownerType: 1, institutionId: owner, ...changes });
  const car: Yard['car'] = async (id) =>
    (await sql<Record<string, unknown>>`select * from vehicle where id = ${id}`.execute(app.db)).rows[0]!;
  return {
    ...{ app, fleet, ops: await app.as('ops'), owner, identity, add, complete, car },
    async listed(changes) {
      const id = await complete(changes);
      accepted(await fleet.post('/car/audit', { id }));
      accepted(await fleet.post('/car/online', { id }));
      return id;
    },
    async state(id) {
      const { status, auditStatus } = await car(id);
      return [status, auditStatus];
    },
    async refused(id, call, reason) {
      const before = await car(id);
      const answer = await call();
      expect([answer.statusCode, answer.message]).toEqual([400, expect.stringContaining(reason)]);
      expect(await car(id)).toEqual(before);
    },
  };
}
