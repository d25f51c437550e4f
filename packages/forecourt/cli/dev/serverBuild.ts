import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { ENDING, inPackage, moduleOf } from '../../vite/ownFiles.ts';
import { pluggedStart } from '../../vite/pluggedStart.ts';
import { startFiles } from '../../vite/startFiles.ts';

/** What the server part of an application imports of the framework. */
const ENTRIES = ['calls', 'locale', 'model', 'server'];
const OF_FRAMEWORK = new RegExp(`^forecourt/(${ENTRIES.join('|')})$`);
const built = (name: string): string => `framework-${name}.js`;

/** What is loaded ahead, and what serves. */
export const filesIn = (outDir: string): readonly [framework: string, server: string] => [
  path.join(outDir, built('server')),
  path.join(outDir, 'server.js'),
];

/** Puts the framework and its packages together: they are most of a server, and stay while an application is written. */
export async function buildFramework(root: string, outDir: string): Promise<void> {
  await build({
    configFile: inPackage(`vite/server.config${ENDING}`),
    root,
    logLevel: 'error',
    build: {
      outDir,
      sourcemap: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, moduleOf(name)])),
        output: { entryFileNames: built('[name]') },
      },
    },
  });
}

/**
 * Leads an application to the framework that is built already: by the name of an entry, and by its file, as what plug-ins add names it. Twice in one
 * server it would know nothing of itself.
 */
const builtFramework = (outDir: string): Plugin => ({
  name: 'forecourt-built-framework',
  enforce: 'pre',
  resolveId(asked) {
    const entry = OF_FRAMEWORK.exec(asked)?.[1] ?? ENTRIES.find((name) => moduleOf(name) === path.normalize(asked));
    return entry === undefined ? null : { id: pathToFileURL(path.join(outDir, built(entry))).href, external: true };
  },
});

/** Builds what an application says itself, beside the framework in the same folder; other packages are found when it runs. */
export async function buildApplication(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    // In this order: start files of one's own ask for what plug-ins add first.
    plugins: [pluggedStart(), builtFramework(outDir), startFiles()],
    ssr: { noExternal: [/^\./, /^\//], external: true },
    build: {
      ssr: 'src/server.ts',
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'server-main.js', chunkFileNames: 'application-[name].js' } },
    },
  });
}
