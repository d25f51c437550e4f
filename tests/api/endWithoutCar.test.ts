import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openChangeDesk } from './changedCars.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, book, errorOf } from './rental.ts';
import type { AnswerOf } from './rentalAnswers.ts';

const desk = openChangeDesk();

const end = (changes: Record<string, unknown> = {}, client = desk.ops) =>
  client.post<AnswerOf<'POST /order/endwithoutcar'>>('/order/endwithoutcar', {
    ...{ id: desk.id, carId: desk.old, time: '2027-03-02 09:30:00', fate: 'totalLoss', unread: 'burnt out' },
    ...changes,
  });

describe('a rental whose car nobody can read (O27)', () => {
  it('ends without mileage and fuel: the car is a total loss, bill and deposits are as after a return', async () => {
    const before = await desk.info();
    expect((await end({}, desk.clerk)).http).toBe(403);
    const ended = accepted(await end()).data;
    expect(ended).toMatchObject({ workOrderId: null, total: before['total'] });
    expect(await desk.car(desk.old)).toEqual({ status: 4, storeId: 1, mileage: 10_000 });
    const { status, tasks, cars, actualReturnTime } = await desk.info();
    expect([status, actualReturnTime]).toEqual([3, '2027-03-02 09:30:00']);
    expect(tasks.at(-1)).toMatchObject({ type: 'return', unread: 'burnt out' });
    expect(cars).toMatchObject([
      {
        carId: desk.old,
        mileageIn: null,
        oilIn: null,
        distance: null,
        unread: 'burnt out',
        until: '2027-03-02 09:30:00',
      },
    ]);
    expect(await brokenHolds(desk.app.db)).toEqual([]);
    await expectSoundMoney(desk.app.db);
    // It is gone for good: the return cannot be undone.
    expect((await desk.ops.post('/order/rejectreturn', { id: desk.id, reason: 'found' })).statusCode).toBe(400);
  });

  it('prints no mileage and no fuel of the return', async () => {
    accepted(await end());
    const sheet = accepted(
      await desk.ops.get<{ tasks: { type: string; mileage: number | null; oil: number | null }[] }>(
        `/print/order/${desk.id}`,
        { sheet: 'rental' },
      ),
    ).data;
    expect(sheet.tasks).toMatchObject([
      { type: 'pickup', mileage: 10_000, oil: 8 },
      { type: 'return', mileage: null, oil: null },
    ]);
  });

  it('goes to the shop with a work order, also for a clerk, and can be undone as a return can', async () => {
    const { workOrderId } = accepted(await end({ fate: 'shop', unread: 'gearbox locked' }, desk.clerk)).data;
    const { rows } =
      await sql`select "carId"::int, "storageFlag", remark from maintenance where id = ${workOrderId}`.execute(
        desk.app.db,
      );
    expect(rows).toMatchObject([
      { carId: desk.old, storageFlag: 1, remark: expect.stringContaining('gearbox locked') as string },
    ]);
    await expect(book(desk.ops, { carId: desk.old })).rejects.toThrow();
    await sql`delete from hold where kind = 'maintenance'`.execute(desk.app.db);
    await sql`update maintenance set status = 1 where id = ${workOrderId}`.execute(desk.app.db);
    accepted(await desk.ops.post('/order/rejectreturn', { id: desk.id, reason: 'it drives again' }));
    expect(await desk.info()).toMatchObject({ status: 2, carId: desk.old });
    expect(await desk.car(desk.old)).toMatchObject({ status: 2, mileage: 10_000 });
  });

  it('needs why, where the car goes, and the car that the order has', async () => {
    for (const unread of ['', '  ', undefined]) expect((await end({ unread })).errors['unread']).toBe('Required');
    expect((await end({ fate: 'free' })).errors['fate']).toContain('goes to the shop or is a total loss');
    expect((await end({ time: '' })).errors['time']).toBe('Required');
    expect((await end({ time: '2027-03-01 09:00:00' })).errors['time']).toContain('before');
    accepted(await desk.change());
    expect((await end()).errors['carId']).toContain(await desk.plateOf(desk.next));
    expect(await desk.info()).toMatchObject({ status: 2, carId: desk.next });
  });

  it('is no way around an order that needs the car, which is named', async () => {
    const waiting = await book(desk.ops, {
      ...{ carId: desk.old, plannedPickupTime: '2027-03-08 10:00:00', plannedReturnTime: '2027-03-09 10:00:00' },
    });
    const { orderNo } = await desk.info(waiting);
    for (const fate of ['totalLoss', 'shop']) expect(errorOf(await end({ fate }))).toContain(orderNo as string);
    expect(await desk.info()).toMatchObject({ status: 2 });
  });

  it('ends once, however many press at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => end()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { tasks } = await desk.info();
    expect(tasks.filter(({ type }) => type === 'return')).toHaveLength(1);
  });
});
