import { afterAll, beforeAll } from 'vitest';
import { refuse } from '../../src/framework/server/errors.ts';
import type { ServerModule } from '../../src/framework/server/contract.ts';
import type { DataLayer } from '../../src/framework/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer } from './dataModel.ts';

type Values = Record<string, unknown>;

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
export interface ImportWorld {
  readonly database: TestDatabase;
  readonly data: DataLayer;
  /** Branches. */
  readonly north: number;
  readonly south: number;
  readonly person: number;
  save(resource: string, values: Values): Promise<number>;
  booking(values?: Values): Promise<number>;
  whole(table: string): Promise<unknown[]>;
  count(text: string): Promise<number>;
}

/** Made for the tests of one file. */
export function openImportWorld(): ImportWorld {
  const world = {} as { -readonly [Name in 'database' | 'data' | 'north' | 'south' | 'person']: ImportWorld[Name] };
  const save = async (resource: string, values: Values): Promise<number> =>
    (await world.data.save(resource, values, caller())).id;
  const booking = (values: Values = {}): Promise<number> =>
    save('booking', { name: 'Ann', fromId: world.north, toId: world.north, ...values });
  beforeAll(async () => {
    world.database = await createTestDatabase();
    world.data = layer(world.database, hooked);
    await world.data.applyTables();
    world.north = await save('branch', { name: 'North' });
    world.south = await save('branch', { name: 'South', zone: 'Asia/Tokyo' });
    const branchIds = [world.north, world.south];
    world.person = await save('person', { name: 'Somchai', phone: '+66800000000', salary: 10, branchIds });
    await save('person', { name: 'Empty' });
    await booking({ ...everything, personId: world.person });
    await booking({ ...everything, number: '008', fromId: world.south, express: 0, expressReason: '' });
    await booking({ number: '009' });
  });
  afterAll(() => world.database?.drop());
  return {
    get database() {
      return world.database;
    },
    get data() {
      return world.data;
    },
    get north() {
      return world.north;
    },
    get south() {
      return world.south;
    },
    get person() {
      return world.person;
    },
    save,
    booking,
    whole: async (table) => (await world.database.pool.query<Values>(`select * from "${table}" order by id`)).rows,
    count: async (text) =>
      (await world.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]!.count,
  };
}
