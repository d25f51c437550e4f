import { expect } from 'vitest';
import { permissionKey, type Field, type Resource } from '../model.ts';
import { mask } from '../src/server/data/kinds/masks.ts';
import type { Client } from './run/application.ts';
import { dueToday } from './run/turns.ts';
import { callsOf, csvOf, type Format, type Sample } from './calls.ts';
import { allKeys } from './people.ts';
import { leaks, maskedFields, type Secret } from './secrets.ts';
import type { Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const FORMATS: readonly Format[] = ['csv', 'xlsx'];
/** What the mask takes away of a text, at its longest. */
function hiddenPart(field: Field, text: string): string {
  const runs = [...mask(field.mask!, text).matchAll(/\*+/g)].sort((a, b) => b[0].length - a[0].length);
  const { index, 0: run } = runs[0]!;
  return text.slice(index, index + run.length);
}

/** What a resource answers of all its records: list, choices, exports and template, by the name of the call. */
async function answersOf(
  resource: Resource,
  client: Client,
  formats: readonly Format[] = FORMATS,
): Promise<[call: string, text: string][]> {
  const { name, api, dialect } = resource;
  const calls = callsOf(resource);
  const texts: [string, string][] = [];
  if (api.list || dialect === 'simple-rest') texts.push([`list of ${name}`, (await calls.list(client)).text]);
  if (calls.options) texts.push([`choices of ${name}`, (await calls.options(client)).text]);
  for (const format of calls.exported ? formats : [])
    for (const values of ['labels', 'raw'] as const)
      texts.push([`${values} of ${name}`, (await calls.exported!(client, { format, values })).text]);
  if (calls.check) texts.push([`template of ${name}`, (await calls.template(client, 'csv')).text]);
  return texts;
}

/**
 * Masked values are in no answer of any resource for who may not see their details, whatever else he may. As many people as the number of
 * resources has binary digits, twice, stand for all pairs: of any two resources somebody lacks the details of the one and has the other's.
 * A file of either form holds the same values: every resource writes one of them today and the other tomorrow.
 */
export function describeMaskedAnswers(
  { describe, it }: Suite,
  resources: readonly Resource[],
  given: () => Subject,
): void {
  const hiding = resources.filter((resource) => maskedFields(resource).length > 0);
  if (hiding.length === 0) return;
  const digits = Math.max(1, Math.ceil(Math.log2(hiding.length)));

  describe('masked values', () => {
    for (let digit = 0; digit < digits; digit++)
      it(`are in no answer of any resource for who may not see them (${digit + 1} of ${digits})`, async () => {
        const { model, people, secrets } = given();
        for (const hidden of [0, 1]) {
          const mine = hiding.filter((_, at) => ((at >> digit) & 1) === hidden);
          if (mine.length === 0) continue;
          const details = new Set(mine.map(({ permission }) => permissionKey(permission, 'detail')));
          const lister = await people.with([...allKeys(model)].filter((key) => !details.has(key)));
          for (const resource of mine) await secrets.of(resource);
          const shown: string[] = [];
          for (const [at, other] of [...model.resources.values()].entries()) {
            const texts = await answersOf(other, lister, dueToday(FORMATS, FORMATS.length, at));
            for (const resource of mine)
              for (const leak of leaks(await secrets.of(resource), texts)) shown.push(`${leak} of ${resource.name}`);
          }
          expect(shown).toEqual([]);
        }
      });
  });
}

/** Masked values are seen in full by holders of the detail permission and found out by nobody else, whatever they ask. */
export function describeMasks({ describe, it, beforeAll }: Suite, resource: Resource, given: () => Subject): void {
  const { entity, permission, dialect } = resource;
  const masked = maskedFields(resource);
  if (masked.length === 0) return;
  const calls = callsOf(resource);
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';

  describe('masked values', () => {
    let lister: Client;
    let own: Secret;
    let secrets: Secret['values'];
    let made: Secret['made'];
    beforeAll(async () => {
      const subject = given();
      const detail = permissionKey(permission, 'detail');
      lister = await subject.people.with([...allKeys(subject.model)].filter((key) => key !== detail));
      own = await subject.secrets.of(resource);
      ({ values: secrets, made } = own);
    });

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

    it('are in no list, choice, export, template, record or history for others', async () => {
      const texts = await answersOf(resource, lister);
      for (const id of made) {
        texts.push(['record', (await calls.read(lister, id)).text]);
        if (!calls.history) continue;
        const past = await calls.history(lister, id);
        expect(past.status).toBe(200);
        texts.push(['history', past.text]);
      }
      expect(leaks(own, texts)).toEqual([]);
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
      expect(leaks(own, texts)).toEqual([]);
    });

    it('stay when they come back as they were shown, and are in no answer to that', async () => {
      const { admin } = given();
      const shown = (await calls.read(lister, made[0])).data as Sample;
      const back = Object.fromEntries(masked.map(({ name: property }) => [property, shown[property]]));
      const saved = await calls.update(lister, made[0], back);
      expect([saved.status, leaks(own, [['save', saved.text]])], saved.text).toEqual([200, []]);
      if (calls.check) {
        const header = ['id', ...Object.keys(back)];
        const { state, text } = await calls.check(lister, csvOf(header, [[made[0], ...Object.values(back)]]), 'csv');
        expect([state.errors, state.unchanged, leaks(own, [['import', text]])]).toEqual([[], 1, []]);
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
