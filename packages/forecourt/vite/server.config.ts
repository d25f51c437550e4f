import { defineConfig } from 'vite';
import manifest from '../../../package.json' with { type: 'json' };
import { serverParts, TEXTS } from './serverParts.ts';

/**
 * The Node program: our own code and the packages of pure JavaScript. To find and to compile their thousand files was half of each start.
 * What package.json names as `dependencies` stays in node_modules: programs of a machine, and what is found by its path.
 */
const PACKAGES = { noExternal: true, external: Object.keys(manifest.dependencies) } as const;
/** Tests and tools run the sources: there packages stay packages. */
const SOURCES = { noExternal: [/^\./, /^\//], external: true } as const;

export default defineConfig(({ command }) => ({
  publicDir: false,
  plugins: [serverParts()],
  ssr: command === 'build' ? PACKAGES : { ...SOURCES, noExternal: [...SOURCES.noExternal] },
  build: {
    ssr: 'src/server.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    license: { fileName: 'server-licenses.md' },
    rolldownOptions: {
      output: {
        entryFileNames: 'server-main.js',
        chunkFileNames: 'server-[name].js',
        comments: { legal: true, annotation: false, jsdoc: false },
        codeSplitting: {
          groups: [
            // What is loaded by need stays apart.
            { name: 'packages', priority: 1, test: /node_modules/, entriesAware: true },
            { name: TEXTS, test: /\/i18n\/[^/]+\.json$/ },
          ],
        },
      },
    },
  },
  logLevel: 'warn',
}));
