import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A module that pages do without: `by` says who asks for it, so that no file of an application is meant by its bare name. */
interface StandIn {
  readonly asked: RegExp;
  readonly by: RegExp;
  readonly instead: string;
}

const file = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const OF_MODEL = /\/packages\/forecourt\/src\/model\/|\/node_modules\/forecourt\/src\/model\//;

const STAND_INS: readonly StandIn[] = [
  // The server has checked what it serves: pages need the compiler of schemas and dashboards without its checks.
  { asked: /^\.\/dashboards\.ts$/, by: OF_MODEL, instead: file('model/trustedDashboards.ts') },
  { asked: /^\.\/vocabulary\.ts$/, by: OF_MODEL, instead: file('model/trustedVocabulary.ts') },
  // react-admin 5.15: its list brings these along, and generated lists draw their own.
  {
    asked: /^\.\.?\/(BulkActionsToolbar|BulkDeleteButton|ColumnsSelector|ColumnsSelectorItem)\.js$/,
    by: /\/node_modules\/ra-ui-materialui\//,
    instead: file('shell/notDrawn.ts'),
  },
  { asked: /^inflection$/, by: /\/node_modules\/ra-core\//, instead: file('shell/notDrawn.ts') },
  { asked: /^jsonexport\/dist\/index\.js$/, by: /\/node_modules\/ra-/, instead: file('shell/serverExport.ts') },
  { asked: /^query-string$/, by: /\/node_modules\/ra-/, instead: file('shell/queryString.ts') },
];

/** Puts smaller modules in place of those that generated pages never use, wherever the named importers ask for them. */
export function standIns(): Plugin {
  return {
    name: 'forecourt-stand-ins',
    enforce: 'pre',
    resolveId(asked, importer) {
      if (importer === undefined) return null;
      const from = importer.split(path.sep).join('/');
      return STAND_INS.find((one) => one.asked.test(asked) && one.by.test(from))?.instead ?? null;
    },
  };
}
