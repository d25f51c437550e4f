import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportQuestions, ImportState } from 'forecourt/model';
import type { Answer, Client } from './app.ts';
import { RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Files as people have them, beside this test. */
const FOLDER = path.resolve(import.meta.dirname, 'importedFiles');
const BOUNDARY = 'forecourt-boundary';

let app: RentalApp;
let admin: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
});
afterAll(() => app?.close());

const fileOf = (name: string): Promise<Buffer> => readFile(path.join(FOLDER, name));

/** The file with other words in it: bytes of no encoding in particular. */
async function fileWith(name: string, words: Readonly<Record<string, string>>): Promise<Buffer> {
  let text = (await fileOf(name)).toString('latin1');
  for (const [old, word] of Object.entries(words)) text = text.replaceAll(old, word);
  return Buffer.from(text, 'latin1');
}

async function send(
  resource: string,
  name: string,
  bytes: Buffer,
  choices?: Readonly<Record<string, string>>,
): Promise<ImportState | ImportQuestions> {
  const part = (head: string, body: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ]);
  const answer = (await admin.inject({
    method: 'POST',
    url: `/api/resources/${resource}/import`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      ...(choices ? [part('name="choices"', Buffer.from(JSON.stringify(choices)))] : []),
      part(`name="file"; filename="${name}"`, bytes),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  })) as unknown as Answer<ImportState | ImportQuestions>;
  expect(answer).toMatchObject({ statusCode: 200 });
  return answer.data;
}

function asked(answer: ImportState | ImportQuestions): ImportQuestions['questions'] {
  expect(answer.state).toBe('asking');
  return (answer as ImportQuestions).questions;
}

function checked(answer: ImportState | ImportQuestions): ImportState {
  expect(answer.state).not.toBe('asking');
  return answer as ImportState;
}

const errorsOf = ({ errors }: ImportState): string[] =>
  errors.map(({ row, field, message }) => `${row} ${field}: ${message}`).toSorted();

async function written(resource: string, state: ImportState): Promise<ImportState> {
  let current = state;
  while (current.state !== 'done')
    current = (await admin.post<ImportState>(`/resources/${resource}/import/${state.id}/run`, {})).data;
  return current;
}

const members = async (where: string): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`select * from member where ${sql.raw(where)} order by id`.execute(app.db)).rows;

describe('texts in another encoding than UTF-8', () => {
  test.each([
    ['names-in-big5.csv', 'big5', ['陳大文', '黃麗娟']],
    ['names-in-shift-jis.csv', 'shift_jis', ['山田太郎']],
    ['names-in-latin1.csv', 'windows-1252', ['Béa Jaïa']],
  ])('%s is asked with its first rows in each encoding, and read as it was answered', async (name, encoding, names) => {
    const bytes = await fileOf(name);
    const [question, ...others] = asked(await send('member', name, bytes));
    expect([question!.about, others]).toEqual(['encoding', []]);
    const choice = question!.choices.find(({ value }) => value === encoding)!;
    expect(choice.rows.slice(1).map(([first]) => first)).toEqual(names);
    expect(question!.choices.length).toBeGreaterThan(1);
    const state = checked(await send('member', name, bytes, { encoding }));
    expect([errorsOf(state).filter((one) => !/ email| countryCode/.test(one)), state.encoding]).toEqual([[], encoding]);
    await written('member', state);
    expect((await members(`name in ('${names.join("','")}')`)).map((row) => row['name'])).toEqual(names);
    // The next file of this resource offers the same.
    const again = asked(await send('member', name, Buffer.concat([bytes, Buffer.from('\n')])));
    expect(again[0]!.remembered).toBe(encoding);
  });

  test('an encoding that the file is not written in is refused', async () => {
    const answer = send('member', 'a.csv', await fileOf('names-in-latin1.csv'), { encoding: 'euc-kr' });
    await expect(answer).rejects.toThrow();
  });
});

describe('numbers', () => {
  const WORDS = {
    'Bangkok Suvarnabhumi Airport': 'Phuket Town',
  };

  test('rows of more cells than columns are refused, so that no thousand becomes one', async () => {
    const bytes = await fileWith('unquoted-thousands.csv', WORDS);
    const state = checked(await send('vehicle', 'cars.csv', bytes));
    expect(state).toMatchObject({ bad: 2, waiting: 0 });
    expect(errorsOf(state)).toEqual([
      expect.stringMatching(/^2 : The row has 11 cells, the header only 10/),
      expect.stringMatching(/^3 : The row has 11 cells, the header only 10/),
    ]);
  });

  test.each([
    [',', 45_000, 65_000_000, []],
    ['.', 45, 65_000, ['3 mileage: A whole number is required']],
  ])(
    'points between three digits are asked, column by column (answered %s)',
    async (decimal, mileage, price, errors) => {
      const bytes = await fileWith('points-between-thousands.csv', {
        ...WORDS,
        ...(decimal === '.' && { 'ZX-10': 'ZY-10', VINZX: 'VINZY', ENGZX: 'ENGZY' }),
      });
      const questions = asked(await send('vehicle', 'cars.csv', bytes));
      expect(questions.map(({ about, label }) => [about, label])).toEqual([
        ['numbers:mileage', 'Mileage (km)'],
        ['numbers:price', 'Purchase price'],
      ]);
      const read = questions[0]!.choices.find(({ value }) => value === decimal)!;
      expect(read.rows[0]).toEqual(['45.000', decimal === ',' ? '45000' : '45.000']);
      const state = checked(
        await send('vehicle', 'cars.csv', bytes, { 'numbers:mileage': decimal, 'numbers:price': decimal }),
      );
      expect(errorsOf(state)).toEqual(errors);
      expect(state.answers.map(({ value }) => value)).toEqual([decimal, decimal]);
      await written('vehicle', state);
      const plate = decimal === ',' ? 'ZX-1003' : 'ZY-1003';
      const { rows } = await sql<Record<string, unknown>>`
      select mileage, price from vehicle where plate = ${plate}
    `.execute(app.db);
      expect(rows).toEqual([{ mileage, price }]);
    },
  );
});

test('a time with a zone is put on the clock of its record', async () => {
  const bytes = await fileWith('times-in-utc.csv', { 'PUT-A-PLATE-HERE': 'KK-1' });
  const state = checked(await send('maintenance', 'work.csv', bytes));
  expect(errorsOf(state)).toEqual([]);
  await written('maintenance', state);
  const { rows } = await sql<{ startTime: Date }>`
    select "startTime" from maintenance where "carId" = ${RENTAL.cars[0]}
  `.execute(app.db);
  expect(rows.map(({ startTime }) => startTime.toISOString())).toEqual(['2026-11-20T02:00:00.000Z']);
});

test('what spreadsheets make of ID numbers is refused by row and column, and what they put around them taken off', async () => {
  const bytes = await fileOf('leftovers-of-spreadsheets.csv');
  const state = checked(await send('member', 'members.csv', bytes));
  expect(errorsOf(state)).toEqual([
    expect.stringMatching(/^2 idNo: The number was shortened/),
    expect.stringMatching(/^5 idNo: The cell holds an error/),
    expect.stringMatching(/^6 idNo: Take off the apostrophe/),
  ]);
  await written('member', state);
  expect((await members(`email like 'a_@example.com'`)).map((row) => row['idNo'])).toEqual([
    '110101199003074511',
    '110101199003074512',
  ]);
});

describe('spreadsheets', () => {
  test('numbers of more than fifteen digits are refused where they are texts; zeros that are shown are kept', async () => {
    const state = checked(await send('member', 'ids.xlsx', await fileOf('long-id-numbers.xlsx')));
    expect(errorsOf(state)).toEqual([
      expect.stringMatching(/^2 idNo: A spreadsheet keeps only 15 digits/),
      expect.stringMatching(/^3 idNo: A spreadsheet keeps only 15 digits/),
    ]);
    await written('member', state);
    expect((await members(`name like 'X %'`)).map((row) => [row['name'], row['phone'], row['idNo']])).toEqual([
      ['X Id15 num', '0870000003', '622202123456789'],
      ['X zeros', '00123', '00045'],
      ['X phone num', '812345678', 'X-5'],
      ['X phone float', '812345679', 'X-6'],
    ]);
  });

  test('a formula that failed or was never worked out is refused where it stands, and empties nothing', async () => {
    const state = checked(await send('member', 'formulas.xlsx', await fileOf('formula-errors.xlsx')));
    expect(errorsOf(state)).toEqual([
      expect.stringMatching(/^2 birthday: The cell holds an error/),
      expect.stringMatching(/^2 remark: The formula has no result/),
    ]);
  });

  test.each([
    ['cells-without-addresses.xlsx', 'XNOREF', '1990-12-31'],
    ['empty-last-row.xlsx', 'XROW', null],
    ['styled-last-column.xlsx', 'XFD', null],
    ['sheet-in-another-folder.xlsx', 'XSUB', undefined],
  ])('%s is read', async (name, member, birthday) => {
    const state = checked(await send('member', name, await fileOf(name)));
    expect([errorsOf(state), state.creates]).toEqual([[], 1]);
    await written('member', state);
    const [found] = await members(`name = '${member}'`);
    expect(found).toBeDefined();
    if (birthday !== undefined) expect(found!['birthday'] ?? null).toBe(birthday);
  });
});

test('a row that the file cuts off is refused, and changes nothing', async () => {
  const values = {
    name: 'Whole',
    countryCode: '+66',
    phone: '0899999999',
    email: 'w@example.com',
    idType: 1,
    idNo: 'W1',
  };
  const { id } = (
    await admin.post<{ id: number }>('/member/save', { ...values, birthday: '1990-01-01', remark: 'keep' })
  ).data;
  const bytes = await fileWith('short-last-row.csv', { 'PUT-AN-ID-HERE': String(id) });
  const state = checked(await send('member', 'members.csv', bytes));
  expect(errorsOf(state)).toEqual([
    '2 : The file ends within this row: 2 of 4 cells are there. Save the whole file again',
  ]);
  expect((await members(`id = ${id}`))[0]).toMatchObject({ birthday: '1990-01-01', remark: 'keep' });
});
