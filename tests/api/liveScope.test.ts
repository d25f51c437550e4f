import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { createTestDatabase } from '../postgres.ts';
import { compileModel } from 'forecourt/model';
import { liveMigrations } from '../../packages/forecourt/src/server/live/index.ts';
import { bookingModule, caller, codes, layer, resources, schemas } from './dataModel.ts';
import { book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
/** Sees everything. */
let ops: Client;
/** Hold every permission, and see one store each. */
let south: Client;
let north: Client;
let url: string;

async function clerkOf(name: string, store: number): Promise<Client> {
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select ${name}, ${name}, ${`+6691111111${store}`}, password, "roleId", 1, array[${store}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  return app.signIn(name);
}

beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  south = await clerkOf('south', RENTAL.phuket);
  north = await clerkOf('north', RENTAL.chiangMai);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app?.close());

interface Told {
  readonly position: string;
  readonly lost: boolean;
  readonly changes: readonly { readonly resource: string; readonly ids: readonly number[] | null }[];
}

const now = async (): Promise<string> => (await ops.get<Told>('/live')).data.position;
const toldSince = async (who: Client, position: string): Promise<Told['changes']> =>
  (await who.get<Told>('/live', { since: position })).data.changes;
/** What each is told of a resource by what is done: the ids, null for many, undefined for nothing. */
async function told(resource: string, change: () => Promise<unknown>) {
  const position = await now();
  await change();
  const [all, ofSouth, ofNorth] = await Promise.all(
    [ops, south, north].map(
      async (who) => (await toldSince(who, position)).find((one) => one.resource === resource)?.ids,
    ),
  );
  return { all, south: ofSouth, north: ofNorth };
}
const run = (text: string) => () => app.pool.query(text);

async function listen(who: Client) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${who.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<Told> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream has ended');
        text += value;
        continue;
      }
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) return JSON.parse(data) as Told;
    }
  }
  return {
    leave: () => leaving.abort(),
    next,
    async until(wanted: (one: Told) => boolean): Promise<Told> {
      let one = await next();
      while (!wanted(one)) one = await next();
      return one;
    },
  };
}

describe('a change is told', () => {
  it('to who sees the row, and not to others', async () => {
    let id = 0;
    expect(await told('order', async () => (id = await book(ops)))).toEqual({
      all: [id],
      south: [id],
      north: undefined,
    });
    expect(await told('order', () => ops.post('/order/remark', { id, remark: 'Late' }))).toEqual({
      all: [id],
      south: [id],
      north: undefined,
    });
    const there = await book(ops, { returnStoreId: RENTAL.chiangMai });
    expect(await told('order', () => ops.post('/order/remark', { id: there, remark: 'Far' }))).toEqual({
      all: [there],
      south: [there],
      north: [there],
    });
  });

  it('by a stream the same: of the order of another store it says nothing, and goes on where it was', async () => {
    const stream = await listen(north);
    await stream.next();
    await book(ops);
    const mine = await book(ops, { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai });
    const ofOrders = ({ changes }: Told) => changes.filter(({ resource }) => resource === 'order');
    // Their members belong to no store: these are told of before.
    const { changes } = await stream.until((one) => ofOrders(one).length > 0);
    expect(ofOrders({ changes } as Told)).toEqual([{ resource: 'order', ids: [mine] }]);
    stream.leave();
  });

  it('to who saw the row before and to who sees it now, when it moves from store to store', async () => {
    const id = await book(ops);
    const both = { all: [id], south: [id], north: [id] };
    const move = (store: number) =>
      run(`update "order" set "pickupStoreId" = ${store}, "returnStoreId" = ${store} where id = ${id}`);
    expect(await told('order', move(RENTAL.chiangMai))).toEqual(both);
    expect(await told('order', run(`update "order" set remark = 'x' where id = ${id}`))).toEqual({
      ...both,
      south: undefined,
    });
    expect(await told('order', move(RENTAL.phuket))).toEqual(both);
  });

  it('of rows that lie in a store through another one, to both stores when that one moves', async () => {
    const id = await book(ops);
    const many = { all: null, south: null, north: null };
    const nothing = { all: undefined, south: undefined, north: undefined };
    expect(await told('refund', run(`update "order" set remark = 'y' where id = ${id}`))).toEqual(nothing);
    const moved = run(`update "order" set "pickupStoreId" = 3, "returnStoreId" = 3 where id = ${id}`);
    expect(await told('refund', moved)).toEqual(many);
    expect(await told('insurance', run('update vehicle set "storeId" = 3 where id = 5'))).toEqual(many);
    await app.pool.query('update vehicle set "storeId" = 1 where id = 5');
  });

  it('to the store where the car stands whose days it takes, also when the order is of others', async () => {
    const id = await book(ops);
    await app.pool.query(`update "order" set "pickupStoreId" = 2, "returnStoreId" = 2 where id = ${id}`);
    const remark = (text: string) => run(`update "order" set remark = '${text}' where id = ${id}`);
    expect(await told('order', remark('a'))).toMatchObject({ south: undefined, north: undefined });
    const assign = run(`update "order" set "carId" = ${RENTAL.chiangMaiCar} where id = ${id}`);
    expect(await told('order', assign)).toMatchObject({ south: undefined, north: [id] });
    expect(await told('order', remark('b'))).toMatchObject({ south: undefined, north: [id] });
    const away = run(`update "order" set "carId" = null where id = ${id}`);
    expect(await told('order', away)).toMatchObject({ south: undefined, north: [id] });
  });

  it('through a record that the row names: of a policy to the store of its car, and to all when it is deleted', async () => {
    const policy = 'insert into insurance ("carId", type, "policyNo", "startDate", "endDate")';
    const made = await told(
      'insurance',
      run(`${policy} values (${RENTAL.chiangMaiCar}, 2, 'P1', '2027-01-01', '2028-01-01')`),
    );
    expect(made).toEqual({ all: [expect.any(Number)], south: undefined, north: made.all });
    const gone = await told('insurance', run(`delete from insurance where "policyNo" = 'P1'`));
    expect(gone).toEqual({ all: made.all, south: made.all, north: made.all });
  });

  it('of a table to the readers of its views, by the same stores', async () => {
    const change = run(`update vehicle set mileage = mileage + 1 where id = ${RENTAL.chiangMaiCar}`);
    expect(await told('maintenanceReminder', change)).toEqual({ all: [7], south: undefined, north: [7] });
  });

  it('of what has no store to everybody', async () => {
    const everybody = { all: [1], south: [1], north: [1] };
    expect(await told('city', run(`update city set province = 'P' where id = 1`))).toEqual(everybody);
  });

  it('of many stores at once to each of them, and of too many records to be named to their stores alone', async () => {
    const each = await told('price', run('update price set deposit = deposit + 1'));
    expect(each.south).toEqual(each.north);
    expect(each.south).toHaveLength(6);
    const many = run(
      `insert into violation ("carId", "storeId", time, behavior, location, points, fine, status, match) select 1, 1, now(), 'b', 'l', 0, 0, 0, 'none' from generate_series(1, 101)`,
    );
    expect(await told('violation', many)).toEqual({ all: null, south: null, north: undefined });
  });

  it('of who has a record open to who would be told of the record', async () => {
    const open = (id: number, tab: string) => () =>
      ops.post('/live/editing', { resource: 'vehicle', id, tab: tab.repeat(32) });
    expect(await told('_editing.vehicle', open(1, 'a'))).toEqual({ all: [1], south: [1], north: undefined });
    expect(await told('_editing.vehicle', open(7, 'b'))).toEqual({ all: [7], south: undefined, north: [7] });
    expect(await told('_editing.vehicle', run(`delete from "_editing" where "recordId" = 7`))).toEqual({
      all: [7],
      south: undefined,
      north: [7],
    });
    const city = () => ops.post('/live/editing', { resource: 'city', id: 1, tab: 'c'.repeat(32) });
    expect(await told('_editing.city', city)).toEqual({ all: [1], south: [1], north: [1] });
  });
});

it('who sees other stores than before is told that everything may be another', async () => {
  const moving = await clerkOf('moving', RENTAL.airport);
  const stream = await listen(moving);
  expect((await stream.next()).lost).toBe(false);
  await app.pool.query(`update "user" set "storeIds" = '{3}' where username = 'moving'`);
  await app.pool.query(`update city set province = 'Q' where id = 1`);
  expect(await stream.until(({ lost }) => lost)).toMatchObject({ changes: [] });
  const id = await book(ops, { returnStoreId: RENTAL.chiangMai });
  const seen = ({ changes }: Told) => changes.some(({ resource, ids }) => resource === 'order' && ids?.includes(id));
  await stream.until(seen);
  stream.leave();
});

it('who is told follows the scope that a schema says, also when it says again what it said before', async () => {
  const database = await createTestDatabase();
  const { note: _through, booking, ...others } = schemas;
  const { 'x-scope': _scope, ...unscoped } = booking!;
  const toldScopes = async (scope: object, live = true): Promise<unknown> => {
    const model = compileModel({
      schemas: { ...others, booking: { ...unscoped, ...scope } },
      resources: resources.map((resource) => ({ ...resource, live })),
      codes,
      scopeEntity: 'branch',
    });
    const data = layer(database, { ...bookingModule, migrations: liveMigrations(model) }, model);
    await data.applyTables();
    expect((await data.applyTables()).applied).toBe(0);
    await database.pool.query('delete from "_change"');
    await database.pool.query(`update booking set remark = 'x'`);
    return (await database.pool.query('select scopes from "_change" where entity = $1', ['booking'])).rows;
  };
  try {
    const ofBoth = { 'x-scope': ['fromId', 'toId'] };
    await toldScopes(ofBoth);
    const data = layer(database);
    for (const name of ['North', 'South']) await data.save('branch', { name }, caller());
    await data.save('booking', { fromId: 1, toId: 2, name: 'One' }, caller());
    expect(await toldScopes({})).toEqual([{ scopes: null }]);
    expect(await toldScopes(ofBoth)).toEqual([{ scopes: [1, 2] }]);
    expect(await toldScopes({})).toEqual([{ scopes: null }]);
    // Of a resource that keeps its changes to itself nothing is written at all, until it tells them again.
    expect(await toldScopes(ofBoth, false)).toEqual([]);
    expect(await toldScopes(ofBoth)).toEqual([{ scopes: [1, 2] }]);
  } finally {
    await database.drop();
  }
});
