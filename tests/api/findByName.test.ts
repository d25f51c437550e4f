import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import type { Resource } from 'forecourt/model';
import type { Database } from 'forecourt/server';
import { callsOf } from '../../packages/forecourt/generated/calls.ts';
import { dueToday } from '../turns.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { fillDemo } from './demo.ts';

/** While somebody types a name, every beginning of it finds its record: in lists, choices and the palette. */

const NOW = Date.parse('2026-11-20T10:30:00+07:00');
const fill = {
  name: 'demo',
  run: (db: Database): Promise<void> => fillDemo(db, NOW),
};

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ fill, withUsers: false, clock: () => NOW });
  admin = await app.as('admin');
  await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(app.db);
}, 120_000);
afterAll(() => app?.close());

interface Named {
  readonly id: number;
  readonly text: string;
}

/** Texts that the keyword of a resource searches, each with its record. */
async function searchedTexts({ entity }: Resource): Promise<Named[]> {
  const texts = sql.join(
    entity.search.map((column) => sql`select id, ${sql.ref(column)}::text as text from ${sql.table(entity.name)}`),
    sql` union all `,
  );
  const alive = entity.deletion === 'soft' ? sql`where "deleteTime" is null` : sql``;
  const { rows } = await sql<Named>`
    select id, text from (${texts}) s where trim(text) <> '' and id in (select id from ${sql.table(entity.name)} ${alive})
  `.execute(app.db);
  return rows;
}

interface Hits {
  readonly records: readonly { readonly resource: string; readonly hits: readonly { readonly id: number }[] }[];
}
const inPalette = async (q: string, resource: string): Promise<readonly number[]> => {
  const { data } = await admin.get<Hits>('/search', { q });
  return data.records.find((found) => found.resource === resource)?.hits.map(({ id }) => id) ?? [];
};

/** Which of these records the keyword leaves in the list, in the order of their ids. */
const listed = async (resource: Resource, keyword: string, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await callsOf(resource).list(admin, { filter: { keyword, ids: ids.join() } });
  return sorted(rows);
};
const sorted = (rows: readonly unknown[]): number[] =>
  (rows as readonly { readonly id: number }[]).map(({ id }) => id).toSorted((one, other) => one - other);
const isFound = async (resource: Resource, keyword: string, id: number): Promise<boolean> =>
  (await listed(resource, keyword, [id])).length === 1;

/** Beginnings of a text by whole characters, the text itself among them. */
const beginnings = (text: string): fc.Arbitrary<string> => {
  const characters = [...text];
  return fc
    .oneof(fc.constant(characters.length), fc.nat(characters.length - 1), fc.nat(Math.min(3, characters.length - 1)))
    .map((length) => characters.slice(0, Math.max(1, length)).join(''))
    .filter((beginning) => beginning.trim() !== '');
};
const named = (records: readonly Named[]): fc.Arbitrary<Named & { readonly typed: string }> =>
  fc.constantFrom(...records).chain((record) => beginnings(record.text).map((typed) => ({ ...record, typed })));

/** As many as one answer has room for. */
const TOGETHER = 20;
/** The record, and others that begin with the same: one question asks for all of them. */
function sameBeginning(
  records: readonly Named[],
  { id, typed }: { readonly id: number; readonly typed: string },
): number[] {
  const others = records.filter(({ text }) => text.startsWith(typed)).map((one) => one.id);
  return [...new Set([id, ...others])].slice(0, TOGETHER).toSorted((one, other) => one - other);
}

const searched = [...application.model.resources.values()].filter(
  ({ entity, list, api, dialect }) =>
    entity.search.length > 0 &&
    (api.list !== undefined || dialect === 'simple-rest') &&
    !list.filters.some(({ name, operator }) => name === 'keyword' && operator !== 'keyword'),
);

describe.each(dueToday(searched, 2).map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('is found by every beginning of what its keyword searches', async () => {
    const records = await searchedTexts(resource);
    if (records.length === 0) return;
    const limit = { numRuns: 15 };
    const { options } = callsOf(resource);
    await fc.assert(
      fc.asyncProperty(named(records), async (record) => {
        const { typed } = record;
        const ids = sameBeginning(records, record);
        expect(await listed(resource, typed, ids), typed).toEqual(ids);
        if (!options) return;
        const { data } = await options(admin, { keyword: typed, ids: ids.join() });
        expect(sorted(data as unknown[]), typed).toEqual(ids);
      }),
      limit,
    );
    if (resource.palette)
      await fc.assert(
        fc.asyncProperty(named(records), async ({ id, text, typed }) => {
          const hits = await inPalette(typed, resource.name);
          // Five are answered; whoever sees five others types on, until only namesakes are before it.
          const namesakes = records.filter((one) => one.text === text && one.id !== id);
          if (typed === text ? namesakes.length < 5 : hits.length < 5) expect(hits, typed).toContain(id);
          else expect(hits, typed).toHaveLength(5);
        }),
        limit,
      );
  });
});

test.each([
  ['subModel', 'HR-V e:HEV E'],
  ['supplier', 'Siam Rent A Car'],
  ['member', 'Anna B'],
  ['vehicle', '3รจ 6'],
])('a %s called "%s" is found by its own name', async (name, text) => {
  const resource = application.model.resources.get(name)!;
  const column = resource.entity.search[0]!;
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(name)} set ${sql.ref(column)} = ${text} where id = (select min(id) from ${sql.table(name)}) returning id
  `.execute(app.db);
  const { id } = rows[0]!;
  for (let length = 1; length <= text.length; length++)
    expect(await isFound(resource, text.slice(0, length), id), text.slice(0, length)).toBe(true);
  const { data } = await callsOf(resource).options!(admin, { keyword: text });
  expect((data as { id: number }[])[0]).toMatchObject({ id });
  if (resource.palette) expect(await inPalette(text, name)).toContain(id);
});

/** A syllable of Thai as it is typed: a consonant, perhaps a vowel above or below it, perhaps a tone mark. */
const thai = fc
  .tuple(
    fc.constantFrom('ก', 'ข', 'เ', 'ร', 'ส', 'ห', 'อ'),
    fc.constantFrom('', 'ิ', 'ุ', 'ี', 'ั', 'ำ', 'า'),
    fc.constantFrom('', '่', '้'),
  )
  .map(([consonant, vowel, tone]) =>
    vowel === 'ำ' || vowel === 'า' ? consonant + tone + vowel : consonant + vowel + tone,
  );
const piece = fc.oneof(
  fc.constantFrom('a', 'E', 'Anna', 'zoë', 'Müller', "O'Neil", 'łódź', 'straße', 'HR-V', 'e:HEV', '7', '1.5', 'R8'),
  fc.array(thai, { minLength: 1, maxLength: 4 }).map((syllables) => syllables.join('')),
  fc.constantFrom('张', '王小明', '李', '丰田', 'ア', '김'),
  fc.constantFrom('&', '-', '(', ')', '%', '_', '\\', '^', ']', "'", '.', '/', '·', '，', '*', '[a', '\\d'),
);
const name = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '  ', '', '-', '\u3000', '\u00a0')), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.flat().join('').trim())
  .filter((text) => text !== '');

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  fullWidth,
  (text) => text.replace(/ +/g, '   '),
  (text) => ` ${text} `,
];

test('a name of any letters and signs is found by each of its beginnings, however it is spelled', async () => {
  const brand = application.model.resources.get('brand')!;
  const { rows } = await sql<{ id: number }>`select min(id) as id from brand`.execute(app.db);
  const { id } = rows[0]!;
  await fc.assert(
    fc.asyncProperty(name, fc.constantFrom(...spellings), fc.nat(), async (text, spelled, seed) => {
      await sql`update brand set name = ${text} where id = ${id}`.execute(app.db);
      const characters = [...text];
      const typed = spelled(characters.slice(0, 1 + (seed % characters.length)).join(''));
      // Upper case of "ß" is two letters, of which nobody makes one again.
      fc.pre(typed.trim() !== '' && !(typed.includes('SS') && text.includes('ß')));
      expect(await isFound(brand, typed, id), JSON.stringify([text, typed])).toBe(true);
      expect((await callsOf(brand).options!(admin, { keyword: typed, ids: String(id) })).data).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test('a letter means the beginning of a word, a sign means itself', async () => {
  const brand = application.model.resources.get('brand')!;
  const { rows } = await sql<{ id: number }>`select min(id) as id from brand`.execute(app.db);
  const { id } = rows[0]!;
  await sql`update brand set name = ${'Wichai (Chaiyaporn) 50% off-road'} where id = ${id}`.execute(app.db);
  for (const typed of ['w', 'C', 'r', '5', 'wichai c', 'c w', '(', 'Road'])
    expect(await isFound(brand, typed, id), typed).toBe(true);
  for (const typed of ['h', 'a', '%', '_', 'wichai h', 'c x', '[', '.', '\\'])
    expect(await isFound(brand, typed, id), typed).toBe(false);
});
