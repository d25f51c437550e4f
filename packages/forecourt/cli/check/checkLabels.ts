import english from 'ra-language-english';
import { isDerived, meantLanguage } from '../../src/locale/index.ts';
import type { Model } from '../../src/model/index.ts';
import { frameworkCatalogue, languagesOf, type ApplicationSource } from '../application/readApplication.ts';
import type { ReportAt } from './findings.ts';
import {
  badTexts,
  codeKeys,
  foreignTexts,
  missingKeys,
  neededKeys,
  notTexts,
  pageKeys,
  textsAndGroups,
  textsOf,
  untranslated,
  type Texts,
} from './labels.ts';

/** The language in which texts are compared. */
const REFERENCE = 'en-US';

/** What names say where an application has written down no English. */
const derivedKeys = (model: Model): readonly (readonly [string, string])[] =>
  neededKeys(model).map((key) => [key, key] as const);

/** The texts in which names are looked up: those of the framework in English, and the application's over them. */
export async function referenceTexts(source: ApplicationSource, model: Model): Promise<Texts> {
  const language = meantLanguage(REFERENCE, source.locale?.languages ?? []) ?? '';
  return new Map([
    ...textsOf(await frameworkCatalogue(REFERENCE)),
    ...(isDerived(language) && !source.catalogues.has(language) ? derivedKeys(model) : []),
    ...textsOf(source.config.texts?.[language] ?? {}),
    ...textsOf(source.catalogues.get(language)?.value),
    // An application may have no English.
    ...[...source.catalogues.values()].slice(0, 1).flatMap(({ value }) => [...textsOf(value)]),
  ]);
}

/** Says every text that the screens need, or another language has, and that is missing or wrong. */
export async function checkLabels(
  source: ApplicationSource,
  model: Model | undefined,
  report: ReportAt,
): Promise<void> {
  const readable = languagesOf(source).filter((language) => source.catalogues.get(language)?.value !== undefined);
  const texts = new Map(
    readable.map((language) => [
      language,
      new Map([
        ...textsOf(source.frameworkTexts.get(language) ?? {}),
        ...textsOf(source.catalogues.get(language)!.value),
      ]),
    ]),
  );
  const needed = model ? neededKeys(model) : [];
  const general = textsOf(await frameworkCatalogue(REFERENCE));
  const inEnglish = new Map([
    ...general,
    ...(texts.get(meantLanguage(REFERENCE, source.locale?.languages ?? []) ?? '') ?? []),
  ]);
  // In a language that the framework does not speak, the application says what the framework and react-admin say.
  const everything = [...general.keys(), ...textsOf(english).keys()];
  for (const [language, own] of texts) {
    const { file } = source.catalogues.get(language)!;
    const at = (key: string): string => `/${key.replaceAll('.', '/')}`;
    for (const key of notTexts(source.catalogues.get(language)!.value))
      report('error', file, at(key), 'here stands a text or a group of texts');
    const others = [...texts.values()];
    const missing = new Set(
      missingKeys(own, [
        ...(source.frameworkTexts.has(language) ? [] : everything),
        ...needed,
        ...(model ? pageKeys(model, own) : []),
      ]),
    );
    for (const key of missing) report('error', file, at(key), `the text "${key}" is missing`);
    for (const key of untranslated(own, others))
      if (!missing.has(key)) report('error', file, at(key), `the text "${key}" is missing; another language has it`);
    for (const { key, message } of badTexts(own, inEnglish)) report('error', file, at(key), message);
    for (const key of textsAndGroups(own, model ? codeKeys(model) : []))
      report('error', file, at(key), `"${key}" is a text and a group of texts`);
    for (const key of foreignTexts(language, own))
      report('warning', file, at(key), 'the text stands in the script of another language');
  }
}
