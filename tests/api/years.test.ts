import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';
import { check, csv } from './importFiles.ts';

/** Years of dates (D-GEN-19). The clock of the tests stands in 2026. */

const day = { type: 'string', format: 'date' } as const;
const model = compileModel({
  schemas: {
    paper: {
      type: 'object',
      properties: {
        ends: day,
        begins: { type: 'string', format: 'date-time' },
        find: { ...day, 'x-years': [1000, 2026] },
        box: { type: 'object', properties: { from: day, days: { type: 'array', items: day } } },
        note: { type: 'string', maxLength: 20 },
      },
    },
  },
  resources: [{ schema: 'paper', permission: { base: 'paper', route: 'paper-list' }, list: { columns: ['ends'] } }],
  codes: {},
});

let database: TestDatabase;
let data: DataLayer;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, model);
  await data.applyTables();
});
afterAll(() => database?.drop());

const buddhist = (date: string, year = '2570') => ['msg.buddhistYear', { year, date }];
const outside = ['msg.badYear', { from: '1906', to: '2056' }];

test.each([
  [{ ends: '2570-03-01' }, { ends: buddhist('2027-03-01') }],
  [{ ends: '2449-01-01' }, { ends: buddhist('1906-01-01', '2449') }],
  [{ ends: '2448-12-31' }, { ends: outside }],
  [{ ends: '1905-12-31' }, { ends: outside }],
  [{ ends: '2057-01-01' }, { ends: outside }],
  [{ ends: '9999-12-31' }, { ends: outside }],
  [{ begins: '2570-03-01 10:00:00' }, { begins: buddhist('2027-03-01') }],
  [{ box: { from: '2570-03-01', days: ['2027-01-01', '2099-01-01'] } }, { 'box.from': buddhist('2027-03-01'), 'box.days.1': outside }],
])('%j is refused at its field', async (values, fields) => {
  await expect(data.save('paper', values, caller())).rejects.toMatchObject({ fields });
}); // prettier-ignore

test.each([{ ends: '1906-01-01' }, { ends: '2056-12-31' }, { find: '1066-10-14' }, { begins: '2027-03-01 10:00:00' }])(
  '%j is taken',
  async (values) => {
    await data.save('paper', values, caller());
  },
);

test('a date that is stored already is kept by a save of something else, and not changed to another of its kind', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into paper (ends, begins) values ('2570-03-01', '2570-03-01 10:00+00') returning id::int`,
  );
  const { id } = rows[0]!;
  const stored = JSON.parse(await data.info('paper', id, caller())) as Record<string, unknown>;
  const { ends, begins } = stored;
  await data.save('paper', { id, ends, begins, note: 'kept' }, caller());
  await expect(data.save('paper', { id, ends: '2571-03-01', begins }, caller())).rejects.toMatchObject({
    fields: { ends: buddhist('2028-03-01', '2571') },
  });
});

test('an import refuses such a row', async () => {
  const state = await check(data, 'paper', csv([['ends'], ['2027-03-01'], ['2120-03-01']]));
  expect(state.errors.map(({ row, field }) => `${row} ${field}`)).toEqual(['3 ends']);
});
