import '@fontsource-variable/inter/wght.css';
import locale from '../locale.json';
import { start } from 'forecourt/start';

/** Browser entry. */
void start(document.getElementById('root')!, locale, () => import('./app.ts'));
