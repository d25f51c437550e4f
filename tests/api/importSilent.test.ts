import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableSchemas, readApplication } from '../../packages/forecourt/cli/application/readApplication.ts';
import { checkApplication } from '../../packages/forecourt/cli/check/checkApplication.ts';
import { importSchema } from '../../packages/forecourt/cli/import/importSchema.ts';
import type { EntitySchema } from 'forecourt/model';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';

/** Each table says one thing that is easily lost. */
const TABLES = `
create domain model_year as integer check (value between 1901 and 2155);
create domain level as text default 'low' check (value in ('low', 'high'));
create domain odd as integer check (value % 2 = 1);
create type mood as enum ('', 'constructor', '__proto__', 'toString', 'v1', 'v1.5');
create table ticket (
  id serial primary key, title text not null default '', number serial not null, seq int generated always as identity,
  tags text[] not null default '{}', names text[] not null default '{a,b}', meta jsonb not null default '[]', facts jsonb not null default '{"a": 1}',
  opened date not null default '2026-01-31', closed date not null default current_date, at_time time not null default '09:30:00',
  since timestamptz not null default now(), token uuid not null default gen_random_uuid(), rank int not null default floor(random() * 9), must text not null
);
create table span (
  id serial primary key, low int, high int, top int, check (high > low), check (top >= high),
  year model_year, level level, odd odd, ratio numeric(5,2), price numeric(6,2), rounded numeric(6,-2), tiny smallint, current numeric(10,2), parent numeric(8,2),
  days int check (days >= 1 and days < 30), code text check (code > '5')
);
create table person (id serial primary key, name text not null);
create table employee (person_id int primary key references person(id) on delete cascade, badge text not null);
create table payslip (id serial primary key, employee_id int not null default 1 references employee on delete set null);
create table membership (person_id int references person on delete cascade, ticket_id int references ticket, created_at timestamptz default now(), primary key (person_id, ticket_id));
create table knot (id serial primary key, above int references knot on delete cascade, stuck int not null references person on delete set null, other int default 1 references person on delete set default);
create table folder (id serial primary key, name text, deleted_at timestamptz);
create table paper (id serial primary key, folder_id int references folder on delete cascade);
create table pairs (id serial primary key, a int, b int not null, c int, ids uuid[], short varchar(3)[], unique nulls not distinct (a, b), mood mood);
create unique index pairs_c on pairs (c) nulls not distinct;
create table format (id serial primary key, name text);
create table medium (id serial primary key, name text, format int references format(id), "values" int references format(id), "pageNo" int references format(id), columns boolean, constructor text);
`;

let database: TestDatabase;
let folder: string;
let notes: readonly string[];
let schemas: Record<string, EntitySchema>;

const url = (): string => {
  const { host, port, user, password, database: name } = database.connection;
  const query = new URLSearchParams({ host: host ?? '127.0.0.1', port: String(port ?? 5432) });
  return `postgres://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}@/${name}?${query.toString()}`;
};
const property = (entity: string, name: string) => schemas[entity]!.properties[name];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(TABLES);
  folder = await mkdtemp(path.join(tmpdir(), 'forecourt-silent-'));
  const written = await importSchema({ database: url() }, { out: folder });
  notes = written.notes.map(({ what, why }) => `${what}: ${why}`);
  schemas = readableSchemas(await readApplication(folder));
});
afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('an import', () => {
  it('has no mistakes: names of parameters, of objects and codes with dots are fine', async () => {
    expect((await checkApplication(folder)).filter(({ level }) => level === 'error')).toEqual([]);
    expect(await readFile(path.join(folder, 'resources/medium.ts'), 'utf8')).toContain(
      "filters: ['keyword', 'format', 'values', 'pageNoValue', 'columns']",
    );
    const { codes } = JSON.parse(await readFile(path.join(folder, 'i18n/en-US.json'), 'utf8')) as {
      codes: Record<string, object>;
    };
    expect(Object.keys(codes['mood']!).sort()).toEqual(['__proto__', 'constructor', 'toString', 'v1', 'v1.5']);
  });

  it('asks for nothing that the database would have filled in', () => {
    expect(schemas['ticket']!.required).toEqual(['must']);
    expect(schemas['payslip']!.required).toBeUndefined();
  });

  it.each<[string, object | undefined]>([
    ['tags', { default: [] }],
    ['names', { default: ['a', 'b'] }],
    ['meta', { default: [] }],
    ['facts', { default: { a: 1 } }],
    ['opened', { default: '2026-01-31' }],
    ['closed', { 'x-default': 'today' }],
    ['at_time', { default: '09:30' }],
    ['since', { 'x-default': 'now' }],
    ['token', { 'x-default': 'uuid', readOnly: true }],
  ])('carries over the default of %s', (name, said) => {
    expect(property('ticket', name)).toMatchObject(said!);
  });

  it.each<[string, string, object]>([
    ['the check of a domain', 'year', { type: 'integer', minimum: 1901, maximum: 2155 }],
    ['precision and scale', 'ratio', { type: 'number', multipleOf: 0.01, minimum: -999.99, maximum: 999.99 }],
    ['the range of an amount', 'price', { type: 'number', 'x-widget': 'money', minimum: -9999.99, maximum: 9999.99 }],
    ['a scale before the point', 'rounded', { type: 'integer', multipleOf: 100, minimum: -99_999_900, maximum: 99_999_900 }],
    ['the range of a smallint', 'tiny', { type: 'integer', minimum: -32_768, maximum: 32_767 }],
    ['a limit beside a type', 'days', { type: 'integer', minimum: 1, exclusiveMaximum: 30 }],
    ['a choice of a domain with its default', 'level', { type: 'string', 'x-codes': 'level', default: 'low' }],
    ['an order of two', 'top', { type: 'integer', 'x-after': 'high' }],
  ])('carries over %s', (_what, name, schema) => {
    expect(property('span', name)).toEqual(schema);
  }); // prettier-ignore

  it('takes for money what a whole word calls so', () => {
    for (const name of ['current', 'parent']) expect(property('span', name)).not.toHaveProperty('x-widget');
  });

  it('keeps a key that is a reference as a reference, one to one', () => {
    expect(property('employee', 'person_id')).toMatchObject({ 'x-unique': true, 'x-ref': { resource: 'person' } });
    expect(schemas['employee']!.required).toEqual(['person_id', 'badge']);
    expect(property('payslip', 'employee_id')).toMatchObject({ 'x-ref': { resource: 'employee' } });
  });

  it('keeps what a list holds', () => {
    expect(property('pairs', 'ids')!.items).toMatchObject({ type: 'string', pattern: expect.stringContaining('-') });
    expect(property('pairs', 'short')!.items).toEqual({ type: 'string', maxLength: 3 });
    expect(property('pairs', 'ids')!.items).not.toHaveProperty('x-widget');
  });

  it('keeps the fractions of a time', () => {
    expect(property('ticket', 'since')).toMatchObject({ format: 'date-time', 'x-precision': 6 });
    expect(notes.filter((one) => one.startsWith('ticket.since'))).toEqual([]);
  });

  it('carries over what becomes of a record when the one that it names is deleted', () => {
    expect(property('employee', 'person_id')).toMatchObject({ 'x-on-delete': 'cascade' });
    expect(property('payslip', 'employee_id')).toMatchObject({ 'x-on-delete': 'clear' });
    expect(notes.filter((one) => /^(employee|payslip).*on delete/.test(one))).toEqual([]);
    expect(property('knot', 'above')).not.toHaveProperty('x-on-delete');
  });

  it.each([
    'ticket.number: the database numbered the rows',
    'ticket.seq: the database numbered the rows',
    'ticket.rank: the default floor',
    'span.span_check: high may be equal to low here',
    'span.odd: the check of odd is not carried over: CHECK (((VALUE % 2) = 1))',
    "span.span_code_check: the check is not carried over: CHECK ((code > '5'::text))",
    'pairs.pairs_a_b_key: rows that have nothing in a do not collide here',
    'pairs.pairs_c: rows that have nothing in c do not collide here',
    'employee.person_id: the key is a reference, too: it stays one, unique, beside the id',
    'knot.knot_above_fkey: on delete cascade is not carried over, a knot is not deleted while a knot names it: a circle',
    'paper.paper_folder_id_fkey: on delete cascade is not carried over, a folder is not deleted while a paper names it: one of the two is only put away',
    'knot.knot_stuck_fkey: on delete set null is not carried over, a person is not deleted while a knot names it: "stuck" is required',
    'knot.knot_other_fkey: on delete set default is not carried over',
    'payslip.payslip_employee_id_fkey: the default 1 is not carried over',
    'membership: left out: created_at, for a list of ids has nothing beside them',
    'medium.pageNo: is called pageNoValue',
    'medium.constructor: is called columnConstructor',
    'pairs.mood: the empty code is no code',
  ])('says %s', (line) => {
    expect(notes.filter((note) => note.startsWith(line)), notes.join('\n')).toHaveLength(1);
  }); // prettier-ignore
});
