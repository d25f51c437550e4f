import type { I18nProvider, Locale, TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { countIn } from '../../i18n/index.ts';
import type { Catalogue, LabelStore } from '../model/resourceLabels.ts';

interface I18nOptions {
  readonly locale: string;
  /** The catalogue of `locale` is at hand; the others load when they are chosen. */
  readonly catalogues: Readonly<Record<string, Catalogue | (() => Promise<Catalogue>)>>;
  readonly locales: readonly Locale[];
  /** Labels of the language that load with their resource, laid over the catalogue. */
  readonly labels?: LabelStore;
}

/** Forms of a text ("1 row", "2 rows") are chosen as the server chooses them: by what the text counts, whatever that is called. */
function counted(options: unknown): unknown {
  const smart_count = countIn((options ?? {}) as Record<string, unknown>);
  return smart_count === undefined ? options : { smart_count, ...(options as object) };
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
    translate: (key, options) => messages.translate(key, counted(options)),
  };
  if (!labels) return general;
  const own = new Map<Catalogue, I18nProvider>();
  return {
    ...general,
    translate(key, options: unknown) {
      const holder = labels.holder(key);
      if (!holder) return general.translate(key, options);
      let provider = own.get(holder);
      if (!provider) own.set(holder, (provider = providerOf(() => holder as TranslationMessages)));
      return provider.translate(key, counted(options));
    },
  };
}
