import { createRoot } from 'react-dom/client';
import { mergeCatalogues, type Catalogue } from '../i18n/index.ts';
import { platformCodes, platformResources, schemaName, withPlatform } from '../platform/index.ts';
import type { EntitySchema } from '../model/index.ts';
import type { Application } from './appConfig.ts';
import { createApp } from './createApp.tsx';

const platformSchemas = import.meta.glob<EntitySchema>('../platform/schemas/*.json', { import: 'default' });

/** Completes an application with what every application has, and draws it with the texts of one language, later ones over earlier ones. */
export async function draw(root: HTMLElement, application: Application, texts: readonly Catalogue[]): Promise<void> {
  const schemas = Object.entries({ ...platformSchemas, ...application.schemas });
  const App = await createApp({
    ...application,
    schemas: Object.fromEntries(schemas.map(([file, load]) => [schemaName(file), load])),
    resources: withPlatform(platformResources, application.resources ?? []),
    codes: { ...platformCodes, ...application.codes },
    icons: application.icons ?? {},
    groups: application.groups ?? [],
    catalogue: mergeCatalogues(...texts),
  });
  createRoot(root).render(<App />);
}
