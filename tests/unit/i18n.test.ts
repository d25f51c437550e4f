import { readFile, readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import frameworkEn from '../../src/framework/i18n/en-US.json';
import frameworkTh from '../../src/framework/i18n/th-TH.json';
import frameworkZh from '../../src/framework/i18n/zh-CN.json';
import { mergeCatalogues } from '../../src/framework/i18n/index.ts';
import { compileModel, type Model } from '../../src/framework/model/index.ts';
import { codes } from '../../resources/codes.ts';
import { resources as rentalResources } from '../../resources/index.ts';
import { platformResources, withPlatform } from '../../src/framework/platform/index.ts';
import { readSchemas } from '../../scripts/generate.ts';

type Tree = { readonly [key: string]: string | Tree };

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

const merged = (framework: Tree, own: Tree) => new Map(flatten(mergeCatalogues(framework, own)));
const catalogues = {
  'en-US': merged(frameworkEn, en),
  'zh-CN': merged(frameworkZh, zh),
  'th-TH': merged(frameworkTh, th),
};
const languages = Object.entries(catalogues);
const reference = catalogues['en-US'];
const missing = (keys: Iterable<string>): string[] => [...new Set(keys)].filter((key) => !reference.has(key));

const resources = withPlatform(platformResources, rentalResources);
let model: Model;
beforeAll(async () => {
  model = compileModel({ schemas: await readSchemas(), resources, codes, scopeEntity: 'store' });
});

describe.each(languages)('%s', (_language, texts) => {
  test('has the keys of the other languages', () => {
    expect([...texts.keys()].sort()).toEqual([...reference.keys()].sort());
  });

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('fills the same placeholders as the other languages', () => {
    const names = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();
    expect([...texts].filter(([key, text]) => names(text).join() !== names(reference.get(key) ?? '').join())).toEqual(
      [],
    );
  });

  test('uses no other form of placeholder', () => {
    expect(
      [...texts].filter(([, text]) => /(?<!%)\{\w+\}/.test(text) && !text.includes('{renterName}')).map(([key]) => key),
    ).toEqual([]);
  });
});

test('a key is a text or a group, never both', () => {
  const keys = [...reference.keys()];
  expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key}.`)))).toEqual([]);
});

test('no text stands in the script of another language', () => {
  const han = /\p{Script=Han}/u;
  const thai = /\p{Script=Thai}/u;
  expect([...catalogues['en-US']].filter(([, text]) => han.test(text) || thai.test(text)).map(([key]) => key)).toEqual(
    [],
  );
  expect([...catalogues['zh-CN']].filter(([, text]) => thai.test(text)).map(([key]) => key)).toEqual([]);
  expect([...catalogues['th-TH']].filter(([, text]) => han.test(text)).map(([key]) => key)).toEqual([]);
});

test('every entity, property, filter, group and action has a label', () => {
  const entityKeys = [...model.entities.values()].flatMap((entity) =>
    [...['name', 'title'], ...entity.fields.map((field) => `fields.${field.name}`)].map(
      (key) => `resources.${entity.name}.${key}`,
    ),
  );
  const resourceKeys = [...model.resources.values()].flatMap((resource) => {
    const groups = [...resource.form.groups, ...resource.show.groups].map((group) => `groups.${group.key}`);
    const filters = resource.list.filters
      .filter((filter) => filter.name !== 'keyword')
      .map((filter) => `fields.${filter.name}`);
    const confirms = resource.actions.filter((action) => action.confirm).map((action) => `confirm.${action.name}`);
    const declared = resource.form.groups.length > 1 || resource.show.groups.length > 1 ? groups : [];
    return [...declared, ...filters, ...resource.actions.map((action) => `actions.${action.name}`), ...confirms].map(
      (key) => `resources.${resource.name}.${key}`,
    );
  });
  expect(missing([...entityKeys, ...resourceKeys])).toEqual([]);
});

test('every part of a nested document has a label', () => {
  type Part = { readonly properties?: Record<string, Part>; readonly items?: Part };
  const names = (part: Part): string[] => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [`fields.${name}`, ...names(inner)]),
    ...(part.items ? names(part.items) : []),
  ];
  const documents = [...model.entities.values()].flatMap((entity) =>
    entity.fields.filter((field) => field.kind === 'json'),
  );
  expect(missing(documents.flatMap((field) => names(field.schema as Part)))).toEqual([]);
});

test('every coded value has a label', () => {
  expect(
    missing(Object.entries(codes).flatMap(([table, values]) => values.map(({ code }) => `codes.${table}.${code}`))),
  ).toEqual([]);
});

test('every message that a schema names exists', () => {
  const messages = [...model.entities.values()].flatMap((entity) => [
    ...entity.unique.map((unique) => unique.message),
    ...entity.fields.flatMap((field) => field.message ?? []),
    ...(entity.schema['x-exclude'] ? [entity.schema['x-exclude'].message] : []),
  ]);
  expect(missing(messages)).toEqual([]);
});

test('every menu group, permission base and permission word has a label', () => {
  const words = ['add', 'delete', 'edit', 'query', 'detail', 'enable', 'disable', 'import', 'export'];
  const all = [...model.resources.values()];
  const groups = all.flatMap((resource) => (resource.menu ? [`menu.groups.${resource.menu.group}`] : []));
  const bases = all.map((resource) => `permissions.bases.${resource.permission.base}`);
  expect(missing([...groups, ...bases, ...words.map((word) => `permissions.words.${word}`)])).toEqual([]);
});

test('every message that the code names exists', async () => {
  const source = new URL('../../src/', import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, source), 'utf8')));
  expect(
    missing(texts.flatMap((text) => [...text.matchAll(/'(msg\.[A-Za-z.]+)'/g)].map((match) => match[1]!))),
  ).toEqual([]);
});
