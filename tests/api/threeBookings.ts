import { beforeAll } from 'vitest';
import { openBookings, type Bookings, type Values } from './bookings.ts';

/** Three bookings that every filter, order and scope tells apart, made for the tests of one file; ids by their numbers, beside those of a person and a note. */
export function openThreeBookings(): Bookings & { readonly id: Readonly<Record<string, number>> } {
  const id: Record<string, number> = {};
  const world = openBookings();
  beforeAll(async () => {
    const { north, south } = world;
    const save = async (resource: string, values: Values): Promise<number> => (await world.save(resource, values)).id;
    id['person'] = await save('person', { name: 'Somchai', phone: '0812345678', salary: 100 });
    id['B1'] = await save('booking', {
      number: 'B1',
      name: '王小明',
      phone: '13812345678',
      fromId: north,
      toId: north,
      price: 19.99,
      day: '2026-03-01',
      startTime: '2026-03-01 10:00:00',
      days: 3,
      paid: true,
      ratio: 0.5,
      personId: id['person'],
    });
    id['B2'] = await save('booking', {
      number: 'B2',
      name: '李四',
      phone: '0812345678',
      fromId: south,
      toId: north,
      price: 20,
      day: '2026-03-02',
      startTime: '2026-03-02 00:30:00',
      days: 4,
      kind: 'long',
    });
    id['B3'] = await save('booking', {
      number: 'B3',
      name: 'สมชาย ใจดี',
      fromId: south,
      toId: south,
      price: 0,
      day: '2027-01-01',
      startTime: '2027-01-01 00:00:00',
      days: 5,
      express: 1,
      expressReason: '100% a_b',
    });
    id['note'] = await save('note', { bookingId: id['B3'], text: 'south only' });
  });
  return Object.assign(world, { id });
}
