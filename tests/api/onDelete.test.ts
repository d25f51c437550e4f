import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import { type ServerModule, refuse, defineApplication } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { startTestApp } from './app.ts';
import { caller, layer } from './dataModel.ts';
import { accepted } from './rental.ts';
import locale from '../../locale.json' with { type: 'json' };

/** Clients with contracts, whose clauses go with them, and visits that stay; folders, which are put away with their papers. */
const text = { type: 'string', maxLength: 40 } as const;
const ref = (resource: string, effect: 'refuse' | 'cascade' | 'clear') =>
  ({ type: 'integer', 'x-ref': { resource }, 'x-on-delete': effect }) as const;
const entity = (properties: EntitySchema['properties'], more: Partial<EntitySchema> = {}): EntitySchema => ({
  type: 'object',
  'x-history': true,
  ...more,
  properties: { name: text, ...properties },
});
const schemas: Record<string, EntitySchema> = {
  office: entity({}, { 'x-scope': 'id' }),
  client: entity({}),
  contract: entity(
    {
      clientId: ref('client', 'cascade'),
      officeId: { type: 'integer', 'x-ref': { resource: 'office' } },
      state: { type: 'integer', 'x-codes': 'state', default: 1 },
    },
    {
      'x-scope': 'officeId',
      'x-states': { field: 'state', initial: 1, transitions: [{ action: 'sign', from: [1], to: 2 }], deletable: [1] },
    },
  ),
  clause: entity({
    contractId: ref('contract', 'cascade'),
    clientId: { type: 'integer', 'x-ref': { resource: 'client' } },
  }),
  visit: entity({ clientId: ref('client', 'clear') }),
  invoice: entity({ contractId: { type: 'integer', 'x-ref': { resource: 'contract' } } }),
  folder: entity({}, { 'x-delete': 'soft' }),
  paper: entity({ folderId: ref('folder', 'cascade') }, { 'x-delete': 'soft' }),
  page: entity({ paperId: ref('paper', 'cascade') }, { 'x-delete': 'soft' }),
  seal: entity({ folderId: ref('folder', 'refuse') }, { 'x-delete': 'soft' }),
};
const codes = { state: [{ code: 1 }, { code: 2 }] };

let database: TestDatabase;
let data: DataLayer;
let office: number;
const module: ServerModule = {
  hooks: {
    clause: {
      beforeDelete: async (row) => {
        if (row['name'] === 'kept') throw refuse('msg.duplicate');
      },
    },
    page: {
      beforeUndelete: async (row) => {
        if (row['name'] === 'burnt') throw refuse('msg.duplicate');
      },
    },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, module, compileModel({ schemas, resources: [], codes, scopeEntity: 'office' }));
  await data.applyTables();
  office = (await data.save('office', { name: 'North' }, caller())).id;
});
afterAll(() => database?.drop());

const save = async (name: string, values: Record<string, unknown>): Promise<number> =>
  (await data.save(name, values, caller())).id;
const ids = async (table: string): Promise<readonly number[]> =>
  (await database.pool.query<{ id: number }>(`select id from "${table}" where true order by id`)).rows.map(
    (row) => row.id,
  );
const alive = async (table: string): Promise<readonly string[]> =>
  (
    await database.pool.query<{ name: string }>(`select name from "${table}" where "deleteTime" is null order by name`)
  ).rows.map((row) => row.name);
/** What became of a record, by its history. */
const history = async (name: string, id: number): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ before: object | null; after: Record<string, unknown> | null }>(
    `select before, after from "recordChange" where entity = $1 and "recordId" = $2 order by id`,
    [name, id],
  );
  return rows.map(({ before, after }) => {
    if (before === null) return 'insert';
    if (after === null) return 'delete';
    if (!('deleteTime' in after)) return 'update';
    return after['deleteTime'] === null ? 'undelete' : 'delete';
  });
};

/** A client with two contracts of two clauses each and a visit. */
async function client(contract: Record<string, unknown> = {}, clause: Record<string, unknown> = {}) {
  const id = await save('client', { name: 'Ann' });
  const contracts = [];
  const clauses = [];
  for (const values of [{}, contract]) {
    const of = await save('contract', { clientId: id, officeId: office, ...values });
    contracts.push(of);
    for (const more of [{}, clause]) clauses.push(await save('clause', { contractId: of, clientId: id, ...more }));
  }
  return { id, contracts, clauses, visit: await save('visit', { clientId: id }) };
}

describe('a deletion that cascades', () => {
  test('takes along what goes with it over several relations, empties what stays, and writes the history of each', async () => {
    const { id, contracts, clauses, visit } = await client();
    const other = await client();
    expect(await data.reach('client', [id], caller())).toEqual([
      { resource: 'contract', title: 'resources.contract.title', count: 2, effect: 'cascade' },
      { resource: 'clause', title: 'resources.clause.title', count: 4, effect: 'cascade' },
      { resource: 'visit', title: 'resources.visit.name', count: 1, effect: 'clear' },
    ]);
    await data.remove('client', id, caller());
    expect(await ids('contract')).toEqual(other.contracts);
    expect(await ids('clause')).toEqual(other.clauses);
    expect(await data.record('visit', visit, caller())).toMatchObject({ clientId: null });
    for (const one of contracts) expect(await history('contract', one)).toEqual(['insert', 'delete']);
    for (const one of clauses) expect(await history('clause', one)).toEqual(['insert', 'delete']);
    expect(await history('visit', visit)).toEqual(['insert', 'update']);
    await data.remove('client', other.id, caller());
  });

  test.each([
    ['a state that keeps one', { state: 2 }, {}, { key: 'msg.cascade.kept', params: { count: 1 } }],
    [
      'the hook of one',
      {},
      { name: 'kept' },
      { key: 'msg.cascade.refused', params: { reason: expect.stringContaining('msg.duplicate') } },
    ],
  ])('is refused whole by %s', async (_what, contract, clause, refusal) => {
    const { id, contracts, clauses, visit } = await client({}, clause);
    if ('state' in contract) await database.pool.query('update contract set state = 2 where id = $1', [contracts[1]]);
    await expect(data.remove('client', id, caller())).rejects.toMatchObject(refusal);
    expect(await ids('contract')).toEqual(expect.arrayContaining(contracts));
    expect(await ids('clause')).toEqual(expect.arrayContaining(clauses));
    expect(await data.record('visit', visit, caller())).toMatchObject({ clientId: id });
  });

  test('is refused by a record that names what would go, and to whom has no right or does not see all of it', async () => {
    const { id, contracts } = await client();
    await save('invoice', { contractId: contracts[0] });
    await expect(data.remove('client', id, caller())).rejects.toMatchObject({
      key: 'msg.inUse',
      params: { count: 1, resource: 'resources.invoice.name' },
    });
    const second = await client();
    const may = (...permissions: string[]) => caller({ permissions: new Set(permissions) });
    await expect(
      data.remove('client', second.id, may('client-delete', 'contract-delete', 'visit-edit')),
    ).rejects.toMatchObject({
      key: 'msg.cascade.noRight',
      params: { count: 4, resource: 'resources.clause.title' },
    });
    await expect(
      data.remove('client', second.id, may('client-delete', 'contract-delete', 'clause-delete')),
    ).rejects.toMatchObject({
      key: 'msg.cascade.noRight',
      params: { count: 1, resource: 'resources.visit.name' },
    });
    await expect(data.remove('client', second.id, caller({ scope: [office + 1] }))).rejects.toMatchObject({
      key: 'msg.cascade.unseen',
      params: { count: 2, resource: 'resources.contract.title' },
    });
    expect(await data.record('client', second.id, caller())).toMatchObject({ name: 'Ann' });
  });

  test('of a command asks the rules of what goes along, and no rights', async () => {
    const nobody = caller({ permissions: new Set() });
    const { id } = await client({}, { name: 'kept' });
    const remove = (of: number) => data.change(nobody, ({ write }) => write.delete('client', of));
    await expect(remove(id)).rejects.toMatchObject({ key: 'msg.cascade.refused' });
    const free = await client();
    await remove(free.id);
    expect(await ids('client')).not.toContain(free.id);
    expect(await ids('clause')).not.toContain(free.clauses[0]);
  });

  test('has a bound, and says it', async () => {
    const id = await save('client', { name: 'Big' });
    await database.pool.query(
      `insert into visit (name, "clientId", "createTime", "updateTime") select 'v', $1, now(), now() from generate_series(1, 10001)`,
      [id],
    );
    const refusal = { key: 'msg.cascade.tooMany', params: { max: 10_000 } };
    await expect(data.remove('client', id, caller())).rejects.toMatchObject(refusal);
    await expect(data.reach('client', [id], caller())).rejects.toMatchObject(refusal);
    await database.pool.query(
      `delete from visit where ctid in (select ctid from visit where "clientId" = $1 limit 1)`,
      [id],
    );
    await data.remove('client', id, caller());
    expect(
      (await database.pool.query('select count(*)::int as count from visit where "clientId" is null and name = \'v\''))
        .rows,
    ).toEqual([{ count: 10_000 }]);
  });
});

describe('a record that is put away', () => {
  test('takes its parts along and brings back what went with it, and not what went before', async () => {
    const id = await save('folder', { name: 'F' });
    const [one, two] = [
      await save('paper', { folderId: id, name: 'one' }),
      await save('paper', { folderId: id, name: 'two' }),
    ];
    const page = await save('page', { paperId: one, name: 'first' });
    await data.remove('paper', two, caller({}, { now: caller().now - 60_000 }));
    expect(await data.reach('folder', [id], caller())).toMatchObject([
      { resource: 'paper', count: 1 },
      { resource: 'page', count: 1 },
    ]);
    await data.remove('folder', id, caller());
    expect([await alive('folder'), await alive('paper'), await alive('page')]).toEqual([[], [], []]);
    expect(await history('page', page)).toEqual(['insert', 'delete']);
    expect(await data.undelete('folder', [id], caller())).toMatchObject({ count: 1, failures: [] });
    expect([await alive('folder'), await alive('paper'), await alive('page')]).toEqual([['F'], ['one'], ['first']]);
    expect(await history('page', page)).toEqual(['insert', 'delete', 'undelete']);
  });

  test('stays away where one of its parts may not come back', async () => {
    const id = await save('folder', { name: 'G' });
    const paper = await save('paper', { folderId: id, name: 'three' });
    await save('page', { paperId: paper, name: 'burnt' });
    await data.remove('folder', id, caller());
    expect(await data.undelete('folder', [id], caller())).toMatchObject({
      count: 0,
      failures: [{ id, message: expect.stringContaining('msg.cascade.refused') }],
    });
    expect(await alive('folder')).not.toContain('G');
  });

  test('stays where a record that refuses names it', async () => {
    const id = await save('folder', { name: 'H' });
    const seal = await save('seal', { folderId: id });
    await expect(data.remove('folder', id, caller())).rejects.toMatchObject({ key: 'msg.inUse', params: { count: 1 } });
    await data.remove('seal', seal, caller());
    await data.remove('folder', id, caller());
    expect(await alive('folder')).not.toContain('H');
  });
});

test('over HTTP the question before a deletion is answered, and the API says so', async () => {
  const only = Object.fromEntries(
    ['client', 'visit'].map((name) => [`schemas/${name}.json`, { ...schemas[name]!, 'x-title': ['name'] }]),
  );
  const app = await startTestApp({
    application: defineApplication({ schemas: only, locale, texts: { 'zh-CN': {}, 'en-US': {}, 'th-TH': {} } }),
  });
  try {
    const admin = await app.signIn('admin');
    const add = async (name: string, payload: object): Promise<number> => {
      const headers = { authorization: `Bearer ${admin.token}` };
      const made = await app.app.inject({ method: 'POST', url: `/api/resources/${name}`, payload, headers });
      return made.json<{ id: number }>().id;
    };
    const id = await add('client', { name: 'Ann' });
    await add('visit', { name: 'v', clientId: id });
    expect(accepted(await admin.get('/resources/client/reach', { ids: id })).data).toMatchObject([
      { resource: 'visit', count: 1, effect: 'clear' },
    ]);
    expect((await admin.get('/resources/client/reach', { ids: 'x' })).statusCode).toBe(400);
    expect((await admin.get('/resources/visit/reach', { ids: 1 })).statusCode).toBe(404);
  } finally {
    await app.close();
  }
});
