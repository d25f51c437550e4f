import '@fontsource-variable/inter/wght.css';
import { storedLanguage, type Language } from './framework/shell/language.ts';

/**
 * Browser entry. The texts of the chosen language and the application load side by side: neither waits for the other, and the languages
 * that nobody chose are never loaded.
 */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Record<string, unknown> }>>> = {
  'zh-CN': () => import('./catalogues/zh-CN.ts'),
  'en-US': () => import('./catalogues/en-US.ts'),
  'th-TH': () => import('./catalogues/th-TH.ts'),
};

const [{ start }, catalogue] = await Promise.all([import('./app.tsx'), CATALOGUES[storedLanguage()]()]);
start(document.getElementById('root')!, catalogue.default);
