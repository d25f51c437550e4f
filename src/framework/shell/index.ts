export { createApp, type AppConfig } from './createApp.tsx';
export { useDocumentTitle } from './useDocumentTitle.ts';
export { LANGUAGES, storedLanguage, type Language } from './language.ts';
