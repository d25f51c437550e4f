import { createRoot } from 'react-dom/client';
import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import { internalSchemas } from '../schemas/internal.generated.ts';
import type { EntitySchema } from './framework/model/index.ts';
import { createApp } from './framework/shell/index.ts';
import { icons, menuGroups } from './menu.ts';
import { publicPages, registerPages } from './rental/pages/index.ts';

const SCHEMA_FILE = /([^/]+)\.json$/;
const files = import.meta.glob<EntitySchema>('../schemas/*.json', { import: 'default' });
const schemas = Object.fromEntries(Object.entries(files).map(([file, load]) => [SCHEMA_FILE.exec(file)![1]!, load]));

/** Draws the product into `root` with the texts of one language. */
export function start(root: HTMLElement, catalogue: Record<string, unknown>): void {
  registerPages();
  const App = createApp({
    schemas,
    resources,
    codes,
    scopeEntity: 'store',
    internal: internalSchemas,
    icons,
    groups: menuGroups,
    publicPages,
    catalogue,
  });
  createRoot(root).render(<App />);
}
