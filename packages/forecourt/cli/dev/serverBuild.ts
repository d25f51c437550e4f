import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { ENDING, inPackage, moduleOf } from '../../vite/ownFiles.ts';
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

/** Leads an application to the framework that is built already, in front of whatever else would find it. */
const builtFramework = (outDir: string): Plugin => ({
  name: 'forecourt-built-framework',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    filter: { id: OF_FRAMEWORK },
    handler: (asked) => ({
      id: pathToFileURL(path.join(outDir, built(OF_FRAMEWORK.exec(asked)![1]!))).href,
      external: true,
    }),
  },
});

/** Builds what an application says itself, beside the framework in the same folder; other packages are found when it runs. */
export async function buildApplication(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [builtFramework(outDir), startFiles()],
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
