import { formIn, isTextKey, mergeCatalogues, type Catalogue } from '../i18n/index.ts';
import {
  meantLanguage,
  servedBy,
  SHORT_TIME,
  shortDateIn,
  shortTimeIn,
  type LanguageName,
  type Locale,
} from '../locale/index.ts';
import type { Language } from './contract.ts';

/** The texts of an application, by language. */
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** The text of a key in the language of the request, or in another that is named. */
export type Translate = (key: string, params?: Record<string, unknown>, language?: Language) => string;

/** Finds the text of a key in the languages of the application. */
export interface Messages {
  /** The languages of the application, its first one in front. */
  readonly languages: readonly Language[];
  /** The language of whoever asks for none that there is. */
  readonly first: Language;
  /** Texts in a language of the application. */
  t(language: Language): Translate;
  /** The language that an Accept-Language header asks for; the first where it asks for none of them (D-API-02). */
  asked(header: string | undefined): Language;
  /** `2027-03-04` as the application writes days in short sentences; what is no day stays as it is. */
  day(language: Language, text: string): string;
  /** The text, or undefined where the language has none. */
  find(language: Language, key: string): string | undefined;
}

const FRAMEWORK: Catalogues = Object.fromEntries(
  Object.entries(import.meta.glob<Catalogue>('../i18n/*.json', { eager: true, import: 'default' })).map(
    ([file, catalogue]) => [/([^/]+)\.json$/.exec(file)![1]!, catalogue],
  ),
);

function flatten(catalogue: Catalogue, prefix: string, into: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
  return into;
}

/** By language and catalogue: they stay the same however often an application is built. */
const flattened = new Map<Language, WeakMap<Catalogue, ReadonlyMap<string, string>>>();

/** The texts of a language by their keys, the application's own before the framework's. */
function textsOf(code: Language, own: Catalogue): ReadonlyMap<string, string> {
  const known = flattened.get(code) ?? new WeakMap<Catalogue, ReadonlyMap<string, string>>();
  flattened.set(code, known);
  let texts = known.get(own);
  if (!texts) {
    const general = FRAMEWORK[servedBy(code, Object.keys(FRAMEWORK)) ?? ''];
    known.set(own, (texts = flatten(mergeCatalogues(...(general ? [general] : []), own), '', new Map())));
  }
  return texts;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const fill = (text: string, params: Record<string, unknown>, written: (value: unknown) => string): string =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (name in params ? written(params[name]) : whole));

/**
 * Looks texts up by key, the application's before the framework's. A key that a language lacks is answered in the first language, one that
 * it lacks, too, by itself. A wall clock among the parameters is written as the locale shortens times in that language, the key of a text
 * (`isTextKey`) as that text. Throws where a language of the application has no catalogue.
 */
export function createMessages(
  catalogues: Catalogues,
  declared: Pick<Locale, 'languages'> & Partial<Pick<Locale, 'shortTime'>>,
): Messages {
  const { languages, shortTime = SHORT_TIME } = declared;
  const locale = { shortTime };
  const codes = languages.map(({ code }) => code);
  const first = codes[0]!;
  const texts = new Map(
    codes.map((code) => {
      const own = catalogues[code];
      if (!own)
        throw new Error(`locale.json declares ${code}, and the application has no texts in it (i18n/${code}.json)`);
      return [code, textsOf(code, own)] as const;
    }),
  );
  const find = (language: Language, key: string): string | undefined => texts.get(language)?.get(key);
  const textIn = (language: Language, key: string): string => find(language, key) ?? find(first, key) ?? key;
  const translator =
    (own: Language): Translate =>
    (key, params, language = own) => {
      const text = textIn(language, key);
      const written = (value: unknown): string =>
        isTextKey(value)
          ? fill(textIn(language, value), params ?? {}, String)
          : shortTimeIn(locale, language, String(value));
      return params ? fill(formIn(language, text, params), params, written) : text;
    };
  const translators = new Map(codes.map((code) => [code, translator(code)]));
  return {
    languages: codes,
    first,
    find,
    t: (language) => translators.get(language) ?? translators.get(first)!,
    day: (language, text) => (DAY.test(text) ? shortDateIn(locale, language, text) : text),
    asked: (header) => negotiateLanguage(header, languages),
  };
}

/** The language of an Accept-Language header; whoever asks for none of them gets the first. */
function negotiateLanguage(header: string | undefined, languages: readonly LanguageName[]): Language {
  const first = languages[0]!.code;
  if (!header) return first;
  if (languages.some(({ code }) => code === header)) return header;
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    const language = meantLanguage(tag, languages);
    if (language !== undefined) return language;
  }
  return first;
}
