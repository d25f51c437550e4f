import { Suspense, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { permissionKey, type RecordPageDeclaration, type Resource, type ResourceEntry } from '../model/index.ts';
import type { AdminModel } from './model/adminModel.ts';
import type { ResourceLabels } from './model/resourceLabels.ts';
import { useCan, useResourceModel, useSessionInfo } from './runtime/runtime.tsx';
import { loadable, loadComponent } from './values/loadable.ts';
import { registeredBeginning, registeredComponent } from './values/registry.ts';
import { PageSkeleton } from './page/PageSkeleton.tsx';
import type { ResourcePageProps } from './page/pageProps.ts';
import { pathPart } from './model/documentedUrls.ts';

export type ResourceView = 'list' | 'create' | 'edit' | 'show';

export interface PageRoute {
  /** react-router pattern of the documented address. */
  readonly path: string;
  /** Any of these keys opens the page; none = every signed-in user. */
  readonly permission?: string | readonly string[];
  readonly resource?: string;
  readonly view?: ResourceView;
  /** i18n key of the page title. */
  readonly title: string;
  /** Guarded, lazy and inside its resource context. */
  readonly element: ReactElement;
  /** Loads what it draws with (code, schema, texts) before it is drawn. What fails is asked for again, and reported, by the page. */
  readonly load?: () => Promise<unknown>;
}

/** Shows the page to those who may see it; for everybody else the path does not exist (D-SHELL-13). */
export function Guarded({ permission, children }: { permission?: string | readonly string[]; children: ReactNode }) {
  const known = useSessionInfo() !== undefined;
  const allowed = useCan(permission ?? []) || permission === undefined;
  if (!known) return <PageSkeleton />;
  return allowed ? <Suspense fallback={<PageSkeleton />}>{children}</Suspense> : <Navigate to="/404" replace />;
}

const pages: Readonly<Record<ResourceView, ComponentType<ResourcePageProps>>> = {
  list: loadable(() => import('./list/ResourceList.tsx')),
  create: loadable(() => import('./form/ResourceForm.tsx')),
  edit: loadable(() => import('./form/ResourceForm.tsx')),
  show: loadable(() => import('./show/ResourceShow.tsx')),
};

const FurtherPage = loadable(() => import('./show/FurtherPage.tsx'));
const ReportPage = loadable(() => import('./report/ReportPage.tsx'));

const partOf = (view: ResourceView) => (view === 'create' || view === 'edit' ? 'form' : view);

interface RoutesSource {
  readonly model: AdminModel;
  readonly labels: Pick<ResourceLabels, 'load'>;
}

/** Loads what a resource's page draws with, its schema and its code side by side, before anything is drawn. */
async function loadPage({ model, labels }: RoutesSource, name: string, view: ResourceView): Promise<Resource> {
  const declared = model.entries.get(name)?.components[partOf(view)];
  const Page = registeredComponent<ResourcePageProps>(declared) ?? pages[view];
  const { texts = [] } = registeredBeginning(declared);
  const [resource] = await Promise.all([
    model.load(name),
    loadComponent(Page),
    ...texts.map((part) => labels.load(part)),
  ]);
  return resource;
}

/** The page of one view: the registered component that replaces it, or the generated one. */
function ResourcePage({ resource, view, id }: ResourcePageProps & { view: ResourceView }) {
  const model = useResourceModel(resource);
  const Page = registeredComponent<ResourcePageProps>(model[partOf(view)].component) ?? pages[view];
  return <Page key={`${view}-${id ?? ''}`} resource={resource} id={id} />;
}

/** The id in the address, by `:id` or `?id=`: a number, null where there is none, undefined where it can be none. */
function useAddressedId(): number | null | undefined {
  const { id: fromPath } = useParams();
  const [search] = useSearchParams();
  const text = fromPath ?? search.get('id');
  if (text === null) return null;
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

/** A further page of the record in the address; there is none about no record. */
function RecordFurtherPage({ resource, page }: { resource: string; page: RecordPageDeclaration }) {
  const id = useAddressedId();
  return id ? <FurtherPage key={id} resource={resource} id={id} page={page} /> : <Navigate to="/404" replace />;
}

/**
 * A page whose record is named in the address, by `:id` or `?id=`. Without an id an edit page is the form for a new record when
 * the resource has no create page, else it leads to the list (D-SHELL-10).
 */
function RecordPage({ entry, view }: { entry: ResourceEntry; view: ResourceView }) {
  const id = useAddressedId();
  if (id === null && view === 'edit' && !entry.route.create)
    return <ResourcePage resource={entry.name} view="create" />;
  if (id === null && entry.route.list) return <Navigate to={entry.route.list} replace />;
  if (!id) return <Navigate to="/404" replace />;
  return <ResourcePage resource={entry.name} view={view} id={id} />;
}

const WORDS = { create: 'add', edit: 'edit', show: 'detail' } as const;

/** All pages of all resources at their documented addresses, each inside its resource context and behind its permission. */
export function resourceRoutes(source: RoutesSource): readonly PageRoute[] {
  const { model } = source;
  const views: readonly ResourceView[] = ['list', 'create', 'edit', 'show'];
  return [...model.entries.values()].flatMap((entry) => [
    ...views.flatMap((view): PageRoute[] => {
      const route = entry.route[view];
      if (!route) return [];
      const permission = view === 'list' ? entry.permission.route : `${entry.permission.base}-${WORDS[view]}`;
      const page =
        view === 'edit' || view === 'show' ? (
          <RecordPage entry={entry} view={view} />
        ) : (
          <ResourcePage resource={entry.name} view={view} />
        );
      return [
        {
          path: pathPart(route),
          permission,
          resource: entry.name,
          view,
          title: `resources.${entry.name}.title`,
          load: () => loadPage(source, entry.name, view),
          element: (
            <ResourceContextProvider value={entry.name}>
              <Guarded permission={permission}>{page}</Guarded>
            </ResourceContextProvider>
          ),
        },
      ];
    }),
    ...(entry.report
      ? [
          {
            path: entry.report.path,
            permission: entry.permission.route,
            resource: entry.name,
            title: `routes.${entry.report.path}`,
            load: () => Promise.all([ReportPage.load(), model.load(entry.name)]),
            element: (
              <ResourceContextProvider value={entry.name}>
                <Guarded permission={entry.permission.route}>
                  <ReportPage resource={entry.name} />
                </Guarded>
              </ResourceContextProvider>
            ),
          },
        ]
      : []),
    ...entry.pages.map((page): PageRoute => {
      const permission = permissionKey(entry.permission, page.permission ?? 'edit');
      return {
        path: page.path,
        permission,
        resource: entry.name,
        title: `resources.${entry.name}.title`,
        load: () => Promise.all([FurtherPage.load(), model.load(entry.name)]),
        element: (
          <ResourceContextProvider value={entry.name}>
            <Guarded permission={permission}>
              <RecordFurtherPage resource={entry.name} page={page} />
            </Guarded>
          </ResourceContextProvider>
        ),
      };
    }),
  ]);
}
