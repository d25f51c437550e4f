import { readdir } from 'node:fs/promises';
import path from 'node:path';
import reactAdmin from 'ra-language-english';
import { afterAll, describe, expect, it, vi } from 'vitest';
import frameworkTexts from '../../src/i18n/en-US.json';
import { mergeCatalogues, type Catalogue } from '../../src/i18n/index.ts';
import { ROOT } from '../application/readApplication.ts';
import {
  removeSamples,
  sampleApplication,
  sampleDeclaration,
  sampleSchema,
  sampleTexts,
  type Files,
} from '../application/testing/sampleApplication.ts';
import { runHere, runScript } from '../application/testing/runScript.ts';
import { checkApplication } from './checkApplication.ts';

vi.setConfig({ testTimeout: 30_000 });
afterAll(removeSamples);

const withProperty = (name: string, change: object): Files => ({
  'schemas/shelf.json': {
    ...sampleSchema,
    properties: { ...sampleSchema.properties, [name]: { ...(sampleSchema.properties as Record<string, object>)[name], ...change } },
  },
}); // prettier-ignore
const declared = (from: string, to: string): Files => ({ 'resources/shelf.ts': sampleDeclaration.replace(from, to) });

const check = async (changes: Files) =>
  (await checkApplication(await sampleApplication(changes))).filter(({ file }) => !file.endsWith('.generated.ts'));

it('finds nothing in an application without mistakes', async () => {
  expect(await checkApplication(await sampleApplication())).toEqual([]);
});

describe('names file, pointer and the word that was meant:', () => {
  const SHELF = 'schemas/shelf.json';
  const RESOURCE = 'resources/shelf.ts';
  it.each<[string, Files, string, string, string]>([
    ['a misspelt keyword', withProperty('label', { maxlength: 4 }), SHELF, '/properties/label/maxlength', 'did you mean "maxLength"'],
    ['a value of the wrong type', withProperty('label', { maxLength: '4' }), SHELF, '/properties/label/maxLength', '"4" is not a whole number'],
    ['a relation to nothing', withProperty('roomId', { 'x-ref': { resource: 'rom' } }), SHELF, '/properties/roomId/x-ref/resource', 'did you mean "room"'],
    ['an unknown code table', withProperty('state', { 'x-codes': 'shelfSate' }), SHELF, '/properties/state/x-codes', 'did you mean "shelfState"'],
    ['a default that is no code', withProperty('state', { default: 7 }), SHELF, '/properties/state/default', '7 is no code of "shelfState"'],
    ['a broken pattern', withProperty('label', { pattern: '(' }), SHELF, '/properties/label/pattern', 'no regular expression'],
    ['a required property that is none', { [SHELF]: { ...sampleSchema, required: ['lable'] } }, SHELF, '/required/0', 'did you mean "label"'],
    ['an internal schema outside its folder', { 'schemas/log.json': { type: 'object', 'x-internal': true, properties: {} } }, 'schemas/log.json', '/x-internal', 'stand in schemas/internal'],
    ['two schemas of one name', { 'schemas/internal/room.json': { type: 'object', 'x-internal': true, properties: {} } }, 'schemas/room.json', '', 'called the same'],
    ['an unregistered computed column', withProperty('load', { 'x-compute': 'shelfLod' }), SHELF, '/properties/load/x-compute', 'did you mean "shelfLoad"'],
    ['a resource of no schema', { 'resources/shelve.ts': sampleDeclaration.replaceAll("'shelf'", "'shelve'") }, 'resources/shelve.ts', '/schema', 'did you mean "shelf"'],
    ['a resource file of another name', { 'resources/shelve.ts': sampleDeclaration }, 'resources/shelve.ts', '/schema', 'is called shelf.ts'],
    ['a resource file that does not load', { [RESOURCE]: 'export default {' }, RESOURCE, '', 'cannot be loaded'],
    ['a resource file without a default export', { [RESOURCE]: 'export const shelf = {};' }, RESOURCE, '', 'no default export'],
    ['a misspelt part of a declaration', declared('columns:', 'colums:'), RESOURCE, '/list/colums', 'did you mean "columns"'],
    ['an unknown column', declared("'roomId'", "'romId'"), RESOURCE, '/list/columns', 'did you mean "roomId"'],
    ['an unknown filter', declared("['keyword', 'state']", "['keyword', 'stat']"), RESOURCE, '/list/filters/1', 'did you mean "state"'],
    ['an unregistered component', declared('ShelfList', 'ShelfLst'), RESOURCE, '/list/component', 'did you mean "ShelfList"'],
    ['an action without a command', declared('/stock/shelf/empty', '/stock/shelf/emty'), RESOURCE, '/actions/empty/post', 'did you mean "/stock/shelf/empty"'],
  ])('%s', async (_what, changes, file, pointer, message) => {
    expect(await check(changes)).toContainEqual(
      expect.objectContaining({ level: 'error', file, pointer, message: expect.stringContaining(message) as string }),
    );
  }); // prettier-ignore
});

it('names line and column of broken JSON, and what refers to the broken schema stays right', async () => {
  expect(await check({ 'schemas/room.json': '{\n  "type": "object",\n}\n' })).toEqual([
    expect.objectContaining({ file: 'schemas/room.json', line: 3, column: 1 }),
  ]);
});

it('names line and column of a mistake in sound JSON', async () => {
  const [finding] = await check(withProperty('label', { maxLength: '4' }));
  expect(finding).toMatchObject({ file: 'schemas/shelf.json', line: 12, column: 7 });
});

describe('labels', () => {
  it('that the model needs and no language has are missed in each', async () => {
    const { empty: _, ...actions } = sampleTexts.resources.shelf.actions;
    const shelf = { ...sampleTexts.resources.shelf, actions };
    const texts = { ...sampleTexts, resources: { ...sampleTexts.resources, shelf } };
    const findings = await check({ 'i18n/en-US.json': texts, 'i18n/zh-CN.json': texts, 'i18n/th-TH.json': texts });
    expect(findings.map(({ file, pointer }) => [file, pointer])).toEqual([
      ['i18n/en-US.json', '/resources/shelf/actions/empty'],
      ['i18n/th-TH.json', '/resources/shelf/actions/empty'],
      ['i18n/zh-CN.json', '/resources/shelf/actions/empty'],
    ]);
  });

  it.each<[string, unknown, unknown, string]>([
    ['that only another language has', 'Note', undefined, 'another language has it'],
    ['that are empty', 'Note', ' ', 'the text is empty'],
    ['that fill other placeholders', '%{count} notes', '%{n} notes', 'in English they are %{count}'],
    ['that are no text', 'Note', 7, 'here stands a text'],
  ])('%s are named', async (_what, english, thai, message) => {
    const findings = await check({
      'i18n/en-US.json': { ...sampleTexts, note: english },
      'i18n/zh-CN.json': { ...sampleTexts, note: english },
      'i18n/th-TH.json': { ...sampleTexts, note: thai },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        level: 'error',
        file: 'i18n/th-TH.json',
        pointer: '/note',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('in the script of another language are worth a warning', async () => {
    const finding = { level: 'warning', file: 'i18n/en-US.json', pointer: '/menu/groups/stock' };
    const texts = { ...sampleTexts, menu: { groups: { ...sampleTexts.menu.groups, stock: '库存' } } };
    expect(await check({ 'i18n/en-US.json': texts })).toEqual([expect.objectContaining(finding)]);
  });

  it('of a language without a file are missed as a whole', async () => {
    expect(await check({ 'i18n/th-TH.json': null })).toEqual([
      expect.objectContaining({ level: 'error', file: 'i18n/th-TH.json' }),
    ]);
  });
});

it('finds an icon that is not registered', async () => {
  expect(await check(declared("'Shelves'", "'Shelve'"))).toEqual([
    expect.objectContaining({ level: 'error', file: 'resources/shelf.ts', pointer: '/menu/icon', message: expect.stringContaining('did you mean "Shelves"') as string }),
  ]); // prettier-ignore
});

it('says when the generated types are not what the schemas say', async () => {
  const folder = await sampleApplication({
    ...withProperty('label', { type: 'integer', maxLength: undefined }),
  });
  expect(await checkApplication(folder)).toEqual([
    expect.objectContaining({
      file: 'schemas/types.generated.ts',
      message: expect.stringContaining('npm run generate') as string,
    }),
  ]);
});

const EXAMPLES = path.join(ROOT, 'examples');
const folders = [ROOT, ...(await readdir(EXAMPLES)).map((name) => path.join(EXAMPLES, name))];

it.each(folders)('finds no mistake in %s', async (folder) => {
  const errors = (await checkApplication(folder)).filter(({ level }) => level === 'error');
  expect(errors).toEqual([]);
});

describe('npm run check', () => {
  it('ends with 0 without mistakes and with 1 otherwise, and prints places that can be clicked', async () => {
    const sound = await runScript('check/command.ts', ['--app', await sampleApplication()]);
    expect(sound).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 errors, 0 warnings\n$/) as string });
    const folder = await sampleApplication(withProperty('label', { maxlength: 4 }));
    const broken = await runHere('check/command.ts', ['--app', folder]);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain('error schemas/shelf.json:14:7 /properties/label/maxlength\n');
  });

  it('answers --json', async () => {
    const folder = await sampleApplication(withProperty('label', { maxlength: 4 }));
    const { stdout } = await runHere('check/command.ts', ['--app', folder, '--json']);
    expect(JSON.parse(stdout)).toEqual([
      {
        level: 'error',
        file: 'schemas/shelf.json',
        pointer: '/properties/label/maxlength',
        line: 14,
        column: 7,
        message: 'unknown keyword "maxlength"; did you mean "maxLength"?',
      },
    ]);
  });

  it('refuses a folder that is no application', async () => {
    const { code, stderr } = await runHere('check/command.ts', ['--app', 'docs']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'docs is no application: it has no folder "schemas"\n' });
  });
});

describe('the locale', () => {
  const languages = [{ code: 'de-DE', name: 'Deutsch' }];
  const german = { currency: 'EUR', zone: 'Europe/Berlin', languages };
  const mapped = (texts: unknown): unknown =>
    typeof texts === 'string'
      ? `${texts} (de)`
      : Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, mapped(text)]));

  it('may be missing, and its mistakes have their place', async () => {
    expect(await check({ 'locale.json': null })).toEqual([]);
    const wrong = {
      ...german,
      currency: 'EURO',
      zone: 'Berlin',
      digits: 9,
      languages: [...languages, { code: 'de_DE', name: '' }],
      colour: 'red',
    };
    const found = (await check({ 'locale.json': wrong })).map(({ pointer, line }) => [pointer, line]);
    expect(found).toEqual([
      ['/currency', 2],
      ['/zone', 3],
      ['/languages/1/code', 10],
      ['/languages/1/name', 11],
      ['/digits', 14],
      ['/colour', 15],
    ]);
  });

  it('with a language that the framework does not speak asks for all texts, its own and react-admin’s', async () => {
    const files = { 'locale.json': german, 'i18n/de-DE.json': sampleTexts };
    const lacking = await check(files);
    expect(lacking.length).toBeGreaterThan(500);
    expect(lacking).toContainEqual(expect.objectContaining({ pointer: '/ra/action/save', file: 'i18n/de-DE.json' }));
    expect(lacking).toContainEqual(expect.objectContaining({ pointer: '/msg/required' }));

    const framework = mapped({ ...reactAdmin, ...frameworkTexts });
    const labels = { fields: { 'de-DE': 'Deutsch' }, ...sampleTexts };
    const whole = mergeCatalogues(framework as Catalogue, labels);
    expect(await check({ ...files, 'i18n/de-DE.json': whole })).toEqual([]);
  });

  it('does not ask for texts in languages that are not declared', async () => {
    const english = { ...german, languages: [{ code: 'en-GB', name: 'English' }] };
    const texts = { fields: { 'en-GB': 'English' }, ...sampleTexts };
    const none = { 'i18n/zh-CN.json': null, 'i18n/th-TH.json': null, 'i18n/en-US.json': null };
    expect(await check({ ...none, 'locale.json': english, 'i18n/en-GB.json': texts })).toEqual([]);
  });
});
