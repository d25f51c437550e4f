import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeForm, compileModel, phoneForm, type EntitySchema } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';
import { check, csv } from './importFiles.ts';

/** A number has many spellings: it is unique, found and compared by one (`x-normal`), and shown as it was typed. */

const HOME = ['66', '86'];
const text = { type: 'string', maxLength: 60 } as const;

const person = (spelt: boolean): EntitySchema => ({
  type: 'object',
  'x-title': ['name'],
  'x-search': ['name', 'phone', 'paper'],
  'x-unique': [{ fields: ['kind', 'paper'], message: 'msg.paperExists', where: { status: [1] } }],
  'x-index': [['phone']],
  properties: {
    name: text,
    code: text,
    phone: { ...text, ...(spelt && { 'x-normal': { as: 'phone', country: 'code' } }) },
    kind: { type: 'integer', default: 1 },
    paper: { ...text, ...(spelt && { 'x-normal': { as: 'code' } }) },
    secret: { ...text, 'x-mask': 'phone', 'x-normal': { as: 'phone' } },
    status: { type: 'integer', default: 1 },
  },
});
const modelOf = (spelt: boolean) =>
  compileModel({
    schemas: { person: person(spelt) },
    resources: [
      {
        schema: 'person',
        permission: { base: 'person', route: 'person-list' },
        list: {
          columns: ['name'],
          filters: ['keyword', { name: 'paper', operator: 'contains' }, { name: 'secret', operator: 'contains' }],
        },
        palette: { fields: ['phone'] },
      },
    ],
    codes: {},
    locale: { digits: 2, languages: [], phoneCodes: HOME },
  });

let database: TestDatabase;
let data: DataLayer;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, modelOf(true));
  await data.applyTables();
});
beforeEach(() => database.pool.query('truncate person'));
afterAll(() => database?.drop());

const found = async (query: Record<string, string>): Promise<string[]> => {
  const { list } = JSON.parse(await data.list('person', query, caller())) as { list: { name: string }[] };
  return list.map(({ name }) => name).sort();
};

describe('a number', () => {
  test('is taken by any other spelling of it, and stays as it was typed', async () => {
    const { id } = await data.save('person', { name: 'one', paper: 'ab-123 456' }, caller());
    for (const paper of ['AB123456', 'ＡＢ１２３４５６', 'ab 12.34/56'])
      await expect(data.save('person', { paper }, caller())).rejects.toMatchObject({
        fields: { paper: 'msg.paperExists' },
      });
    await data.save('person', { paper: 'AB123457' }, caller());
    await data.save('person', { paper: 'AB123456', kind: 2 }, caller());
    expect(JSON.parse(await data.info('person', id, caller()))).toMatchObject({ paper: 'ab-123 456' });
  });

  test('is refused by an import at its row, in the file and beside the database', async () => {
    await data.save('person', { name: 'one', paper: 'AB 1' }, caller());
    const rows = [
      ['name', 'paper'],
      ['two', 'ａｂ1'],
      ['three', 'C-2'],
      ['four', 'c2'],
      ['five', 'D3'],
    ];
    const state = await check(data, 'person', csv(rows));
    expect(state.errors.map(({ row, field }) => `${row} ${field}`)).toEqual(['2 paper', '4 paper']);
  });

  test('is found by list and palette in whatever spelling', async () => {
    await data.save('person', { name: 'thai', code: '+66', phone: '0812345678', paper: 'กข 5084 ภูเก็ต' }, caller());
    await data.save('person', { name: 'abroad', code: '', phone: '+66 81 234 5679', paper: 'AB5084' }, caller());
    await data.save('person', { name: 'chinese', code: '+86', phone: '138 1234 5678' }, caller());
    for (const keyword of ['081-234-5678', '+66812345678', '+66 (0)81 234 5678', '๐๘๑๒๓๔๕๖๗๘'])
      expect([keyword, await found({ keyword })]).toEqual([keyword, ['thai']]);
    // Digits without a beginning may stand anywhere, as in any text.
    for (const keyword of ['812345678', '66812345678'])
      expect([keyword, await found({ keyword })]).toEqual([keyword, ['chinese', 'thai']]);
    expect(await found({ keyword: '081-234-567' })).toEqual(['abroad', 'thai']);
    expect(await found({ keyword: '+8613812345678' })).toEqual(['chinese']);
    expect(await found({ keyword: '13812345678' })).toEqual(['chinese']);
    for (const keyword of ['กข5084', 'กข-5084', 'กข 5084']) expect(await found({ keyword })).toEqual(['thai']);
    expect(await found({ keyword: 'ａｂ-5084' })).toEqual(['abroad']);
    expect(await found({ paper: 'กข-5084' })).toEqual(['thai']);
    expect(await found({ keyword: '081-234-9999' })).toEqual([]);
    const [hits] = JSON.parse(await data.search('081-234-5678', caller())) as [
      { hits: { title: string; detail: string }[] },
    ];
    expect(hits.hits.map(({ title }) => title)).toEqual(['thai']);
  });

  test('that is masked is found by the whole of it in any spelling, and by no part', async () => {
    await data.save('person', { name: 'one', secret: '081-234-5678' }, caller());
    const reader = caller({ permissions: new Set(['person-list', 'person-query']) });
    const seen = async (secret: string) =>
      (JSON.parse(await data.list('person', { secret }, reader)) as { list: unknown[] }).list.length;
    expect(await seen('+66812345678')).toBe(1);
    expect(await seen('0812345678')).toBe(1);
    expect(await seen('081-234')).toBe(0);
    expect(await seen('+6681234567')).toBe(0);
  });
});

test('the program and the database spell every number alike', async () => {
  const digits = fc
    .array(fc.constantFrom(...'0123456789+-(). /,x*๐๘０８-;#eก转'), { maxLength: 24 })
    .map((all) => all.join(''));
  const country = fc.constantFrom('', '+66', '+86', '+39', '+7', '+1', '+375', '36', '+993');
  const numbers = fc.array(
    fc.record({ value: fc.oneof(digits, fc.string({ unit: 'binary', maxLength: 20 })), country }),
    { minLength: 300, maxLength: 300 },
  );
  await fc.assert(
    fc.asyncProperty(numbers, async (drawn) => {
      const sent = drawn.map((one) => ({ ...one, value: one.value.replaceAll('\0', '') }));
      const { rows } = await database.pool.query<{ phone: string | null; code: string | null }>(
        `select forecourt_sql.phone_form(v, c, $3) as phone, forecourt_sql.code_form(v) as code
          from unnest($1::text[], $2::text[]) with ordinality t(v, c, at) order by at`,
        [sent.map(({ value }) => value), sent.map((one) => one.country), HOME.join(',')],
      );
      expect(rows).toEqual(
        sent.map((one) => ({
          phone: phoneForm(one.value, one.country, HOME) ?? null,
          code: codeForm(one.value) ?? null,
        })),
      );
    }),
    { numRuns: 20 },
  );
});

test('rows that collide by their spelling do not stop the tables: they are named, and no further one comes', async () => {
  const other = await createTestDatabase();
  try {
    const before = layer(other, {}, modelOf(false));
    await before.applyTables();
    await other.pool.query(
      `alter table person alter column id restart with 10; insert into person (id, kind, paper, status) values (1, 1, 'AB 1', 1), (2, 1, 'ab1', 1), (3, 1, 'A-B-1', 1), (4, 1, 'C2', 1), (5, 1, 'c 2', 0)`,
    );
    const after = layer(other, {}, modelOf(true));
    const { warnings } = await after.applyTables();
    expect(warnings.join()).toMatch(/by id: 1 = 2 = 3\./);
    expect(warnings.join()).not.toContain('AB');
    await expect(after.save('person', { paper: 'aB1' }, caller())).rejects.toMatchObject({
      fields: { paper: 'msg.paperExists' },
    });
    await after.save('person', { id: 2, name: 'still one of three', paper: 'ab1' }, caller());
    await expect(after.save('person', { id: 4, paper: 'AB1' }, caller())).rejects.toMatchObject({
      fields: { paper: 'msg.paperExists' },
    });
    expect((await after.applyTables()).applied).toBe(0);
  } finally {
    await other.drop();
  }
});
