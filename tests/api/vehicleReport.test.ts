import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client, Query } from './app.ts';
import { accepted, RENTAL } from './rental.ts';
import { onStatement } from './statementTrail.ts';
import { startYard, type Yard } from './yard.ts';

/** What the cars are counted by (D-CAR-13), and what they are doing (D-CAR-02): every figure is a list. */
let yard: Yard;
let ops: Client;
let accounts: Accounts;
const cars: Record<string, number> = {};

interface Row {
  readonly key: number | null;
  readonly name: string;
  readonly [count: string]: string | number | null;
}
const GROUPS = { company: 'institutionId', store: 'storeId', model: 'modelId' } as const;
const COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  total: {},
  pending: { status: 0 },
  available: { status: 1 },
  rented: { status: 2 },
  maintenance: { inShop: 1 },
  storage: { inStorage: 1 },
  sold: { status: 3 },
  totalLoss: { status: 4 },
};
const report = async (groupBy: string, query: Query = {}, client = ops): Promise<readonly Row[]> =>
  accepted(await client.get<readonly Row[]>('/car/report', { groupBy, ...query })).data;
const listed = async (filter: Query, client = ops): Promise<number> =>
  accepted(await client.get<{ total: number }>('/car/list', filter)).data.total;
const sum = (rows: readonly Row[], name: string): number => rows.reduce((all, row) => all + Number(row[name]), 0);
const info = async (id: number) => accepted(await ops.get<Record<string, unknown>>(`/car/info/${id}`)).data;

beforeAll(async () => {
  yard = await startYard();
  ({ ops } = yard);
  const admin = await yard.app.as('admin');
  accounts = accountsOf(yard.app, () => admin);
  const { app, add, complete, owner, fleet } = yard;
  cars['idle'] = await complete({ institutionId: owner });
  cars['elsewhere'] = await add({ storeId: RENTAL.chiangMai, institutionId: owner, ownerType: 1 });
  for (const [name, status] of [
    ['rented', 2],
    ['sold', 3],
    ['lost', 4],
  ] as const) {
    cars[name] = await add();
    await sql`update vehicle set status = ${status} where id = ${cars[name]}`.execute(app.db);
  }
  cars['shop'] = await add();
  cars['booked'] = await add();
  cars['repaired'] = await add();
  const work = (carId: number, day: string, storageFlag = 1) =>
    fleet.post('/car/maintenanceinfo/save', { carId, storageFlag, startTime: `${day} 09:00:00`, cost: 100 });
  app.at('2027-02-20 12:00');
  accepted(await work(cars['shop']!, '2027-02-19'));
  // Later, and without standing in the shop: neither is in it now.
  accepted(await work(cars['booked']!, '2027-03-19'));
  accepted(await work(cars['repaired']!, '2027-02-19', 0));
  cars['stored'] = await add();
  await sql`insert into "storageOrder" (kind, "storeId", "subModelId", "carId", "offlineTime", status)
    values (1, ${RENTAL.phuket}, ${RENTAL.yaris}, ${cars['stored']}, '2027-02-19T00:00:00Z', 1), (1, ${RENTAL.phuket}, ${RENTAL.yaris}, ${cars['idle']}, '2027-02-25T00:00:00Z', 1)`.execute(
    app.db,
  );
});
afterAll(() => yard.app.close());

describe('what a car is doing', () => {
  it('is said with its record', async () => {
    const said = async (name: string) => {
      const { genericLabel, inShop, inStorage } = await info(cars[name]!);
      return [genericLabel, inShop, inStorage];
    };
    expect(await said('rented')).toEqual(['inUse', 0, 0]);
    expect(await said('shop')).toEqual(['maintenance', 1, 0]);
    expect(await said('booked')).toEqual(['unused', 0, 0]);
    expect(await said('repaired')).toEqual(['unused', 0, 0]);
    expect(await said('stored')).toEqual(['unused', 0, 1]);
    expect(await said('idle')).toEqual(['unused', 0, 0]);
    expect(await said('lost')).toEqual(['scrapped', 0, 0]);
    expect((await said('sold'))[0]).toBeFalsy();
  });

  it('filters the list', async () => {
    const plates = async (filter: Query) =>
      accepted(await ops.get<{ list: { id: number }[] }>('/car/list', filter)).data.list.map(({ id }) => id);
    expect(await plates({ genericLabel: 'maintenance' })).toEqual([cars['shop']]);
    expect(await plates({ inStorage: 1 })).toEqual([cars['stored']]);
    expect(await plates({ genericLabel: 'scrapped' })).toEqual([cars['lost']]);
  });
});

describe('the report of the cars', () => {
  it.each(['company', 'store', 'model'] as const)(
    'by %s counts what the list has under each figure',
    async (groupBy) => {
      const rows = await report(groupBy);
      expect(rows.length).toBeGreaterThan(1);
      for (const [name, filter] of Object.entries(COUNTS)) {
        expect([name, sum(rows, name)]).toEqual([name, await listed(filter)]);
        for (const row of rows)
          expect([name, row.name, row[name]]).toEqual([
            name,
            row.name,
            await listed({ [GROUPS[groupBy]]: row.key ?? 'none', ...filter }),
          ]);
      }
    },
  );

  it('names companies, stores, and models with their brand; cars of nobody come last', async () => {
    const companies = await report('company');
    expect(companies.at(0)).toMatchObject({ key: yard.owner, name: 'Malee', total: 2 });
    expect(companies.at(-1)).toMatchObject({ key: null, name: '' });
    expect((await report('model')).map(({ name }) => name)).toContain('Toyota Yaris');
    expect((await report('store')).map(({ key }) => key)).toContain(RENTAL.chiangMai);
  });

  it('obeys its filters, one statement at a time', async () => {
    const texts: string[] = [];
    onStatement(({ text }) => void texts.push(text));
    const rows = await report('store', { storeId: RENTAL.chiangMai });
    vi.restoreAllMocks();
    expect(rows).toMatchObject([{ key: RENTAL.chiangMai, total: await listed({ storeId: RENTAL.chiangMai }) }]);
    expect(texts.filter((text) => text.includes('from "vehicle"'))).toHaveLength(1);
    const byModel = await report('model', { storeId: RENTAL.chiangMai });
    expect(sum(byModel, 'total')).toBe(rows[0]!.total);
  });

  it('counts the cars of the reader only', async () => {
    const north = { roleId: await accounts.roleId('clerk'), dataScope: 1, storeIds: [RENTAL.chiangMai] };
    const { client } = await accounts.makeUser(north);
    const rows = await report('store', {}, client);
    expect(rows).toMatchObject([{ key: RENTAL.chiangMai, total: await listed({ storeId: RENTAL.chiangMai }) }]);
    expect(await report('store', { storeId: RENTAL.phuket }, client)).toEqual([]);
  });

  it('refuses what it cannot put together or filter by', async () => {
    expect((await ops.get('/car/report')).errors).toHaveProperty('groupBy');
    expect((await ops.get('/car/report', { groupBy: 'colour' })).errors).toHaveProperty('groupBy');
    expect((await ops.get('/car/report', { groupBy: 'store', colour: 'red' })).errors).toHaveProperty('colour');
    expect((await ops.get('/car/report', { groupBy: 'store', storeId: 'x' })).errors).toHaveProperty('storeId');
  });

  it('is open to whoever may see the list, as a file to whoever may export it', async () => {
    const clerk = await yard.app.as('clerk');
    const asked = { groupBy: 'store' };
    accepted(await clerk.get('/car/report', asked));
    expect((await clerk.get('/car/report/export', asked)).statusCode).toBe(403);
    const { client } = await accounts.makeUser({ roleId: await accounts.makeRole('desk', 'order-list') });
    expect((await client.get('/car/report', asked)).statusCode).toBe(403);
  });

  it('is exported with its figures and their sums, cells that look like a formula as text', async () => {
    await sql`update store set "storeName" = '=1+1' where id = ${RENTAL.chiangMai}`.execute(yard.app.db);
    const rows = await report('store');
    const names = Object.keys(COUNTS);
    const text = (await ops.get('/car/report/export', { groupBy: 'store' })).text;
    const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toMatch(/^Store,Total,Pending,Available,Rented/);
    expect(lines).toEqual([
      ...rows.map((row) => [row.name.replace(/^=/, "'="), ...names.map((name) => row[name])].join(',')),
      ['All', ...names.map((name) => sum(rows, name))].join(','),
    ]);
  });
});
