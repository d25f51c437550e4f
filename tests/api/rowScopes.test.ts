import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel } from 'forecourt/model';
import type { RowScope, ServerModule } from 'forecourt/server';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, pageOf } from './dataModel.ts';

/** Rules that fail must refuse: a row scope or a hook that throws, and one of a name that nothing has. */
const model = compileModel({
  schemas: { patient: { type: 'object', properties: { name: { type: 'string' } } } },
  resources: [],
  codes: {},
});
let database: TestDatabase;
let id: number;
const on = (module: ServerModule) => layer(database, module, model);
const rows = async (): Promise<unknown> => (await database.pool.query('select * from patient order by id')).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  await on({}).applyTables();
  id = (await on({}).save('patient', { name: 'Anna' }, caller())).id;
});
afterAll(() => database?.drop());

const scopedBy = (patient: RowScope): ServerModule => ({ rowScopes: { patient } });

test('a row scope is asked by every call', async () => {
  const data = on(scopedBy(() => sql`false`));
  expect((await pageOf(data, 'patient', {})).list).toEqual([]);
  await expect(data.info('patient', id, caller())).rejects.toMatchObject({ code: 404 });
  await expect(data.save('patient', { id, name: 'x' }, caller())).rejects.toMatchObject({ code: 404 });
  await expect(data.remove('patient', id, caller())).rejects.toMatchObject({ code: 404 });
});

test('a row scope that throws lets nobody read or write', async () => {
  const before = await rows();
  const data = on(
    scopedBy(() => {
      throw new Error('no facts of this user');
    }),
  );
  for (const call of [
    () => data.list('patient', {}, caller()),
    () => data.options('patient', {}, caller()),
    () => data.info('patient', id, caller()),
    () => data.save('patient', { id, name: 'x' }, caller()),
    () => data.remove('patient', id, caller()),
  ])
    await expect(call()).rejects.toThrow('no facts of this user');
  expect(await rows()).toEqual(before);
});

test('a hook that throws takes the change back', async () => {
  const before = await rows();
  const fail = (): Promise<void> => Promise.reject(new Error('broken'));
  for (const hooks of [{ beforeSave: fail }, { afterSave: fail }, { beforeSaveAll: fail }, { afterSaveAll: fail }])
    for (const values of [{ id, name: 'x' }, { name: 'new' }])
      await expect(on({ hooks: { patient: hooks } }).save('patient', values, caller())).rejects.toThrow('broken');
  await expect(on({ hooks: { patient: { beforeDelete: fail } } }).remove('patient', id, caller())).rejects.toThrow(
    'broken',
  );
  expect(await rows()).toEqual(before);
});

test('a row scope or a hook of a misspelt name stops the start', () => {
  expect(() => on({ rowScopes: { pateint: () => sql`false` } })).toThrow(/did you mean "patient"\?/);
  expect(() => on({ hooks: { pateint: {} } })).toThrow(/did you mean "patient"\?/);
});
