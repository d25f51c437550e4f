import type { Catalogue } from './catalogue.ts';

export { formIn } from './counted.ts';
export {
  failureSentence,
  failureText,
  inOneLine,
  inWords,
  isTextKey,
  sentenceIn,
  sentenceText,
  type Say,
  type Sentence,
} from './sentences.ts';
export { mergeCatalogues, type Catalogue } from './catalogue.ts';

/** Texts of the framework's own screens and messages, one language at a time. */
export const FRAMEWORK_TEXTS: Readonly<
  Record<'zh-CN' | 'en-US' | 'th-TH', () => Promise<{ readonly default: Catalogue }>>
> = {
  'zh-CN': () => import('./zh-CN.json'),
  'en-US': () => import('./en-US.json'),
  'th-TH': () => import('./th-TH.json'),
};
