import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client } from './app.ts';
import { RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Who sees what: the columns of a user that decide it. */
interface Sight {
  readonly supplierId: number | null;
  readonly dataScope: 0 | 1;
  readonly storeIds: readonly number[];
}

const STORES = [RENTAL.phuket, RENTAL.airport, RENTAL.chiangMai] as const;

let app: RentalApp;
let admin: Client;
let accounts: Accounts;
let roleId: number;
/** Stores by supplier: the first has two, the second one, the third none. */
let suppliers: ReadonlyMap<number | null, readonly number[]>;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  accounts = accountsOf(app, () => admin);
  roleId = await accounts.makeRole('scopes', 'user-list', 'user-add', 'user-edit', 'user-delete', 'user-disable');
  const { rows } = await sql<{ id: number }>`
    insert into supplier (name, type, contact, phone, email, address, "taxId", "bankName", "accountName", "accountNo", status)
    select n, 1, 'x', '1', 'x@example.com', 'x', n, 'SCB', 'x', '1', 1 from unnest(array['North', 'South', 'None']) n returning id
  `.execute(app.db);
  const [north, south, none] = rows.map(({ id }) => id) as [number, number, number];
  await sql`update store set "supplierId" = ${north} where id in (${RENTAL.phuket}, ${RENTAL.airport})`.execute(app.db);
  await sql`update store set "supplierId" = ${south} where id = ${RENTAL.chiangMai}`.execute(app.db);
  suppliers = new Map<number | null, readonly number[]>([
    [null, STORES],
    [north, [RENTAL.phuket, RENTAL.airport]],
    [south, [RENTAL.chiangMai]],
    [none, []],
  ]);
});
afterAll(() => app?.close());

/** Stores that the specification shows to such a user (D-PERM-07, D-PERM-08); `later`: one that is opened after this, too. */
function seenBy({ supplierId, dataScope, storeIds }: Sight): ReadonlySet<number | 'later'> {
  if (supplierId === null && dataScope === 0) return new Set([...STORES, 'later']);
  const own = suppliers.get(supplierId)!;
  return new Set(dataScope === 1 ? own.filter((id) => storeIds.includes(id)) : own);
}

/** Every sight there is: each supplier or none, all stores or each choice of them. */
function* sights(): Generator<Sight> {
  const choices = Array.from({ length: 2 ** STORES.length - 1 }, (_, bits) =>
    STORES.filter((_store, at) => ((bits + 1) >> at) & 1),
  );
  for (const supplierId of suppliers.keys()) {
    yield { supplierId, dataScope: 0, storeIds: [] };
    for (const storeIds of choices) yield { supplierId, dataScope: 1, storeIds };
  }
}

const holds = (actor: Sight, other: Sight): boolean => {
  const seen = seenBy(actor);
  return seen.has('later') || [...seenBy(other)].every((store) => seen.has(store));
};
/** A store out of sight does not exist for whoever names it. */
const names = (actor: Sight, { dataScope, storeIds }: Sight): boolean =>
  dataScope === 0 || storeIds.every((id) => seenBy(actor).has(id));
const write = (id: number, { supplierId, dataScope, storeIds }: Sight) =>
  sql`update "user" set "supplierId" = ${supplierId}, "dataScope" = ${dataScope}, "storeIds" = ${[...storeIds]}::bigint[] where id = ${id}`.execute(
    app.db,
  );
const sent = ({ storeIds, ...sight }: Sight) => ({ ...sight, ...(sight.dataScope === 1 && { storeIds }) });

/** Of a supplier, of some stores, and both. */
const actors = (): readonly (readonly [string, Sight])[] => {
  const [, north, south] = [...suppliers.keys()] as [null, number, number];
  return [
    ['a supplier', { supplierId: north, dataScope: 0, storeIds: [] }],
    ['another supplier', { supplierId: south, dataScope: 0, storeIds: [] }],
    ['two stores', { supplierId: null, dataScope: 1, storeIds: [RENTAL.phuket, RENTAL.chiangMai] }],
    ['one store of a supplier', { supplierId: north, dataScope: 1, storeIds: [RENTAL.airport] }],
    ['everything', { supplierId: null, dataScope: 0, storeIds: [] }],
  ];
};

describe('whoever saves a user gives no wider sight than the own one', () => {
  it.each([0, 1, 2, 3, 4])(
    'to oneself, to others and to new ones, from every sight to every other (actor %i)',
    async (at) => {
      const [who, sight] = actors()[at]!;
      const { id, client } = await accounts.makeUser({ roleId });
      const other = await accounts.makeUser({ roleId });
      const wrong: unknown[] = [];
      const judge = (
        what: string,
        wanted: Sight,
        { statusCode }: { statusCode: number },
        may = holds(sight, wanted) && names(sight, wanted),
      ): void => {
        if ((statusCode === 200) !== may) wrong.push([who, what, wanted, statusCode]);
      };
      for (const wanted of sights()) {
        await write(id, sight);
        judge('oneself', wanted, await client.post('/admin/user/save', { id, ...sent(wanted) }));
        await write(id, sight);
        await write(other.id, sight);
        judge('another', wanted, await client.post('/admin/user/save', { id: other.id, ...sent(wanted) }));
        // Nobody takes an account over that sees more, whatever of it is changed.
        await write(other.id, wanted);
        judge(
          'the name of another',
          wanted,
          await client.post('/admin/user/save', { id: other.id, name: 'N' }),
          holds(sight, wanted),
        );
        judge(
          'the lock of another',
          wanted,
          await client.post('/admin/user/lock', { ids: [other.id], locked: 1 }),
          holds(sight, wanted),
        );
      }
      for (const wanted of [...sights()].filter((_sight, index) => index % 3 === at % 3))
        judge(
          'a new one',
          wanted,
          await client.post('/admin/user/save', await accounts.form({ roleId, ...sent(wanted) })),
        );
      expect(wrong).toEqual([]);
    },
  );

  it('and says so at the field that would widen it', async () => {
    const [, north] = [...suppliers.keys()] as [null, number];
    const { id, client } = await accounts.makeUser({ roleId, supplierId: north });
    const answer = await client.post('/admin/user/save', { id, supplierId: null });
    expect([answer.statusCode, answer.errors]).toEqual([
      400,
      { supplierId: 'You cannot give access to stores that you do not see yourself. Ask somebody who sees them' },
    ]);
    const { rows } = await sql`select "supplierId" from "user" where id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ supplierId: north }]);
  });
});
