import { completeLocale, type Locale, type LocaleDeclaration } from './locale.ts';

let current: Locale | undefined;
let spoken: string | undefined;

/** Says once, before anything is drawn, which locale the pages of a browser have: there is one application to a page. */
export function declareLocale(declaration: LocaleDeclaration): void {
  current = completeLocale(declaration);
  spoken = undefined;
}

/** The locale of the application whose pages these are. Throws where none was declared. */
export function theLocale(): Locale {
  if (!current) throw new Error('no locale was declared: start() does so, and a test its own');
  return current;
}

/** Says once, before anything is drawn, in which of the locale's languages the pages are: another one is another page. */
export function declareLanguage(language: string): void {
  spoken = language;
}

/** The language of the pages; the locale's first one where none was declared. */
export const theLanguage = (): string => spoken ?? theLocale().languages[0]!.code;
