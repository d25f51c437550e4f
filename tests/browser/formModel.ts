import { codes } from '../../resources/codes.ts';
import { resources } from '../../resources/index.ts';
import { readableSchemas, readApplication, ROOT } from '../../packages/forecourt/cli/application/readApplication.ts';
import { textsOf, type Texts } from '../../packages/forecourt/cli/check/labels.ts';
import { compileModel, humanise, type Model, platformResources, withPlatform } from 'forecourt/model';
import frameworkEn from '../../packages/forecourt/src/shell/catalogues/en-US.ts';
import frameworkTh from '../../packages/forecourt/src/shell/catalogues/th-TH.ts';
import frameworkZh from '../../packages/forecourt/src/shell/catalogues/zh-CN.ts';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import type { Language } from './browser.ts';

/** What the schemas and declarations of the product say, apart from what the browser makes of them. */
export async function productModel(): Promise<Model> {
  const product = await readApplication(ROOT);
  return compileModel({
    schemas: readableSchemas(product),
    locale: product.locale,
    resources: withPlatform(platformResources, resources),
    codes,
    scopeEntity: 'store',
  });
}

/** The framework's texts, and over them those of the application. */
const CATALOGUES = {
  'en-US': [frameworkEn, en],
  'th-TH': [frameworkTh, th],
  'zh-CN': [frameworkZh, zh],
} as const satisfies Record<Language, unknown>;

/** The words of one language, by the keys of the catalogues. */
export interface Words {
  text(key: string): string;
  field(resource: string, name: string): string;
  /** As its field, unless the filter has a name of its own. */
  filter(resource: string, name: string): string;
  code(table: string, code: unknown): string;
}

export function wordsOf(language: Language): Words {
  const texts: Texts = new Map(CATALOGUES[language].flatMap((catalogue) => [...textsOf(catalogue)]));
  const text = (key: string): string => {
    const found = texts.get(key);
    if (found === undefined) throw new Error(`${language} has no ${key}`);
    return found;
  };
  const field = (resource: string, name: string): string =>
    texts.get(`resources.${resource}.fields.${name}`) ?? texts.get(`fields.${name}`) ?? humanise(name);
  return {
    text,
    field,
    filter: (resource, name) => texts.get(`resources.${resource}.filters.${name}`) ?? field(resource, name),
    code: (table, code) => text(`codes.${table}.${String(code)}`),
  };
}
