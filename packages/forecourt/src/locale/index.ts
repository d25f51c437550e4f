export { DEFAULT_LOCALE } from './defaultLocale.ts';
export { isZone, localeProblems, readLocale, type LocaleProblem } from './checkLocale.ts';
export { declareLanguage, declareLocale, theLanguage, theLocale } from './current.ts';
export {
  completeLocale,
  decimalsInWords,
  isDerived,
  isAmount,
  meantLanguage,
  minorUnits,
  SHORT_TIME,
  type LanguageName,
  type Locale,
  type LocaleDeclaration,
} from './locale.ts';
export { servedBy } from './servedBy.ts';
export { shortDateIn, shortTimeIn } from './shortTime.ts';
