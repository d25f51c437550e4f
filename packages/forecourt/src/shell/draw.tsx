import type { ErrorInfo } from 'react';
import { createRoot } from 'react-dom/client';
import { dashboards, entries, parts } from 'virtual:application/resources';
import { createLabels } from '../admin/index.ts';
import { mergeCatalogues, type Catalogue } from '../i18n/index.ts';
import { platformCodes } from '../platform/index.ts';
import type { Application } from './appConfig.ts';
import { createApp } from './createApp.tsx';

/** Says in the console what a boundary caught, as React does; one that says it itself is not repeated. */
function logCaught(error: unknown, { errorBoundary, componentStack }: ErrorInfo & { errorBoundary?: object }): void {
  if (!errorBoundary || !('logsItself' in errorBoundary)) console.error(error, componentStack);
}

/**
 * Completes an application with what every application has, and draws it with the texts of one language, later ones over earlier ones.
 * `labels` load with the resource whose they are.
 */
export async function draw(
  root: HTMLElement,
  application: Application,
  texts: readonly Catalogue[],
  labels: Parameters<typeof createLabels>[0],
): Promise<void> {
  const App = await createApp({
    ...application,
    entries,
    parts,
    dashboards,
    codes: { ...platformCodes, ...application.codes },
    icons: application.icons ?? {},
    groups: application.groups ?? [],
    catalogue: mergeCatalogues(...texts),
    labels: createLabels(labels),
  });
  createRoot(root, { onCaughtError: logCaught }).render(<App />);
}
