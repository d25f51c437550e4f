import { resolvePath, type CompileContext } from './entities.ts';
import { inferResource } from './infer.ts';
import type { Action, Entity, Field, Filter, Path, Resource } from './model.ts';
import { PAGE_NAMES } from './names.ts';
import { meant } from './nearest.ts';
import type {
  ActionDeclaration,
  CodeTables,
  FilterDeclaration,
  PermissionWord,
  ResourceDeclaration,
} from './resource.ts';
import { checkCondition } from './vocabulary.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

const WORDS = new Set(['add', 'delete', 'edit', 'query', 'detail', 'enable', 'disable', 'import', 'export']);

/** The whole permission key of one of the nine words, as the resource's `permission` (or a bare base) says; anything else is whole already. */
export function permissionKey(permission: ResourceDeclaration['permission'] | string, word: string): string {
  if (typeof permission === 'string') return WORDS.has(word) ? `${permission}-${word}` : word;
  return permissionKey(permission.base, permission.words?.[word as PermissionWord] ?? word);
}

export interface ResourceContext extends CompileContext {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly codes: CodeTables;
}

function fieldAt(context: ResourceContext, entity: Entity, path: Path): Field | undefined {
  const holder = path.steps.at(-1)?.target;
  return (holder ? context.entities.get(holder) : entity)?.byName.get(path.last);
}

const DEFAULT_OPERATOR: Partial<Record<Field['kind'], Filter['operator']>> = {
  date: 'range',
  dateTime: 'range',
  string: 'contains',
  text: 'contains',
  money: 'range',
};

function compileFilter(
  context: ResourceContext,
  entity: Entity,
  declared: FilterDeclaration<Record<string, unknown>>,
  file: string,
  pointer: string,
): Filter | undefined {
  if (declared === 'keyword') {
    if (entity.search.length === 0)
      context.say({ file, pointer, message: `the filter "keyword" needs x-search in schemas/${entity.name}.json` });
    return { name: 'keyword', operator: 'keyword', paths: [], hidden: false };
  }
  const given = typeof declared === 'string' ? { name: declared } : declared;
  if (given.codes && !context.codes[given.codes])
    context.say({
      file,
      pointer: `${pointer}/codes`,
      message: `there is no code table "${given.codes}"${meant(given.codes, Object.keys(context.codes))}`,
    });
  if (given.ref && !context.entities.has(given.ref) && !context.absent(given.ref))
    context.say({
      file,
      pointer: `${pointer}/ref`,
      message: `there is no schema "${given.ref}"${meant(given.ref, context.entities.keys())}`,
    });
  if (given.registered) {
    return {
      name: given.name,
      operator: 'registered',
      paths: [],
      registered: given.registered,
      codes: given.codes,
      ref: given.ref,
      hidden: given.hidden ?? false,
    };
  }
  const names = given.anyOf ?? [given.field ?? given.name];
  const paths = names.flatMap((name) => resolvePath(context, entity.name, name, pointer, file) ?? []);
  if (paths.length !== names.length) return undefined;
  const field = fieldAt(context, entity, paths[0]!);
  return {
    name: given.name,
    operator: given.operator ?? (field && DEFAULT_OPERATOR[field.kind]) ?? 'equals',
    paths,
    field,
    codes: given.codes ?? field?.codes,
    ref: given.ref ?? field?.ref?.resource,
    hidden: given.hidden ?? false,
  };
}

function compileAction(
  permission: ResourceDeclaration['permission'],
  action: ActionDeclaration<Record<string, unknown>>,
): Action {
  const words = typeof action.permission === 'string' ? [action.permission] : action.permission;
  return { ...action, on: action.on ?? 'row', keys: words.map((word) => permissionKey(permission, word)) };
}

/** Names that a filter has in a request. */
const wireNames = (filter: Filter): readonly string[] =>
  filter.operator === 'range' ? [filter.name, `${filter.name}Start`, `${filter.name}End`] : [filter.name];

/** Filters without those whose name in a request another has, or a parameter of the page. `clash` is told of each. */
function distinct(filters: readonly Filter[], clash: (message: string) => void): Filter[] {
  const taken = new Set<string>();
  return filters.filter((filter) => {
    const reserved = PAGE_NAMES.has(filter.name);
    const double = wireNames(filter).find((name) => taken.has(name));
    if (reserved || double !== undefined) {
      const other = reserved ? 'a parameter of the page' : `another filter, which also has "${double!}"`;
      clash(
        `the filter "${filter.name}" collides with ${other}; name it otherwise: { name: '…', field: '${filter.paths[0]?.last ?? filter.name}' }`,
      );
      return false;
    }
    for (const name of wireNames(filter)) taken.add(name);
    return true;
  });
}

/** Every name in a declaration that its schema does not have, and every condition that cannot be evaluated. */
function checkNames(context: ResourceContext, entity: Entity, declared: Declaration, file: string): void {
  const names: [string, readonly string[]][] = [
    ['/list/columns', declared.list?.columns ?? []],
    ['/list/hiddenColumns', declared.list?.hiddenColumns ?? []],
    ['/list/short', declared.list?.short ?? []],
    ['/list/card', declared.list?.card ?? []],
    ['/list/sort', declared.list?.sort ? [declared.list.sort[0]] : []],
    ['/options/fields', declared.options?.fields ?? []],
    ['/options/filters', declared.options?.filters ?? []],
    ['/options/where', Object.keys(declared.options?.where ?? {})],
    ['/components', Object.keys(declared.components ?? {})],
    ...[
      ...(declared.form?.groups ?? []).map((group) => [`/form/groups/${group.key}`, group.fields] as const),
      ...(declared.show?.groups ?? []).map((group) => [`/show/groups/${group.key}`, group.fields] as const),
    ].map(([pointer, fields]): [string, readonly string[]] => [pointer, fields]),
    ...(declared.actions ?? []).map((action): [string, readonly string[]] => [
      `/actions/${action.name}/ask`,
      action.ask ?? [],
    ]),
  ];
  const refTitles = new Set(
    entity.fields.flatMap((field) => (field.ref ? [field.ref.as, ...Object.keys(field.ref.with)] : [])),
  );
  const known = new Set([...entity.byName.keys(), ...refTitles]);
  for (const [pointer, fields] of names)
    for (const field of fields)
      if (!known.has(field))
        context.say({ file, pointer, message: `${entity.name} has no property "${field}"${meant(field, known)}` });
  (declared.show?.related ?? []).forEach(({ resource, field }, index) => {
    const at = `/show/related/${index}`;
    const other = context.entities.get(resource);
    if (!other && !context.absent(resource))
      context.say({
        file,
        pointer: `${at}/resource`,
        message: `there is no schema "${resource}"${meant(resource, context.entities.keys())}`,
      });
    else if (other && !other.byName.has(field))
      context.say({
        file,
        pointer: `${at}/field`,
        message: `${resource} has no property "${field}"${meant(field, other.byName.keys())}`,
      });
  });
  for (const action of declared.actions ?? [])
    if (action.when)
      checkCondition(action.when, `/actions/${action.name}/when`, (pointer, message) =>
        context.say({ file, pointer, message }),
      );
}

/** Completes a declaration with what can be inferred and resolves its filters and actions; mistakes go to `context.say`. */
export function compileResource(
  context: ResourceContext,
  entity: Entity,
  declaration: Declaration | undefined,
): Resource {
  const inferred = inferResource(entity);
  const declared: Declaration = declaration ?? inferred;
  const file = declaration ? `resources/${entity.name}.ts` : `schemas/${entity.name}.json`;
  checkNames(context, entity, declared, file);
  const list = declared.list ?? inferred.list;
  const dialect = declared.api ? 'house' : 'simple-rest';
  const route = declared.route ?? inferred.route ?? {};
  const layout = declared.form?.layout ?? (route.create || route.edit ? 'page' : 'dialog');
  const groups = declared.form?.groups ?? inferred.form?.groups ?? [];
  const filters = (list?.filters ?? []).flatMap(
    (filter, index) => compileFilter(context, entity, filter, file, `/list/filters/${index}`) ?? [],
  );
  return {
    name: entity.name,
    entity,
    declared: declaration !== undefined,
    dialect,
    permission: declared.permission,
    route,
    api: declared.api ?? {},
    menu: declared.menu,
    list: {
      columns: list?.columns ?? [],
      hiddenColumns: list?.hiddenColumns ?? [],
      short: list?.short ?? [],
      filters: distinct(filters, (message) => {
        if (declaration) context.say({ file, pointer: '/list/filters', message });
      }),
      sort: list?.sort ?? ['id', 'desc'],
      filterDefaults: list?.filterDefaults ?? {},
      rowClick: list?.rowClick ?? (route.show ? 'show' : 'edit'),
      card: list?.card ?? (list?.columns ?? []).slice(0, 3),
      component: list?.component,
    },
    form: { layout, width: declared.form?.width ?? 720, groups, component: declared.form?.component },
    show: {
      groups: declared.show?.groups ?? groups,
      related: declared.show?.related ?? [],
      component: declared.show?.component,
    },
    options: declared.options ?? inferred.options,
    actions: (declared.actions ?? []).map((action) => compileAction(declared.permission, action)),
    components: declared.components ?? {},
  };
}
