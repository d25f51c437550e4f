export { createApp } from './createApp.tsx';
export type { AppConfig, AppPage, Application } from './appConfig.ts';
export { useDocumentTitle } from './useDocumentTitle.ts';
export { LANGUAGES, storedLanguage, type Language } from './language.ts';
