import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { inPackage } from './ownFiles.ts';

/** Every icon of `@mui/icons-material` in one file, made when the package is packed (scripts/pack/drawings.ts). In the repository there is none. */
const FILE = inPackage('vite/icons.json.br');
const LIBRARY = '@mui/icons-material';
const ASKED = /^@mui\/icons-material(?:\/(?:esm\/)?(\w+)(?:\.js)?)?$/;
/** Where the modules would lie: what they import is found from there, and the bundler groups them by it. */
const PLACE = inPackage(`node_modules/${LIBRARY}/esm`);
const ALL = 'index';

const HEAD = `import * as React from 'react';
import { createSvgIcon } from '@mui/material/utils';
import { jsx as _jsx, jsxs as _jsxs } from 'react/jsx-runtime';
`;

let read: Readonly<Record<string, string>> | undefined;
/** The drawings by their names; none in the repository. */
const drawings = (): Readonly<Record<string, string>> =>
  (read ??= existsSync(FILE)
    ? (JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) as Readonly<Record<string, string>>)
    : {});

const isDrawn = (name: string): boolean => Object.hasOwn(drawings(), name);

const icon = (name: string): string => `/*#__PURE__*/ createSvgIcon(${drawings()[name]!}, ${JSON.stringify(name)})`;

const moduleText = (name: string): string =>
  name === ALL
    ? `${HEAD}${Object.keys(drawings()).map((one) => `export const ${one} = ${icon(one)};\n`).join('')}` // prettier-ignore
    : `${HEAD}export default ${icon(name)};\n`;

/** Whether there is an icon of this name. */
export function isIcon(name: string): boolean {
  if (isDrawn(name)) return true;
  try {
    createRequire(import.meta.url).resolve(`${LIBRARY}/${name}`);
    return true;
  } catch {
    return false;
  }
}

/** The file of an icon of the menu: drawn in outlines where there is such a one. Undefined for a name that is no icon. */
export function iconModule(name: string): string | undefined {
  const drawn = [`${name}Outlined`, name].find(isIcon);
  return drawn && `${LIBRARY}/${drawn}`;
}

/**
 * Answers imports of `@mui/icons-material` out of one file of the package, so that no application installs 178 MB of icons to show thirty. What it
 * has no drawing of is looked for in the library, where somebody has installed it.
 */
function drawnIcons(): Plugin {
  return {
    name: 'forecourt-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: ASKED },
      handler(asked) {
        const name = ASKED.exec(asked)?.[1] ?? ALL;
        if (!existsSync(FILE) || (name !== ALL && !isDrawn(name))) return null;
        return { id: path.join(PLACE, `${name}.js`), moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: /icons-material[/\\]esm[/\\]\w+\.js$/ },
      handler: (id) => (path.dirname(id) === PLACE.replace(/[/\\]$/, '') ? moduleText(path.basename(id, '.js')) : null),
    },
  };
}

/** For the build, and for the packages that `forecourt dev` puts together beforehand. */
export function icons(): Plugin {
  return {
    ...drawnIcons(),
    config: () => (existsSync(FILE) ? { optimizeDeps: { rolldownOptions: { plugins: [drawnIcons()] } } } : undefined),
  };
}

/** What a browser of `forecourt dev` is given ahead: in the repository the icons of the library, elsewhere they are no package. */
export const isPackage = (name: string): boolean => !(ASKED.test(name) && existsSync(FILE));
