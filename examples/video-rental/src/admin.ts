import '@fontsource-variable/inter/wght.css';
import { start } from '../../../src/framework/shell/start.ts';

/** Browser entry. */
void start(document.getElementById('root')!, {
  texts: {
    'zh-CN': () => import('../i18n/zh-CN.json'),
    'en-US': () => import('../i18n/en-US.json'),
    'th-TH': () => import('../i18n/th-TH.json'),
  },
  application: () => import('./app.ts'),
});
