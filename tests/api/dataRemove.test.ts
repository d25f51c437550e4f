import { describe, expect, test } from 'vitest';
import { openBookings } from './bookings.ts';
import { caller, pageOf } from './dataModel.ts';

const world = openBookings();
const { save, booking, info, count } = world;

describe('delete', () => {
  test('a row goes and its history says what it was', async () => {
    const { id } = await booking({ days: 7 });
    await world.data.remove('booking', String(id), caller());
    await expect(world.data.info('booking', id, caller())).rejects.toMatchObject({ code: 404 });
    expect(
      await count(
        `"recordChange" where entity = 'booking' and "recordId" = $1 and (before ->> 'days')::int = 7 and after is null`,
        [id],
      ),
    ).toBe(1);
    await expect(world.data.remove('booking', id, caller())).rejects.toMatchObject({ code: 404 });
  });

  test('a row that others refer to stays, and the message counts them', async () => {
    const { id } = await booking();
    await save('note', { bookingId: id, text: 'one' });
    await save('note', { bookingId: id, text: 'two' });
    await expect(world.data.remove('booking', id, caller())).rejects.toMatchObject({
      key: 'msg.inUse',
      params: { count: 2, resource: 'resources.note.title' },
    });
  });

  test('a row that its state keeps stays, alone and among many', async () => {
    const [free, kept] = [await booking(), await booking()];
    await world.database.pool.query('update booking set status = 3 where id = $1', [kept.id]);
    await expect(world.data.remove('booking', kept.id, caller())).rejects.toMatchObject({ key: 'msg.stateChanged' });
    const { count: gone, failures } = await world.data.removeMany('booking', [free.id, kept.id], caller());
    expect([gone, failures.map(({ id, message }) => [id, message])]).toEqual([
      1,
      [[kept.id, expect.stringContaining('msg.stateChanged')]],
    ]);
    expect(await info('booking', kept.id)).toMatchObject({ status: 3 });
  });

  test('a soft-deleted row is hidden everywhere and frees its unique values', async () => {
    const { id } = await save('person', { name: 'Gone', phone: '0899999999' });
    await world.data.remove('person', id, caller());
    expect((await pageOf(world.data, 'person', { keyword: '0899999999' })).total).toBe(0);
    await expect(world.data.info('person', id, caller())).rejects.toMatchObject({ code: 404 });
    await expect(save('person', { id, name: 'Back' })).rejects.toMatchObject({ code: 404 });
    await expect(world.data.remove('person', id, caller())).rejects.toMatchObject({ code: 404 });
    await expect(booking({ personId: id })).rejects.toHaveProperty('fields', { personId: 'msg.unknownRecord' });
    await save('person', { name: 'New', phone: '0899999999' });
    expect(await count('person where id = $1', [id])).toBe(1);
  });

  test('of many, what can go goes and the rest is named', async () => {
    const [free, used] = [await booking(), await booking()];
    await save('note', { bookingId: used.id, text: 'one' });
    const result = await world.data.removeMany('booking', [free.id, used.id, 999_999], caller());
    expect(result.count).toBe(1);
    expect(result.failures.map((failure) => failure.id)).toEqual([used.id, 999_999]);
    await expect(world.data.removeMany('booking', 'all', caller())).rejects.toMatchObject({
      fields: { ids: 'msg.invalid' },
    });
  });
});
