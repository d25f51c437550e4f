import { afterAll, beforeAll } from 'vitest';
import type { Violation } from '../../schemas/types.generated.ts';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

export const DEPOSIT = { depositType: 1 };

/** Violations, with those who enter them and decide on them. */
export function openViolations() {
  let app: RentalApp;
  let manager: Client;
  let fleet: Client;
  let finance: Client;
  let ops: Client;
  let clerk: Client;
  let cars: number[];
  beforeAll(async () => {
    app = await startRentalApp();
    [manager, fleet, finance, ops, clerk] = (await Promise.all(
      (['storeManager', 'fleet', 'finance', 'ops', 'clerk'] as const).map((role) => app.as(role)),
    )) as [Client, Client, Client, Client, Client];
    cars = [...(await addCars(app, 40))];
  });
  afterAll(() => app.close());

  const nextCar = (): number => cars.pop()!;
  const offence = (carId: number, time: string, changes: Record<string, unknown> = {}) => ({
    carId,
    time,
    behavior: 'Speeding, 112 km/h in a zone of 90',
    location: 'Highway 402, km 31',
    points: 1,
    fine: 500,
    ...changes,
  });
  const enter = async (carId: number, time: string, changes: Record<string, unknown> = {}): Promise<number> =>
    accepted(await manager.post<{ id: number }>('/car/violation/save', offence(carId, time, changes))).data.id;
  const info = async (id: number): Promise<Violation> =>
    accepted(await manager.get<Violation>(`/car/violation/info/${id}`)).data;
  const status = (client: Client, id: number, to: number, remark?: string): Promise<Answer> =>
    client.post('/car/violation/status', { id, status: to, ...(remark !== undefined && { remark }) });
  /** An order of a car of its own, returned on 4 March 10:00, and a violation of its second day. */
  async function ofReturned(changes: Record<string, unknown> = {}) {
    const carId = nextCar();
    const orderId = await orderIn(app, manager, 3, carId, changes);
    app.at('2027-03-05 10:00');
    return { carId, orderId, id: await enter(carId, '2027-03-02 09:00:00') };
  }
  return {
    get app() {
      return app;
    },
    get manager() {
      return manager;
    },
    get fleet() {
      return fleet;
    },
    get finance() {
      return finance;
    },
    get ops() {
      return ops;
    },
    get clerk() {
      return clerk;
    },
    get cars() {
      return cars;
    },
    nextCar,
    offence,
    enter,
    info,
    status,
    ofReturned,
  };
}
