import type { Catalogue } from '../i18n/index.ts';
import type { Application } from './appConfig.ts';
import { storedLanguage, type Language } from './language.ts';

type Loaders<T> = Readonly<Record<Language, () => Promise<{ default: T }>>>;

export interface StartSource {
  /** The application's own texts; only those of the chosen language are loaded. */
  readonly texts: Loaders<Catalogue>;
  readonly application: () => Promise<{ application: Application }>;
}

const FRAMEWORK_TEXTS: Loaders<object> = {
  'zh-CN': () => import('./catalogues/zh-CN.ts'),
  'en-US': () => import('./catalogues/en-US.ts'),
  'th-TH': () => import('./catalogues/th-TH.ts'),
};

/**
 * Draws an application into `root`. Its texts, the framework's and the application itself load side by side: none waits for another, and
 * the languages that nobody chose are never loaded.
 */
export async function start(root: HTMLElement, source: StartSource): Promise<void> {
  const language = storedLanguage();
  const [{ draw }, { application }, framework, own] = await Promise.all([
    import('./draw.tsx'),
    source.application(),
    FRAMEWORK_TEXTS[language](),
    source.texts[language](),
  ]);
  await draw(root, application, [framework.default as Catalogue, own.default]);
}
