import { expect } from 'vitest';
import type { Field, Resource } from '../model.ts';
import type { Application } from '../server.ts';
import type { Client } from './run/application.ts';
import { databaseContent } from './run/databaseContent.ts';
import { allRows, callsOf, csvOf, type Format, type Outcome } from './calls.ts';
import { allKeys } from './people.ts';
import type { Records } from './records.ts';
import { isThere, writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const FORMATS: readonly Format[] = ['csv', 'xlsx'];
const sorted = (ids: readonly unknown[]): number[] => ids.map(Number).sort((a, b) => a - b);
const idsOf = (made: readonly { readonly id: number }[]): number[] => sorted(made.map(({ id }) => id));

/** Somebody who holds every permission and sees the records of one scope record. */
async function insider({ model, people, records }: Subject): Promise<Client> {
  return people.with(allKeys(model), idsOf(records.made(model.scopeEntity!, 'own')));
}

const otherOf = (records: Records, name: string): number => records.made(name, 'other')[0]!.id;

/** Somebody who sees some rows of a resource, and not the others. */
export interface Sight {
  readonly client: Client;
  readonly own: readonly number[];
  readonly other: readonly number[];
}

async function sightOfScope(subject: Subject, name: string): Promise<Sight> {
  const { records } = subject;
  const [own, other] = [idsOf(records.made(name, 'own')), idsOf(records.made(name, 'other'))];
  return { client: await insider(subject), own, other };
}

/** A record out of sight does not exist: no call shows, counts, changes or names it. */
export function describeHidden(
  { it, beforeAll }: Suite,
  resource: Resource,
  given: () => Subject,
  sightOf: (subject: Subject, name: string) => Promise<Sight> = sightOfScope,
): void {
  const { name, entity, actions, options } = resource;
  const calls = callsOf(resource);
  let client: Client;
  let own: readonly number[];
  let other: readonly number[];
  beforeAll(async () => {
    ({ client, own, other } = await sightOf(given(), name));
    expect(own.length).toBeGreaterThan(0);
    expect(other.length).toBeGreaterThan(0);
  });

  it('is in no list, and not in its number', async () => {
    const { admin } = given();
    const seen = await allRows(calls, client);
    expect(sorted(seen.map(({ id }) => id))).toEqual(own);
    expect((await calls.list(client)).total).toBe(own.length);
    const ids = resource.dialect === 'simple-rest' ? 'id' : 'ids';
    expect(await calls.list(client, { filter: { [ids]: other.join() } })).toMatchObject({ rows: [], total: 0 });
    expect((await calls.list(admin, { filter: { [ids]: other.join() } })).total).toBe(other.length);
  });

  if (calls.options && options?.scope !== 'all')
    it('is no choice, not even by its id', async () => {
      for (const query of [{}, { ids: other.join() }] as Record<string, string>[]) {
        const offered = (await calls.options!(client, query)).data as { id: number }[];
        expect(offered.map(({ id }) => id).filter((id) => !own.includes(id))).toEqual([]);
      }
    });

  if (calls.exported)
    for (const format of FORMATS)
      it(`is in no export (${format})`, async () => {
        const ids = resource.dialect === 'simple-rest' ? 'id' : 'ids';
        const all = await calls.exported!(client, { format, values: 'raw', columns: ['id'] });
        expect(sorted(all.rows.map(([id]) => id))).toEqual(own);
        for (const values of ['labels', 'raw'] as const) {
          const asked = await calls.exported!(client, { format, values }, { [ids]: other.join() });
          expect([asked.status, asked.rows]).toEqual([200, []]);
        }
      });

  it('is not found by any call that names it, and nothing changes', async () => {
    const { running } = given();
    const [id] = other as [number];
    const before = await databaseContent(running.db);
    const answers: [string, number][] = [['read', (await calls.read(client, id)).status]];
    if (calls.history) answers.push(['history', (await calls.history(client, id)).status]);
    answers.push(['update', (await calls.update(client, id, {})).status]);
    if (calls.remove) answers.push(['delete', (await calls.remove(client, id)).status]);
    const steps = new Set(entity.schema['x-states']?.transitions.map(({ action }) => action));
    for (const { name: action, post } of actions) {
      if (!steps.has(action) || post !== `/resources/${name}/{id}/${action}`) continue;
      const { statusCode, http } = await client.post(post.replace('{id}', String(id)), {});
      answers.push([action, statusCode || http]);
    }
    expect(answers).toEqual(answers.map(([call]) => [call, 404]));
    if (calls.removeMany) {
      const { data } = await calls.removeMany(client, other);
      expect((data as { count: number }).count).toBe(0);
    }
    expect(await databaseContent(running.db)).toEqual(before);
  });

  const importable = writableFields(resource).find((field) => !field.sensitive && !field.ref && field.kind !== 'json');
  if (calls.check && importable)
    it('is not reached by an import of its id, and nothing changes', async () => {
      const { running } = given();
      const before = await databaseContent(running.db);
      const { state } = await calls.check!(client, csvOf(['id', importable.name], [[other[0], '']]), 'csv');
      expect(state).toMatchObject({ bad: 1, waiting: 0, unchanged: 0 });
      expect(state.errors.map(({ field }) => field)).toEqual(['id']);
      expect(await databaseContent(running.db)).toEqual(before);
    });
}

/** Relations of a resource to records that lie in a scope. */
const scopedRelations = (resource: Resource, isScoped: (name: string) => boolean): Field[] =>
  writableFields(resource).filter(({ ref }) => ref !== undefined && isScoped(ref.resource));

/** A value as the form for import writes it. */
const cellOf = (field: Field, value: unknown): unknown => (field.kind === 'json' ? JSON.stringify(value) : value);

const refusedAt = ({ status, errors }: Outcome, field: string): boolean =>
  // The scope of the record itself: it is not the actor's to write there.
  status === 403 || (status === 400 && field in errors);

/** No record of one's own is made to name one of another scope. */
function describeRelations({ it }: Suite, resource: Resource, relations: readonly Field[], given: () => Subject): void {
  const { name } = resource;
  const calls = callsOf(resource);

  for (const field of relations) {
    const property = field.name;
    it(`cannot be named by ${property}, and nothing changes`, async () => {
      const { records, running, application } = given();
      const client = await insider(given());
      const before = await databaseContent(running.db);
      const foreign = otherOf(records, field.ref!.resource);
      const value = field.kind === 'refs' ? [foreign] : foreign;
      const record = records.sampleWith(name, property, 'own');
      if (!record) return;
      const hooked = application.module.hooks?.[name]?.beforeSave !== undefined;
      const fits = (answer: Outcome): boolean =>
        refusedAt(answer, property) || (hooked && answer.status >= 400 && answer.status < 500);
      const created = await calls.create(client, { ...record, [property]: value });
      expect([fits(created), created.text]).toEqual([true, created.text]);
      const mine = records.made(name, 'own').find(({ sent }) => isThere(sent[property]));
      if (mine) {
        const updated = await calls.update(client, mine.id, { ...mine.sent, [property]: value });
        expect([fits(updated), updated.text]).toEqual([true, updated.text]);
      }
      if (calls.check && !field.sensitive) {
        const columns = writableFields(resource).filter((one) => !one.sensitive && isThere(record[one.name]));
        const cells = columns.map((one) => (one.name === property ? foreign : cellOf(one, record[one.name])));
        const { state } = await calls.check(
          client,
          csvOf(
            columns.map((one) => one.name),
            [cells],
          ),
          'csv',
        );
        expect([state.bad, state.errors.map((error) => error.field)]).toEqual([1, expect.arrayContaining([property])]);
      }
      expect(await databaseContent(running.db)).toEqual(before);
    });
  }
}

/** Rows of another scope: for every resource that has some, and for every relation to them. */
export function describeScope(
  suite: Suite,
  resource: Resource,
  given: () => Subject,
  { model }: Application,
  isMade: (name: string) => boolean,
): void {
  if (!model.scopeEntity) return;
  const isScoped = (name: string): boolean => (model.entities.get(name)?.scope.length ?? 0) > 0;
  // Of what only commands make, and nobody says how, there is no record to name.
  const relations = scopedRelations(resource, isScoped).filter(({ ref }) => isMade(ref!.resource));
  if (!isScoped(resource.name) && relations.length === 0) return;
  suite.describe('a record of another scope', () => {
    if (isScoped(resource.name)) describeHidden(suite, resource, given);
    if (relations.length > 0) describeRelations(suite, resource, relations, given);
  });
}
