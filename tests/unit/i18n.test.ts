import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { codes } from '../../resources/codes.ts';
import { resources as rentalResources } from '../../resources/index.ts';
import { readableSchemas, readApplication, ROOT } from '../../packages/forecourt/cli/application/readApplication.ts';
import * as labels from '../../packages/forecourt/cli/check/labels.ts';
import frameworkEn from '../../packages/forecourt/src/i18n/en-US.json';
import frameworkTh from '../../packages/forecourt/src/i18n/th-TH.json';
import frameworkZh from '../../packages/forecourt/src/i18n/zh-CN.json';
import { mergeCatalogues } from 'forecourt/locale';
import { compileModel, platformResources, withPlatform } from 'forecourt/model';
import { FORM_NAMES, formOf } from '../../src/rental/pages/order/dialogs/forms.ts';

const catalogues = {
  'en-US': labels.textsOf(mergeCatalogues(frameworkEn, en)),
  'zh-CN': labels.textsOf(mergeCatalogues(frameworkZh, zh)),
  'th-TH': labels.textsOf(mergeCatalogues(frameworkTh, th)),
};
const languages = Object.entries(catalogues);
const reference = catalogues['en-US'];
const missing = (keys: Iterable<string>): string[] => labels.missingKeys(reference, keys);

const product = await readApplication(ROOT);
const model = compileModel({
  schemas: readableSchemas(product),
  locale: product.locale,
  resources: withPlatform(platformResources, rentalResources),
  codes,
  scopeEntity: 'store',
});

test('every field of a dialog of the order desk has a label, of its own or the common one', () => {
  const asked = FORM_NAMES.flatMap((form) => formOf(form).entity.fields.map(({ name }) => [form, name] as const));
  expect(asked.length).toBeGreaterThan(20);
  const unnamed = asked.filter(
    ([form, name]) => !reference.has(`resources.${form}.fields.${name}`) && !reference.has(`fields.${name}`),
  );
  expect(unnamed).toEqual([]);
});

describe.each(languages)('%s', (language, texts) => {
  test('has the keys of the other languages', () => {
    expect(labels.untranslated(texts, Object.values(catalogues))).toEqual([]);
  });

  test('has no empty text, and fills the same placeholders as the other languages', () => {
    expect(labels.badTexts(texts, reference)).toEqual([]);
  });

  test('uses no other form of placeholder', () => {
    expect(
      [...texts].filter(([, text]) => /(?<!%)\{\w+\}/.test(text) && !text.includes('{renterName}')).map(([key]) => key),
    ).toEqual([]);
  });

  test('has no text in the script of another language', () => {
    expect(labels.foreignTexts(language, texts)).toEqual([]);
  });
});

test('what counts something in English says one as one', () => {
  const plurals = /%\{(\w+)\} (rental )?(records|entries|characters|days|hours|minutes|rows|columns|photos|orders)\b/;
  const wrong = [...reference].filter(([, text]) => plurals.test(text) && !text.includes('||||'));
  expect(wrong).toEqual([]);
});

test('a key is a text or a group, never both', () => {
  expect(labels.textsAndGroups(reference)).toEqual([]);
});

test('every entity, property, filter, group and action has a label', () => {
  expect(missing(labels.resourceKeys(model))).toEqual([]);
});

test('every action that asks first has a question of its own', () => {
  expect(missing(labels.confirmKeys(model))).toEqual([]);
});

test('every part of a nested document has a label', () => {
  expect(missing(labels.documentKeys(model))).toEqual([]);
});

test('every coded value has a label', () => {
  expect(missing(labels.codeKeys(model))).toEqual([]);
});

test('every message that a schema names exists', () => {
  expect(missing(labels.messageKeys(model))).toEqual([]);
});

test('every menu group and permission word has a label', () => {
  expect(missing(labels.permissionKeys(model))).toEqual([]);
});

test('every message that the code names exists', async () => {
  const source = new URL('../../src/', import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, source), 'utf8')));
  // `useTexts` names a part of the catalogue, not a message.
  const named = texts.flatMap((text) => [...text.matchAll(/(?<!useTexts\()'(msg\.[A-Za-z.]+)'/g)]);
  expect(missing(named.map((match) => match[1]!))).toEqual([]);
});

/** Keys of the texts that say this. */
const saying = (texts: ReadonlyMap<string, string>, words: RegExp): string[] =>
  [...texts].filter(([, text]) => words.test(text)).map(([key]) => key);

test.each(languages)('no text of %s speaks of dollars (D-GEN-05)', (_language, texts) => {
  expect(texts.size).toBeGreaterThan(1000);
  expect(saying(texts, /USD|US\$|\bdollars?\b|美元|ดอลลาร์/i)).toEqual([]);
});

test.each(languages)(
  '%s names yuan where the rate is set and amounts are compared, nowhere else (D-GEN-04)',
  (_language, texts) => {
    const named = saying(texts, /¥|CNY|yuan|RMB|人民币|(?<!单)元|หยวน/i);
    expect(named.toSorted()).toEqual([
      'rental.print.yuanNote',
      'resources.coupon.fields.cnyRate',
      'resources.parameter.fields.cnyRateThbPerCny',
      'resources.violation.fields.cnyRate',
    ]);
  },
);
