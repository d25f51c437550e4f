import type { I18nProvider, Locale, TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { formIn } from '../../i18n/index.ts';
import type { Catalogue, LabelStore } from '../model/resourceLabels.ts';

interface I18nOptions {
  readonly locale: string;
  /** The catalogue of `locale` is at hand; the others load when they are chosen. */
  readonly catalogues: Readonly<Record<string, Catalogue | (() => Promise<Catalogue>)>>;
  readonly locales: readonly Locale[];
  /** Labels of the language that load with their resource, laid over the catalogue. */
  readonly labels?: LabelStore;
}

/**
 * Forms of a text ("1 row", "2 rows") are chosen as the server chooses them: by what the text counts, whatever that is called. Polyglot has rules of
 * its own for some languages: it is shown one form only.
 */
function translated(
  provider: I18nProvider,
  language: string,
  key: string,
  options: Record<string, unknown> = {},
): string {
  const text = provider.translate(key, { _: options['_'] });
  if (!text.includes('||||')) return provider.translate(key, options);
  return formIn(language, text, options).replace(/%\{(\w+)\}/g, (whole, name: string) =>
    String(options[name] ?? whole),
  );
}

/** Translations by ra-i18n-polyglot; a key that is missing shows its fallback, never an error in the console. */
export function createI18nProvider({ locale, catalogues, locales, labels }: I18nOptions): I18nProvider {
  const providerOf = (messages: (name: string) => TranslationMessages | Promise<TranslationMessages>): I18nProvider =>
    polyglotI18nProvider(messages, locale, [...locales], { allowMissing: true });
  const messagesOf = (name: string): TranslationMessages | Promise<TranslationMessages> => {
    const catalogue = catalogues[name] ?? catalogues[locale];
    return (typeof catalogue === 'function' ? catalogue() : catalogue) as
      | TranslationMessages
      | Promise<TranslationMessages>;
  };
  const messages = providerOf(messagesOf);
  const general: I18nProvider = {
    ...messages,
    translate: (key, options) => translated(messages, messages.getLocale(), key, options),
  };
  if (!labels) return general;
  const own = new Map<Catalogue, I18nProvider>();
  return {
    ...general,
    translate(key, options) {
      const holder = labels.holder(key);
      if (!holder) return general.translate(key, options);
      let provider = own.get(holder);
      if (!provider) own.set(holder, (provider = providerOf(() => holder as TranslationMessages)));
      return translated(provider, general.getLocale(), key, options);
    },
  };
}
