import { defineConfig } from 'vite';
import { pluggedStart } from './pluggedStart.ts';
import { serverParts, TEXTS } from './serverParts.ts';
import { startFiles } from './startFiles.ts';

/**
 * The Node program: our own code and the packages of pure JavaScript. To find and to compile their thousand files was half of each start.
 * Programs of a machine, and what is found by its path, stay in node_modules: an application names them as `dependencies`.
 */
export const OF_MACHINE = ['@node-rs/argon2', 'sharp'];
const PACKAGES = { noExternal: true, external: OF_MACHINE } as const;
/** Tests and tools run the sources: there packages stay packages. */
const SOURCES = { noExternal: [/^\./, /^\//], external: true } as const;

export default defineConfig(({ command }) => ({
  publicDir: false,
  plugins: [startFiles(), pluggedStart(), serverParts()],
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
