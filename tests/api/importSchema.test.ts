import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  readableSchemas,
  readApplication,
  type Declaration,
} from '../../packages/forecourt/cli/application/readApplication.ts';
import { runScript } from '../../packages/forecourt/cli/application/testing/runScript.ts';
import { checkApplication } from '../../packages/forecourt/cli/check/checkApplication.ts';
import { importSchema } from '../../packages/forecourt/cli/import/importSchema.ts';
import { compileModel, type Model } from 'forecourt/model';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';

const SHOP = `
create schema other;
create table other.currency (id int primary key);
create type rating as enum ('G', 'PG-13', 'R');
create domain percent as numeric(5,2) check (value >= 0);
create table language (language_id serial primary key, name varchar(20) not null unique);
create table film (
  film_id serial primary key,
  title varchar(255) not null,
  description text,
  language_id int not null references language,
  original_language_id int references language (language_id),
  rating rating default 'G',
  rental_price numeric(6,2) not null default 4.99 check (rental_price >= 0),
  length smallint check (length between 1 and 600),
  status varchar(10) not null default 'new' check (status in ('new', 'old')),
  released date,
  withdrawn date check (withdrawn >= released),
  on_air time,
  special_features text[],
  facts jsonb not null default '{}',
  active boolean not null default true,
  footage tsvector,
  title_length int generated always as (length(title)) stored,
  currency_id int references other.currency,
  created_at timestamptz not null default now(),
  last_update timestamp not null default now(),
  deleted_at timestamptz,
  check (withdrawn >= released),
  check (title <> description)
);
comment on table film is '影片';
comment on column film.title is 'Film title';
comment on column film.released is 'The day on which the film was first shown to a paying public anywhere';
create unique index film_title on film (title) where deleted_at is null;
create unique index film_new on film (description) where status = 'new';
create index film_language on film (language_id, released);
create index film_released on film (released);
create index film_created on film (created_at);
create index film_pages on film (film_id, created_at);
create index film_gone on film (deleted_at);
create index film_lower on film (lower(title));
create table actor (actor_id serial primary key, first_name varchar(45) not null, last_name varchar(45) not null, unique (first_name, last_name));
create table film_actor (actor_id int references actor, film_id int references film, last_update timestamptz, primary key (actor_id, film_id));
create table inventory (store_no int, shelf int, film_id int not null references film, primary key (store_no, shelf));
create table loan (
  id uuid primary key default gen_random_uuid(),
  store_no int, shelf int,
  foreign key (store_no, shelf) references inventory,
  amount money
);
create table meter (
  id bigserial primary key,
  reading int8 not null default 9223372036854775807,
  turns bigserial,
  low bigint check (low between -5 and 9007199254740991),
  high bigint check (high <= 9007199254740993),
  steps numeric(15,0),
  weights numeric(18,0),
  heavier numeric(19,0),
  list bigint[],
  read_at timestamptz,
  sent timestamp(3) with time zone,
  held timestamp(0) with time zone
);
create table "user" (id bigint generated always as identity primary key, "e-mail" varchar(80));
create table 订单 (编号 serial primary key, "客户 姓名" varchar(20), film_id int references film);
create view cheap as select * from film where rental_price < 1;
`;

let database: TestDatabase;
let folder: string;
let run: Awaited<ReturnType<typeof importSchema>>;
let model: Model;

const url = (): string => {
  const { host, port, user, password, database: name } = database.connection;
  const query = new URLSearchParams({ host: host ?? '127.0.0.1', port: String(port ?? 5432) });
  return `postgres://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}@/${name}?${query.toString()}`;
};
const importTo = (out: string, tables?: readonly string[]) =>
  importSchema({ database: url(), ...(tables && { tables }) }, { out, camelCase: tables === undefined });
const notesOf = ({ notes }: typeof run): string => notes.map(({ what, why }) => `${what}: ${why}`).join('\n');
const property = (entity: string, name: string): unknown => model.entities.get(entity)!.byName.get(name)?.schema;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(SHOP);
  folder = await mkdtemp(path.join(tmpdir(), 'forecourt-import-'));
  run = await importTo(folder);
  const source = await readApplication(folder);
  model = compileModel({
    schemas: readableSchemas(source),
    resources: [...source.declarations.values()].map((file) => file.declaration as Declaration) as never,
    codes: source.codes,
  });
});
afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('the written folder is an application without mistakes', async () => {
  // Names in Chinese make Chinese labels, which is worth a warning in the other languages.
  const findings = await checkApplication(folder);
  expect(findings.filter(({ level, pointer }) => level === 'error' || !pointer.includes('订单'))).toEqual([]);
});

describe('carries over', () => {
  test.each<[string, string, string, object]>([
    ['lengths', 'film', 'title', { type: 'string', maxLength: 255, 'x-unique': true }],
    ['long texts', 'film', 'description', { type: 'string', 'x-widget': 'text' }],
    ['references', 'film', 'languageId', { type: 'integer', 'x-ref': { resource: 'language' } }],
    ['enum types', 'film', 'rating', { type: 'string', 'x-codes': 'rating', default: 'G' }],
    ['money, limits and defaults', 'film', 'rentalPrice', { type: 'number', 'x-widget': 'money', minimum: 0, maximum: 9999.99, default: 4.99 }],
    ['ranges', 'film', 'length', { type: 'integer', minimum: 1, maximum: 600 }],
    ['lists of values', 'film', 'status', { type: 'string', 'x-codes': 'filmStatus', default: 'new' }],
    ['one date after another', 'film', 'withdrawn', { type: 'string', format: 'date', 'x-after': 'released' }],
    ['indexes', 'film', 'released', { type: 'string', format: 'date', 'x-index': true, description: 'The day on which the film was first shown to a paying public anywhere' }],
    ['lists', 'film', 'specialFeatures', { type: 'array', items: { type: 'string' } }],
    ['documents', 'film', 'facts', { type: ['object', 'array', 'string', 'number', 'boolean'], default: {} }],
    ['truth', 'film', 'active', { type: 'boolean', default: true }],
    ['numbers of 64 bits', 'meter', 'reading', { type: 'integer', format: 'int64', default: '9223372036854775807' }],
    ['numbers of 64 bits that the database counts', 'meter', 'turns', { type: 'integer', format: 'int64' }],
    ['limits of them that JSON holds', 'meter', 'low', { type: 'integer', format: 'int64', minimum: -5, maximum: 9_007_199_254_740_991 }],
    ['no limits that JSON does not hold', 'meter', 'high', { type: 'integer', format: 'int64' }],
    ['whole decimal numbers', 'meter', 'steps', { type: 'integer', format: 'int64', minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 }],
    ['whole decimal numbers of 18 digits', 'meter', 'weights', { type: 'integer', format: 'int64' }],
    ['times with all their digits', 'meter', 'readAt', { type: 'string', format: 'date-time', 'x-precision': 6 }],
    ['times with some digits', 'meter', 'sent', { type: 'string', format: 'date-time', 'x-precision': 3 }],
    ['times without any', 'meter', 'held', { type: 'string', format: 'date-time' }],
    ['unique columns', 'language', 'name', { type: 'string', maxLength: 20, 'x-unique': true }],
    ['relations of many to many', 'film', 'actorIds', { type: 'array', items: { type: 'integer' }, uniqueItems: true, 'x-ref': { resource: 'actor' } }],
    ['names of any script', '订单', '客户姓名', { type: 'string', maxLength: 20 }],
    ['keys that are no numbers', 'loan', 'idValue', { type: 'string', maxLength: 36, pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', 'x-unique': true, 'x-default': 'uuid', readOnly: true }],
  ])('%s', (_what, entity, name, schema) => {
    expect(property(entity, name)).toEqual(schema);
  }); // prettier-ignore

  test('what must be filled in, and what has a default need not', () => {
    expect(model.entities.get('film')!.schema.required).toEqual(['title', 'languageId']);
  });

  test('unique combinations, indexes over several columns and hidden rows', () => {
    const { schema } = model.entities.get('film')!;
    expect(schema['x-unique']).toEqual([{ fields: ['description'], where: { status: ['new'] } }]);
    expect(schema['x-index']).toEqual([['createTime'], ['languageId', 'released'], ['id', 'createTime']]);
    expect(schema['x-delete']).toBe('soft');
    expect(model.entities.get('actor')!.schema['x-unique']).toEqual([{ fields: ['firstName', 'lastName'] }]);
    expect(model.entities.get('inventory')!.schema['x-unique']).toEqual([{ fields: ['storeNo', 'shelf'] }]);
  });

  test('code tables in their order, with labels', async () => {
    expect(model.codes['rating']).toEqual([{ code: 'G' }, { code: 'PG-13' }, { code: 'R' }]);
    const texts = JSON.parse(await readFile(path.join(folder, 'i18n/en-US.json'), 'utf8')) as { codes: object };
    expect(texts.codes).toMatchObject({ filmStatus: { new: 'New', old: 'Old' } });
  });

  test('comments as labels in the language of their script', async () => {
    const texts = async (language: string) =>
      (
        JSON.parse(await readFile(path.join(folder, 'i18n', `${language}.json`), 'utf8')) as {
          resources: { film: object };
        }
      ).resources.film;
    expect(await texts('zh-CN')).toMatchObject({ name: '影片', fields: { title: 'Film title' } });
    expect(await texts('en-US')).toMatchObject({ name: 'Film', fields: { title: 'Film title' } });
  });

  test('references both ways: the lists of what refers to a record', () => {
    expect(model.resources.get('language')!.show.related).toEqual([
      { resource: 'film', field: 'languageId' },
      { resource: 'film', field: 'originalLanguageId' },
    ]);
    expect(model.entities.has('filmActor')).toBe(false);
  });
});

test('names everything that it could not carry over', () => {
  for (const line of [
    'film.film_id: the key is called id',
    'film.footage: left out: the type tsvector has no kind of value',
    'film.title_length: generated columns are left out',
    'film.film_currency_id_fkey: refers to other.currency, which is not imported',
    'film.film_check',
    'film.film_lower: an index over an expression',
    'film.film_gone: the index has columns that are left out',
    'film_actor: joins film and actor: becomes film.actorIds',
    'inventory.inventory_pkey: the composite key becomes a unique combination',
    'loan.loan_store_no_shelf_fkey: a reference over several columns',
    'loan.id: a key of the type uuid is kept as a unique property',
    'user: is called appUser: user is an entity of the framework',
    'cheap: is a view: left out',
    'film.rentalPrice, loan.amount: the currency is left out',
    'meter.turns: the database numbered the rows',
    'meter.meter_high_check: the check is not carried over',
    'meter.weights: the precision (18) is not carried over: 64 bits are the limit',
    'meter.heavier: becomes a double precision number',
    'meter.list: the entries become whole numbers of 32 bits',
    'film: createTime, updateTime and deleteTime are shown to the second',
  ])
    expect(notesOf(run)).toContain(line);
});

test('keeps column names unless told otherwise, and takes only the tables that were named', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'forecourt-import-'));
  expect((await importTo(out, ['film', 'language'])).entities).toBe(2);
  expect(await checkApplication(out)).toEqual([]);
  const schema = JSON.parse(await readFile(path.join(out, 'schemas/film.json'), 'utf8')) as { properties: object };
  expect(schema.properties).toMatchObject({ language_id: { 'x-ref': { resource: 'language', as: 'language_name' } } });
  await rm(out, { recursive: true, force: true });
});

test('changes nothing when a file is there already', async () => {
  const before = await readFile(path.join(folder, 'schemas/film.json'), 'utf8');
  await expect(importTo(folder)).rejects.toThrow(/exist/);
  expect(await readFile(path.join(folder, 'schemas/film.json'), 'utf8')).toBe(before);
});

test('says which table or schema is missing, and when the database cannot be reached', async () => {
  await expect(importTo(folder, ['flim'])).rejects.toThrow('there is no table flim in the schema public');
  const nowhere = importSchema({ database: 'postgres://127.0.0.1:1/none' }, { out: folder });
  await expect(nowhere).rejects.toThrow('the database cannot be read');
  const unknown = importSchema({ database: url(), schemas: ['public', 'person'] }, { out: folder });
  await expect(unknown).rejects.toThrow('there are no tables in the schema person');
});

test('the command takes several schemas, said once or more, and ends with what to do next', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'forecourt-import-'));
  const args = ['--database', url(), '--out', out, '--schema', 'public,other', '--schema', 'other', '--camel-case'];
  const { code, stdout, stderr } = await runScript('import/command.ts', args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toContain('film_currency_id_fkey');
  expect(stdout).toContain('public.cheap: is a view: left out');
  expect(stdout).toContain(`next: npm run check -- --app ${out}`);
  expect(JSON.parse(await readFile(path.join(out, 'schemas/film.json'), 'utf8'))).toMatchObject({
    properties: { currencyId: { 'x-ref': { resource: 'currency' } } },
  });
  await rm(out, { recursive: true, force: true });
});
