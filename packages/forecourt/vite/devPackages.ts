import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { iconModule, isPackage } from './icons.ts';
import { menuOf } from './menu.ts';
import { inPackage } from './ownFiles.ts';

/** Folders of the package that a browser loads. */
const OF_BROWSER = ['admin', 'shell', 'browser', 'i18n', 'locale', 'model', 'platform'];
const MODULE = /(?<!\.test|\.d)\.[jt]sx?$/;
/** What a module imports by the name of a package; types are gone before it runs. */
const NAMED =
  /^(?:import|export)\s(?!type\b)[^'"]*?from\s*['"]([^.'"/][^'"]*)['"]|\bimport\(\s*['"]([^.'"/][^'"]*)['"]\s*\)/gm;
/** What compiled modules and icons ask for beside that. */
const ALWAYS = ['react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client', '@mui/material/utils'];
/** Not scripts that are put together: leaflet-draw is made a module by drawTools.ts. */
const NO_SCRIPT = /^(node:|virtual:|forecourt\b|leaflet-draw$)|\.css$/;

async function importedBy(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => MODULE.test(file) && !/(^|[\\/])testing[\\/]/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, from, loaded]) => (from ?? loaded)!));
}

/**
 * `forecourt dev` serves modules one by one. The packages that the framework imports are bundled once, before the
 * first page asks for them. A browser reads no CommonJS, and a package that is found late reloads the page.
 */
export function devPackages(): Plugin {
  return {
    name: 'forecourt-dev-packages',
    apply: 'serve',
    async config({ root = process.cwd() }) {
      const imported = await Promise.all(OF_BROWSER.map((name) => importedBy(inPackage(`src/${name}`))));
      const icons = (await menuOf(root)).icons.flatMap((name) => iconModule(name) ?? []);
      const names = new Set(
        [...imported.flat(), ...ALWAYS, ...icons].filter((name) => !NO_SCRIPT.test(name) && isPackage(name)),
      );
      return { optimizeDeps: { exclude: ['forecourt'], include: [...names].sort() } };
    },
  };
}
