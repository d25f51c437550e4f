import { afterAll, beforeAll } from 'vitest';
import type { ServerModule } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer } from './dataModel.ts';

export type Values = Record<string, unknown>;

interface Saved {
  readonly id: number;
  readonly updateTime: string;
}

/** A database of the small product, with two branches in two zones. */
export interface Bookings {
  readonly database: TestDatabase;
  readonly data: DataLayer;
  /** Branches. */
  readonly north: number;
  readonly south: number;
  save(resource: string, values: Values, by?: ReturnType<typeof caller>): Promise<Saved>;
  /** Saves a booking from north to north, or what is said otherwise. */
  booking(values?: Values, by?: ReturnType<typeof caller>): Promise<Saved>;
  /** A record as it is answered. */
  info(resource: string, id: number): Promise<Values>;
  /** How many rows there are of a table, with whatever stands behind its name in a statement. */
  count(text: string, values?: unknown[]): Promise<number>;
}

/** Made for the tests of one file: everything is there once the first of them begins. */
export function openBookings(module: ServerModule = bookingModule): Bookings {
  const world = {} as { -readonly [Name in 'database' | 'data' | 'north' | 'south']: Bookings[Name] };
  const save: Bookings['save'] = (resource, values, by = caller()) => world.data.save(resource, values, by);
  beforeAll(async () => {
    world.database = await createTestDatabase();
    world.data = layer(world.database, module);
    await world.data.applyTables();
    world.north = (await save('branch', { name: 'North' })).id;
    world.south = (await save('branch', { name: 'South', zone: 'Asia/Tokyo' })).id;
  });
  afterAll(() => world.database?.drop());
  return Object.assign(world, {
    save,
    booking: (values: Values = {}, by = caller()) =>
      save('booking', { name: 'Ann', fromId: world.north, toId: world.north, ...values }, by),
    info: async (resource: string, id: number) => JSON.parse(await world.data.info(resource, id, caller())) as Values,
    count: async (text: string, values: unknown[] = []) =>
      (await world.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values))
        .rows[0]!.count,
  });
}
