import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { anyText } from '../anyText.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, schemas } from './dataModel.ts';

/** No input of any shape gives anything but an answer or a refusal (design, invariant 10). */

let database: TestDatabase;
let data: DataLayer;
let branch: number;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  branch = (await data.save('branch', { name: 'North' }, caller())).id;
  await data.save('booking', { name: 'Ann', fromId: branch, toId: branch }, caller());
});

afterAll(() => database?.drop());

const names = Object.keys(schemas['booking']!.properties);

const nasty = fc.oneof(
  anyText(40),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    '_',
    '\\',
    "'",
    '"',
    ';--',
    '{}',
    '[]',
    'null',
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '0x10',
    '١',
    '9223372036854775808',
    '-9223372036854775809',
    '2147483648',
    '1,2,,3',
    ',',
    ',,,',
  ),
  fc.constantFrom(
    '0000-00-00',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '2026-02-30',
    '2026-03-01 24:00:00',
    '9999-12-31 23:59:59',
    '0001-01-01 00:00:00',
    '2026-03-01T10:00',
    '2026-13-01',
  ),
  fc.integer().map(String),
  fc.integer({ min: 9_000, max: 20_000 }).map((size) => 'x'.repeat(size)),
);

const parameters = fc.constantFrom(
  'pageNo',
  'pageSize',
  'sortField',
  'sortOrder',
  'id',
  'ids',
  'keyword',
  'status',
  'kind',
  'name',
  'day',
  'dayStart',
  'dayEnd',
  'priceStart',
  'priceEnd',
  'daysStart',
  'days',
  'paid',
  'ratio',
  'branchId',
  'timeStart',
  'timeEnd',
  'number',
  'year',
  'zone',
  'salary',
  'tab',
  'doubled',
  'remark',
  'createdStart',
  'createdEnd',
  'fromId',
  'personId',
  '__proto__',
  'constructor',
  '$1',
);

const harmless = async (work: Promise<unknown>): Promise<void> => {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome !== undefined && !(outcome instanceof Refusal))
    throw outcome instanceof Error ? outcome : new Error(String(outcome));
  if (outcome instanceof Refusal) expect(outcome.http).toBeLessThan(500);
};

const runs = { numRuns: 400 };

test('no query of any shape makes a list fail', async () => {
  const value = fc.oneof({ weight: 8, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(parameters, value), { maxLength: 4 }), fc.boolean(), async (pairs, scoped) => {
      await harmless(data.list('booking', Object.fromEntries(pairs), caller(scoped ? { scope: [branch] } : {})));
    }),
    runs,
  );
});

test('no query of any shape makes options fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('ids', 'id', 'keyword', 'fromId', 'x'), fc.oneof(nasty, fc.jsonValue())), {
        maxLength: 3,
      }),
      async (pairs) => {
        await harmless(data.options('booking', Object.fromEntries(pairs), caller()));
      },
    ),
    runs,
  );
});

test('no record of any shape makes a save fail', async () => {
  const value = fc.oneof(
    nasty,
    fc.jsonValue(),
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, 1e308, 1e13, -1e13, Number.MAX_SAFE_INTEGER, 0.005),
  );
  const field = fc.constantFrom(...names, 'id', 'updateTime', 'createTime', '__proto__', 'unknown');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, value), { maxLength: 6 }), fc.boolean(), async (pairs, valid) => {
      const base = valid ? { name: 'Ann', fromId: branch, toId: branch } : {};
      await harmless(data.save('booking', { ...base, ...Object.fromEntries(pairs) }, caller()));
    }),
    { numRuns: 1_000 },
  );
});

test('no id of any shape makes reading or deleting fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(nasty, fc.jsonValue(), fc.double()), async (id) => {
      await harmless(data.info('booking', id, caller()));
      await harmless(data.history('booking', id, caller()));
      await harmless(data.removeMany('booking', [id], caller({ scope: [] })));
    }),
    runs,
  );
});

test('what a save accepts is what a record answers', async () => {
  const day = fc
    .date({ min: new Date('1910-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const record = fc.record(
    {
      price: fc.integer({ min: 0, max: 1e12 }).map((satang) => satang / 100),
      days: fc.integer({ min: 0, max: 365 }),
      ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      paid: fc.boolean(),
      day: day.map((text) => text.slice(0, 10)),
      startTime: day.map((text) => text.slice(0, 19).replace('T', ' ')),
      // Blanks alone are no text.
      remark: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
        .filter((text) => !text.includes('\0') && text.trim() !== ''),
      extras: fc.array(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }), {
        maxLength: 4,
      }),
      kind: fc.constantFrom('short', 'long'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(record, async (values) => {
      const { id } = await data.save('booking', { name: 'Ann', fromId: branch, toId: branch, ...values }, caller());
      expect(JSON.parse(await data.info('booking', id, caller()))).toMatchObject(values);
    }),
    { numRuns: 300 },
  );
});
