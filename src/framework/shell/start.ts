import { texts } from 'virtual:application/texts';
import type { Catalogue, Language } from '../i18n/index.ts';
import type { Application } from './appConfig.ts';
import { currentLanguage } from './language.ts';
import { keepStorage } from './lastingStorage.ts';

const FRAMEWORK_TEXTS: Readonly<Record<Language, () => Promise<{ default: object }>>> = {
  'zh-CN': () => import('./catalogues/zh-CN.ts'),
  'en-US': () => import('./catalogues/en-US.ts'),
  'th-TH': () => import('./catalogues/th-TH.ts'),
};

/**
 * Draws an application into `root`. Its texts, the framework's and the application itself load side by side: none waits for another, and
 * the languages that nobody chose are never loaded.
 */
export async function start(
  root: HTMLElement,
  load: () => Promise<{ readonly application: Application }>,
): Promise<void> {
  keepStorage();
  const language = currentLanguage();
  const [{ draw }, { application }, framework, own] = await Promise.all([
    import('./draw.tsx'),
    load(),
    FRAMEWORK_TEXTS[language](),
    texts[language](),
  ]);
  await draw(root, application, [framework.default as Catalogue, own.catalogue], own.labels);
}
