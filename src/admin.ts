import '@fontsource-variable/inter/wght.css';
import locale from '../locale.json';
import { start } from './framework/shell/start.ts';

/** Browser entry. */
void start(document.getElementById('root')!, locale, () => import('./app.ts'));
