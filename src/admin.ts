import '@fontsource-variable/inter/wght.css';
import { start } from './framework/shell/start.ts';

/** Browser entry. */
void start(document.getElementById('root')!, () => import('./app.ts'));
