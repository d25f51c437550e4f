/** A language as whoever speaks it finds it. */
export interface LanguageName {
  /** BCP 47, as the catalogue is called: `i18n/<code>.json`. */
  readonly code: string;
  /** In itself: `ไทย`. */
  readonly name: string;
}

/** What an application says of money, languages and time, in `locale.json` beside its `index.html`. */
export interface LocaleDeclaration {
  /** ISO 4217. Every amount of the application is in it. */
  readonly currency: string;
  /** Decimals of an amount, where they are not those that the currency has by itself. */
  readonly digits?: number;
  /** IANA zone of wall-clock times where no record says another, unless the operator sets `TIME_ZONE`. */
  readonly zone: string;
  /** The first is for whoever asks for none of them. */
  readonly languages: readonly LanguageName[];
  /** Language whose digits, groups and decimal marks numbers have on every screen, whichever language that speaks; the first one's. */
  readonly numbers?: string;
  /**
   * Times in tight cells and messages: `YYYY`, `MM`, `MMM` (the month's name in the reader's language), `DD`, `D`, `HH` and `mm` stand for
   * their parts, all else for itself. One for all languages, or one for each by its code.
   */
  readonly shortTime?: string | Readonly<Record<string, string>>;
  /** Calling codes of phone numbers that are written without any (`["66", "86"]`): the first whose numbers are as long. */
  readonly phoneCodes?: readonly string[];
}

/** The same, complete. */
export type Locale = Required<LocaleDeclaration>;

/** Whether names of a program say enough in a language: an application need not write its English down. */
export const isDerived = (language: string): boolean => /^en\b/.test(language);

/** How times are shortened where nothing is said. */
export const SHORT_TIME = 'MM-DD HH:mm';

/** Decimals that amounts of a currency have by themselves. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat([], { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;

/** A declaration with what it leaves to the rule. */
export const completeLocale = (declaration: LocaleDeclaration): Locale => ({
  ...declaration,
  digits: declaration.digits ?? digitsOf(declaration.currency),
  numbers: declaration.numbers ?? declaration.languages[0]!.code,
  shortTime: declaration.shortTime ?? SHORT_TIME,
  phoneCodes: declaration.phoneCodes ?? [],
});

/** An amount in minor units of its currency. 19.99 * 100 is 1998.9999999999998, and a limit that is a hair lower refuses what it allows. */
export const minorUnits = (amount: number, digits: number): number => Math.round(amount * 10 ** digits);

/** Decimals of an amount, for a sentence: `at most two decimals`. */
export const decimalsInWords = (digits: number): string =>
  ['no decimals', 'at most one decimal', 'at most two decimals', 'at most three decimals', 'at most four decimals'][
    digits
  ]!;

/** Whether whole minor units hold an amount exactly. `multipleOf: 0.01` says no to 19.99 or, with a tolerance, to 2499293244.89. */
export const isAmount = (value: number, digits: number): boolean =>
  Math.round(value * 10 ** digits) / 10 ** digits === value;

/**
 * The language of these that a tag means: itself, else the first of the same tongue (`en-GB` → `en-US`); undefined when there is none.
 */
export function meantLanguage(tag: string, languages: readonly LanguageName[]): string | undefined {
  const wanted = tag.toLowerCase();
  const tongue = wanted.split('-')[0];
  const found =
    languages.find(({ code }) => code.toLowerCase() === wanted) ??
    languages.find(({ code }) => code.split('-')[0] === tongue);
  return found?.code;
}
