import { completeLocale, type Locale, type LocaleDeclaration } from './locale.ts';

let current: Locale | undefined;

/** Says once, before anything is drawn, which locale the pages of a browser have: there is one application to a page. */
export function declareLocale(declaration: LocaleDeclaration): void {
  current = completeLocale(declaration);
}

/** The locale of the application whose pages these are. Throws where none was declared. */
export function theLocale(): Locale {
  if (!current) throw new Error('no locale was declared: start() does so, and a test its own');
  return current;
}
