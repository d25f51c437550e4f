import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, type Plugin } from 'vite';
import { inPackage } from './ownFiles.ts';

const SCRIPT = inPackage('src/shell/firstPaint.js');
/** Where React will draw. */
const ROOT = '<div id="root"></div>';

/** As wide as a twentieth of the smaller side of a window, in its middle; React clears it away with what it draws first. Without a style: none has come yet. */
const asMark = (icon: string): string =>
  icon.replace(/viewBox="0 0 (\d+) \1"/, (_, side: string) => {
    const margin = Number(side) * 9;
    const whole = Number(side) + 2 * margin;
    return `viewBox="${-margin} ${-margin} ${whole} ${whole}" width="100%" height="90vh" aria-hidden="true"`;
  });

/**
 * Writes into the page what is painted before a script or a style has come. That is the mark of the application, and
 * the script that sets light or dark and asks for what this address needs. A request for each would take a round trip
 * before the first paint. The server allows the script by its content.
 */
export function firstPaint(): Plugin {
  let icon: string;
  let apiUrl: string;
  return {
    name: 'first-paint',
    configResolved({ publicDir, env }) {
      apiUrl = (env['VITE_API_URL'] as string | undefined) ?? '/api';
      icon = path.join(publicDir, 'favicon.svg');
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        const script = (await readFile(SCRIPT, 'utf8')).replaceAll('${API_URL}', apiUrl);
        const { code } = await minify('firstPaint.js', script);
        const mark = asMark((await readFile(icon, 'utf8')).trim());
        return html
          .replace(/<body[^>]*>/, (body) => `${body}<script>${code.trim()}</script>`)
          .replace(ROOT, () => `<div id="root">${mark}</div>`);
      },
    },
  };
}
