import { Guarded, loadComponent, type AdminRuntime, type PageRoute } from '../admin/index.ts';
import type { AppPage } from './appConfig.ts';

/** Pages that belong to no resource, at their addresses and each behind its permission. */
export const appRoutes = (
  pages: readonly AppPage[],
  { labels, model }: Pick<AdminRuntime, 'labels' | 'model'>,
): readonly PageRoute[] =>
  pages.map(({ path, title, permission, component: Component, texts = [], resources = [] }) => ({
    path,
    title,
    permission,
    load: () =>
      Promise.all([
        loadComponent(Component),
        ...texts.map((part) => labels.load(part)),
        ...resources.map((name) => model.load(name)),
      ]),
    element: (
      <Guarded permission={permission}>
        <Component />
      </Guarded>
    ),
  }));
