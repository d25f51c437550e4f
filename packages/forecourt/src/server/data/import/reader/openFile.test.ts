import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openFile, type Choices, type FileReader, type Question, type ReadColumn } from './index.ts';

type Row = Readonly<Record<'name' | 'born' | 'price' | 'note', string>>;

const COLUMNS: readonly ReadColumn[] = [
  { at: 0, name: 'name', reads: 'texts' },
  { at: 1, name: 'born', reads: 'dates' },
  { at: 2, name: 'price', reads: 'numbers' },
  { at: 3, name: 'note', reads: 'texts' },
];
const HEADER = COLUMNS.map(({ name }) => name);
const LANGUAGES = ['en-US', 'zh-CN', 'th-TH'];

/** Letters that people of each encoding write. */
const LETTERS: Readonly<Record<string, string>> = {
  'utf-8': 'aé北ก',
  'utf-8 with mark': 'aé北ก',
  'utf-16le': 'aé北ก',
  'utf-16be': 'aé北ก',
  gb18030: '北京上海张伟李娜',
  big5: '陳黃麗臺灣林怡',
  shift_jis: 'やまだ太郎花子アイ',
  'euc-jp': 'やまだ太郎花子アイ',
  'euc-kr': '김이박서울민준',
  'windows-874': 'กขคสวดีาินทร์',
  'windows-1252': 'éïüñçßÅØ',
  'windows-1250': 'ąćęłńóśź',
  'windows-1251': 'ПриветМирЖ',
};

const bytesOfLetter = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Each letter of an encoding as bytes, found by decoding all of them: Node writes no other encodings than its own. */
function lettersOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = bytesOfLetter.get(encoding);
  if (known) return known;
  const letters = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const learn = (bytes: readonly number[]): void => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if ([...letter].length === 1 && !letters.has(letter)) letters.set(letter, bytes);
    } catch {
      // No letter.
    }
  };
  for (let byte = 0; byte < 256; byte++) learn([byte]);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  bytesOfLetter.set(encoding, letters);
  return letters;
}

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with mark') return Buffer.from(`\uFEFF${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  const letters = lettersOf(encoding);
  return Buffer.from([...text].flatMap((letter) => letters.get(letter)!));
}

const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How people write a day, and what it is called when it is asked. */
const DATES: Readonly<Record<string, (year: number, month: number, day: number) => string>> = {
  ymd: (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  dmy: (year, month, day) => `${day}/${month}/${year}`,
  mdy: (year, month, day) => `${two(month)}/${two(day)}/${year}`,
  'dmy-be': (year, month, day) => `${two(day)}.${two(month)}.${year + 543}`,
  'ymd-be': (year, month, day) => `${year + 543}-${two(month)}-${two(day)}`,
  named: (year, month, day) => `${day}-${MONTHS[month - 1]}-${year}`,
};

function grouped(digits: string, sign: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, sign);
}
const NUMBERS: readonly { readonly decimal: '.' | ','; readonly group: string }[] = [
  { decimal: '.', group: '' },
  { decimal: '.', group: ',' },
  { decimal: '.', group: ' ' },
  { decimal: '.', group: "'" },
  { decimal: ',', group: '' },
  { decimal: ',', group: '.' },
  { decimal: ',', group: ' ' },
];
const SEPARATORS = [',', ';', 'tab', '|'];

const quoted = (cell: string): string => (/[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const table = fc
  .record({
    encoding: fc.constantFrom(...Object.keys(LETTERS)),
    separator: fc.constantFrom(...SEPARATORS),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    lastEnd: fc.boolean(),
    date: fc.constantFrom(...Object.keys(DATES)),
    number: fc.constantFrom(...NUMBERS),
  })
  .chain((form) =>
    fc.record({
      form: fc.constant(form),
      rows: fc.array(
        fc.record({
          name: fc
            .array(fc.constantFrom(...LETTERS[form.encoding]!), { minLength: 2, maxLength: 6 })
            .map((letters) => letters.join('')),
          year: fc.integer({ min: 1920, max: 2090 }),
          month: fc.integer({ min: 1, max: 12 }),
          day: fc.integer({ min: 1, max: 28 }),
          whole: fc.nat(99_999_999),
          part: fc.option(fc.integer({ min: 0, max: 999 })),
          negative: fc.boolean(),
          note: fc.constantFrom('', 'plain', 'a, b', 'a;b|c\td', 'say "hi"', 'two\nlines', 'O’Neill'.replace('’', "'")),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  );

const isOpen = (file: FileReader | readonly Question[]): file is FileReader => 'opened' in file;

/** Reads a file, answering what is asked by `truth`. Fails where the truth is not among the choices. */
async function readWhole(
  bytes: Buffer,
  truth: (question: Question) => string,
): Promise<{ readonly cells: readonly (readonly unknown[])[]; readonly asked: readonly string[] }> {
  let choices: Choices = {};
  const answer = (questions: readonly Question[]): void => {
    for (const question of questions) {
      expect(choices).not.toHaveProperty([question.about]);
      const value = truth(question);
      expect(question.choices.map((choice) => choice.value)).toContain(value);
      choices = { ...choices, [question.about]: value };
    }
  };
  for (;;) {
    const file = await openFile(bytes, { name: 'a.csv', choices, known: HEADER, languages: LANGUAGES });
    if (!isOpen(file)) {
      answer(file);
      continue;
    }
    try {
      const questions = await file.judge(COLUMNS, choices);
      if (questions.length > 0) {
        answer(questions);
        continue;
      }
      const cells: (readonly unknown[])[] = [];
      for await (const rows of file.rows())
        for (const row of rows) {
          expect(row.issue).toBeUndefined();
          cells.push(row.cells);
        }
      return { cells, asked: Object.keys(choices) };
    } finally {
      file.close();
    }
  }
}

it('a table comes back equal from every encoding, separator, way to write days and way to write numbers, asked or not', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(table, async ({ form, rows }) => {
      const { encoding, separator, date, number } = form;
      const lines = rows.map(({ name, year, month, day, whole, part, negative, note }): Row => {
        const decimals = part === null ? '' : `${number.decimal}${part}`;
        return {
          name,
          born: DATES[date]!(year, month, day),
          price: `${negative ? '-' : ''}${grouped(String(whole), number.group)}${decimals}`,
          note,
        };
      });
      const sign = separator === 'tab' ? '\t' : separator;
      const text = [HEADER, ...lines.map((line) => HEADER.map((name) => quoted(line[name as keyof Row])))]
        .map((line) => line.join(sign))
        .join(form.end);
      const bytes = encoded(text + (form.lastEnd ? form.end : ''), encoding);
      // Two Thai letters can be one of UTF-8: a file of nothing else is taken for that.
      fc.pre(encoding.startsWith('utf') || !isUtf8(bytes));
      const { cells, asked } = await readWhole(bytes, ({ about, choices }) => {
        if (about === 'separator') return separator;
        if (about === 'numbers:price') return number.decimal;
        if (about === 'dates:born') return date === 'named' ? 'dmy' : date;
        const same = choices.find(({ value }) => new TextDecoder(value).decode(bytes).startsWith(text));
        return same?.value ?? encoding;
      });
      for (const about of asked) seen.add(about);
      expect(cells).toEqual(
        rows.map(({ name, year, month, day, whole, part, negative, note }) => [
          name,
          `${year}-${two(month)}-${two(day)}`,
          `${negative ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`,
          note === '' ? null : note,
        ]),
      );
    }),
    { numRuns: 400, interruptAfterTimeLimit: 20_000 },
  );
  // Else the property would hold for tables that never need an answer.
  expect([...seen].toSorted()).toEqual(['dates:born', 'encoding', 'numbers:price']);
});
