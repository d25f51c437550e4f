import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { brokenHolds } from './orderInvariants.ts';
import { openRenewals, type Renewal } from './renewals.ts';
import { accepted, book } from './rental.ts';

const desk = openRenewals();
const { info, quote, renew, cancel, state, underWay } = desk;

it('costs what worked example 19 says, puts the return back and is on the bill by its lines', async () => {
  const { id } = await underWay();
  expect(await quote(id, '2027-03-05 12:00:00')).toMatchObject({
    fee: 1700,
    days: 4,
    hours: 2,
    total: 5650,
    fees: [
      { item: 'rental', amount: 1200 },
      { item: 'hourly', amount: 400 },
      { item: 'basicInsurance', amount: 100 },
    ],
    conflicts: [],
    warnings: [],
  });
  const before = await info(id);
  const answer = await renew(id, '2027-03-05 12:00:00', { remarks: 'by phone' });
  expect(answer).toMatchObject({ statusCode: 200, message: 'Renewed successfully', data: { fee: 1700 } });
  const after = await info(id);
  expect(after).toMatchObject({
    total: before.total + 1700,
    due: 1700,
    payStatus: 0,
    plannedReturnTime: '2027-03-05 12:00:00',
    rentalDays: 4,
    rentalHours: 2,
    renewals: [
      {
        id: answer.data.id,
        time: '2027-03-05 12:00:00',
        previousTime: '2027-03-04 10:00:00',
        fee: 1700,
        remarks: 'by phone',
        status: 1,
      },
    ],
  });
  const lines = after.fees.filter((fee) => fee.source === 'renewal');
  expect(lines.map(({ item, amount, renewalId }) => [item, amount, renewalId])).toEqual([
    ['rental', 1200, answer.data.id],
    ['hourly', 400, answer.data.id],
    ['basicInsurance', 100, answer.data.id],
  ]);
  expect(accepted(await desk.clerk.get<Renewal[]>(`/order/renewals/${id}`)).data).toEqual(after.renewals);
  const log = accepted(
    await desk.clerk.get<{ event: string; changes: { field: string; before: unknown; after: unknown }[] }[]>(
      `/order/log/${id}`,
    ),
  ).data;
  expect(log[0]!.event).toBe('order.renew');
  expect(log[0]!.changes.find((change) => change.field === 'plannedReturnTime')).toMatchObject({
    before: '2027-03-04 10:00:00',
    after: '2027-03-05 12:00:00',
  });
});

it('twice in a row costs what it costs at once', async () => {
  const [one, two] = [await underWay(), await underWay()];
  accepted(await renew(one.id, '2027-03-06 10:00:00'));
  accepted(await renew(two.id, '2027-03-05 10:00:00'));
  accepted(await renew(two.id, '2027-03-06 10:00:00'));
  expect((await info(two.id)).total).toBe((await info(one.id)).total);
});

it('takes the fee that staff agreed on, also none, and no more than two decimals', async () => {
  const { id } = await underWay();
  expect((await renew(id, '2027-03-05 10:00:00', { fee: 1.234 })).statusCode).toBe(400);
  expect((await renew(id, '2027-03-05 10:00:00', { fee: -1 })).statusCode).toBe(400);
  expect(accepted(await renew(id, '2027-03-05 10:00:00', { fee: 1234.5 })).data.fee).toBe(1234.5);
  expect(accepted(await renew(id, '2027-03-06 10:00:00', { fee: 0 })).data.fee).toBe(0);
  const { renewals, total } = await info(id);
  expect(renewals.map((each) => each.fee)).toEqual([1234.5, 0]);
  expect(total).toBe(3950 + 1234.5);
});

it('not later than the planned return is refused with the documented messages, and nothing changes', async () => {
  const { id } = await underWay();
  const before = await state(id);
  const early = await renew(id, '2027-03-04 09:59:00');
  expect(early).toMatchObject({ statusCode: 400 });
  expect(early.errors).toEqual({
    time: 'Renewal time cannot be earlier than the original return time. Choose a later time',
  });
  const equal = await renew(id, '2027-03-04 10:00:00');
  expect(equal.errors).toEqual({ time: 'Renewal time must be later than the return time. Choose a later time' });
  expect((await desk.clerk.post('/order/renew', { orderId: id, time: '' })).errors['time']).toBeTruthy();
  expect((await desk.clerk.post('/order/renew', { orderId: id })).errors['time']).toBeTruthy();
  expect((await quote(id, '2027-03-04 09:59:00')).conflicts.map((each) => each.code)).toEqual(['renew.tooEarly']);
  expect(await state(id)).toEqual(before);
});

it('is refused while the car is needed: the order, the storage and the maintenance in the way are named', async () => {
  const { id, carId } = await underWay();
  const next = await book(desk.manager, {
    carId,
    plannedPickupTime: '2027-03-06 12:00:00',
    plannedReturnTime: '2027-03-07 10:00:00',
  });
  const { orderNo } = await info(next);
  const { conflicts } = await quote(id, '2027-03-06 10:01:00');
  expect(conflicts).toMatchObject([{ code: 'availability.order', kind: 'order', orderId: next }]);
  const refused = await renew(id, '2027-03-06 10:01:00');
  expect(refused.statusCode).toBe(400);
  expect(refused.errors['time']).toContain(orderNo);
  accepted(await renew(id, '2027-03-06 10:00:00'));

  const blocked = await underWay();
  await sql`insert into hold ("carId", kind, "sourceId", "startTime", "endTime") values (${blocked.carId}, 'maintenance', 900001, '2027-03-05T00:00:00+07:00', '2027-03-06T00:00:00+07:00'),
    (${blocked.carId}, 'storage', 900002, '2027-03-06T00:00:00+07:00', null)`.execute(desk.app.db);
  expect((await quote(blocked.id, '2027-03-07 10:00:00')).conflicts.map((each) => [each.kind, each.message])).toEqual([
    ['maintenance', 'The vehicle is in maintenance from 5 Mar 00:00. Move the work order or change the car'],
    ['storage', 'The vehicle is in storage from 6 Mar 00:00. Choose an earlier return or change the car'],
  ]);
  expect((await renew(blocked.id, '2027-03-07 10:00:00')).statusCode).toBe(400);
  accepted(await renew(blocked.id, '2027-03-05 00:00:00'));
  await sql`delete from hold where "sourceId" in (900001, 900002)`.execute(desk.app.db);
});

it('is refused into a closed holiday and into a pause of the store; outside business hours it warns', async () => {
  const { id } = await underWay();
  await sql`insert into holiday (name, "startDate", "endDate", "minDays", "bookingOpen") values ('Closed days', '2027-03-20', '2027-03-21', 1, 0)`.execute(
    desk.app.db,
  );
  await sql`insert into "storeSetting" ("storeId", "pausePeriods") values (1, ${JSON.stringify([{ startTime: '2027-03-10 00:00:00', endTime: '2027-03-11 00:00:00' }])}::jsonb)`.execute(
    desk.app.db,
  );
  expect((await quote(id, '2027-03-20 10:00:00')).conflicts.map((each) => each.code)).toEqual([
    'quote.error.holidayClosed',
  ]);
  expect((await quote(id, '2027-03-10 12:00:00')).conflicts.map((each) => each.code)).toEqual([
    'quote.error.returnPaused',
  ]);
  const before = await state(id);
  expect((await renew(id, '2027-03-20 10:00:00')).errors).toEqual({
    time: 'Booking is closed for Closed days. Choose other days',
  });
  expect((await renew(id, '2027-03-10 12:00:00')).errors).toEqual({
    time: 'The store pauses service from 10 Mar 00:00 to 11 Mar 00:00: no return. Choose another time or store',
  });
  expect(await state(id)).toEqual(before);
  await sql`update store set "nightHours" = null where id = 1`.execute(desk.app.db);
  const late = await quote(id, '2027-03-05 23:00:00');
  await sql`update store set "nightHours" = ${JSON.stringify({ start: '20:00', end: '08:00' })}::jsonb where id = 1`.execute(
    desk.app.db,
  );
  expect([late.conflicts, late.warnings.map((each) => each.code)]).toEqual([[], ['quote.warning.returnHours']]);
  await sql`delete from "storeSetting"`.execute(desk.app.db);
  await sql`delete from holiday where name = 'Closed days'`.execute(desk.app.db);
});

it('warns when the model is promised to orders that have no plate yet', async () => {
  const { id } = await underWay();
  const pool = await sql<{ count: number }>`
    select count(*)::int as count from vehicle where "storeId" = 1 and "subModelId" = 1 and status in (1, 2) and "auditStatus" = 1`.execute(
    desk.app.db,
  );
  const wish = { plannedPickupTime: '2027-03-30 10:00:00', plannedReturnTime: '2027-04-02 10:00:00' };
  const orders = [];
  for (let index = 0; index < pool.rows[0]!.count; index += 1) orders.push(await book(desk.manager, wish));
  expect((await quote(id, '2027-03-31 10:00:00')).warnings.map((each) => each.code)).toEqual(['renew.overbooks']);
  for (const order of orders) accepted(await desk.manager.post('/order/cancel', { id: order, reason: 'test' }));
  expect((await quote(id, '2027-03-31 10:00:00')).warnings).toEqual([]);
});

it('can be taken back last one first, leaves a surplus, and asks for the key and a reason', async () => {
  const { id, carId } = await underWay();
  const before = await info(id);
  expect(before.actions).toContain('renew');
  expect(before.actions).not.toContain('cancelrenew');
  const first = accepted(await renew(id, '2027-03-05 10:00:00')).data.id;
  const second = accepted(await renew(id, '2027-03-06 10:00:00')).data.id;
  accepted(await desk.manager.post('/order/payment/save', { orderId: id, amount: 2600, method: 5 }));
  expect((await info(id)).actions).toContain('cancelrenew');

  expect(await desk.clerk.post('/order/cancelrenew', { id: second, reason: 'x' })).toMatchObject({ http: 403 });
  expect((await cancel(second, '')).statusCode).toBe(400);
  const refused = await cancel(first);
  expect(refused).toMatchObject({ statusCode: 400 });
  expect(refused.message).toContain('Only the last valid renewal can be cancelled. Cancel that one first');

  expect(await cancel(second)).toMatchObject({ statusCode: 200, message: 'Cancelled successfully' });
  expect((await cancel(second)).statusCode).toBe(400);
  const between = await info(id);
  expect(between).toMatchObject({
    plannedReturnTime: '2027-03-05 10:00:00',
    total: before.total + 1300,
    rentalDays: 4,
  });
  expect(between.renewals.map((each) => [each.status, each.cancelReason])).toEqual([
    [1, ''],
    [-1, 'changed plans'],
  ]);
  accepted(await cancel(first));
  const after = await info(id);
  expect(after).toMatchObject({ plannedReturnTime: '2027-03-04 10:00:00', total: before.total, rentalDays: 3, due: 0 });
  expect(after.fees.filter((fee) => fee.source === 'renewal').every((fee) => fee.voided === 1)).toBe(true);
  // The time is free again.
  await book(desk.manager, {
    carId,
    plannedPickupTime: '2027-03-04 12:00:00',
    plannedReturnTime: '2027-03-05 10:00:00',
  });
  expect((await cancel(999_999)).statusCode).toBe(404);
});

it('a return moved nearer stays paid for as far as it was, whatever is renewed and taken back around it', async () => {
  const { id } = await underWay();
  const nearer = (time: string) => desk.manager.post('/order/edittime', { id, plannedReturnTime: time });
  accepted(await nearer('2027-03-03 10:00:00'));
  expect((await quote(id, '2027-03-04 10:00:00')).fee).toBe(0);
  const renewal = accepted(await renew(id, '2027-03-05 10:00:00')).data;
  expect(renewal.fee).toBe(1300);
  accepted(await nearer('2027-03-04 08:00:00'));
  accepted(await cancel(renewal.id));
  expect(await info(id)).toMatchObject({ plannedReturnTime: '2027-03-03 10:00:00', total: 3950, rentalDays: 3 });
  expect((await quote(id, '2027-03-05 10:00:00')).fee).toBe(1300);

  const other = await underWay();
  const first = accepted(await renew(other.id, '2027-03-06 10:00:00')).data.id;
  accepted(await desk.manager.post('/order/edittime', { id: other.id, plannedReturnTime: '2027-03-02 10:00:00' }));
  accepted(await cancel(first));
  expect(await info(other.id)).toMatchObject({ plannedReturnTime: '2027-03-02 10:00:00', total: 3950 });
  desk.app.at('2027-03-05 10:00');
  const back = { id: other.id, carId: other.carId, time: '2027-03-05 10:00:00', mileage: 10_500, oil: 8 };
  expect(accepted(await desk.manager.post<{ overrun: number }>('/order/return', back)).data.overrun).toBe(1300);
});

it('a pickup that is undone and booked for fewer days is charged to its new end: the days it lost are paid for by a renewal', async () => {
  const { id, carId } = await underWay();
  accepted(await desk.manager.post('/order/edittime', { id, plannedReturnTime: '2027-03-03 10:00:00' }));
  accepted(await desk.manager.post('/order/rejectpickup', { id, reason: 'wrong order' }));
  accepted(await desk.manager.post('/order/edittime', { id, plannedReturnTime: '2027-03-02 10:00:00' }));
  expect((await info(id)).total).toBe(1350);
  accepted(
    await desk.manager.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_001, oil: 8 }),
  );
  expect((await quote(id, '2027-03-04 10:00:00')).fee).toBe(2600);
});

it('of one car asked for by a renewal and fifteen bookings at once, one gets it', async () => {
  const { id, carId } = await underWay();
  const wish = { carId, plannedPickupTime: '2027-03-04 12:00:00', plannedReturnTime: '2027-03-06 10:00:00' };
  const answers = await Promise.all([
    renew(id, '2027-03-05 10:00:00'),
    ...Array.from({ length: 15 }, () =>
      book(desk.manager, wish).then(
        () => ({ statusCode: 200 }),
        () => ({ statusCode: 400 }),
      ),
    ),
  ]);
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect(await brokenHolds(desk.app.db)).toEqual([]);
});

it('sent twice at once adds the time once', async () => {
  const { id } = await underWay();
  const answers = await Promise.all([1, 2, 3, 4].map(() => renew(id, '2027-03-05 10:00:00')));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect((await info(id)).renewals).toHaveLength(1);
});

it('leaves the signed contract signed, and a pickup with a valid renewal cannot be undone', async () => {
  const { id } = await underWay();
  await sql`update "order" set "contractStatus" = 1 where id = ${id}`.execute(desk.app.db);
  const renewal = accepted(await renew(id, '2027-03-05 10:00:00')).data.id;
  expect((await info(id)).contractStatus).toBe(1);
  const refused = await desk.manager.post('/order/rejectpickup', { id, reason: 'wrong car' });
  expect(refused.message).toContain('valid renewal');
  accepted(await cancel(renewal));
  accepted(await desk.manager.post('/order/rejectpickup', { id, reason: 'wrong car' }));
});
