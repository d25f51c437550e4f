import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { application } from '../../examples/video-rental/src/application.ts';
import { addDemo, insertRows, type Database } from 'forecourt/server';
import { startTestApp, type Client, type TestApp } from './app.ts';

describe('steps between states that no code describes', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ application });
    admin = await app.signIn('admin');
  });
  afterAll(() => app.close());

  const create = async (resource: string, values: Record<string, unknown>): Promise<number> => {
    const answer = await admin.inject({ method: 'POST', url: `/api/resources/${resource}`, payload: values });
    expect(answer.text).toContain('"id"');
    return (JSON.parse(answer.text) as { id: number }).id;
  };
  const order = async (): Promise<number> => {
    const country = await create('country', { name: `Land ${Math.random()}`, code: randomCode() });
    const city = await create('city', { name: 'Port', countryId: country });
    const location = { latitude: 13.7, longitude: 100.5 };
    const store = await create('store', { name: `Store ${Math.random()}`, cityId: city, location });
    const language = await create('language', { name: `L${Math.random()}` });
    const film = await create('film', { title: 'A film', languageId: language, rentalDays: 3, rentalRate: 100 });
    const supplier = await create('supplier', { name: `S${Math.random()}` });
    const lines = [{ filmId: film, quantity: 2, price: 500 }];
    return create('purchaseOrder', { supplierId: supplier, storeId: store, orderedOn: '2026-05-01', lines });
  };
  let letters = 0;
  const randomCode = (): string => `A${String.fromCharCode(65 + letters++)}`;
  const status = async (id: number): Promise<number> =>
    (
      JSON.parse((await admin.inject({ method: 'GET', url: `/api/resources/purchaseOrder/${id}` })).text) as {
        status: number;
      }
    ).status;
  const step = (id: number, name: string) => admin.post(`/resources/purchaseOrder/${id}/${name}`, {});

  it('go only along the table, each once, and are refused with a reason otherwise', async () => {
    const id = await order();
    expect(await step(id, 'receive')).toMatchObject({ statusCode: 400, message: expect.stringContaining('state') });
    expect(await status(id)).toBe(1);
    expect((await step(id, 'send')).statusCode).toBe(200);
    expect((await step(id, 'receive')).statusCode).toBe(200);
    expect(await status(id)).toBe(3);
    expect((await step(id, 'cancel')).statusCode).toBe(400);
    expect(await status(id)).toBe(3);
  });

  it('of two at once only one is done', async () => {
    const id = await order();
    const answers = await Promise.all([step(id, 'cancel'), step(id, 'cancel'), step(id, 'cancel')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('are not reached by the generic save', async () => {
    const id = await order();
    const answer = await admin.inject({
      method: 'PUT',
      url: `/api/resources/purchaseOrder/${id}`,
      payload: { status: 3 },
    });
    expect(Object.keys(answer.errors)).toEqual(['status']);
    expect(await status(id)).toBe(1);
  });
});

describe('a range of rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ application });
  });
  afterAll(() => app.close());

  it('larger than a page is cut to one, and the answer says which rows it has', async () => {
    const admin = await app.signIn('admin');
    await app.pool.query(`insert into language (name) select 'Language ' || g from generate_series(1, 105) g`);
    const rows = async (range: readonly number[]): Promise<[number, unknown]> => {
      const query = { range: JSON.stringify(range) };
      const answer = await admin.inject({ method: 'GET', url: '/api/resources/language', query });
      return [(JSON.parse(answer.text) as unknown[]).length, answer.headers['content-range']];
    };
    expect(await rows([0, 999])).toEqual([100, 'language 0-99/105']);
    expect(await rows([100, 1099])).toEqual([5, 'language 100-104/105']);
    const query = { range: '[0,0]', sort: '["id","ASC"]', fields: 'name' };
    const { text } = await admin.inject({ method: 'GET', url: '/api/resources/language', query });
    expect(JSON.parse(text)).toEqual([{ id: expect.any(Number) as unknown, name: expect.any(String) as unknown }]);
  });
});

test('the demonstration is loaded into a database that has none, its rows are counted for the planner, and a second time changes nothing', async () => {
  const app = await startTestApp({ application });
  // Of one record: that the whole one can be made is shown by its own tests.
  const demo = (db: Database): Promise<void> => insertRows(db, 'category', [{ id: 1, name: 'Drama' }]);
  const load = (): Promise<void> =>
    app.app.data.transaction((db) =>
      addDemo(db, {
        application: { ...application, module: { ...application.module, demo } },
        settings: app,
        progress: () => undefined,
      }),
    );
  const names = async (): Promise<unknown> => (await sql`select id, name from category`.execute(app.db)).rows;
  try {
    await load();
    expect(await names()).toEqual([{ id: 1, name: 'Drama' }]);
    // Never counted is -1.
    const { rows } = await sql`select reltuples from pg_class where oid = 'category'::regclass`.execute(app.db);
    expect(rows).toEqual([{ reltuples: 1 }]);
    await expect(load()).rejects.toThrow('The database has records already (category).');
    expect(await names()).toEqual([{ id: 1, name: 'Drama' }]);
  } finally {
    await app.close();
  }
});
