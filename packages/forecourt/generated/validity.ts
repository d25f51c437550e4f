import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { holds, type Field, type Model, type Resource } from '../model.ts';
import type { Database } from '../server.ts';
import { callsOf, type Outcome, type Sample } from './calls.ts';
import { isThere, writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';
import { UNKNOWN_RECORD, wrongValues, type Wrong } from './wrongValues.ts';

const ROUNDS = 4;
const TRIES = 20;
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'date', 'dateTime', 'time', 'file']);

const comparable = (field: Field, value: unknown): unknown =>
  (field.kind === 'refs' || field.kind === 'files') && Array.isArray(value) ? [...(value as unknown[])].sort() : value;

const isWord = ({ codes }: Model, field: Field): boolean =>
  field.kind === 'code' && (codes[field.codes!] ?? []).some(({ code }) => typeof code === 'string');

/** A sent value as it comes back: nothing is `""` for texts, dates and coded words, null for the rest; lists of ids in any order. */
function answered(model: Model, field: Field, value: unknown): unknown {
  const empty = value === null || value === undefined || value === '';
  if (!empty) return comparable(field, value);
  if (field.kind === 'refs' || field.kind === 'files') return [];
  return TEXTS.has(field.kind) || isWord(model, field) ? '' : null;
}

/** Properties that did not come back as they were sent, or are there though their condition hides them: `[name, stored, sent]`. */
export function differences(
  model: Model,
  resource: Resource,
  sent: Sample,
  stored: Sample,
): [string, unknown, unknown][] {
  return writableFields(resource).flatMap((field): [string, unknown, unknown][] => {
    const shown = !field.show || holds(field.show, stored);
    if (field.writeOnly || field.mask || (shown && !(field.name in sent)) || !(field.name in stored)) return [];
    const back = comparable(field, stored[field.name]);
    const expected = answered(model, field, shown ? sent[field.name] : null);
    return isDeepStrictEqual(back, expected) ? [] : [[field.name, back, expected]];
  });
}

/** All rows of a table as one sum. */
async function tableSum(db: Database, table: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select md5(coalesce(string_agg(t::text, chr(10) order by t.id), '')) as sum from ${sql.table(table)} t
  `.execute(db);
  return rows[0]!.sum;
}

/** A value that a property would take, were it anybody's to write. */
function rightType({ schema, kind }: Field): unknown {
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'date-time' || kind === 'dateTime') return '2026-01-01 00:00:00';
  const values: Readonly<Record<string, unknown>> = { string: 'x', boolean: true, array: [], object: {} };
  return type !== undefined && type in values ? values[type] : 1;
}

/** Valid data comes back as it was sent: once, or many times over. */
export function describeValidData(
  { describe, it }: Suite,
  resource: Resource,
  given: () => Subject,
  thorough: boolean,
): void {
  const { name } = resource;
  const calls = callsOf(resource);
  const writable = writableFields(resource);

  describe('data', () => {
    it('that is valid comes back as it was sent, and as it was changed', async () => {
      const { admin, model, records } = given();
      for (let round = 0; round < (thorough ? ROUNDS : 1); round++) {
        const made = await records.create(name);
        const { data } = await calls.read(admin, made.id);
        expect(differences(model, resource, made.sent, data as Sample)).toEqual([]);
        const { sent } = await records.change(name, made);
        const changed = await calls.read(admin, made.id);
        expect(differences(model, resource, sent, changed.data as Sample)).toEqual([]);
      }
      if (!thorough) return;
      // What was there and is hidden by the change is gone: not every handful of samples has such a change.
      for (const { name: hidden, show } of writable.filter((field) => field.show)) {
        const shown = records.sampleWith(name, hidden);
        if (!shown) continue;
        const made = await records.create(name, 'own', shown);
        const sent = Array.from({ length: TRIES }, () => records.sample(name, 'own', made)).find(
          (one) => !holds(show, one),
        );
        if (!sent || (await calls.update(admin, made.id, sent)).status !== 200) continue;
        records.keep(name, 'own', { id: made.id, sent });
        const { data } = await calls.read(admin, made.id);
        expect(differences(model, resource, sent, data as Sample)).toEqual([]);
      }
    });
  });
}

/** Data that is almost valid is refused where it is wrong and changes nothing. */
export function describeWrongData({ describe, it }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity } = resource;
  const calls = callsOf(resource);
  const writable = writableFields(resource);

  describe('data', () => {
    it('that is almost valid is refused at its property, new or changed, and nothing changes', async () => {
      const { admin, application, model, records, running } = given();
      const { beforeSave, beforeSaveAll } = application.module.hooks?.[name] ?? {};
      const hooked = beforeSave !== undefined || beforeSaveAll !== undefined;
      const stored = await records.create(name);
      const before = await tableSum(running.db, entity.name);
      const wrong: unknown[] = [];
      let asked = 0;
      const judge = (answer: Outcome, field: Field, { reason, value, at = field.name }: Wrong): void => {
        asked++;
        const placed = Object.keys(answer.errors).some((one) => one === at || at.startsWith(`${one}.`));
        // A hook may look for the record first, and say it in its own way.
        const judgedByHook = hooked && reason === UNKNOWN_RECORD;
        if (answer.status !== 400 || !(placed || judgedByHook))
          wrong.push([field.name, reason, value, answer.status, answer.text.slice(0, 300)]);
      };
      for (const field of writable) {
        const record = records.sampleWith(name, field.name);
        if (!record) continue;
        for (const one of wrongValues(model, field, record))
          judge(await calls.create(admin, { ...record, [field.name]: one.value }), field, one);
        if (!isThere(stored.sent[field.name]) || field.edit || field.writeOnly) continue;
        for (const one of wrongValues(model, field, stored.sent))
          judge(await calls.update(admin, stored.id, { ...stored.sent, [field.name]: one.value }), field, one);
      }
      expect(wrong).toEqual([]);
      const unknown = await calls.create(admin, { ...records.sample(name), noSuchProperty: 1 });
      expect(Object.keys(unknown.errors)).toEqual(['noSuchProperty']);
      expect(asked).toBeGreaterThan(0);
      expect(await tableSum(running.db, entity.name)).toBe(before);
    });

    it('that only the system writes is refused at its property, and nothing changes', async () => {
      const { admin, records, running } = given();
      const stored = await records.create(name);
      const before = await tableSum(running.db, entity.name);
      for (const field of entity.fields) {
        const isState = field.name === entity.stateField && entity.schema['x-states']?.save !== true;
        const foreign = isState || field.readOnly || field.kind === 'computed';
        if (!foreign || field.builtIn || field.writeOnly) continue;
        const states = entity.schema['x-states'];
        const other = states?.transitions.find(({ to }) => to !== states.initial)?.to;
        // Of the right type: only who may write it is wrong.
        const value = isState ? other : rightType(field);
        if (value === undefined) continue;
        const answer = await calls.update(admin, stored.id, { [field.name]: value });
        expect([field.name, answer.status, Object.keys(answer.errors)]).toEqual([field.name, 400, [field.name]]);
      }
      expect(await tableSum(running.db, entity.name)).toBe(before);
    });

    if (entity.unique.length === 0) return;
    it('that another record has alone is refused, and nothing changes', async () => {
      const { admin, records, running } = given();
      for (const { fields, where = {} } of entity.unique) {
        const first = await records.create(name);
        const isFree = fields.some((field) => [null, undefined, ''].includes(first.sent[field] as null));
        const covered = Object.entries(where).every(
          ([field, values]) => field === entity.stateField || values.includes(first.sent[field] as string),
        );
        if (isFree || !covered) continue;
        const before = await tableSum(running.db, entity.name);
        const same = Object.fromEntries([...fields, ...Object.keys(where)].map((field) => [field, first.sent[field]]));
        // What its conditions hide of the other would be left out, and not be the same.
        const other = records.sampleWith(name, fields[0]!) ?? records.sample(name);
        const answer = await calls.create(admin, { ...other, ...same });
        expect([fields, answer.status, answer.text]).toEqual([fields, 400, expect.any(String)]);
        expect(
          fields.some((field) => field in answer.errors),
          answer.text,
        ).toBe(true);
        expect(await tableSum(running.db, entity.name)).toBe(before);
      }
    });
  });
}
