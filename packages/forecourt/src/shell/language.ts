import { meantLanguage, theLocale } from '../locale/index.ts';

/** Key of local storage (D-SHELL-06). This file imports nothing but the locale: it runs before the application is loaded. */
export const LANGUAGE_KEY = 'app_language';

/** The languages of the application, each by its name in itself. */
export const languages = () => theLocale().languages;

/** What a language is called in itself; its code where the application has none of that code. */
export const languageName = (code: string): string => languages().find((one) => one.code === code)?.name ?? code;

/**
 * The language that was chosen; where none was, the first of the browser's languages that the application has, else its first (D-SHELL-06).
 */
export function currentLanguage(
  storage: Storage = window.localStorage,
  wished: readonly string[] = window.navigator.languages,
): string {
  const stored = storage.getItem(LANGUAGE_KEY);
  const chosen = languages().find(({ code }) => code === stored)?.code;
  const meant = wished.map((tag) => meantLanguage(tag, languages())).find((one) => one !== undefined);
  return chosen ?? meant ?? languages()[0]!.code;
}

/**
 * Stores the choice and reloads: every text, date and answer follows (D-SHELL-06). Entries whose keys begin with `spoken` were answered in
 * the old language and go.
 */
export function chooseLanguage(language: string, spoken: string, storage: Storage = window.localStorage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(spoken)) storage.removeItem(key);
  storage.setItem(LANGUAGE_KEY, language);
  window.location.reload();
}
