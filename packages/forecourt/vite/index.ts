import react from '@vitejs/plugin-react';
import type { Plugin, PluginOption, UserConfig } from 'vite';
import { applicationParts } from './applicationParts.ts';
import { codeSplitting, HERE_ALREADY } from './chunks.ts';
import { devPackages } from './devPackages.ts';
import { drawTools } from './drawTools.ts';
import { firstPaint } from './firstPaint.ts';
import { icons } from './icons.ts';
import { inPackage } from './ownFiles.ts';
import { pluggedStart } from './pluggedStart.ts';
import { preloadFirst } from './preloadFirst.ts';
import { standIns } from './standIns.ts';
import { startFiles } from './startFiles.ts';

const SERVER = 'http://127.0.0.1:8080';

/** What an application may say of its browser part; without any of it every page works. */
export interface ForecourtOptions {
  /** Parts of the catalogues that no signed-in page shows (`permissions`, `shop.print`): they never reach a browser. */
  readonly textsApart?: readonly string[];
  /** Parts that load with what shows them (`useTexts`). */
  readonly textsLater?: readonly string[];
  /** Code tables that the screens of one resource show, by their path: `{ 'codes.timeZone': 'city' }`. */
  readonly textsWith?: Readonly<Record<string, string>>;
  /** Files of the application that every list needs: they come with the first page. */
  readonly first?: readonly RegExp[];
  /** Folders whose modules only define: importing one thing from an index.ts there loads no other. */
  readonly pure?: readonly RegExp[];
  /**
   * Every list of the application is generated. Parts of react-admin's own list that nobody draws are left out of the first load, and its own router:
   * the bar over selected rows, the choice of columns, the writer of CSV. Default: react-admin is whole.
   */
  readonly generatedLists?: boolean;
}

const settings = ({ first = [], pure = [] }: ForecourtOptions, outDir = 'dist/client', api = SERVER): UserConfig => ({
  /** Parts name each other from where they stand. The server writes the path that all addresses begin with into the page (PUBLIC_URL). */
  base: './',
  /** Shared by all applications; the root is the folder of one. */
  publicDir: inPackage('public'),
  resolve: {
    alias: [{ find: 'object.entries', replacement: inPackage('src/shell/nativeEntries.cjs') }],
  },
  /** The server writes a fresh nonce into each page: the content security policy allows nothing inline without it. */
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !HERE_ALREADY.test(file)) : files,
    },
    manifest: true,
    // The largest part is the outline of the world's countries (756 kB of data), which only a map loads.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [/\/forecourt\/(src|\w+\.[jt]s)/, ...pure].map((test) => ({ test, sideEffects: false })),
      },
      output: { codeSplitting: codeSplitting(first) },
    },
  },
  server: {
    fs: { allow: [inPackage('.'), process.cwd()] },
    proxy: { '/api': api, '/files': api },
  },
});

/**
 * The browser part of an application: texts, schemas and declarations in parts that load when they are shown, and the first page in few files.
 *
 *     export default defineConfig({ plugins: [forecourt()] });
 */
export function forecourt(options: ForecourtOptions = {}): PluginOption {
  const configured: Plugin = {
    name: 'forecourt',
    config: ({ build }) => settings(options, build?.outDir, process.env['FORECOURT_API']),
  };
  return [
    configured,
    startFiles(),
    pluggedStart(),
    devPackages(),
    icons(),
    standIns(options.generatedLists ?? false),
    drawTools(),
    react(),
    applicationParts(options),
    firstPaint(),
    preloadFirst(),
  ];
}
