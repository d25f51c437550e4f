import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../packages/forecourt/cli/application/readApplication.ts';
import { comparePlacement, comparePlaces, sourceUses } from './checkPortable.ts';
import { CONSTRUCTS, type ConstructName } from './constructs.ts';
import { KNOWN } from './known.ts';
import { PLACES, type Place } from './placement.ts';
import { readSchemas, schemaUses, statementsOf } from './schemaUses.ts';
import { readSources, tablesMadeIn, usesIn } from './sourceTexts.ts';

const [schemas, sources, page] = await Promise.all([
  readSchemas(ROOT),
  readSources(ROOT),
  readFile(path.join(ROOT, 'docs/portability.md'), 'utf8'),
]);
const uses = [...sourceUses(sources), ...schemaUses(schemas)];
/** Cells of the tables of the document, without what aligns them. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

test('every place whose SQL is not portable is in the list, and every place of the list is there', () => {
  expect(comparePlaces(uses)).toEqual([]);
});

test('every table has a place on the machines', () => {
  expect(comparePlacement(schemas.model, sources)).toEqual([]);
});

/** Faults, each as somebody would write it. */
const PLANTED: readonly (readonly [ConstructName, string])[] = [
  [
    'exclusion',
    'const made = `alter table room add constraint once exclude using gist (${ident(key)} with =, span with &&)`;',
  ],
  ['advisory', 'await sql`select pg_advisory_xact_lock(${id})`.execute(db);'],
  ['notify', 'await client.query(`listen ${channel}`);'],
  ['notify', "await client.query(`select pg_notify('stock', $1)`, [id]);"],
  ['sequence', "export const made = 'create sequence tickets';"],
  ['sequence', 'const next = SQL`nextval(${literal(name)})`;'],
  [
    'counter',
    'sql`insert into tally (day, last) values (${day}, 1) on conflict (day) do update set last = tally.last + 1`;',
  ],
  [
    'counter',
    'sql`insert into tally (day, last) values (${day}, ${n}) on conflict (day) do update set last = tally.last + excluded.last`;',
  ],
  ['trigger', 'const made = `create trigger watch after insert on ${table} for each row execute function seen()`;'],
  ['systemColumn', 'const version = SQL`${alias}.xmin::text`;'],
  ['snapshot', "const seen = 'select pg_current_snapshot()';"],
  ['foreignKey', 'const made = `create table part ("orderId" bigint references "order" (id))`;'],
  ['unique', 'const made = `create unique index on ${table} (code)`;'],
  ['gin', 'const made = `create index on ${table} using gin (words)`;'],
  ['skipLocked', "db.selectFrom('job').selectAll().forUpdate().skipLocked();"],
  ['skipLocked', 'sql`select id from job for update skip locked`;'],
  ['partition', 'const made = `create table log (time timestamptz) partition by range (time)`;'],
  ['unlogged', "const made = 'create unlogged table cache (id bigint)';"],
  ['changingWith', 'SQL`with _n as (insert into ${table} default values returning id) select id from _n`;'],
  ['tableLock', 'sql`lock table holiday in exclusive mode`;'],
  ['statistics', "const guess = 'select reltuples from pg_class';"],
  ['position', "const at = 'select pg_current_wal_lsn()';"],
];

test.each(PLANTED)('%s in a new file is found: %s', (construct, source) => {
  const file = 'src/rental/server/planted.ts';
  expect(usesIn(source, file)).toContainEqual({ construct, file, line: 1 });
  const [problem, ...others] = comparePlaces([...uses, { construct, file, line: 1 }]);
  expect(problem).toContain(`${file}:1: `);
  expect(others).toEqual([]);
});

test('each construct is planted', () => {
  expect(new Set(PLANTED.map(([construct]) => construct))).toEqual(new Set(CONSTRUCTS.map(({ name }) => name)));
});

test('a comment and a word of every day are no SQL', () => {
  const source = `// create trigger, pg_advisory_lock(1)
    const text = 'The partition by the door is locked, the table too: listen, notify, and skip the sequence';`;
  expect(usesIn(source, 'src/a.ts')).toEqual([]);
});

test('a place of the list where nothing is any more is named', () => {
  const without = uses.filter(({ file, construct }) => construct !== 'systemColumn' || !file.endsWith('stored.ts'));
  expect(comparePlaces(without)).toEqual([
    'packages/forecourt/src/server/data/writer/stored.ts: a system column (xmin, ctid) is not there any more; take it out of known.ts',
  ]);
});

test('a new table without a place, and a place without its table, are named', () => {
  const planted = { file: 'src/a.ts', source: 'const made = `create table "newOne" (id bigint)`;' };
  expect(tablesMadeIn(planted.source)).toEqual(['newOne']);
  const places = new Map<string, Place>([...PLACES, ['oldOne', 'one']]);
  expect(comparePlacement(schemas.model, [...sources, planted], places)).toEqual([
    'newOne: placement.ts gives it no place',
    'oldOne: there is no such table any more',
  ]);
});

test('a reference from one machine to another in a schema is a foreign key that no database checks', () => {
  const crossing = schemaUses(schemas).filter(({ construct }) => construct === 'foreignKey');
  expect(crossing.map(({ file }) => file)).toContain('schemas/coupon.json');
  expect(crossing.map(({ file }) => file)).not.toContain('schemas/internal/contract.json');
});

test('the statements of the tables are those of a first start', async () => {
  const statements = await statementsOf(schemas.model);
  for (const start of ['create table "order" (', 'create table "operationLog" (', 'alter table "hold" add constraint'])
    expect(statements.some((sql) => sql.startsWith(start))).toBe(true);
});

test.each(CONSTRUCTS)('docs/portability.md says the way out of $is', ({ name, is }) => {
  const { places, wayOut } = KNOWN[name];
  expect(rows).toContainEqual([is, String(Object.keys(places).length), wayOut]);
});

test('docs/portability.md names the tables of each place', () => {
  const said = {
    order: 'beside its order, by its pickup store',
    everywhere: 'a copy on every machine',
    one: 'on one machine',
  };
  for (const [place, words] of Object.entries(said)) {
    const tables = [...PLACES].filter(([, there]) => there === place).map(([table]) => `\`${table}\``);
    expect(rows).toContainEqual([words, tables.join(', ')]);
  }
});
