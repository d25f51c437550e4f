import type { Catalogue, Language } from './catalogue.ts';

export { countIn } from './counted.ts';
export { mergeCatalogues, type Catalogue, type Language } from './catalogue.ts';

/** Texts of the framework's own screens and messages, one language at a time. */
export const FRAMEWORK_TEXTS: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  'zh-CN': () => import('./zh-CN.json'),
  'en-US': () => import('./en-US.json'),
  'th-TH': () => import('./th-TH.json'),
};
