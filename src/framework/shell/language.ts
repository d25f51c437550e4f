/** Key of local storage (D-SHELL-06). This file imports nothing: it runs before the application is loaded. */
export const LANGUAGE_KEY = 'app_language';

export const LANGUAGES = ['zh-CN', 'en-US', 'th-TH'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zh-CN';

/** Names of the languages in themselves: readable to whoever looks for his own. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'th-TH': 'ไทย',
};

/** The language of ours that a tag means: itself, or the one of the same tongue (`en-GB` → `en-US`). */
const meantBy = (tag: string): Language | undefined =>
  LANGUAGES.find((one) => one.split('-')[0] === tag.toLowerCase().split('-')[0]);

/**
 * The language that was chosen; where none was, the first of the browser's languages that is one of ours, else Chinese (D-SHELL-06).
 */
export function currentLanguage(
  storage: Storage = window.localStorage,
  wished: readonly string[] = window.navigator.languages,
): Language {
  const stored = storage.getItem(LANGUAGE_KEY);
  return (
    LANGUAGES.find((one) => one === stored) ?? wished.map(meantBy).find((one) => one !== undefined) ?? DEFAULT_LANGUAGE
  );
}

/**
 * Stores the choice and reloads: every text, date and answer follows (D-SHELL-06). Entries whose keys begin with `spoken` were answered in
 * the old language and go.
 */
export function chooseLanguage(language: Language, spoken: string, storage: Storage = window.localStorage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(spoken)) storage.removeItem(key);
  storage.setItem(LANGUAGE_KEY, language);
  window.location.reload();
}
