import { localStorageStore, type Store } from 'react-admin';

/** Keys of local storage that hold what a person chose about the screen, not about the work (D-SHELL-06, D-SHELL-07). */
export const LANGUAGE_KEY = 'app_language';
export const THEME_KEY = 'nav_theme';

export const LANGUAGES = ['zh-CN', 'en-US', 'th-TH'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zh-CN';

/** Names of the languages in themselves: readable to whoever looks for his own. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'zh-CN': '简体中文', 'en-US': 'English', 'th-TH': 'ไทย' };

export function storedLanguage(storage: Storage = window.localStorage): Language {
  const stored = storage.getItem(LANGUAGE_KEY);
  return LANGUAGES.find((one) => one === stored) ?? DEFAULT_LANGUAGE;
}

/** Stores the choice and reloads: every text, date and answer follows (000 §1). */
export function chooseLanguage(language: Language, storage: Storage = window.localStorage): void {
  storage.setItem(LANGUAGE_KEY, language);
  window.location.reload();
}

/** What survives a logout in react-admin's own store: column choices and layout belong to the place, not to the session. */
const KEPT = ['theme', 'locale', 'sidebar', 'preferences'];

/** react-admin wipes its whole store at logout; this one keeps what `KEPT` names. */
export function createShellStore(): Store {
  const store = localStorageStore('1', 'forecourt');
  return {
    ...store,
    reset() {
      const kept = Object.entries(store.listItems?.() ?? {}).filter(([key]) => KEPT.some((one) => key === one || key.startsWith(`${one}.`)));
      store.reset();
      for (const [key, value] of kept) store.setItem(key, value);
    },
  };
}
