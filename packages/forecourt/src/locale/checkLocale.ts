import { completeLocale, type Locale, type LocaleDeclaration } from './locale.ts';

/** A mistake in `locale.json`. */
export interface LocaleProblem {
  readonly pointer: string;
  readonly message: string;
}

type Given = Readonly<Record<string, unknown>>;

const MOST_DIGITS = 4;
const KNOWN = ['$schema', 'currency', 'digits', 'zone', 'languages', 'numbers', 'shortTime', 'phoneCodes'];

const SHORT_PARTS = 'YYYY, MM, MMM, DD, D, HH and mm';

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const survives = (test: () => unknown): boolean => {
  try {
    test();
    return true;
  } catch {
    return false;
  }
};

const isCallingCode = (code: unknown): boolean => typeof code === 'string' && /^[1-9][0-9]{0,2}$/.test(code);

/** Whether a text names a zone of the IANA database. */
export const isZone = (zone: string): boolean => survives(() => new Intl.DateTimeFormat([], { timeZone: zone }));

/** Whether a text is a language tag as catalogues are called: `de-DE`, not `de_DE` nor `DE-de`. */
const isLanguage = (code: unknown): code is string =>
  isText(code) && survives(() => Intl.getCanonicalLocales(code)) && Intl.getCanonicalLocales(code)[0] === code;

/** Every mistake in the declaration of an application, each with its place. */
export function localeProblems(given: unknown): readonly LocaleProblem[] {
  if (!isObject(given)) return [{ pointer: '', message: 'must be an object with currency, zone and languages' }];
  const problems: LocaleProblem[] = [];
  const report = (pointer: string, message: string): void => void problems.push({ pointer, message });
  const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

  for (const name of Object.keys(given))
    if (!KNOWN.includes(name)) report(`/${name}`, `"${name}" is not known; there are ${KNOWN.slice(1).join(', ')}`);
  const { currency, digits, zone, languages, numbers, shortTime, phoneCodes } = given;
  if (!isText(currency) || !Intl.supportedValuesOf('currency').includes(currency))
    report('/currency', `must be an ISO 4217 code of three capitals, not ${shown(currency)}`);
  if (
    digits !== undefined &&
    !(Number.isInteger(digits) && (digits as number) >= 0 && (digits as number) <= MOST_DIGITS)
  )
    report('/digits', `must be a whole number from 0 to ${MOST_DIGITS}, not ${shown(digits)}`);
  if (!isText(zone) || !isZone(zone)) report('/zone', `must be an IANA zone, not ${shown(zone)}`);
  if (numbers !== undefined && !isLanguage(numbers))
    report('/numbers', `must be a language tag such as those of "languages", not ${shown(numbers)}`);
  const patterns = isObject(shortTime) ? Object.entries(shortTime) : [];
  if (
    shortTime !== undefined &&
    !isText(shortTime) &&
    (patterns.length === 0 || !patterns.every(([, one]) => isText(one)))
  )
    report('/shortTime', `must be a pattern of ${SHORT_PARTS}, or one for each language, not ${shown(shortTime)}`);

  if (phoneCodes !== undefined && !(Array.isArray(phoneCodes) && phoneCodes.every(isCallingCode)))
    report('/phoneCodes', `must list calling codes of digits such as "66", not ${shown(phoneCodes)}`);

  if (!Array.isArray(languages) || languages.length === 0)
    report('/languages', 'must list at least one language: { "code": …, "name": … }');
  else {
    const codes = new Set<unknown>();
    for (const [at, language] of languages.entries()) {
      const { code, name } = isObject(language) ? language : {};
      if (!isLanguage(code)) report(`/languages/${at}/code`, `must be a language tag, not ${shown(code)}`);
      if (!isText(name)) report(`/languages/${at}/name`, 'must be what the language is called in itself');
      if (codes.has(code)) report(`/languages/${at}/code`, `${shown(code)} is there twice`);
      codes.add(code);
    }
    if (isObject(shortTime))
      for (const code of new Set([...codes, ...Object.keys(shortTime)]))
        if (!codes.has(code) || !(String(code) in shortTime))
          report(
            `/shortTime/${String(code)}`,
            `must have a pattern for every language of "languages" and for no other`,
          );
  }
  return problems;
}

/** The declaration, complete. Throws an Error with every mistake. */
export function readLocale(given: unknown): Locale {
  const problems = localeProblems(given);
  if (problems.length > 0)
    throw new Error(problems.map(({ pointer, message }) => `locale.json#${pointer}: ${message}`).join('\n'));
  return completeLocale(given as LocaleDeclaration);
}
