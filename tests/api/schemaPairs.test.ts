import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel, type EntitySchema, type Model, type PropertySchema } from 'forecourt/model';
import { TablesRefused, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { layer } from './dataModel.ts';

/**
 * Any schema follows any other over tables with rows. Two things must hold: no value that was there is gone unless a command named it, and the
 * plan names exactly what the catalogue shows afterwards.
 */
type Change = 'keeps' | 'goes' | 'renamed' | keyof typeof KINDS;

interface Kind {
  readonly property: PropertySchema;
  /** As SQL has them. */
  readonly values: readonly string[];
}

const KINDS = {
  text: { property: { type: 'string', maxLength: 40 }, values: [`'2'`, `'2.50'`, `'007'`, `'word'`, `''`, `'true'`] },
  short: { property: { type: 'string', maxLength: 2 }, values: [`'2'`, `'ab'`] },
  whole: { property: { type: 'integer' }, values: ['2', '0', '-7', '200'] },
  small: { property: { type: 'integer', maximum: 10 }, values: ['2', '9'] },
  number: { property: { type: 'number' }, values: ['2', '0.125', '1e15'] },
  money: { property: { type: 'number', 'x-widget': 'money' }, values: ['200', '250', '-1'] },
  yes: { property: { type: 'boolean' }, values: ['true', 'false'] },
  day: { property: { type: 'string', format: 'date' }, values: [`'2026-02-28'`] },
  choice: { property: { type: 'string', enum: ['2', 'word'] }, values: [`'2'`, `'word'`] },
} satisfies Readonly<Record<string, Kind>>;

const kindNames = Object.keys(KINDS) as (keyof typeof KINDS)[];
const NAMES = ['a', 'b', 'c'] as const;

const property = fc.record({
  kind: fc.constantFrom(...kindNames),
  indexed: fc.boolean(),
  /** What each of three rows holds: nothing, or one of the values of its kind. */
  values: fc.array(fc.option(fc.nat(20)), { minLength: 3, maxLength: 3 }),
  next: fc.constantFrom<Change>('keeps', 'goes', 'renamed', ...kindNames),
  nextIndexed: fc.boolean(),
  required: fc.boolean(),
});
const cases = fc.record({
  properties: fc.tuple(property, property, property),
  removed: fc.boolean(),
  soft: fc.boolean(),
  added: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const entity = (properties: Record<string, PropertySchema>, rest: Partial<EntitySchema> = {}): EntitySchema => ({
  type: 'object',
  properties,
  ...rest,
});
const modelOf = (schemas: Record<string, EntitySchema>): Model => compileModel({ schemas, resources: [], codes: {} });
const newName = (name: string): string => `${name}2`;

function before({ properties }: Case): Model {
  const own = properties.map(({ kind, indexed }, at) => [NAMES[at]!, { ...KINDS[kind].property, 'x-index': indexed }]);
  return modelOf({ thing: entity(Object.fromEntries(own)), other: entity({ remark: { type: 'string' } }) });
}

function after({ properties, removed, soft, added }: Case): Model {
  const own = properties.flatMap(({ kind, next, nextIndexed }, at): [string, PropertySchema][] => {
    const name = NAMES[at]!;
    const rest = { 'x-index': nextIndexed };
    if (next === 'goes') return [];
    if (next === 'keeps') return [[name, { ...KINDS[kind].property, ...rest }]];
    if (next === 'renamed') return [[newName(name), { ...KINDS[kind].property, ...rest, 'x-was': name }]];
    return [[name, { ...KINDS[next].property, ...rest }]];
  });
  const names = new Set(own.map(([name]) => name));
  const required = properties.flatMap((one, at) => (one.required && names.has(NAMES[at]!) ? [NAMES[at]!] : []));
  const extra: Record<string, PropertySchema> = added ? { extra: { type: 'integer', default: 3 } } : {};
  return modelOf({
    thing: entity({ ...Object.fromEntries(own), ...extra }, { required, ...(soft && { 'x-delete': 'soft' as const }) }),
    ...(!removed && { other: entity({ remark: { type: 'string' } }) }),
  });
}

let database: TestDatabase;
const on = (model: Model): DataLayer => layer(database, {}, model);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Stored {
  readonly rows: readonly Record<string, unknown>[];
  readonly others: number;
  readonly columns: Readonly<Record<string, { readonly type: string; readonly notNull: boolean }>>;
  readonly objects: readonly string[];
}

async function stored(): Promise<Stored> {
  const ask = async <T>(sql: string): Promise<T[]> => (await database.pool.query(sql)).rows as T[];
  const things = await ask<{ row: Record<string, unknown> }>('select to_jsonb(t) as row from thing t order by id');
  const [others] = await ask<{ count: number }>('select count(*)::int as count from other where remark is not null');
  const columns = await ask<{ name: string; type: string; notNull: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull" from pg_attribute
     where attrelid = 'thing'::regclass and attnum > 0 and not attisdropped`,
  );
  const objects = await ask<{ name: string }>(
    `select relname as name from pg_index join pg_class on oid = indexrelid where indrelid = 'thing'::regclass
     union select conname from pg_constraint where conrelid = 'thing'::regclass and contype <> 'n'`,
  );
  return {
    rows: things.map(({ row }) => row),
    others: others!.count,
    columns: Object.fromEntries(columns.map(({ name, ...rest }) => [name, rest])),
    objects: objects.map(({ name }) => name).sort(),
  };
}

/** In the unit of the wire: amounts lie in hundredths. An empty text is no value. */
function read(value: unknown, type: string | undefined): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'bigint') return Number(value) / 100;
  return value;
}

const same = (one: unknown, other: unknown): boolean =>
  String(one) === String(other) || (other !== null && Number(one) === Number(other));

function requireValues(was: Stored, is: Stored, renamed: ReadonlyMap<string, string>): void {
  for (const [at, row] of was.rows.entries())
    for (const [name, value] of Object.entries(row)) {
      if (name === 'updateTime') continue;
      const wanted = read(value, was.columns[name]?.type);
      const now = renamed.get(name) ?? name;
      const found = read(is.rows[at]?.[now], is.columns[now]?.type);
      if (wanted !== null)
        expect([name, wanted, same(wanted, found)]).toEqual([name, found === null ? 'is gone' : wanted, true]);
    }
  expect(is.others).toBe(was.others);
}

/** What the catalogue shows to have happened, one word and name each. */
function happened(was: Stored, is: Stored, renamed: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const old = new Map([...renamed].map(([from, to]) => [to, from]));
  for (const [name, { type, notNull }] of Object.entries(is.columns)) {
    const source = was.columns[name] ?? was.columns[old.get(name) ?? ''];
    if (!source) found.push(`add ${name}`);
    if (source && !was.columns[name]) found.push(`rename ${name}`);
    if (source && source.type !== type) found.push(`type ${name}`);
    if (source && source.notNull !== notNull) found.push(`${notNull ? 'require' : 'free'} ${name}`);
  }
  for (const name of Object.keys(was.columns))
    if (!is.columns[name] && !is.columns[renamed.get(name) ?? '']) found.push(`drop ${name}`);
  for (const name of is.objects) if (!was.objects.includes(name)) found.push(`create ${name}`);
  for (const name of was.objects) if (!is.objects.includes(name)) found.push(`remove ${name}`);
  return found.sort();
}

/** The same, from the words of a plan; a default changes no value and is not looked at. */
function named(does: readonly string[]): string[] {
  const words: readonly [RegExp, (name: string) => string][] = [
    [/^add column thing\.(\w+)$/, (name) => `add ${name}`],
    [/^rename column thing\.\w+ to (\w+)$/, (name) => `rename ${name}`],
    [/^change type of thing\.(\w+) /, (name) => `type ${name}`],
    [/^(?:fill and )?require thing\.(\w+)$/, (name) => `require ${name}`],
    [/^let thing\.(\w+) be empty$/, (name) => `free ${name}`],
    [/^drop the empty column thing\.(\w+)$/, (name) => `drop ${name}`],
    [/^create (\S+)$/, (name) => `create ${name}`],
    [/^drop (\S+)$/, (name) => `remove ${name}`],
  ];
  return does
    .filter((text) => !text.startsWith('change default of '))
    .map((text) => {
      const found = words.flatMap(([pattern, word]) => {
        const match = pattern.exec(text);
        return match ? [word(match[1]!)] : [];
      });
      expect([text, found.length]).toEqual([text, 1]);
      return found[0]!;
    })
    .sort();
}

async function begin(of: Case): Promise<Stored> {
  await database.pool.query(
    `drop schema if exists forecourt_sql cascade;
     do $$ declare t text; begin
       for t in select tablename from pg_tables where schemaname = current_schema() loop execute format('drop table %I cascade', t); end loop;
     end $$`,
  );
  await on(before(of)).applyTables();
  await database.pool.query(`insert into other (remark) values ('kept')`);
  for (const at of [0, 1, 2]) {
    const values = of.properties.map(({ kind, values: chosen }) => {
      const { values: all } = KINDS[kind];
      const index = chosen[at];
      return index === null || index === undefined ? 'null' : all[index % all.length]!;
    });
    await database.pool.query(`insert into thing (a, b, c) values (${values.join(', ')})`);
  }
  return stored();
}

test('whatever schema follows, values stay unless a command names them, and the plan names what happens', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (of) => {
      const was = await begin(of);
      const next = on(after(of));
      const renamed = new Map(
        of.properties.flatMap(({ next: change }, at) =>
          change === 'renamed' ? [[NAMES[at]!, newName(NAMES[at]!)] as const] : [],
        ),
      );
      for (const allowUnsafe of [false, true]) {
        const does: string[] = [];
        try {
          await next.applyTables({
            allowUnsafe,
            announce(plan) {
              const onCommand = allowUnsafe ? plan.unsafe.map(({ statement }) => statement) : [];
              const run = [...plan.safe, ...onCommand].filter(({ finds }) => !finds);
              does.push(...run.map((one) => one.does));
              expect(plan.dropped).toEqual([]);
            },
          });
        } catch (error) {
          if (!(error instanceof TablesRefused)) throw error;
          expect(await stored()).toEqual(was);
          continue;
        }
        const is = await stored();
        requireValues(was, is, renamed);
        expect(happened(was, is, renamed)).toEqual(named(does));
        return;
      }
    }),
    { numRuns: 30 },
  );
}, 300_000);
