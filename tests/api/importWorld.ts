import { beforeAll } from 'vitest';
import { refuse, type ServerModule } from 'forecourt/server';
import { openBookings, type Bookings, type Values } from './bookings.ts';
import { bookingModule } from './dataModel.ts';

const everything = {
  number: '007',
  name: '=SUM(A1) "Ann", ü',
  phone: '+66812345678',
  price: 19.99,
  day: '2024-02-29',
  startTime: '2026-03-01 23:59:59',
  endTime: '2026-03-02 00:00:00',
  days: 3,
  ratio: -0.25,
  paid: false,
  kind: 'long',
  express: 1,
  expressReason: "'=why",
  extras: ['a'.repeat(32), 'b'.repeat(32)],
  detail: { colour: 'red' },
  remark: 'two\r\nlines _x0041_ -1',
};

export const hooked: ServerModule = {
  ...bookingModule,
  hooks: {
    person: {
      async beforeSave({ values }, context) {
        if (values['name'] === 'Nobody') throw refuse('msg.person.nobody');
        if (values['name'] === 'Writer')
          await context.write.insert('branch', { name: `of ${String(values['phone'])}` });
      },
    },
  },
};

/** A database with some of everything that is imported. */
export interface ImportWorld extends Bookings {
  readonly person: number;
  /** All rows of a table as they are stored. */
  whole(table: string): Promise<unknown[]>;
}

/** Made for the tests of one file. */
export function openImportWorld(): ImportWorld {
  const world = Object.assign(openBookings(hooked), {
    person: 0,
    whole: async (table: string): Promise<unknown[]> =>
      (await world.database.pool.query<Values>(`select * from "${table}" order by id`)).rows,
  });
  beforeAll(async () => {
    const { north, south, save, booking } = world;
    world.person = (
      await save('person', { name: 'Somchai', phone: '+66800000000', salary: 10, branchIds: [north, south] })
    ).id;
    await save('person', { name: 'Empty' });
    await booking({ ...everything, personId: world.person });
    await booking({ ...everything, number: '008', fromId: south, express: 0, expressReason: '' });
    await booking({ number: '009' });
  });
  return world;
}
