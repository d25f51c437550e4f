export type { AppConfig, AppPage, Application } from './appConfig.ts';
export { useDocumentTitle } from './useDocumentTitle.ts';
export { currentLanguage } from './language.ts';
export { LayoutSettings } from './LayoutSettings.tsx';
export { useLayoutSetting, type LayoutSetting } from './layoutSettings.ts';
