export { createApp } from './createApp.tsx';
export type { AppConfig, AppPage } from './appConfig.ts';
export { useDocumentTitle } from './useDocumentTitle.ts';
export { LANGUAGES, storedLanguage, type Language } from './language.ts';
