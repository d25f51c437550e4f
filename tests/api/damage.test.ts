import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

interface Mark {
  readonly no: number;
  readonly zone: string;
  readonly note: string;
  readonly photo: string;
}
interface Damages {
  readonly marks: readonly Mark[];
  readonly orderId: number | null;
  readonly time: string;
}

const SCRATCH = { zone: 'leftFrontDoor', x: 410, y: 620, kind: 'scratch', size: 12, note: 'below the handle' };
const DENT = { zone: 'bonnet', x: 150, y: 400, kind: 'dent' };

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
});
afterAll(() => app.close());

const damagesOf = async (carId: number): Promise<Damages> =>
  accepted(await manager.get<Damages>(`/car/damages/${carId}`)).data;
const numbers = ({ marks }: Damages) => marks.map(({ no, zone }) => [no, zone]);

const task = (id: number, carId: number) => ({ id, carId, oil: 8 });
const pickup = (id: number, carId: number, more: object = {}) => {
  app.at('2027-03-01 10:00');
  return clerk.post('/order/pickup', { ...task(id, carId), time: '2027-03-01 10:00:00', mileage: 10_000, ...more });
};
const bringBack = (id: number, carId: number, more: object = {}) => {
  app.at('2027-03-04 10:00');
  return clerk.post('/order/return', { ...task(id, carId), time: '2027-03-04 10:00:00', mileage: 10_500, ...more });
};

it('a car keeps the marks of its handovers by their numbers: what is new stands out, what is mended goes, what is rejected never was', async () => {
  const carId = RENTAL.cars[0];
  expect(await damagesOf(carId)).toEqual({ category: null, marks: [], orderId: null, orderNo: '', time: '' });
  const id = await orderIn(app, manager, 1, carId);
  const photo = await upload(clerk);
  accepted(await pickup(id, carId, { damages: [{ ...SCRATCH, photo }, DENT], mileagePhoto: photo }));
  expect(await damagesOf(carId)).toMatchObject({
    orderId: id,
    time: '2027-03-01 10:00:00',
    marks: [
      { no: 1, ...SCRATCH, photo },
      { no: 2, ...DENT, size: null, note: '', photo: '' },
    ],
  });
  accepted(await bringBack(id, carId, { damages: [{ ...DENT, zone: 'rearBumper' }], mended: [2] }));
  const now = [[1, 'leftFrontDoor'], [3, 'rearBumper']]; // prettier-ignore
  expect(numbers(await damagesOf(carId))).toEqual(now);
  // The next one begins with them, and a caller that says nothing of damage changes none.
  const next = await orderIn(app, manager, 1, carId, {
    plannedPickupTime: '2027-03-05 10:00:00',
    plannedReturnTime: '2027-03-07 10:00:00',
  });
  app.at('2027-03-05 10:00');
  const out = { ...task(next, carId), time: '2027-03-05 10:00:00', mileage: 10_500 };
  accepted(await clerk.post('/order/pickup', { ...out, damages: [DENT] }));
  expect(numbers(await damagesOf(carId))).toEqual([...now, [4, 'bonnet']]);
  accepted(await manager.post('/order/rejectpickup', { id: next, reason: 'another car' }));
  expect(numbers(await damagesOf(carId))).toEqual(now);
  accepted(await clerk.post('/order/pickup', out));
  expect(numbers(await damagesOf(carId))).toEqual(now);

  interface Told {
    readonly tasks: readonly { readonly damages: readonly Mark[] }[];
    readonly damages: readonly Mark[];
  }
  const { tasks } = accepted(await manager.get<Told>(`/order/info/${id}`)).data;
  expect(tasks.map(({ damages }) => damages.map(({ no }) => no))).toEqual([[1, 2], [1, 3]]); // prettier-ignore
  // On paper the pictures have addresses that a reader without a session can open.
  const sheet = accepted(await manager.get<Told>(`/print/order/${id}`, { sheet: 'vehiclecar' })).data;
  expect(sheet.tasks.map(({ damages }) => damages.map(({ no }) => no))).toEqual([[1, 2], [1, 3]]); // prettier-ignore
  expect(sheet.tasks[0]!.damages[0]).not.toHaveProperty('photo');
  const photos = accepted(
    await manager.get<{ tasks: readonly { mileagePhoto: string }[] }>(`/print/order/${id}`, { sheet: 'vehiclecar1' }),
  ).data;
  const address = photos.tasks[0]!.mileagePhoto;
  expect((await app.nobody.inject({ method: 'GET', url: address })).http).toBe(200);
});

it('marks are refused at the field: parts that no car has, pictures that are none, more than there is room for', async () => {
  const carId = RENTAL.cars[1];
  const id = await orderIn(app, manager, 1, carId);
  for (const damages of [
    [{ ...DENT, zone: 'engine' }],
    [{ ...DENT, kind: 'burnt' }],
    [{ ...DENT, x: 1001 }],
    [{ ...DENT, size: 0 }],
  ])
    expect(Object.keys((await pickup(id, carId, { damages })).errors).join()).toMatch(/^damages/);
  for (const damages of [[{ ...DENT, photo: 'nosuchfile' }], Array.from({ length: 61 }, () => DENT)])
    expect((await pickup(id, carId, { damages })).errors).toHaveProperty('damages');
  accepted(await pickup(id, carId, { damages: Array.from({ length: 60 }, () => DENT) }));
  expect((await bringBack(id, carId, { damages: [DENT] })).errors).toHaveProperty('damages');
  expect((await damagesOf(carId)).marks).toHaveLength(60);
});

it('the marks of a car are for who sees it, or hands it over with an order', async () => {
  const carId = RENTAL.cars[2];
  const id = await orderIn(app, manager, 1, carId);
  const clerkOf = async (name: string, store: number): Promise<Client> => {
    await sql`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select ${name}, ${name}, ${`+6691234560${store}`}, password, "roleId", 1, array[${store}]::bigint[], 1 from "user" where username = 'clerk'
    `.execute(app.db);
    return app.signIn(name);
  };
  const [here, north] = [await clerkOf('here', RENTAL.phuket), await clerkOf('north', RENTAL.chiangMai)];
  expect((await here.get(`/car/damages/${carId}`)).statusCode).toBe(200);
  expect((await north.get(`/car/damages/${carId}`)).statusCode).toBe(404);
  expect((await north.get(`/car/damages/${carId}`, { orderId: id })).statusCode).toBe(404);
  // A car of elsewhere is handed over with an order of here.
  expect((await here.get(`/car/damages/${RENTAL.chiangMaiCar}`)).statusCode).toBe(404);
  expect((await here.get(`/car/damages/${RENTAL.chiangMaiCar}`, { orderId: id })).statusCode).toBe(200);
  expect((await app.nobody.get(`/car/damages/${carId}`)).http).toBe(401);
});
