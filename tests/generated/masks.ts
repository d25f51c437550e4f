import { expect } from 'vitest';
import { permissionKey, type Field, type Resource } from '../../src/framework/model/index.ts';
import { mask } from '../../src/framework/server/data/writer/masks.ts';
import type { Client } from '../application.ts';
import { callsOf, csvOf, type Format, type Sample } from './calls.ts';
import { allKeys } from './people.ts';
import { referenced } from './records.ts';
import { writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const FORMATS: readonly Format[] = ['csv', 'xlsx'];
/** Of every masked property of a resource: the values of two records that look alike when masked. */
type Secrets = ReadonlyMap<Field, readonly [greater: string, less: string]>;

const replaced = (text: string, at: number, letter: string): string => text.slice(0, at) + letter + text.slice(at + 1);

/** Two texts that the property takes and the mask shows as the same one. */
function secretsFor(field: Field, seed: number): readonly [string, string] {
  const { pattern, maxLength = 60, format } = field.schema;
  const digits = String(7_130_246_815_937 + seed * 1_000_003);
  const candidates = format === 'email' ? [`q${digits}@example.com`] : [`08${digits}`, `+66${digits}`, `Q${digits}w`];
  for (const text of candidates.map((one) => one.slice(0, maxLength))) {
    const hidden = [...mask(field.mask!, text)].findIndex((letter, at) => letter === '*' && /\d/.test(text[at]!));
    if (hidden < 0 || (pattern && !new RegExp(pattern, 'u').test(text))) continue;
    const pair = [replaced(text, hidden, '9'), replaced(text, hidden, '0')] as const;
    if (mask(field.mask!, pair[0]) === mask(field.mask!, pair[1])) return pair;
  }
  throw new Error(`${field.name}: no two texts are known that its mask makes alike`);
}

/** What the mask takes away of a text, at its longest. */
function hiddenPart(field: Field, text: string): string {
  const runs = [...mask(field.mask!, text).matchAll(/\*+/g)].sort((a, b) => b[0].length - a[0].length);
  const { index, 0: run } = runs[0]!;
  return text.slice(index, index + run.length);
}

/** Masked values are seen in full by holders of the detail permission and found out by nobody else, whatever they ask. */
export function describeMasks({ describe, it, beforeAll }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity, permission, dialect } = resource;
  const masked = writableFields(resource).filter((field) => field.mask);
  if (masked.length === 0) return;
  const calls = callsOf(resource);
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';

  describe('masked values', () => {
    let lister: Client;
    let secrets: Secrets;
    /** The record of the greater values, then that of the lesser. */
    let made: readonly [number, number];
    beforeAll(async () => {
      const { model, people, records } = given();
      const detail = permissionKey(permission, 'detail');
      lister = await people.with([...allKeys(model)].filter((key) => key !== detail));
      secrets = new Map(masked.map((field, at) => [field, secretsFor(field, records.ids(name).length + at)]));
      const valuesOf = (at: 0 | 1): Sample =>
        Object.fromEntries([...secrets].map(([field, pair]) => [field.name, pair[at]]));
      const [greater, less] = [
        await records.create(name, 'own', valuesOf(0)),
        await records.create(name, 'own', valuesOf(1)),
      ];
      made = [greater.id, less.id];
      // Whoever points at them may show their title.
      for (const other of model.resources.values())
        if (records.made(other.name).length > 0)
          for (const field of writableFields(other))
            if (field.ref?.resource === name && referenced(other.entity).includes(name))
              await records.create(other.name, 'own', { [field.name]: field.kind === 'refs' ? [less.id] : less.id });
    });

    const leaks = (texts: readonly (readonly [string, string])[]): string[] =>
      texts.flatMap(([call, text]) =>
        [...secrets].flatMap(([field, pair]) =>
          pair.some((secret) => text.includes(secret)) ? [`${call} shows ${field.name}`] : [],
        ),
      );

    it('are there to be seen by who may see details', async () => {
      const { admin } = given();
      for (const [field, [secret]] of secrets) {
        const { rows } = await calls.exported!(
          admin,
          { format: 'csv', values: 'raw', columns: [field.name] },
          { [ids]: String(made[0]) },
        );
        expect(rows.flat().map((cell) => String(cell).replace(/^'/, ''))).toEqual([secret]);
      }
    });

    it('are in no list, choice, export, template or record of any resource for others', async () => {
      const { model } = given();
      const texts: [string, string][] = [];
      for (const other of model.resources.values()) {
        const there = callsOf(other);
        const { api } = other;
        if (api.list || other.dialect === 'simple-rest')
          texts.push([`list of ${other.name}`, (await there.list(lister)).text]);
        if (there.options) texts.push([`choices of ${other.name}`, (await there.options(lister)).text]);
        for (const format of there.exported ? FORMATS : [])
          for (const values of ['labels', 'raw'] as const)
            texts.push([`${values} of ${other.name}`, (await there.exported!(lister, { format, values })).text]);
        if (there.check) texts.push([`template of ${other.name}`, (await there.template(lister, 'csv')).text]);
      }
      for (const id of made) {
        texts.push(['record', (await calls.read(lister, id)).text]);
        if (!calls.history) continue;
        const past = await calls.history(lister, id);
        expect(past.status).toBe(200);
        texts.push(['history', past.text]);
      }
      expect(leaks(texts)).toEqual([]);
      // The texts are answers, not refusals.
      expect((await calls.list(lister, { filter: { [ids]: made.join() } })).total).toBe(2);
    });

    it('are not found by a part that the mask hides, in list, choices or export', async () => {
      const { admin } = given();
      for (const [field, [secret]] of secrets) {
        const part = hiddenPart(field, secret);
        const filters = resource.list.filters.filter(
          ({ operator, paths }) =>
            ['contains', 'startsWith'].includes(operator) &&
            paths.some(({ steps, last }) => steps.length === 0 && last === field.name),
        );
        const asked: [string, string][] = [
          ...(entity.search.includes(field.name)
            ? [[dialect === 'simple-rest' ? 'q' : 'keyword', part] as [string, string]]
            : []),
          ...filters.map((filter): [string, string] => [
            filter.name,
            filter.operator === 'contains' ? part : secret.slice(0, -1),
          ]),
        ];
        for (const [parameter, text] of asked) {
          const filter = { [parameter]: text };
          expect(
            (await calls.list(admin, { filter })).rows.some(({ id }) => id === made[0]),
            parameter,
          ).toBe(true);
          const found = await calls.list(lister, { filter });
          expect([parameter, found.status, found.rows.filter(({ id }) => made.includes(id as number))]).toEqual([
            parameter,
            200,
            [],
          ]);
          if (calls.exported) {
            const file = await calls.exported(lister, { format: 'csv', values: 'raw', columns: ['id'] }, filter);
            expect(file.rows.filter(([id]) => made.includes(Number(id)))).toEqual([]);
          }
          if (calls.options && parameter === 'keyword') {
            const { data } = await calls.options(lister, filter);
            expect((data as { id: number }[]).filter(({ id }) => made.includes(id))).toEqual([]);
          }
          // Who knows the whole value may ask for it.
          const whole = await calls.list(lister, { filter: { [parameter]: secret } });
          expect(whole.rows.map(({ id }) => id)).toEqual([made[0]]);
        }
      }
    });

    it('do not show in the order of a list', async () => {
      const { admin } = given();
      for (const field of masked) {
        const order = async (client: Client): Promise<unknown[]> =>
          (await calls.list(client, { filter: { [ids]: made.join() }, sort: [field.name, 'asc'] })).rows.map(
            ({ id }) => id,
          );
        expect(await order(admin)).toEqual([made[1], made[0]]);
        expect(await order(lister)).toEqual([...made]);
      }
    });

    it('are in no refusal', async () => {
      const texts: [string, string][] = [];
      for (const field of masked) {
        const wrong = await calls.update(lister, made[0], { [field.name]: 'x'.repeat(10_000) });
        expect(wrong.status).toBe(400);
        texts.push([`refusal of ${field.name}`, wrong.text]);
      }
      texts.push(['refused step', (await calls.update(lister, made[0], { noSuchProperty: 1 })).text]);
      expect(leaks(texts)).toEqual([]);
    });

    it('stay when they come back as they were shown, and are in no answer to that', async () => {
      const { admin } = given();
      const shown = (await calls.read(lister, made[0])).data as Sample;
      const back = Object.fromEntries(masked.map(({ name: property }) => [property, shown[property]]));
      const saved = await calls.update(lister, made[0], back);
      expect([saved.status, leaks([['save', saved.text]])], saved.text).toEqual([200, []]);
      if (calls.check) {
        const header = ['id', ...Object.keys(back)];
        const { state, text } = await calls.check(lister, csvOf(header, [[made[0], ...Object.values(back)]]), 'csv');
        expect([state.errors, state.unchanged, leaks([['import', text]])]).toEqual([[], 1, []]);
      }
      for (const [field, [secret]] of secrets) {
        const { rows } = await calls.exported!(
          admin,
          { format: 'csv', values: 'raw', columns: [field.name] },
          { [ids]: String(made[0]) },
        );
        expect(rows.flat().map((cell) => String(cell).replace(/^'/, ''))).toEqual([secret]);
      }
    });
  });
}
