import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { localeProblems, type LocaleDeclaration } from '../../src/locale/index.ts';
import { UsageError } from '../application/options.ts';
import { LOCALE_FILE, readApplication, ROOT } from '../application/readApplication.ts';
import { requireFreeName } from '../new/names.ts';
import type { Imported } from './imported.ts';
import { namingOf } from './naming.ts';
import { importDocument } from './openapi/importDocument.ts';
import { readDocument } from './openapi/readDocument.ts';
import { readDatabase } from './postgres/catalog.ts';
import { importTables, type ImportOptions } from './postgres/importTables.ts';
import { writeImported, type Written } from './writeImported.ts';

/** Where schemas come from: tables of a database, or the components of an OpenAPI document. */
export type ImportSource =
  | {
      readonly database: string;
      /** Schemas of the database; `public` unless some are named. */
      readonly schemas?: readonly string[];
      /** Names of tables, with the schema before them where two have the same; all of them unless some are named. */
      readonly tables?: readonly string[];
    }
  | { readonly openapi: string };

interface ImportChoices {
  /** The folder of the application; made when it is not there. */
  readonly out: string;
  readonly camelCase?: boolean;
  /** Of a new application; one that is there has its own. */
  readonly currency?: string;
  /** Group of the menu. */
  readonly group?: string;
}

async function importDatabase(
  { database, schemas = ['public'], tables: only }: Extract<ImportSource, { database: string }>,
  options: ImportOptions,
): Promise<Imported> {
  const { tables, others } = await readDatabase(database, schemas, only).catch((error: unknown): never => {
    throw new UsageError(`the database cannot be read: ${(error as Error).message}`);
  });
  const named = `the schema${schemas.length > 1 ? 's' : ''} ${schemas.join(', ')}`;
  const known = [...tables, ...others].flatMap(({ key, name }) => [key, name]);
  const missing = (only ?? []).filter((name) => !known.includes(name));
  if (missing.length > 0) throw new UsageError(`there is no table ${missing.join(', ')} in ${named}`);
  const empty = schemas.filter((schema) => !only && !tables.some((table) => table.schema === schema));
  if (empty.length > 0 || tables.length === 0)
    throw new UsageError(`there are no tables in ${empty.length > 0 ? `the schema ${empty.join(', ')}` : named}`);
  const imported = importTables(tables, options);
  const notes = others.map(({ key, what }) => ({ what: key, why: `${what}: left out` }));
  return { ...imported, notes: [...imported.notes, ...notes] };
}

/** Texts that may be as long as they like there have a length here; the schema can say a larger one. */
function lengthNotes({ entities }: Imported): Imported['notes'] {
  const texts = entities.flatMap(({ name, schema }) =>
    Object.entries(schema.properties).flatMap(
      ([field, { type, maxLength, format, 'x-codes': codes, 'x-widget': widget }]) =>
        type === 'string' && maxLength === undefined && !format && !codes && widget !== 'secret'
          ? [{ what: `${name}.${field}`, long: widget === 'text' }]
          : [],
    ),
  );
  const of = (long: boolean, most: string): Imported['notes'] => {
    const what = texts.flatMap((one) => (one.long === long ? [one.what] : [])).join(', ');
    return what === '' ? [] : [{ what, why: `texts without a length hold ${most} signs until "maxLength" says more` }];
  };
  return [...of(false, '255'), ...of(true, '10,000')];
}

/** A document does not say how fine its times are: they are kept to the second. */
function fractionNotes({ entities }: Imported): Imported['notes'] {
  const what = entities
    .flatMap(({ name, schema }) =>
      Object.entries(schema.properties).flatMap(([field, { format, 'x-precision': digits }]) =>
        format === 'date-time' && digits === undefined ? [`${name}.${field}`] : [],
      ),
    )
    .join(', ');
  return what === '' ? [] : [{ what, why: 'times are kept to the second until "x-precision" says more' }];
}

/** Amounts keep their figures; what they are amounts of is said by `locale.json` alone. */
function amountsNote({ entities }: Imported, currency: string): Imported['notes'] {
  const amounts = entities.flatMap(({ name, schema }) =>
    Object.entries(schema.properties).flatMap(([field, property]) =>
      property['x-widget'] === 'money' ? [`${name}.${field}`] : [],
    ),
  );
  return amounts.length === 0
    ? []
    : [
        {
          what: amounts.join(', '),
          why: `the currency is left out: amounts keep their figures and are shown as ${currency}`,
        },
      ];
}

/** Where no application stands around the new one. */
const PLAIN_LOCALE: LocaleDeclaration = {
  currency: 'USD',
  zone: 'UTC',
  languages: [{ code: 'en-US', name: 'English' }],
};

/** The locale that a new application begins with: the product's, in another currency where one is named. Throws UsageError for one that is none. */
async function newLocale(currency: string | undefined): Promise<LocaleDeclaration> {
  const file = path.join(ROOT, LOCALE_FILE);
  const product = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as LocaleDeclaration) : PLAIN_LOCALE;
  if (currency === undefined) return product;
  const locale = { ...product, currency };
  for (const { message } of localeProblems(locale)) throw new UsageError(`--currency ${message}`);
  return locale;
}

/**
 * Writes the application that a database or document describes, ready to start. Reads only, never overwrites; what could not be carried over is in the
 * notes, by name. Throws UsageError for what cannot be read or written.
 */
export async function importSchema(
  from: ImportSource,
  { out, camelCase = false, group = 'resources', currency }: ImportChoices,
): Promise<Written & { readonly entities: number }> {
  const folder = path.resolve(out);
  const source = await readApplication(folder, await newLocale(currency));
  const options = { naming: namingOf(camelCase), requireName: (name: string) => requireFreeName(source, name) };
  const imported =
    'openapi' in from ? importDocument(await readDocument(from.openapi), options) : await importDatabase(from, options);
  const whole = {
    ...imported,
    notes: [
      ...imported.notes,
      ...lengthNotes(imported),
      ...('openapi' in from ? fractionNotes(imported) : []),
      ...amountsNote(imported, source.locale?.currency ?? ''),
    ],
  };
  return { ...(await writeImported(source, whole, group)), entities: imported.entities.length };
}
