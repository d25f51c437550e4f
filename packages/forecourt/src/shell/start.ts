import { texts } from 'virtual:application/texts';
import type { Catalogue } from '../i18n/index.ts';
import { declareLocale, type LocaleDeclaration } from '../locale/index.ts';
import type { Application } from './appConfig.ts';
import { currentLanguage } from './language.ts';
import { keepStorage } from './lastingStorage.ts';

/**
 * Draws an application into `root`, in the locale that it declares. Its texts, the framework's and the application itself load side by side:
 * none waits for another, and the languages that nobody chose are never loaded.
 */
export async function start(
  root: HTMLElement,
  locale: LocaleDeclaration,
  load: () => Promise<{ readonly application: Application }>,
): Promise<void> {
  declareLocale(locale);
  keepStorage();
  const { framework: loadFramework, own: loadOwn } = texts[currentLanguage()]!;
  const [{ draw }, { application }, framework, own] = await Promise.all([
    import('./draw.tsx'),
    load(),
    loadFramework?.(),
    loadOwn(),
  ]);
  await draw(root, application, [...(framework ? [framework.default as Catalogue] : []), own.catalogue], own.labels);
}
