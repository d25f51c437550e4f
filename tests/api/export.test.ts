import readXlsx, { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataLayer, ExportChoices } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';

let database: TestDatabase;
let data: DataLayer;
let north: number;
let south: number;
let person: number;

type Values = Record<string, unknown>;

const save = async (resource: string, values: Values): Promise<number> =>
  (await data.save(resource, values, caller())).id;

async function file(resource: string, choices: ExportChoices, query: Values = {}, by = caller()): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of data.exportRows(resource, query, by, choices)) pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces);
}

const text = async (...parameters: Parameters<typeof file>): Promise<string[]> =>
  (await file(...parameters)).toString().slice(1).trimEnd().split('\r\n');

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  north = await save('branch', { name: 'North' });
  south = await save('branch', { name: 'South', zone: 'Asia/Tokyo' });
  person = await save('person', { name: 'Somchai', phone: '+66812345678', salary: 10, branchIds: [north, south] });
  await save('booking', {
    number: '007',
    name: '=HYPERLINK("x")',
    phone: '13812345678',
    fromId: south,
    toId: north,
    personId: person,
    price: 19.99,
    day: '2026-03-01',
    startTime: '2026-03-01 09:30:15',
    days: 3,
    ratio: -0.25,
    paid: true,
    kind: 'long',
    detail: { colour: 'r<&>"d' },
    remark: 'two\r\nlines _x0041_\u0007',
  });
});
afterAll(() => database?.drop());

test('a spreadsheet has numbers as numbers, days and times as such, and text that can be no formula', async () => {
  const columns = ['number', 'name', 'price', 'day', 'startTime', 'days', 'ratio', 'paid', 'fromId', 'kind', 'remark'];
  const bytes = await file('booking', { format: 'xlsx', columns });
  const [header, row] = await readSheet(bytes, { trim: false });
  expect(header).toHaveLength(columns.length);
  expect(row).toEqual([
    '007',
    '=*************)',
    19.99,
    new Date('2026-03-01T00:00:00Z'),
    new Date('2026-03-01T09:30:15Z'),
    3,
    -0.25,
    true,
    'South',
    'Long',
    'two\r\nlines _x0041_\u0007',
  ]);
});

test('a list longer than a sheet goes on to the next one', async () => {
  const { writeXlsx } = await import('../../packages/forecourt/src/server/data/export/xlsx.ts');
  async function* batches() {
    for (let at = 0; at < 5; at++) yield [{ n: at * 2 }, { n: at * 2 + 1 }];
  }
  const column = { name: 'n', header: 'n', kind: 'integer', cell: (row: Values) => row['n'] as number } as const;
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx('Many', [column], batches(), 5)) pieces.push(piece);
  const sheets = await readXlsx(Buffer.concat(pieces));
  expect(sheets.map(({ sheet, data: rows }) => [sheet, rows.flat()])).toEqual([
    ['Many 1', ['n', 0, 1, 2, 3]],
    ['Many 2', ['n', 4, 5, 6, 7]],
    ['Many 3', ['n', 8, 9]],
  ]);
});

test.each([
  ['as long as a cell has room for, is whole', 'a'.repeat(32_767), 'a'.repeat(32_767)],
  ['that is longer, is cut and says so', 'a'.repeat(32_768), `${'a'.repeat(32_766)}…`],
  ['that would be cut within a character, is cut before it', `a${'😀'.repeat(20_000)}`, `a${'😀'.repeat(16_382)}…`],
])('a text %s', async (_words, written, read) => {
  const { writeXlsx } = await import('../../packages/forecourt/src/server/data/export/xlsx.ts');
  async function* batches() {
    yield [{ n: written }];
  }
  const column = { name: 'n', header: 'n', kind: 'text', cell: (row: Values) => row['n'] as string } as const;
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx('Long', [column], batches())) pieces.push(piece);
  expect((await readSheet(Buffer.concat(pieces), { trim: false }))[1]![0]).toBe(read);
});

test('the form for import has property names, ids and codes', async () => {
  const [header, row] = await text('booking', {
    values: 'raw',
    columns: ['id', 'name', 'fromId', 'kind', 'price', 'paid', 'detail'],
  });
  expect(header).toBe('id,name,fromId,kind,price,paid,detail');
  expect(row).toMatch(/^\d+,"'=HYPERLINK\(""x""\)",\d+,long,19\.99,true,"\{""colour"":""r<&>\\""d""\}"$/);
  expect((await text('person', { values: 'raw' }))[0]).toBe('id,name,phone,idNo,salary,branchIds');
});

test('masked values are masked as in the list; the form for import leaves them out for who may not see them', async () => {
  const clerk = caller({ permissions: new Set(['person-list', 'person-export']) });
  expect((await text('person', { columns: ['name', 'phone'] }))[1]).toBe('S*****i,+66*****5678');
  expect(await text('person', { values: 'raw' }, {}, clerk)).toEqual(['id,branchIds', `${person},"${north},${south}"`]);
});

test.each([['secret'], ['deleteTime'], ['no such']])(
  'a column that the actor may not read (%s) cannot be chosen',
  async (name) => {
    const clerk = caller({ permissions: new Set(['person-list', 'person-export']) });
    for (const values of ['labels', 'raw'] as const)
      await expect(file('person', { values, columns: ['id', name] }, {}, clerk)).rejects.toMatchObject({
        fields: { columns: 'msg.unknownField' },
      });
  },
);

test('a column of the list that the actor may not read is left out, as it is there', async () => {
  const clerk = caller({ permissions: new Set(['person-list', 'person-export']) });
  expect(await text('person', { columns: ['id', 'salary'] }, {}, clerk)).toEqual(['Id', String(person)]);
});

test('a long list is whole and in order, and a reader who goes away half-way leaves its connection to the next', async () => {
  await database.pool.query(
    `insert into person (name, phone) select 'Many ' || n, '+6681' || (1000000 + n) from generate_series(1, 1700) n`,
  );
  const query = { sortField: 'id', sortOrder: 'ascend' };
  const ids = (await text('person', { columns: ['id'] }, query)).slice(1).map(Number);
  const { rows } = await database.pool.query<{ id: number }>('select id from person order by id');
  expect(ids).toEqual(rows.map(({ id }) => id));
  // More often than there are connections.
  for (let reader = 0; reader < 12; reader++) {
    const pieces = data.exportRows('person', query, caller(), { columns: ['id'] });
    const reading = pieces[Symbol.asyncIterator]();
    await reading.next();
    await reading.next();
    await reading.return?.();
  }
  expect((await text('person', { columns: ['id'] }, query)).length).toBe(rows.length + 1);
});
