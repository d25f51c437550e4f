import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readableSchemas, readApplication, ROOT } from '../../packages/forecourt/cli/application/readApplication.ts';
import { vocabularySchema } from '../../packages/forecourt/cli/generate/vocabularySchema.ts';
import {
  CONDITIONAL_KEYWORDS,
  CONDITION_KEYWORDS,
  ENTITY_KEYWORDS,
  PROPERTY_KEYWORDS,
} from '../../packages/forecourt/src/model/keywords.ts';
import { expandConditionals } from '../../packages/forecourt/src/model/conditionals.ts';
import type { EntitySchema } from 'forecourt/model';
import { checkVocabulary } from '../../packages/forecourt/src/model/vocabulary.ts';

const file = path.join(ROOT, 'packages/forecourt/src/model/vocabulary.generated.json');
const validate = new Ajv({ strict: false, allErrors: true }).compile(vocabularySchema());

type Json = Record<string, unknown>;
const entity = (change: Json = {}): Json => ({ type: 'object', properties: { name: { type: 'string' } }, ...change });
const withProperty = (change: Json): Json => entity({ properties: { name: { type: 'string', ...change } } });
const inCondition = (condition: Json): Json => withProperty({ 'x-show': condition });

/** Both verdicts: that of the published schema, and that of the check a model is compiled with. */
const verdicts = (schema: unknown): { published: boolean; compiled: boolean } => {
  const expanded = expandConditionals('schemas/some.json', schema as EntitySchema);
  return {
    published: validate(schema),
    compiled: [...expanded.problems, ...checkVocabulary('schemas/some.json', expanded.schema)].length === 0,
  };
};

test('every schema of the product is valid under the published schema', async () => {
  const schemas = Object.entries(readableSchemas(await readApplication(ROOT)));
  expect(schemas.length).toBeGreaterThan(20);
  expect(schemas.filter(([, schema]) => !validate(schema)).map(([name]) => name)).toEqual([]);
});

/** Values of every sort, so that each keyword meets some it takes and some it refuses. */
const VALUES: readonly unknown[] = [
  true, 0, 1, -1, 1.5, '', 'name', 'object', 'date', 'phone', 'money', 'soft', null, {}, [], ['name'], ['name', 'name'], [1], [{}], [['name']],
  { resource: 'city' }, { resource: 'city', ass: 'x' }, { read: 'edit' }, { type: 'string' }, { properties: { name: { const: 1 } } },
  { properties: { name: { cnst: 1 } } }, [{ fields: ['name'] }], [{ fields: ['name'], where: { state: [1] } }], [{ fields: 'name' }],
  { key: ['name'], interval: ['name', 'name'], message: 'm' }, { key: ['name'], interval: ['name'], message: 'm' },
  { field: 'name', initial: 1, transitions: [{ action: 'open', from: [1], to: 2 }] }, { field: 'name', initial: 1, transitions: [{ action: 'open' }] },
]; // prettier-ignore
const WORDS = new Set([
  ...Object.keys(ENTITY_KEYWORDS),
  ...Object.keys(PROPERTY_KEYWORDS),
  ...Object.keys(CONDITION_KEYWORDS),
]);
const misspelt = (word: string): string => word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1);

describe('the published schema and the check agree', () => {
  const places: [string, (keyword: Json) => Json, object][] = [
    ['on the entity', entity, ENTITY_KEYWORDS],
    ['on a property', withProperty, PROPERTY_KEYWORDS],
    ['in a condition', inCondition, CONDITION_KEYWORDS],
  ];
  test.each(places)('%s about every keyword and every sort of value', (_place, place, known) => {
    let taken = 0;
    for (const word of [...WORDS, ...[...WORDS].map(misspelt)])
      for (const value of VALUES) {
        const { published, compiled } = verdicts(place({ [word]: value }));
        // Whether variants can be told apart is more than a JSON Schema of a file can say: there the check may refuse more.
        const agreed = Object.hasOwn(CONDITIONAL_KEYWORDS, word) ? published && compiled : published;
        expect({ word, value, agreed }).toEqual({ word, value, agreed: compiled });
        if (published) taken++;
        if (published && !Object.hasOwn(known, word)) throw new Error(`${word} is no keyword here`);
      }
    expect(taken).toBeGreaterThanOrEqual(Object.keys(known).length);
  });

  test('about documents that are no entity', () => {
    for (const value of [
      null,
      [],
      'object',
      {},
      { type: 'object' },
      { properties: {} },
      entity({ properties: { name: 1 } }),
      entity({ properties: { name: {} } }),
    ])
      expect({ value, ...verdicts(value) }).toEqual({ value, published: false, compiled: false });
  });
});

test('a misspelt keyword and a wrong value are not valid', () => {
  expect(validate(entity({ 'x-serach': ['name'] }))).toBe(false);
  expect(validate(withProperty({ 'x-widget': 'mony' }))).toBe(false);
  expect(validate(withProperty({ maxLength: '40' }))).toBe(false);
  expect(validate(entity())).toBe(true);
});

test('editors find the published schema for every schema file, by its $schema and by its folder', async () => {
  const folders = [
    'schemas',
    'schemas/internal',
    'packages/forecourt/src/platform/schemas',
    'examples/video-rental/schemas',
  ];
  for (const folder of folders)
    for (const name of (await readdir(path.join(ROOT, folder))).filter((one) => one.endsWith('.json'))) {
      const { $schema } = JSON.parse(await readFile(path.join(ROOT, folder, name), 'utf8')) as { $schema?: string };
      expect(path.join(ROOT, folder, $schema ?? ''), name).toBe(file);
    }
  const settings = JSON.parse(await readFile(path.join(ROOT, '.vscode/settings.json'), 'utf8')) as {
    'json.schemas': { fileMatch: string[]; url: string }[];
  };
  const [entry] = settings['json.schemas'];
  expect(path.join(ROOT, entry!.url)).toBe(file);
  expect(entry!.fileMatch).toContain('schemas/**/*.json');
});
