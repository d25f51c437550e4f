export { isZone, localeProblems, readLocale, type LocaleProblem } from './checkLocale.ts';
export { declareLocale, theLocale } from './current.ts';
export {
  completeLocale,
  decimalsInWords,
  isAmount,
  meantLanguage,
  minorUnits,
  type LanguageName,
  type Locale,
  type LocaleDeclaration,
} from './locale.ts';
export { servedBy } from './servedBy.ts';
