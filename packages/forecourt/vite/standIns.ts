import path from 'node:path';
import type { Plugin } from 'vite';
import { moduleOf } from './ownFiles.ts';

/** A module that pages do without: `by` says who asks for it, so that no file of an application is meant by its bare name. */
interface StandIn {
  readonly asked: RegExp;
  readonly by: RegExp;
  readonly instead: string;
}

const OF_MODEL = /\/packages\/forecourt\/src\/model\/|\/node_modules\/forecourt\/src\/model\//;

/** Said in every application. */
const ALWAYS: readonly StandIn[] = [
  // The server has checked what it serves: pages need the compiler of schemas and dashboards without its checks.
  { asked: /^\.\/dashboards\.[jt]s$/, by: OF_MODEL, instead: moduleOf('src/model/trustedDashboards') },
  { asked: /^\.\/vocabulary\.[jt]s$/, by: OF_MODEL, instead: moduleOf('src/model/trustedVocabulary') },
];

/** react-admin 5.15 in an application whose lists are all generated (`generatedLists`). */
const GENERATED: readonly StandIn[] = [
  // Its list brings these along, and generated lists draw their own.
  {
    asked: /^\.\.?\/(BulkActionsToolbar|BulkDeleteButton|ColumnsSelector|ColumnsSelectorItem)\.js$/,
    by: /\/node_modules\/ra-ui-materialui\//,
    instead: moduleOf('src/shell/notDrawn'),
  },
  { asked: /^inflection$/, by: /\/node_modules\/ra-core\//, instead: moduleOf('src/shell/notDrawn') },
  { asked: /^jsonexport\/dist\/index\.js$/, by: /\/node_modules\/ra-/, instead: moduleOf('src/shell/serverExport') },
  { asked: /^query-string$/, by: /\/node_modules\/ra-/, instead: moduleOf('src/shell/queryString') },
  { asked: /^react-router-dom$/, by: /\/node_modules\/ra-/, instead: moduleOf('src/shell/oneRouter') },
];

/**
 * Puts smaller modules in place of those that pages do without, wherever the named importers ask for them. react-admin stays whole unless the
 * application says that all of its lists are generated.
 */
export function standIns(generatedLists: boolean): Plugin {
  const used = generatedLists ? [...ALWAYS, ...GENERATED] : ALWAYS;
  return {
    name: 'forecourt-stand-ins',
    enforce: 'pre',
    resolveId(asked, importer) {
      if (importer === undefined) return null;
      const from = importer.split(path.sep).join('/');
      return used.find((one) => one.asked.test(asked) && one.by.test(from))?.instead ?? null;
    },
  };
}
