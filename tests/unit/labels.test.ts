import { expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { application } from '../../src/application.ts';

const CATALOGUES = { en, zh, th };

/** One word for two values of a table: both are the same to who reads them (D-ORD-02). */
const SAME_WORD = ['orderListLabel'];

/** One thing in two properties: as a relation and as its word, for sorting and for searching; or under the name that a documented answer has for it. */
const SAME_THING = [
  'blacklist: names = members',
  'inspectionReminder: carId = plate',
  'inspectionReminder: inspectionExpiry = expiry',
  'inspectionReminder: plate = car',
  'insuranceReminder: carId = plate',
  'insuranceReminder: commercialEnd = commercial',
  'insuranceReminder: compulsoryEnd = compulsory',
  'insuranceReminder: plate = car',
  'maintenanceReminder: carId = plate',
  'maintenanceReminder: maintenanceCycle = cycle',
  'maintenanceReminder: nextMaintenanceMileage = nextMileage',
  'maintenanceReminder: plate = car',
];

type Texts = Readonly<Record<string, unknown>>;

/** Texts that stand at more than one of the keys. */
function twice(texts: Texts, keys: readonly string[]): readonly string[] {
  const seen = new Map<unknown, string>();
  return keys.flatMap((key) => {
    const text = texts[key];
    const other = seen.get(text);
    seen.set(text, key);
    return typeof text === 'string' && other !== undefined ? [`${other} = ${key}`] : [];
  });
}

test.each(Object.entries(CATALOGUES))(
  'no two fields of a record are called the same, no two states: %s',
  (_name, catalogue) => {
    const resources = catalogue.resources as unknown as Readonly<Record<string, { readonly fields?: Texts }>>;
    const fields = [...application.model.resources.values()].flatMap(({ name, entity }) =>
      twice(resources[name]?.fields ?? {}, [...entity.byName.keys()]).map((pair) => `${name}: ${pair}`),
    );
    const codes = Object.entries(catalogue.codes as Readonly<Record<string, Texts>>)
      .filter(([table]) => !SAME_WORD.includes(table))
      .flatMap(([table, texts]) => twice(texts, Object.keys(texts)).map((pair) => `${table}: ${pair}`));
    expect([...fields, ...codes].filter((pair) => !SAME_THING.includes(pair))).toEqual([]);
  },
);

test.each(Object.entries(CATALOGUES))('no two messages say the same: %s', (_name, { msg }) => {
  const flat = (texts: Texts, before: string): [string, unknown][] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${before}${key}`, text]] : flat(text as Texts, `${before}${key}.`),
    );
  const texts = Object.fromEntries(flat(msg, ''));
  expect(twice(texts, Object.keys(texts))).toEqual([]);
});
