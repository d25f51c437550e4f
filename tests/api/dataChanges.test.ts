import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileModel, type EntitySchema, type Model } from 'forecourt/model';
import { describePlan, TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';

/** A schema that changes while its table has rows: `size` and `name` of two things. */
let database: TestDatabase;

const BASE: EntitySchema['properties'] = {
  name: { type: 'string', maxLength: 40, 'x-index': true },
  size: { type: 'integer', maximum: 100, 'x-unique': true },
  colour: { type: 'string', enum: ['red', 'green', 'blue'] },
};

const modelOf = (properties: EntitySchema['properties'], rest: Partial<EntitySchema> = {}): Model =>
  compileModel({ schemas: { thing: { type: 'object', properties, ...rest } }, resources: [], codes: {} });
const on = (of: Model): DataLayer => layer(database, {}, of);
const changed = (change: EntitySchema['properties'], rest: Partial<EntitySchema> = {}): DataLayer =>
  on(modelOf({ ...BASE, ...change }, rest));
const without = (name: string, added: EntitySchema['properties'] = {}): DataLayer =>
  on(modelOf({ ...Object.fromEntries(Object.entries(BASE).filter(([one]) => one !== name)), ...added }));
const rows = async (columns = '*'): Promise<unknown[]> =>
  (await database.pool.query(`select ${columns} from thing order by id`)).rows as unknown[];
const refusal = async (data: DataLayer): Promise<string> => {
  const error = await data.applyTables().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TablesRefused);
  return (error as TablesRefused).message;
};

beforeEach(async () => {
  database = await createTestDatabase();
  const data = on(modelOf(BASE));
  await data.applyTables();
  await data.save('thing', { name: 'a long name', size: 5, colour: 'red' }, caller());
  await data.save('thing', { name: 'b', size: 50, colour: 'blue' }, caller());
});
afterEach(() => database.drop());

test('a renamed property that says what it was keeps its values, indexes and history', async () => {
  const data = without('size', { width: { type: 'integer', 'x-was': 'size', 'x-unique': true } });
  expect((await data.applyTables()).warnings).toEqual([]);
  expect(await rows('width')).toEqual([{ width: 5 }, { width: 50 }]);
  await expect(data.save('thing', { width: 50 }, caller())).rejects.toMatchObject({
    fields: { width: 'msg.duplicate' },
  });
  const [first] = await data.history('thing', 1, caller());
  expect(first!.changes).toContainEqual({ field: 'width', before: null, after: 5 });
  await database.pool.query(`delete from "appMeta" where key = 'tables'`);
  expect((await data.applyTables()).applied).toBe(0);
});

test('a renamed property may change its type on command, in the same step', async () => {
  const data = without('size', { width: { type: 'string', 'x-was': 'size' } });
  expect(await refusal(data)).toMatch(/change type of thing\.width/);
  expect(await rows('size')).toEqual([{ size: 5 }, { size: 50 }]);
  await data.applyTables({ allowUnsafe: true });
  expect(await rows('width')).toEqual([{ width: '5' }, { width: '50' }]);
});

test('without x-was the old column stays with its values, every start says so, and x-was still helps later', async () => {
  const forgotten = without('size', { width: { type: 'integer' } });
  for (const _start of [1, 2])
    expect((await forgotten.applyTables()).warnings).toEqual([
      expect.stringMatching(
        /^thing\.size holds values in 2 rows and no property has that name any more.*"x-was": "size".*migrate -- --drop thing\.size$/,
      ),
    ]);
  await forgotten.save('thing', { name: 'c' }, caller());
  expect(await rows('size, width')).toEqual([
    { size: 5, width: null },
    { size: 50, width: null },
    { size: null, width: null },
  ]);
  await without('size', { width: { type: 'integer', 'x-was': 'size' } }).applyTables();
  expect(await rows('width')).toEqual([{ width: 5 }, { width: 50 }, { width: null }]);
});

test('x-was never puts one column over another that holds values', async () => {
  await without('size', { width: { type: 'integer' } }).applyTables();
  await database.pool.query('update thing set width = 7 where id = 1');
  const { warnings } = await without('size', { width: { type: 'integer', 'x-was': 'size' } }).applyTables();
  expect(warnings[0]).toMatch(/has values or another type already: move them by hand/);
  expect(await rows('size, width')).toEqual([
    { size: 5, width: 7 },
    { size: 50, width: null },
  ]);
});

test('a removed required property does not keep new rows from being saved, and goes only when it is named', async () => {
  await changed({}, { required: ['size'] }).applyTables();
  const data = without('size');
  await data.applyTables();
  await data.save('thing', { name: 'c' }, caller());
  expect(await rows('size')).toEqual([{ size: 5 }, { size: 50 }, { size: null }]);
  await data.applyTables({ allowUnsafe: true });
  expect(await rows('size')).toEqual([{ size: 5 }, { size: 50 }, { size: null }]);
  await data.applyTables({ drop: ['thing.size'] });
  expect(Object.keys((await rows())[0]!)).not.toContain('size');
  expect((await data.applyTables()).warnings).toEqual([]);
});

test.each([
  [
    'maxLength',
    { name: { type: 'string', maxLength: 5 } },
    /set maxLength of thing\.name to 5\s+because: 1 row of thing does not keep to it[\s\S]*char_length/,
  ],
  ['a first maxLength', { name: { type: 'string', maxLength: 1 } }, /1 row of thing/],
  ['minLength', { name: { type: 'string', minLength: 20 } }, /2 rows of thing do not keep to it/],
  ['maximum', { size: { type: 'integer', maximum: 10 } }, /set maximum of thing\.size to 10[\s\S]*1 row/],
  ['exclusiveMinimum', { size: { type: 'integer', exclusiveMinimum: 5 } }, /exclusiveMinimum[\s\S]*1 row/],
  [
    'enum',
    { colour: { type: 'string', enum: ['red', 'green'] } },
    /take blue from the choices of thing\.colour[\s\S]*1 row/,
  ],
] as const)(
  'narrowing %s is refused with the number of rows that break it, and accepted on command',
  async (_what, change, message) => {
    const data = changed(change as EntitySchema['properties']);
    expect(await refusal(data)).toMatch(message);
    const before = await rows();
    await data.applyTables({ allowUnsafe: true });
    expect(await rows()).toEqual(before);
    expect((await data.applyTables()).applied).toBe(0);
  },
);

test('narrowing what no row breaks, and widening, are nobody’s question', async () => {
  const data = changed({
    name: { type: 'string', maxLength: 20 },
    size: { type: 'integer', maximum: 200 },
    colour: { type: 'string', enum: ['red', 'blue', 'white'] },
  });
  expect((await data.applyTables()).warnings).toEqual([]);
});

test('requiring what rows do not have is refused with their number', async () => {
  await database.pool.query('update thing set size = null where id = 2');
  expect(await refusal(changed({}, { required: ['size'] }))).toMatch(/1 row of thing has no size; fill it first/);
});

test('a unique property that rows collide in is refused with the value', async () => {
  await database.pool.query(`update thing set name = 'b'`);
  expect(await refusal(changed({ name: { type: 'string', 'x-unique': true } }))).toMatch(
    /Key \(name\)=\(b\) is duplicated/,
  );
});

test('a type changes only on command, and not at all when a value does not fit', async () => {
  const numbered = changed({ name: { type: 'integer' } });
  expect(await refusal(numbered)).toMatch(/change type of thing\.name from text to integer/);
  await expect(numbered.applyTables({ allowUnsafe: true })).rejects.toThrow(
    /2 rows of thing\.name do not fit: the new type takes whole numbers/,
  );
  expect(await rows('name')).toEqual([{ name: 'a long name' }, { name: 'b' }]);
});

test('a removed entity leaves its table and rows, is said once, and goes when it is named', async () => {
  const other = compileModel({ schemas: { other: { type: 'object', properties: {} } }, resources: [], codes: {} });
  expect((await on(other).applyTables({ allowUnsafe: true })).warnings).toEqual([
    expect.stringMatching(/^The table "thing" belongs to no schema any more and stays.*migrate -- --drop thing$/),
  ]);
  expect((await on(other).applyTables()).warnings).toEqual([]);
  expect(await rows('size')).toEqual([{ size: 5 }, { size: 50 }]);
  await on(other).applyTables({ drop: ['thing'] });
  await expect(rows()).rejects.toThrow(/does not exist/);
  expect((await on(modelOf(BASE)).applyTables()).warnings).toEqual([expect.stringContaining('"other"')]);
});

test('a command that drops nothing by name keeps a filled column beside a narrowed one, and the plan names both', async () => {
  const data = on(modelOf({ name: { type: 'string', maxLength: 5, 'x-index': true }, colour: BASE['colour']! }));
  const message = await refusal(data);
  expect(message).toMatch(/set maxLength of thing\.name to 5/);
  expect(message).toMatch(/thing\.size \(2 rows\)\. To drop it: npm run migrate -- --drop thing\.size/);
  const plans: string[] = [];
  await data.applyTables({ allowUnsafe: true, announce: (plan) => plans.push(describePlan(plan)) });
  expect(plans).toEqual([expect.stringMatching(/set maxLength of thing\.name[\s\S]*thing\.size \(2 rows\)/)]);
  expect(await rows('name, size')).toEqual([
    { name: 'a long name', size: 5 },
    { name: 'b', size: 50 },
  ]);
});

test('a name that drops nothing is refused with the one that was meant, and nothing is changed', async () => {
  const data = without('size', { weight: { type: 'integer' } });
  await expect(data.applyTables({ drop: ['thing.sise'] })).rejects.toThrow(/did you mean "thing\.size"\?/);
  await expect(data.applyTables({ drop: ['thing.name'] })).rejects.toThrow(/names no column or table/);
  expect(Object.keys((await rows())[0]!)).not.toContain('weight');
  expect(await rows('size')).toEqual([{ size: 5 }, { size: 50 }]);
});

test('a column without any value goes at a start', async () => {
  await database.pool.query('update thing set size = null');
  expect((await without('size').applyTables()).warnings).toEqual([]);
  expect(Object.keys((await rows())[0]!)).not.toContain('size');
});

test('a plan that is only asked for names every change and makes none', async () => {
  const plans: string[] = [];
  const data = without('colour', { weight: { type: 'integer' } });
  await data.applyTables({ dry: true, announce: (plan) => plans.push(describePlan(plan)) });
  expect(plans).toEqual([expect.stringMatching(/add column thing\.weight[\s\S]*thing\.colour \(2 rows\)/)]);
  expect(Object.keys((await rows())[0]!)).not.toContain('weight');
  expect((await data.applyTables()).applied).toBeGreaterThan(0);
});

test('softly deleted rows are not shown again without a command', async () => {
  await changed({}, { 'x-delete': 'soft' }).applyTables();
  await changed({}, { 'x-delete': 'soft' }).remove('thing', 1, caller());
  expect(await refusal(on(modelOf(BASE)))).toMatch(/1 row of thing is deleted softly and would be seen again/);
});
