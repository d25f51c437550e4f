import type { I18nProvider, Locale, TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';

/** Messages of one language: react-admin's own keys and the application's, merged. */
export type Catalogue = Record<string, unknown>;

export interface I18nOptions {
  readonly locale: string;
  /** The catalogue of `locale` is at hand; the others load when they are chosen. */
  readonly catalogues: Readonly<Record<string, Catalogue | (() => Promise<Catalogue>)>>;
  readonly locales: readonly Locale[];
}

/** Translations by ra-i18n-polyglot; a key that is missing shows its fallback, never an error in the console. */
export function createI18nProvider({ locale, catalogues, locales }: I18nOptions): I18nProvider {
  const messagesOf = (name: string): TranslationMessages | Promise<TranslationMessages> => {
    const catalogue = catalogues[name] ?? catalogues[locale];
    return (typeof catalogue === 'function' ? catalogue() : catalogue) as
      TranslationMessages | Promise<TranslationMessages>;
  };
  return polyglotI18nProvider(messagesOf, locale, [...locales], { allowMissing: true });
}
