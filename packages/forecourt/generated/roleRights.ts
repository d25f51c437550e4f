import { sql } from 'kysely';
import { expect } from 'vitest';
import { factsOf, privateFilePath, type Field, type Model, type Resource } from '../model.ts';
import { mask } from '../src/server/data/kinds/masks.ts';
import type { Client } from './run/application.ts';
import { callsOf, csvOf, type Sample } from './calls.ts';
import { allKeys } from './people.ts';
import { writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';
import { uploadPicture } from './ways.ts';

type Right = 'hidden' | 'masked' | 'read' | 'write';
type Row = Readonly<Record<string, unknown>>;

/** Every property has every right once: each round gives it the next one. */
const RIGHTS: readonly Right[] = ['hidden', 'masked', 'read', 'write'];

/** Texts that no sample has. Two of them differ in the middle only, which every mask hides. */
const wordOf = (ordinal: number): string => `Qqk${String(ordinal % 100_000).padStart(5, '0')}zvvz`;
const partOf = (word: string): string => word.slice(4, 9);

const isText = ({ kind, codes, schema, writeOnly, sensitive, widget }: Field): boolean =>
  (kind === 'string' || kind === 'text') &&
  codes === undefined &&
  !writeOnly &&
  !sensitive &&
  widget !== 'secret' &&
  (schema.maxLength ?? 100) >= 12;

/** The rights of one round, told from the declarations alone: what holds no text cannot be masked. */
function rightsOf({ entity }: Resource, round: number): ReadonlyMap<Field, Right> {
  const own = entity.fields.filter(({ builtIn }) => !builtIn);
  return new Map(
    own.map((field, at) => {
      const right = RIGHTS[(at + round) % RIGHTS.length]!;
      const masked = (field.mask ?? (isText(field) ? 'name' : undefined)) !== undefined;
      if (right === 'masked' && !masked) return [field, 'hidden'];
      return [field, field.writeOnly && right === 'read' ? 'hidden' : right];
    }),
  );
}

/** Two records with texts of their own in the places of theirs, for as long as `run` takes. */
async function withWords<R>(
  { running, records }: Subject,
  { name, entity }: Resource,
  run: (made: readonly [Told, Told]) => Promise<R>,
): Promise<R> {
  const texts = entity.fields.filter((field) => isText(field) && field.name !== entity.stateField);
  const rowOf = async (id: number): Promise<Row> => {
    const { rows } = await sql<{
      row: Row;
    }>`select to_jsonb(t) as row from ${sql.table(name)} t where id = ${id}`.execute(running.db);
    return rows[0]!.row;
  };
  const set = async (id: number, values: Row): Promise<void> => {
    for (const [column, value] of Object.entries(values))
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(running.db);
  };
  const made: Told[] = [];
  const before: Row[] = [];
  for (let at = 0; at < 2; at++) {
    const { id } = await records.create(name);
    const row = await rowOf(id);
    const words = new Map(texts.map((field) => [field, wordOf(records.fresh())] as const));
    before.push(Object.fromEntries(texts.map((field) => [field.name, row[field.name]])));
    await set(id, Object.fromEntries([...words].map(([field, word]) => [field.name, word])));
    made.push({ id, words });
  }
  try {
    return await run([made[0]!, made[1]!]);
  } finally {
    for (const [at, { id }] of made.entries()) await set(id, before[at]!);
  }
}

interface Told {
  readonly id: number;
  readonly words: ReadonlyMap<Field, string>;
}

/** Somebody with every right but those that the role takes. */
async function narrowed(
  { running, people, model }: Subject,
  { name }: Resource,
  rights: ReadonlyMap<Field, Right>,
): Promise<Client> {
  const client = await people.with(allKeys(model));
  const taken = Object.fromEntries([...rights].map(([field, right]) => [field.name, right]));
  await sql`
    update role set "fieldRights" = ${JSON.stringify({ [name]: taken })}::jsonb where id = (select max(id) from role)
  `.execute(running.db);
  return client;
}

const withRight = (rights: ReadonlyMap<Field, Right>, ...wanted: readonly Right[]): readonly Field[] =>
  [...rights].flatMap(([field, right]) => (wanted.includes(right) ? [field] : []));

/** What is answered to somebody by all ways to read, by the name of the way. */
async function answersTo(
  client: Client,
  { model }: Subject,
  resource: Resource,
  { id, words }: Told,
): Promise<readonly (readonly [way: string, text: string])[]> {
  const calls = callsOf(resource);
  const { name, entity, dialect } = resource;
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';
  const texts: [string, string][] = [
    ['list', (await calls.list(client, { filter: { [ids]: String(id) } })).text],
    ['record', (await calls.read(client, id)).text],
    ['refusal', (await calls.update(client, id, { noSuchProperty: 1 })).text],
    ['changes', (await client.inject({ method: 'GET', url: '/api/live' })).text],
  ];
  if (calls.options) texts.push(['choices', (await calls.options(client)).text]);
  if (calls.history) texts.push(['history', (await calls.history(client, id)).text]);
  for (const values of ['labels', 'raw'] as const)
    if (calls.exported) {
      const { text } = await calls.exported(client, { format: 'csv', values }, { [ids]: String(id) });
      texts.push([`export of ${values}`, text]);
    }
  if (calls.check) texts.push(['template', (await calls.template(client, 'csv')).text]);
  for (const [field, word] of words) {
    const found = await client.inject({ method: 'GET', url: '/api/search', query: { q: word } });
    texts.push([`palette for ${field.name}`, found.text]);
  }
  for (const other of model.resources.values())
    for (const field of other.entity.fields) {
      const isListed = other.dialect === 'simple-rest' || other.api.list !== undefined;
      if (!isListed || field.ref?.resource !== name || !factsOf(field).relation) continue;
      const { text, status } = await callsOf(other).list(client, { filter: { [field.name]: String(id) } });
      if (status === 200) texts.push([`${field.name} of ${other.name}`, text]);
    }
  for (const { path } of model.dashboards)
    texts.push([`figures of ${path}`, (await client.inject({ method: 'GET', url: `/api${path}` })).text]);
  const tabs = await client.inject({ method: 'GET', url: `/api/resources/${name}/tabs` });
  if (resource.list.tabs.length > 0) expect([entity.name, tabs.statusCode || tabs.http]).toEqual([entity.name, 200]);
  return texts;
}

/** Rows of a list or a record, whose keys are properties. */
const keysIn = (rows: readonly Sample[]): ReadonlySet<string> => new Set(rows.flatMap((row) => Object.keys(row)));

async function expectRead(
  client: Client,
  subject: Subject,
  resource: Resource,
  rights: ReadonlyMap<Field, Right>,
  told: Told,
) {
  const calls = callsOf(resource);
  const ids = resource.dialect === 'simple-rest' ? 'id' : 'ids';
  const closed = new Set(withRight(rights, 'hidden', 'masked'));
  const secrets = [...told.words].filter(([field]) => closed.has(field) || field.mask !== undefined);
  const shown = (await answersTo(client, subject, resource, told)).flatMap(([way, text]) =>
    secrets.flatMap(([field, word]) => (closed.has(field) && text.includes(word) ? [`${field.name} by ${way}`] : [])),
  );
  expect(shown).toEqual([]);

  const list = await calls.list(client, { filter: { [ids]: String(told.id) } });
  const { data, status } = await calls.read(client, told.id);
  if (status !== 200) return;
  const keys = keysIn([...list.rows, data as Sample]);
  const parts = ({ name, ref }: Field): string[] => [name, ...(ref ? [ref.as] : [])];
  const hidden = withRight(rights, 'hidden').flatMap(parts);
  expect(hidden.filter((name) => keys.has(name))).toEqual([]);
  const record = data as Sample;
  for (const field of withRight(rights, 'masked')) {
    const word = told.words.get(field);
    if (word)
      expect([field.name, record[field.name]]).toEqual([
        field.name,
        mask(field.mask ?? (field.widget === 'phone' ? 'phone' : 'name'), word),
      ]);
  }
  // What the role leaves is there as it was; a record that has no call of its own is one of the list, which masks.
  const isListed = resource.dialect !== 'simple-rest' && resource.api.info === undefined;
  for (const field of withRight(rights, 'read', 'write')) {
    const word = told.words.get(field);
    if (word)
      expect([field.name, record[field.name]]).toEqual([
        field.name,
        isListed && field.mask ? mask(field.mask, word) : word,
      ]);
  }
}

async function expectUntold(
  client: Client,
  resource: Resource,
  rights: ReadonlyMap<Field, Right>,
  made: readonly [Told, Told],
) {
  const calls = callsOf(resource);
  const { entity, dialect, list } = resource;
  const simple = dialect === 'simple-rest';
  const only = { [simple ? 'id' : 'ids']: made.map(({ id }) => id).join() };
  for (const field of withRight(rights, 'hidden', 'masked')) {
    const order = async (direction: 'asc' | 'desc'): Promise<unknown> => {
      const { status, rows } = await calls.list(client, { filter: only, sort: [field.name, direction] });
      return status === 200 ? rows.map(({ id }) => id) : status;
    };
    const word = made[0].words.get(field);
    const isHidden = rights.get(field) === 'hidden';
    if (isHidden) expect([field.name, await order('asc')]).toEqual([field.name, await order('desc')]);
    if (!word) continue;
    // Alike but for what the mask hides: in the order of their ids.
    if (!isHidden)
      expect([field.name, await order('asc')]).toEqual([field.name, made.map(({ id }) => id).sort((a, b) => a - b)]);
    const filters = list.filters.filter(
      ({ paths }) => paths.length === 1 && paths[0]!.steps.length === 0 && paths[0]!.last === field.name,
    );
    const asked = [
      ...filters.map((filter) => filter.name),
      ...(entity.search.includes(field.name) ? [simple ? 'q' : 'keyword'] : []),
    ];
    for (const parameter of asked) {
      const found = await calls.list(client, { filter: { ...only, [parameter]: partOf(word) } });
      expect([parameter, found.rows.map(({ id }) => id)]).toEqual([parameter, []]);
      const whole = await calls.list(client, { filter: { ...only, [parameter]: word } });
      if (isHidden) expect([parameter, whole.rows.map(({ id }) => id)]).toEqual([parameter, []]);
    }
    if (!calls.exported) continue;
    const file = await calls.exported(client, { format: 'csv', values: 'raw', columns: [field.name] });
    expect([field.name, file.status]).toEqual([field.name, 400]);
  }
}

async function expectUnwritten(
  client: Client,
  subject: Subject,
  resource: Resource,
  rights: ReadonlyMap<Field, Right>,
  { id }: Told,
) {
  const calls = callsOf(resource);
  const { name, entity } = resource;
  const { running, records } = subject;
  const writable = new Set(writableFields(resource));
  const stored = async (): Promise<unknown> =>
    (await sql`select to_jsonb(t) as row from ${sql.table(name)} t where id = ${id}`.execute(running.db)).rows;
  const counted = async (): Promise<unknown> =>
    (await sql`select count(*) from ${sql.table(name)}`.execute(running.db)).rows;
  const [before, count] = [await stored(), await counted()];
  for (const field of withRight(rights, 'hidden', 'masked', 'read')) {
    if (!writable.has(field)) continue;
    const value = records.sampleWith(name, field.name)?.[field.name];
    if (value === undefined) continue;
    const { status, errors } = await calls.update(client, id, { [field.name]: value });
    expect([field.name, status, Object.keys(errors)]).toEqual([field.name, 400, [field.name]]);
    if (calls.check && field.kind !== 'json' && !field.sensitive) {
      const cell = Array.isArray(value) ? value.join() : value;
      const { state, status: checked } = await calls.check(client, csvOf(['id', field.name], [[id, cell]]), 'csv');
      expect([field.name, checked !== 200 || state.waiting === 0]).toEqual([field.name, true]);
    }
  }
  const required = withRight(rights, 'hidden', 'masked', 'read').filter(
    (field) =>
      field.required && writable.has(field) && field.default === undefined && field.dynamicDefault === undefined,
  );
  const open = Object.fromEntries(
    Object.entries(records.sample(name)).filter(([property]) => rights.get(entity.byName.get(property)!) === 'write'),
  );
  if (required.length > 0)
    expect([required[0]!.name, (await calls.create(client, open)).status]).toEqual([required[0]!.name, 403]);
  expect([await stored(), required.length > 0 ? await counted() : count]).toEqual([before, count]);
}

async function expectNoFigures(client: Client, model: Model, { name }: Resource, rights: ReadonlyMap<Field, Right>) {
  for (const { path, sections } of model.dashboards)
    for (const { key: widget, figures } of sections.flatMap(({ widgets }) => widgets))
      for (const figure of figures) {
        if (figure.kind !== 'plain' || figure.resource.name !== name) continue;
        const asked = [
          ...('field' in figure.measure ? [figure.measure.field] : []),
          ...(figure.by?.field ? [figure.by.field] : []),
        ];
        if (asked.every((field) => !['hidden', 'masked'].includes(rights.get(field) ?? 'write'))) continue;
        const { text } = await client.inject({ method: 'GET', url: `/api${path}`, query: { widget } });
        expect([path, widget, figure.key, text.includes(`"key":"${figure.key}","total"`)]).toEqual([
          path,
          widget,
          figure.key,
          false,
        ]);
      }
}

async function expectNoFile(
  client: Client,
  { running, admin }: Subject,
  resource: Resource,
  rights: ReadonlyMap<Field, Right>,
  { id }: Told,
) {
  for (const field of withRight(rights, 'hidden')) {
    if (field.privateBy?.resource !== resource.name || field.privateBy.relation !== undefined || factsOf(field).several)
      continue;
    const file = await uploadPicture(admin);
    await sql`update ${sql.table(resource.name)} set ${sql.ref(field.name)} = ${file} where id = ${id}`.execute(
      running.db,
    );
    const url = `/api${privateFilePath(resource.name, field).replace('{id}', String(id)).replace(':id', String(id))}`;
    const open = async (by: Client): Promise<number> => (await by.inject({ method: 'GET', url })).http;
    expect([field.name, await open(admin), await open(client)]).toEqual([field.name, 200, 404]);
  }
}

/**
 * What a role takes of the properties of a resource is in no answer to who has the role, and in no change that he or she makes, whatever way is tried.
 * Each property is hidden, masked, read and written in turn.
 */
export function describeRoleRights(
  { describe, it }: Suite,
  resource: Resource,
  model: Model,
  given: () => Subject,
): void {
  describe('what a role takes of properties', () => {
    for (const [round] of RIGHTS.entries())
      it(`is in no answer, order, number or change (${round + 1} of ${RIGHTS.length})`, async () => {
        const subject = given();
        const rights = rightsOf(resource, round);
        await withWords(subject, resource, async (made) => {
          const client = await narrowed(subject, resource, rights);
          await expectRead(client, subject, resource, rights, made[0]);
          await expectUntold(client, resource, rights, made);
          await expectUnwritten(client, subject, resource, rights, made[0]);
          await expectNoFigures(client, model, resource, rights);
          await expectNoFile(client, subject, resource, rights, made[1]);
        });
      });
  });
}
