import { isTextKey } from 'forecourt/admin';
import { formIn, FRAMEWORK_TEXTS, mergeCatalogues, type Catalogue } from 'forecourt/locale';
import { LANGUAGES, languageOf, type Language } from '../../rules/index.ts';

export type Params = Readonly<Record<string, string | number>>;

const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  'zh-CN': () => import('../../../../i18n/zh-CN.json'),
  'en-US': () => import('../../../../i18n/en-US.json'),
  'th-TH': () => import('../../../../i18n/th-TH.json'),
};

/** A text, and the language it is in. */
interface SheetText {
  readonly language: Language;
  readonly text: string;
}

/** Texts of a sheet: Chinese, and what stands beside it. */
export interface SheetTexts {
  /** The language beside Chinese that the reader chose. */
  readonly beside: Language;
  /** A key in all languages of the sheet, Chinese first; what would be said twice is said once. */
  all(key: string, params?: Params): readonly SheetText[];
  /** The language beside Chinese alone. */
  one(key: string, params?: Params): string;
}

/** `rental.booking.days` with its plural form and figures filled in, those that name a text as that text; the key itself when there is no such text. */
export function textOf(language: Language, catalogue: Catalogue, key: string, params: Params = {}): string {
  let found: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') return key;
  return formIn(language, found, params).replace(/%\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name] ?? placeholder;
    return isTextKey(value) ? textOf(language, catalogue, value) : String(value);
  });
}

/** The language beside Chinese (D-PRINT-04): the interface's or `?lang=`; beside a Chinese interface it is English. */
export function besideOf(asked: string | null, stored: string): Language {
  const language = languageOf(LANGUAGES.find((one) => one === asked) ?? stored);
  return language === 'zh-CN' ? 'en-US' : language;
}

async function catalogueOf(language: Language): Promise<Catalogue> {
  const [framework, own] = await Promise.all([FRAMEWORK_TEXTS[language](), CATALOGUES[language]()]);
  return mergeCatalogues(framework.default, own.default);
}

/** Loads the catalogues of a sheet: Chinese and `beside`, or all three languages. */
export async function loadTexts(beside: Language, threeLanguages = false): Promise<SheetTexts> {
  const languages: readonly Language[] = threeLanguages ? LANGUAGES : ['zh-CN', beside];
  const catalogues = new Map(
    await Promise.all(languages.map(async (language) => [language, await catalogueOf(language)] as const)),
  );
  return {
    beside,
    one: (key, params) => textOf(beside, catalogues.get(beside)!, key, params),
    all: (key, params) => {
      const texts = languages.map((language) => ({
        language,
        text: textOf(language, catalogues.get(language)!, key, params),
      }));
      return texts.filter(({ text }, index) => texts.findIndex((each) => each.text === text) === index);
    },
  };
}
