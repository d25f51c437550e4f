import { countIn, mergeCatalogues, type Catalogue } from '../i18n/index.ts';
import enUS from '../i18n/en-US.json';
import thTH from '../i18n/th-TH.json';
import zhCN from '../i18n/zh-CN.json';
import type { Language } from './contract.ts';

export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** The text of a key in the language of the request, or in another that is named. */
export type Translate = (key: string, params?: Record<string, unknown>, language?: Language) => string;

export interface Messages {
  readonly t: Readonly<Record<Language, Translate>>;
  /** The text, or undefined where the language has none. */
  find(language: Language, key: string): string | undefined;
}

const DEFAULT: Language = 'zh-CN';
export const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US', 'th-TH'];

function flatten(catalogue: Catalogue, prefix: string, into: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
  return into;
}

/** Between the forms of a text for one and for several, as in the browser. */
const FORMS = /\s*\|{4}\s*/;

/** The form for the number that the text counts; languages without a plural have one form. */
function formOf(text: string, values: Readonly<Record<string, unknown>>): string {
  const [one, several] = text.split(FORMS) as [string, string?];
  return several === undefined || countIn(values) === 1 ? one : several;
}

const fill = (text: string, params: Record<string, unknown>): string =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

/** Looks texts up by key, the application's before the framework's. A key that a language lacks is answered in the default language, one that no language has by itself. */
export function createMessages(catalogues: Catalogues): Messages {
  const framework: Catalogues = { 'zh-CN': zhCN, 'en-US': enUS, 'th-TH': thTH };
  const texts = new Map(
    LANGUAGES.map((language) => [
      language,
      flatten(mergeCatalogues(framework[language], catalogues[language]), '', new Map()),
    ]),
  );
  const find = (language: Language, key: string): string | undefined => texts.get(language)?.get(key);
  const translator =
    (own: Language): Translate =>
    (key, params, language = own) => {
      const text = find(language, key) ?? find(DEFAULT, key) ?? key;
      return params ? fill(formOf(text, params), params) : text;
    };
  return { find, t: { 'zh-CN': translator('zh-CN'), 'en-US': translator('en-US'), 'th-TH': translator('th-TH') } };
}

/** The supported language a tag means: itself, or the one with the same primary subtag (`en` → `en-US`). */
function supported(tag: string): Language | undefined {
  const wanted = tag.toLowerCase();
  const primary = wanted.split('-')[0];
  return (
    LANGUAGES.find((language) => language.toLowerCase() === wanted) ??
    LANGUAGES.find((language) => language.split('-')[0] === primary)
  );
}

/** The language of an Accept-Language header; anything that asks for none of the three gets zh-CN (D-API-02). */
export function negotiateLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT;
  const exact = LANGUAGES.find((language) => language === header);
  if (exact) return exact;
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
    const language = supported(tag);
    if (language) return language;
  }
  return DEFAULT;
}
