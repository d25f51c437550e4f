import type { RecordPageDeclaration, ResourceDeclaration } from './resource.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;
type Part = 'list' | 'form' | 'show';

/** What menu, routes, rights and search need of a resource. The rest of it loads with its first page. */
export interface ResourceEntry {
  readonly name: string;
  readonly permission: NonNullable<Declaration['permission']>;
  readonly route: NonNullable<Declaration['route']>;
  /** Further pages of each record. */
  readonly pages: readonly RecordPageDeclaration[];
  readonly menu?: Declaration['menu'];
  /** Where its report stands. */
  readonly report?: Pick<NonNullable<Declaration['report']>, 'path' | 'menu'>;
  /** Its screens save nothing. */
  readonly readOnly: boolean;
  /** A deletion of its records reaches others (`x-on-delete`): whoever deletes is told which. */
  readonly reaches: boolean;
  /** Its records are found from anywhere. */
  readonly palette: boolean;
  /** The action of its list that makes new records, where no form saves them. */
  readonly newBy?: string;
  /** Letter that opens the form of a new record. */
  readonly key?: string;
  /** Letter that opens the list after `g`. */
  readonly go?: string;
  /** Names of registered components that take the place of its pages. */
  readonly components: Readonly<Partial<Record<Part, string>>>;
  /** A resource file says more than the name does. */
  readonly declared: boolean;
}

/** An entry without what its name says already; `menu: null` keeps a resource out of the menu. Plain JSON. */
export type ShortEntry =
  | string
  | (Pick<ResourceEntry, 'name'> &
      Partial<
        Pick<
          ResourceEntry,
          | 'permission'
          | 'route'
          | 'pages'
          | 'report'
          | 'readOnly'
          | 'reaches'
          | 'palette'
          | 'newBy'
          | 'key'
          | 'go'
          | 'components'
        >
      > & {
        readonly menu?: Declaration['menu'] | null;
      });

/** What a resource without a resource file is called and where it stands. */
export const inferEntry = (name: string): Required<Pick<ResourceEntry, 'permission' | 'route' | 'menu'>> => ({
  permission: { base: name, route: `${name}-list` },
  route: { list: `/resources/${name}`, show: `/resources/${name}/:id` },
  menu: { group: 'resources', sort: 100, icon: 'TableRows' },
});

/** The pages of a resource. Who documents paths has no page for the detail unless it says where. */
export function routeOf({ route, api }: Declaration, name: string): ResourceEntry['route'] {
  const inferred = inferEntry(name).route;
  return route ?? (api ? { list: inferred.list } : inferred);
}

/** The entry of a resource as short as it can be said. `reaches`: a deletion of its records reaches others. */
export function shortEntry(name: string, declaration: Declaration | undefined, reaches = false): ShortEntry {
  if (!declaration) return reaches ? { name, reaches } : name;
  const { permission, menu, api, report, key, go, actions = [] } = declaration;
  const readOnly = api !== undefined && api.save === undefined;
  const newBy = readOnly
    ? actions.find(({ on, permission: word }) => on === 'list' && word === 'add')?.name
    : undefined;
  const components = (['list', 'form', 'show'] as const).flatMap((part) => {
    const component = declaration[part]?.component;
    return component === undefined ? [] : [[part, component] as const];
  });
  return {
    name,
    ...(permission && {
      permission: {
        base: permission.base,
        route: permission.route,
        ...(permission.words && { words: permission.words }),
      },
    }),
    ...((declaration.route ?? api) && { route: routeOf(declaration, name) }),
    ...(declaration.pages && { pages: declaration.pages }),
    ...(report && { report: { path: report.path, menu: report.menu } }),
    ...(menu ? { menu } : api && { menu: null }),
    ...(readOnly && { readOnly }),
    ...(reaches && { reaches }),
    ...(newBy !== undefined && { newBy }),
    ...(declaration.palette && { palette: true }),
    ...(key !== undefined && { key }),
    ...(go !== undefined && { go }),
    ...(components.length > 0 && { components: Object.fromEntries(components) }),
  };
}

/** The whole entry again. */
export function completeEntry(short: ShortEntry): ResourceEntry {
  const said = typeof short === 'string' ? { name: short } : short;
  const { menu, ...inferred } = { ...inferEntry(said.name), ...said };
  return {
    readOnly: false,
    reaches: false,
    palette: false,
    pages: [],
    components: {},
    ...inferred,
    menu: menu ?? undefined,
    declared: typeof short !== 'string',
  };
}
