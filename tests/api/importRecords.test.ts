import { createHash } from 'node:crypto';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { caller, layer } from './dataModel.ts';
import type { ImportQuestions } from 'forecourt/model';
import { check, checkOrAsk, csv, errorsOf, run, runBriefly } from './importFiles.ts';
import { hooked, openImportWorld } from './importWorld.ts';

const world = openImportWorld();

describe('records that exist', () => {
  test('are changed by id, or by a unique property when that is chosen; empty cells empty', async () => {
    const state = await check(
      world.data,
      'person',
      csv([
        ['phone', 'name', 'salary'],
        ['+66800000000', 'Renamed', ''],
        ['+66811111111', 'New', '5'],
      ]),
      { updateBy: 'phone' },
    );
    expect(state).toMatchObject({ creates: 1, updates: 1, bad: 0 });
    await run(world.data, 'person', state.id);
    expect(JSON.parse(await world.data.info('person', world.person, caller()))).toMatchObject({
      name: 'Renamed',
      salary: null,
      branchIds: [world.north, world.south],
    });
    await expect(check(world.data, 'person', csv([['name'], ['x']]), { updateBy: 'name' })).rejects.toMatchObject({
      fields: { updateBy: 'msg.unknownField' },
    });
  });

  test('are changed only by who may edit; masked values as the list shows them are no change', async () => {
    const importer = caller({ permissions: new Set(['person-import', 'person-list']) });
    const file = csv([
      ['id', 'name', 'phone'],
      [world.person, 'R*****d', '+66*****0000'],
    ]);
    expect(errorsOf(await check(world.data, 'person', file, { by: importer }))).toEqual(['2 id msg.forbidden.text']);
    const editor = caller({ permissions: new Set(['person-import', 'person-edit']) });
    expect(await check(world.data, 'person', file, { by: editor })).toMatchObject({ unchanged: 1, bad: 0 });
  });

  test('what a user may not write is no column, and no secret is', async () => {
    const clerk = caller({ permissions: new Set(['person-import']) });
    const state = await check(
      world.data,
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
    const rows = 1_000;
    const file = csv([
      ['name', 'fromId', 'toId'],
      ...Array.from({ length: rows }, (_, at) => [`Row ${at}`, world.north, world.south]),
    ]);
    const state = await check(world.data, 'booking', file);
    const first = await runBriefly(world.data, 'booking', state.id);
    expect(first.created).toBeGreaterThan(0);
    expect(first.waiting).toBeGreaterThan(0);
    // Two that go on at once take turns; a new server knows what is left.
    const again = layer(world.database, hooked);
    expect((await again.imports.open('booking', caller()))?.id).toBe(state.id);
    await Promise.all([run(again, 'booking', state.id), run(world.data, 'booking', state.id)]);
    expect(await world.count(`booking where name like 'Row %'`)).toBe(rows);
    expect(await world.count(`(select distinct name from booking where name like 'Row %') d`)).toBe(rows);
    expect(await world.count(`"_importRow" where "importId" = ${state.id} and input is not null`)).toBe(0);
    await expect(world.data.imports.state('booking', state.id, caller({ id: 2 }))).rejects.toMatchObject({ code: 404 });
    await expect(world.data.imports.run('booking', state.id, caller({ id: 2 }))).rejects.toMatchObject({ code: 404 });
    await expect(world.data.imports.state('person', state.id, caller())).rejects.toMatchObject({ code: 404 });
    await world.database.pool.query(`delete from booking where name like 'Row %'`);
  });

  /**
   * Milliseconds for some work of Node and some of PostgreSQL that are always the same: what the machine has to give at this moment. Where
   * nothing else runs it is half a second.
   */
  async function yardstick(): Promise<number> {
    const started = performance.now();
    let sum = '';
    for (let at = 0; at < 100_000; at++) sum = createHash('sha256').update(sum).digest('hex');
    await world.database.pool.query('select count(sha256(n::text::bytea)) from generate_series(1, 500000) n');
    return performance.now() - started;
  }

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
    const before = await yardstick();
    const started = performance.now();
    expect(await check(world.data, 'booking', file)).toMatchObject({ waiting: 10_000, bad: 0 });
    const taken = performance.now() - started;
    // Six seconds there; on a busy machine the yardstick is as much longer as the check.
    expect(taken / (before + (await yardstick()))).toBeLessThan(6);
  }, 60_000);
});

describe('files', () => {
  const refused = (bytes: Buffer, name: string, key: string): Promise<void> =>
    expect(check(world.data, 'branch', bytes, { name })).rejects.toMatchObject({ key });
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
    ['too many rows', Buffer.from(`name\n${'x\n'.repeat(100_001)}`), 'a.csv', 'msg.import.tooManyRows'],
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
    ['UTF-16', 'utf-16le', Buffer.from('\uFEFFname\n北店\n', 'utf16le'), 'en-US'],
  ] as const)('%s text is read, and the answer says as what', async (_what, encoding, bytes, language) => {
    const state = await check(world.data, 'branch', bytes, { by: caller({}, { language }) });
    expect([state.encoding, errorsOf(state), state.creates]).toEqual([encoding, [], 1]);
    await run(world.data, 'branch', state.id);
    expect(await world.count(`branch where name = '北店'`)).toBe(1);
    await world.database.pool.query(`delete from branch where name = '北店'`);
  });

  test.each([
    ['GBK', 'gb18030', '北店', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xb1, 0xb1, 0xb5, 0xea, 0x0a]), 'zh-CN'],
    [
      'Windows-874',
      'windows-874',
      'สาขา',
      Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xca, 0xd2, 0xa2, 0xd2, 0x0a]),
      'th-TH',
    ],
  ] as const)('%s text is asked, the encoding of the reader first', async (_what, encoding, name, bytes, language) => {
    const by = caller({}, { language });
    await world.database.pool.query('delete from "_importChoice"');
    const asked = await checkOrAsk(world.data, 'branch', bytes, { by });
    expect(asked).toMatchObject({
      state: 'asking',
      questions: [{ about: 'encoding', label: '', remembered: null }],
    });
    const { questions } = asked as ImportQuestions;
    expect(questions[0]!.choices[0]).toEqual({ value: encoding, rows: [['name'], [name]] });
    expect(questions[0]!.choices.length).toBeGreaterThan(1);
    const state = await check(world.data, 'branch', bytes, { by, choices: { encoding } });
    expect([state.encoding, state.answers, errorsOf(state), state.creates]).toEqual([
      encoding,
      [{ about: 'encoding', label: '', value: encoding }],
      [],
      1,
    ]);
    await run(world.data, 'branch', state.id);
    expect(await world.count(`branch where name = '${name}'`)).toBe(1);
    await world.database.pool.query(`delete from branch where name = '${name}'`);
    const again = (await checkOrAsk(world.data, 'branch', bytes, { by })) as ImportQuestions;
    expect(again.questions[0]!.remembered).toBe(encoding);
  });

  test('choices about what is never asked are refused by name', async () => {
    const wrong = { encodng: 'big5', 'dates:name': 'dmy', 'numbers:name': '.', separator: '#' };
    await expect(check(world.data, 'branch', csv([['name'], ['x']]), { choices: wrong })).rejects.toMatchObject({
      fields: {
        'choices.encodng': 'msg.unknownCode',
        'choices.dates:name': 'msg.unknownCode',
        'choices.numbers:name': 'msg.unknownCode',
        'choices.separator': 'msg.unknownCode',
      },
    });
  });

  test.each(['csv', 'xlsx'] as const)('a template is an import that passes its check (%s)', async (format) => {
    const pieces: Buffer[] = [];
    for await (const piece of world.data.imports.template('booking', format, caller()))
      pieces.push(Buffer.from(piece as string));
    const state = await check(world.data, 'booking', Buffer.concat(pieces), { name: `t.${format}` });
    expect([errorsOf(state), state.creates, state.columns.filter(({ field }) => field === null)]).toEqual([[], 1, []]);
  });
});
