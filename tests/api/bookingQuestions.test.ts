import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { RENTAL, accepted, book, draft, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app.close());

const save = (body: Record<string, unknown>): Promise<Answer> => ops.post('/order/save', body);
const numberOf = async (id: number) => accepted(await ops.get<{ orderNo: string }>(`/order/info/${id}`)).data.orderNo;

it('asks about the same renter, model and times, and books once somebody confirms', async () => {
  const trip = draft();
  const { id } = accepted(await ops.post<{ id: number }>('/order/save', trip)).data;
  const asked = await save(trip);
  expect(asked.errors['confirmed']).toContain(await numberOf(id));
  accepted(await save({ ...trip, plannedReturnTime: '2027-03-05 10:00:00' }));
  accepted(await save({ ...trip, subModelId: RENTAL.camry }));
  accepted(await save({ ...trip, confirmed: 1 }));
  accepted(await save({ ...draft(), plannedReturnTime: trip['plannedReturnTime'] }));
});

it('does not ask about a trip that was called off', async () => {
  const trip = draft({ plannedPickupTime: '2027-04-01 10:00:00', plannedReturnTime: '2027-04-02 10:00:00' });
  const { id } = accepted(await ops.post<{ id: number }>('/order/save', trip)).data;
  accepted(await ops.post('/order/cancel', { id, reason: 'wrong day' }));
  accepted(await save(trip));
});

it('asks about somebody who owes money for an order that is over', async () => {
  app.at('2027-02-22 12:00');
  const trip = draft();
  const { id } = accepted(await ops.post<{ id: number }>('/order/save', trip)).data;
  app.at('2027-03-01 08:00');
  accepted(await ops.post('/order/cancel', { id, reason: 'ill' }));
  const next = { ...trip, plannedPickupTime: '2027-03-20 10:00:00', plannedReturnTime: '2027-03-22 10:00:00' };
  expect((await save(next)).errors['confirmed']).toContain('1,080');
  accepted(await save({ ...next, confirmed: 1 }));
  accepted(await ops.post('/order/waivepenalty', { id, reason: 'regular guest' }));
  accepted(await save({ ...next, plannedReturnTime: '2027-03-23 10:00:00' }));
});

it('gives a channel order number once a channel among live orders, in whatever letters', async () => {
  app.at('2027-02-22 12:00');
  const day = { plannedPickupTime: '2027-05-10 10:00:00', plannedReturnTime: '2027-05-11 10:00:00' };
  const first = await book(ops, { ...day, channel: 1, channelOrderNo: 'CTrip-77' });
  const refused = await save(draft({ ...day, channel: 1, channelOrderNo: 'ctrip-77 ' }));
  expect(refused.errors['channelOrderNo']).toContain(await numberOf(first));
  const other = await book(ops, { ...day, channel: 2, channelOrderNo: 'CTRIP-77' });
  const moved = { id: other, channel: 1 };
  expect(errorOf(await save(moved))).toContain(await numberOf(first));
  accepted(await save({ id: first, renterName: '李四' }));
  accepted(await ops.post('/order/cancel', { id: first, reason: 'x' }));
  accepted(await save(moved));
});

it('of sixteen who enter one channel order at the same moment, one books', async () => {
  const day = { plannedPickupTime: '2027-06-10 10:00:00', plannedReturnTime: '2027-06-11 10:00:00' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      save(draft({ ...day, subModelId: 1 + (at % 2), channel: 1, channelOrderNo: at % 2 ? 'ab-1' : 'AB-1' })),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});
