import { zipSync, strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../../src/framework/server/errors.ts';
import type { ServerModule } from '../../src/framework/server/contract.ts';
import type { ImportState } from '../../src/framework/model/index.ts';
import type { DataLayer } from '../../src/framework/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer } from './dataModel.ts';
import { check, csv, errorsOf, exported, run } from './importFiles.ts';

let database: TestDatabase;
let data: DataLayer;
let north: number;
let south: number;
let person: number;

type Values = Record<string, unknown>;

const save = async (resource: string, values: Values): Promise<number> =>
  (await data.save(resource, values, caller())).id;
const booking = (values: Values = {}): Promise<number> =>
  save('booking', { name: 'Ann', fromId: north, toId: north, ...values });
const whole = async (table: string): Promise<unknown[]> =>
  (await database.pool.query<Values>(`select * from "${table}" order by id`)).rows;
const count = async (text: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]!.count;

const everything = {
  number: '007',
  name: '=SUM(A1) "Ann", ü',
  phone: '+66812345678',
  price: 19.99,
  day: '2024-02-29',
  startTime: '2026-03-01 23:59:59',
  endTime: '2026-03-02 00:00:00',
  days: 3,
  ratio: -0.25,
  paid: false,
  kind: 'long',
  express: 1,
  expressReason: "'=why",
  extras: ['a'.repeat(32), 'b'.repeat(32)],
  detail: { colour: 'red' },
  remark: 'two\r\nlines _x0041_ -1',
};

const hooked: ServerModule = {
  ...bookingModule,
  hooks: {
    person: {
      async beforeSave({ values }, context) {
        if (values['name'] === 'Nobody') throw refuse('msg.person.nobody');
        if (values['name'] === 'Writer')
          await context.write.insert('branch', { name: `of ${String(values['phone'])}` });
      },
    },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, hooked);
  await data.applyTables();
  north = await save('branch', { name: 'North' });
  south = await save('branch', { name: 'South', zone: 'Asia/Tokyo' });
  person = await save('person', { name: 'Somchai', phone: '+66800000000', salary: 10, branchIds: [north, south] });
  await save('person', { name: 'Empty' });
  await booking({ ...everything, personId: person });
  await booking({ ...everything, number: '008', fromId: south, express: 0, expressReason: '' });
  await booking({ number: '009' });
});
afterAll(() => database?.drop());

describe('an own export', () => {
  test.each(['csv', 'xlsx'] as const)('in the form for import changes nothing (%s)', async (format) => {
    for (const resource of ['booking', 'person', 'branch', 'note', 'reservation']) {
      if ((await whole(resource)).length === 0) continue;
      const before = await whole(resource);
      const file = await exported(data, resource, { format, values: 'raw' });
      const state = await check(data, resource, file, { name: `file.${format}` });
      expect([resource, errorsOf(state), state.unchanged]).toEqual([resource, [], before.length]);
      expect(await run(data, resource, state.id)).toMatchObject({ created: 0, updated: 0, failed: 0 });
      expect(await whole(resource)).toEqual(before);
    }
  });

  test.each(['csv', 'xlsx'] as const)('without its ids makes the same records again (%s)', async (format) => {
    const columns = [
      'name',
      'phone',
      'price',
      'day',
      'startTime',
      'endTime',
      'days',
      'ratio',
      'paid',
      'kind',
      'express',
      'expressReason',
      'extras',
      'detail',
      'remark',
      'fromId',
      'toId',
      'personId',
    ];
    const file = await exported(data, 'booking', { format, values: 'raw', columns }, { number: '00' });
    const state = await check(data, 'booking', file, { name: `file.${format}` });
    expect([errorsOf(state), state.creates]).toEqual([[], 3]);
    expect(await run(data, 'booking', state.id)).toMatchObject({ created: 3, failed: 0 });
    const rows = async (where: string): Promise<unknown[]> =>
      (
        await database.pool.query<Values>(
          `select ${columns.map((one) => `"${one}"`).join(', ')} from booking where ${where} order by "fromId", days, paid, name`,
        )
      ).rows;
    expect(await rows('number is null')).toEqual(await rows('number is not null'));
    await database.pool.query('delete from booking where number is null');
  });

  test('with labels is read by them: relations by title, codes by label in any language', async () => {
    const state = await check(
      data,
      'booking',
      csv([
        ['姓名', 'สาขาต้นทาง', 'To *', 'Kind', 'Express', 'nonsense', 'Create time', 'Doubled'],
        ['Bob', 'South', north, '长租', '1', 'x', 'y', 'z'],
      ]),
    );
    expect(state.columns.map(({ field, as }) => `${field} ${as}`)).toEqual([
      'name labelled',
      'fromId labelled',
      'toId labelled',
      'kind labelled',
      'express labelled',
      'null unknown',
      'null notWritable',
      'null notWritable',
    ]);
    // Required while express is 1.
    expect(errorsOf(state)).toEqual(['2 expressReason msg.required']);
  });
});

describe('errors', () => {
  const header = ['name', 'fromId', 'toId', 'days', 'price', 'day', 'startTime', 'endTime', 'kind', 'number'];
  test('are told by row and column, all at once, and nothing is written', async () => {
    const before = await whole('booking');
    const state = await check(
      data,
      'booking',
      csv([
        header,
        ['Ann', north, north, 3, 1.5, '2026-01-01', '', '', 'long', 'N1'],
        ['', north, north, 'x', 1.555, '2026-02-30', '', '', 'short', ''],
        ['Ann', 4711, 'Nowhere', 400, -1, '', '2026-01-02 10:00', '2026-01-02 09:00', 'huge', ''],
        [],
        ['Ann', 'North', 'South', '', '', '', '', '', '', 'N1'],
        ['Ann', 'North', 'South', '', '', '', '', '', '', '007'],
      ]),
    );
    expect(errorsOf(state).sort()).toEqual(
      [
        '3 name msg.required',
        '3 days msg.badInteger',
        '3 price msg.badMoney',
        '3 day msg.badDate',
        '4 fromId msg.unknownRecord',
        '4 toId msg.unknownRecord',
        '4 days msg.tooLarge {"max":365}',
        '4 price msg.tooSmall {"min":0}',
        '4 kind msg.unknownCode',
        '4 endTime msg.after {"field":"Start time"}',
        '6 number msg.import.twice {"row":2}',
        '7 number msg.booking.number',
      ].sort(),
    );
    expect(state).toMatchObject({ state: 'checked', rows: 5, waiting: 1, bad: 4, created: 0 });
    expect(await whole('booking')).toEqual(before);
    await data.imports.discard('booking', state.id, caller());
    await expect(data.imports.state('booking', state.id, caller())).rejects.toMatchObject({ code: 404 });
  });

  test('of hooks are found before anything is written, and what hooks write is taken back', async () => {
    const before = await count('branch');
    const state = await check(
      data,
      'person',
      csv([
        ['name', 'phone'],
        ['Nobody', '1'],
        ['Writer', '2'],
        ['Somebody', '3'],
      ]),
    );
    expect(errorsOf(state)).toEqual(['2  msg.person.nobody {}']);
    expect(await count('branch')).toBe(before);
    expect(await run(data, 'person', state.id)).toMatchObject({ created: 2, failed: 0 });
    expect(await count('branch')).toBe(before + 1);
  });

  test('a row that became wrong after the check is told and leaves the others', async () => {
    const state = await check(data, 'branch', csv([['name'], ['East'], ['West']]));
    await save('branch', { name: 'East' });
    const done = await run(data, 'branch', state.id);
    expect(done).toMatchObject({ state: 'done', created: 1, failed: 1 });
    expect(errorsOf(done)).toEqual(['2 name msg.branch.exists']);
  });

  test('a record named twice, an unknown one and one out of scope are refused', async () => {
    const state = await check(
      data,
      'booking',
      csv([
        ['id', 'name'],
        [1, 'A'],
        [1, 'B'],
        [4711, 'C'],
        ['x', 'D'],
      ]),
    );
    expect(errorsOf(state)).toEqual(['3 id msg.import.twice {"row":2}', '4 id msg.notFound', '5 id msg.notFound']);
    const outsider = caller({ scope: [north] });
    const [own] = (await whole('booking')) as { id: number }[];
    const scoped = await check(
      data,
      'booking',
      csv([
        ['id', 'name', 'fromId', 'toId'],
        ['', 'New', south, south],
        ['', 'New', north, south],
        [own!.id, 'x', south, south],
      ]),
      { by: outsider },
    );
    expect(errorsOf(scoped)).toEqual(['2 fromId msg.forbidden.text', '4 fromId msg.forbidden.text']);
  });
});

describe('records that exist', () => {
  test('are changed by id, or by a unique property when that is chosen; empty cells empty', async () => {
    const state = await check(
      data,
      'person',
      csv([
        ['phone', 'name', 'salary'],
        ['+66800000000', 'Renamed', ''],
        ['+66811111111', 'New', '5'],
      ]),
      { updateBy: 'phone' },
    );
    expect(state).toMatchObject({ creates: 1, updates: 1, bad: 0 });
    await run(data, 'person', state.id);
    expect(JSON.parse(await data.info('person', person, caller()))).toMatchObject({
      name: 'Renamed',
      salary: null,
      branchIds: [north, south],
    });
    await expect(check(data, 'person', csv([['name'], ['x']]), { updateBy: 'name' })).rejects.toMatchObject({
      fields: { updateBy: 'msg.unknownField' },
    });
  });

  test('are changed only by who may edit; masked values as the list shows them are no change', async () => {
    const importer = caller({ permissions: new Set(['person-import', 'person-list']) });
    const file = csv([
      ['id', 'name', 'phone'],
      [person, 'R*****d', '+66*****0000'],
    ]);
    expect(errorsOf(await check(data, 'person', file, { by: importer }))).toEqual(['2 id msg.forbidden.text']);
    const editor = caller({ permissions: new Set(['person-import', 'person-edit']) });
    expect(await check(data, 'person', file, { by: editor })).toMatchObject({ unchanged: 1, bad: 0 });
  });

  test('what a user may not write is no column, and no secret is', async () => {
    const clerk = caller({ permissions: new Set(['person-import']) });
    const state = await check(
      data,
      'person',
      csv([
        ['name', 'salary', 'secret', 'deleteTime'],
        ['A', '1', 'x', 'y'],
      ]),
      { by: clerk },
    );
    expect(state.columns.map(({ as }) => as)).toEqual(['named', 'unknown', 'notWritable', 'unknown']);
  });
});

describe('going on', () => {
  test('after a stop each row is written once, and only its own user can', async () => {
    const rows = 4_000;
    const file = csv([
      ['name', 'fromId', 'toId'],
      ...Array.from({ length: rows }, (_, at) => [`Row ${at}`, north, south]),
    ]);
    const state = await check(data, 'booking', file);
    const first = JSON.parse(await data.imports.run('booking', state.id, caller())) as ImportState;
    expect(first.created).toBeGreaterThan(0);
    // Two that go on at once take turns; a new server knows what is left.
    const again = layer(database, hooked);
    expect((await again.imports.open('booking', caller()))?.id).toBe(state.id);
    await Promise.all([run(again, 'booking', state.id), run(data, 'booking', state.id)]);
    expect(await count(`booking where name like 'Row %'`)).toBe(rows);
    expect(await count(`(select distinct name from booking where name like 'Row %') d`)).toBe(rows);
    expect(await count(`"_importRow" where "importId" = ${state.id} and input is not null`)).toBe(0);
    await expect(data.imports.state('booking', state.id, caller({ id: 2 }))).rejects.toMatchObject({ code: 404 });
    await expect(data.imports.run('booking', state.id, caller({ id: 2 }))).rejects.toMatchObject({ code: 404 });
    await expect(data.imports.state('person', state.id, caller())).rejects.toMatchObject({ code: 404 });
    await database.pool.query(`delete from booking where name like 'Row %'`);
  });

  test('ten thousand rows are checked in seconds', async () => {
    const file = csv([
      ['number', 'name', 'fromId', 'toId', 'startTime', 'price', 'kind'],
      ...Array.from({ length: 10_000 }, (_, at) => [
        `L${at}`,
        `Row ${at}`,
        'North',
        'South',
        '2026-01-01 10:00',
        1.5,
        'long',
      ]),
    ]);
    const started = performance.now();
    expect(await check(data, 'booking', file)).toMatchObject({ waiting: 10_000, bad: 0 });
    expect(performance.now() - started).toBeLessThan(8_000);
  }, 30_000);
});

describe('files', () => {
  const refused = (bytes: Buffer, name: string, key: string): Promise<void> =>
    expect(check(data, 'branch', bytes, { name })).rejects.toMatchObject({ key });
  const sheet = (xml: string): Buffer =>
    Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        'xl/worksheets/sheet1.xml': strToU8(xml),
      }),
    );

  test.each([
    ['an empty file', Buffer.alloc(0), 'a.csv', 'msg.import.empty'],
    ['a header alone', csv([['name']]), 'a.csv', 'msg.import.empty'],
    ['a program called .xlsx', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), 'a.xlsx', 'msg.import.badType'],
    ['a program called .csv', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), 'a.csv', 'msg.import.badFile'],
    ['an archive called .csv', Buffer.from(zipSync({ a: strToU8('b') })), 'a.csv', 'msg.import.badType'],
    ['an archive that is no spreadsheet', Buffer.from(zipSync({ a: strToU8('b') })), 'a.xlsx', 'msg.import.badFile'],
    ['half an archive', Buffer.from(zipSync({ a: strToU8('b') })).subarray(0, 40), 'a.xlsx', 'msg.import.badFile'],
    [
      '300 columns',
      csv([Array.from({ length: 300 }, (_, at) => `c${at}`), ['x']]),
      'a.csv',
      'msg.import.tooManyColumns',
    ],
    ['too many rows', Buffer.from(`name\n${'x\n'.repeat(50_001)}`), 'a.csv', 'msg.import.tooManyRows'],
    ['no known column', csv([['colour'], ['red']]), 'a.csv', 'msg.import.noColumns'],
    ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'a.csv', 'msg.import.fileTooLarge'],
    [
      'a cell far down',
      sheet('<worksheet><sheetData><row r="1000000000"><c r="A1000000000"><v>1</v></c></row></sheetData></worksheet>'),
      'a.xlsx',
      'msg.import.badFile',
    ],
    [
      'a cell far right',
      sheet('<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
      'a.xlsx',
      'msg.import.tooManyColumns',
    ],
  ])('%s is refused', async (_what, bytes, name, key) => refused(bytes, name, key));

  test('an archive that unpacks without end is refused, whatever sizes it claims', async () => {
    const bomb = sheet(`<worksheet>${' '.repeat(200 * 1024 * 1024)}</worksheet>`);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await refused(bomb, 'a.xlsx', 'msg.import.tooMuchText');
    // The same, claiming to be small.
    for (let at = 0; at < bomb.length - 4; at++)
      if (bomb.readUInt32LE(at) === 0x02014b50) bomb.writeUInt32LE(10, at + 24);
    await refused(bomb, 'a.xlsx', 'msg.import.tooMuchText');
  });

  test.each([
    ['UTF-8 with mark', 'utf-8', Buffer.from('\uFEFFname\n北店\n'), 'zh-CN'],
    ['GBK', 'gb18030', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xb1, 0xb1, 0xb5, 0xea, 0x0a]), 'zh-CN'],
    ['Windows-874', 'windows-874', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xca, 0xd2, 0xa2, 0xd2, 0x0a]), 'th-TH'],
    ['UTF-16', 'utf-16le', Buffer.from('\uFEFFname\n北店\n', 'utf16le'), 'en-US'],
  ] as const)('%s text is read, and the answer says as what', async (_what, encoding, bytes, language) => {
    const state = await check(data, 'branch', bytes, { by: caller({}, { language }) });
    expect([state.encoding, errorsOf(state), state.creates]).toEqual([encoding, [], 1]);
    await run(data, 'branch', state.id);
    expect(await count(`branch where name in ('北店', 'สาขา')`)).toBe(1);
    await database.pool.query(`delete from branch where name in ('北店', 'สาขา')`);
  });

  test.each(['csv', 'xlsx'] as const)('a template is an import that passes its check (%s)', async (format) => {
    const pieces: Buffer[] = [];
    for await (const piece of data.imports.template('booking', format, caller()))
      pieces.push(Buffer.from(piece as string));
    const state = await check(data, 'booking', Buffer.concat(pieces), { name: `t.${format}` });
    expect([errorsOf(state), state.creates, state.columns.filter(({ field }) => field === null)]).toEqual([[], 1, []]);
  });
});
