import { inferEntry, type ResourceEntry } from '../../model/index.ts';

type Entries = ReadonlyMap<string, Pick<ResourceEntry, 'route'>>;

/** Name of the query parameter that opens the form dialog over a list: `new`, or the id of a record. */
export const FORM_PARAMETER = 'form';

/** Name of the query parameter that begins an action: of the record on its detail, of the list on a list. */
export const ACTION_PARAMETER = 'do';

/** Name of the query parameter that says how a list is shown: `card`, `calendar` … */
export const VIEW_PARAMETER = 'view';

/** The page's path without its query (`/car/edit?id=` is mounted at `/car/edit`). */
export const pathPart = (route: string): string => route.split('?')[0]!;

const withId = (route: string, id: string): string =>
  route.includes(':id') ? route.replace(':id', id) : `${pathPart(route)}?id=${id}`;

const withForm = (list: string | undefined, form: string): string | undefined =>
  list && `${list}?${FORM_PARAMETER}=${form}`;

/** `/{resource}`, `/{resource}/create`, `/{resource}/{id}`, `/{resource}/{id}/show`; ids are positive integers (D-GEN-09). */
const REACT_ADMIN_LINK = /^\/([^/?#]+)(?:\/(create|\d+)(?:\/(show))?(?:\/\d+)?)?\/?$/;

/**
 * The documented address of one of react-admin's own links (D-FW-01): `/order/12/show` → `/order/detail/12`. A form without an
 * address of its own opens in a dialog over the list (`?form=12`). Whatever is not such a link stays as it is.
 */
export function documentedPath(entries: Entries, path: string): string {
  const [, rawName, target, show] = REACT_ADMIN_LINK.exec(path) ?? [];
  const route = rawName === undefined ? undefined : entries.get(decodeURIComponent(rawName))?.route;
  if (!route) return path;
  const create =
    route.create ?? (route.edit && !route.edit.includes(':id') ? pathPart(route.edit) : withForm(route.list, 'new'));
  const found =
    target === undefined
      ? route.list
      : target === 'create'
        ? create
        : show
          ? route.show
            ? withId(route.show, target)
            : undefined
          : route.edit
            ? withId(route.edit, target)
            : withForm(route.list, target);
  return found ?? path;
}

/**
 * Where a new record of a resource is made: its form, its list with the form over it, or its list with the action that makes one begun. Undefined
 * where its screens make none, and where its list stands below another resource's only.
 */
export function newRecordPath(entries: ReadonlyMap<string, ResourceEntry>, entry: ResourceEntry): string | undefined {
  const { name, route, menu, readOnly, components, newBy } = entry;
  if (!route.list || (!menu && route.list === inferEntry(name).route.list)) return undefined;
  if (!readOnly || components.form !== undefined) return documentedPath(entries, `/${name}/create`);
  return newBy && `${route.list}?${ACTION_PARAMETER}=${newBy}`;
}

export interface Target {
  readonly pathname?: string;
  readonly search?: string;
}

const join = (a: string, b: string): string =>
  [a, b]
    .map((text) => text.replace(/^\?/, ''))
    .filter(Boolean)
    .join('&');

/** The same for a string with query and hash, or react-router's location object. */
export function documentedTarget<T extends string | Target>(entries: Entries, to: T): T {
  if (typeof to === 'string') {
    const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
    const [found, query = ''] = documentedPath(entries, path).split('?') as [string, string?];
    if (found === path) return to;
    const joined = join(query, search);
    return (found + (joined && `?${joined}`) + hash) as T;
  }
  if (!to.pathname) return to;
  const [pathname, query = ''] = documentedPath(entries, to.pathname).split('?') as [string, string?];
  if (pathname === to.pathname) return to;
  const search = join(query, to.search ?? '');
  return { ...(to as Target), pathname, search: search && `?${search}` } as T;
}

/** A list's own change of its query (filters, page, sort) keeps how the list is shown; it only knows its own parameters. */
export function withView<T extends string | Target>(to: T, search: string): T {
  if (typeof to === 'string' || to.pathname !== undefined || to.search === undefined) return to;
  const view = new URLSearchParams(search).get(VIEW_PARAMETER);
  const next = new URLSearchParams(to.search);
  if (view === null || next.has(VIEW_PARAMETER)) return to;
  next.set(VIEW_PARAMETER, view);
  return { ...(to as Target), search: `?${next}` } as T;
}

/** Where the catalogues name a route: `/order/detail/:id` → `routes./order/detail/{id}`. */
export const routeTitle = (path: string): string => `routes.${path.replace(/:(\w+)/g, '{$1}')}`;
