import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Context, type Row, type SaveEvent, type ServerModule, refuse, refuseFields } from 'forecourt/server';
import type { Caller, DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { liveMigrations } from '../../packages/forecourt/src/server/live/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer, model, pageOf } from './dataModel.ts';
import { check, csv, run } from './importFiles.ts';

export type Values = Record<string, unknown>;

const told = (resource: string, becomes: Record<string, readonly string[] | 'anew'>) => ({
  topic: 'news',
  resource,
  permission: 'index',
  becomes,
});

const written: ServerModule = {
  ...bookingModule,
  migrations: liveMigrations(model),
  account: { notifications: ['news'] },
  notifications: { longOne: told('booking', { kind: ['long'] }), days: told('booking', { days: 'anew' }) },
};

/** The same with hooks that do nothing: whatever has hooks is written row by row. */
const nothing = { beforeSave: () => Promise.resolve() };
const rowByRow: ServerModule = {
  ...written,
  hooks: { booking: nothing, person: nothing, reservation: nothing, branch: nothing },
};

export interface World {
  readonly database: TestDatabase;
  readonly data: DataLayer;
}

/** What a hook says of a row, and what it does once it is written: to one row at a time, or to all that are written together. */
const hooked: Hook = {
  before({ values, before }) {
    if (values['name'] === 'Evil') throw refuseFields({ name: 'msg.invalid' });
    if (before?.['remark'] === 'closed') throw refuse('msg.stateChanged');
    values['remark'] = `${before ? 'changed' : 'made'} ${String(values['name'] ?? '')}`;
  },
  async after({ after, before }, context) {
    await context.write.note('booking', after.id, { event: 'seen', detail: { before: before?.['name'] ?? null } });
  },
};
type Event = SaveEvent<Row & { id: number }>;
interface Hook {
  before(event: Event): void;
  after(event: Event & { readonly after: Row & { id: number } }, context: Context): Promise<void>;
}
/** Of how many rows the hooks of many were asked at a time. */
export const asked: number[] = [];
const hooksOfMany: ServerModule = {
  ...written,
  hooks: {
    booking: {
      beforeSaveAll(events) {
        asked.push(events.length);
        for (const event of events) hooked.before(event);
        return Promise.resolve();
      },
      async afterSaveAll(events, context) {
        for (const event of events) await hooked.after(event, context);
      },
    },
  },
};
const hooksOfOne: ServerModule = {
  ...written,
  hooks: {
    booking: {
      beforeSave: (event) => Promise.resolve(hooked.before(event)),
      afterSave: (event, context) => hooked.after(event, context),
    },
  },
};

/** Ids of the branches and persons that every world has. */
export const NORTH = 1;
export const SOUTH = 2;
export const [ANN, BEN, EVE] = [1, 2, 3];

async function open(module: ServerModule): Promise<World> {
  const database = await createTestDatabase();
  const data = layer(database, module);
  await data.applyTables();
  for (const values of [{ name: 'North' }, { name: 'South', zone: 'Asia/Tokyo' }])
    await data.save('branch', values, by());
  for (const name of ['Ann', 'Ben', 'Eve']) await data.save('person', { name }, by());
  return { database, data };
}

/** One call: what it writes down of itself is the same in both worlds. */
const startedAt = performance.now();
const call = { module: 'booking', action: 'import', method: 'POST', path: '/import', ip: '127.0.0.1', startedAt };
export const by = (scope: 'all' | readonly number[] = 'all'): Caller => caller({ scope }, { call });

/** Everything that a table, its history and what hangs on them say of records beyond `after`, with ids as their ranks. */
async function everything({ database: { pool } }: World, table: string, after: number): Promise<unknown> {
  const rows = async (text: string): Promise<Values[]> => (await pool.query<Values>(text, [after])).rows;
  const ids = (await rows(`select id from "${table}" where id > $1 order by id`)).map(({ id }) => id);
  const ranked = (id: unknown): number => ids.indexOf(id);
  const records = (await rows(`select * from "${table}" where id > $1 order by id`)).map(({ id: _id, ...row }) => row);
  const history = await rows(
    `select "recordId", time, "userId", "userName", event, "callId", before - 'id' as before, after - 'id' as after, detail from "recordChange" where entity = '${table}' and "recordId" > $1 order by "recordId", id`,
  );
  const notices = await rows(
    `select "recordId", kind, "actorId", time from "_notice" where "recordId" > $1 and kind in ('longOne', 'days') order by "recordId", kind`,
  );
  const changed = await rows(
    `select distinct unnest(ids) as "recordId" from "_change" where entity = '${table}' and $1::bigint is not null order by 1`,
  );
  const without = ({ recordId, ...row }: Values): Values => ({ ...row, recordId: ranked(recordId) });
  return {
    records,
    history: history.map(without),
    notices: table === 'booking' ? notices.map(without) : [],
    changed: changed.filter(({ recordId }) => ids.includes(recordId)).map(without),
  };
}

/** What the search finds, by name. */
async function found({ data }: World, keyword: string): Promise<unknown> {
  const { list, total } = await pageOf(data, 'booking', { keyword, pageNo: '1', pageSize: '50' });
  return [total, list.map(({ name, phone, price, startTime }) => [name, phone, price, startTime])];
}

/** Imports one file in each of these worlds and compares all that came of it. */
export async function compare(
  within: readonly World[],
  resource: string,
  header: readonly string[],
  rows: readonly (readonly unknown[])[],
  {
    prepare,
    between,
    scope,
  }: {
    /** Makes what the file changes; answers the ids. */
    readonly prepare?: (world: World) => Promise<readonly number[]>;
    /** Happens between the check and the writing. */
    readonly between?: (world: World, ids: readonly number[]) => Promise<unknown>;
    readonly scope?: readonly number[];
  },
): Promise<{ readonly created: number; readonly updated: number; readonly failed: number }> {
  const outcomes = [];
  for (const world of within) {
    const { rows: last } = await world.database.pool.query<{ id: number }>(
      `select coalesce(max(id), 0)::int as id from "${resource}"`,
    );
    const after = last[0]!.id;
    const ids = (await prepare?.(world)) ?? [];
    const lines = rows.map(([id, ...cells]) => [typeof id === 'number' ? ids[id % ids.length] : '', ...cells]);
    const checked = await check(world.data, resource, csv([['id', ...header], ...lines]), { by: by(scope) });
    await between?.(world, ids);
    const { id: _id, ...state } = await run(world.data, resource, checked.id, by(scope));
    outcomes.push({
      state,
      ...((await everything(world, resource, after)) as object),
      found: await found(world, 'wu'),
    });
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  return outcomes[0]!.state;
}

const PLENTY = { numRuns: 12, endOnFailure: true, interruptAfterTimeLimit: 40_000 };
/** More files than ever lack one of the three. */
const MOST_TURNS = 10;

interface Totals {
  created: number;
  updated: number;
  failed: number;
}

/** Tries files until rows were created, updated and refused: the comparison is worth something only if each of them happened. */
export async function tryFiles<T>(property: (totals: Totals) => fc.IAsyncPropertyWithHooks<T>): Promise<void> {
  const totals: Totals = { created: 0, updated: 0, failed: 0 };
  const lacks = (): boolean => Object.values(totals).includes(0);
  for (let turn = 0; turn === 0 || (lacks() && turn < MOST_TURNS); turn++) await fc.assert(property(totals), PLENTY);
  expect(lacks()).toBe(false);
}

/** A world that writes rows together and one that writes them row by row, without hooks and with them; made for the tests of one file. */
export function openComparedWorlds(): { readonly worlds: readonly World[]; readonly hookWorlds: readonly World[] } {
  const worlds: World[] = [];
  const hookWorlds: World[] = [];
  beforeAll(async () => {
    worlds.push(await open(written), await open(rowByRow));
    hookWorlds.push(await open(hooksOfMany), await open(hooksOfOne));
  });
  afterAll(() => Promise.all([...worlds, ...hookWorlds].map(({ database }) => database.drop())));
  return { worlds, hookWorlds };
}
