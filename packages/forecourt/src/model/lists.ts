import type { CompileContext } from './compileContext.ts';
import { resolvePath } from './resolvePath.ts';
import { factsOf, relationOf } from './kinds.ts';
import { checkInline, checkSavedFilters, checkTabs } from './listCells.ts';
import type { Entity, Field, Filter, Path, Resource } from './model.ts';
import { PAGE_NAMES, wireNames } from './names.ts';
import { meant } from './nearest.ts';
import type { CodeTables, FilterDeclaration, ResourceDeclaration } from './resource.ts';
import { compileViews } from './views.ts';

export interface ResourceContext extends CompileContext {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly codes: CodeTables;
}

type Declaration = ResourceDeclaration<Record<string, unknown>>;

function fieldAt(context: ResourceContext, entity: Entity, path: Path): Field | undefined {
  const holder = path.steps.at(-1)?.target;
  return (holder ? context.entities.get(holder) : entity)?.byName.get(path.last);
}

function compileFilter(
  context: ResourceContext,
  entity: Entity,
  declared: FilterDeclaration<Record<string, unknown>>,
  file: string,
  pointer: string,
): Filter | undefined {
  if (declared === 'keyword') {
    if (entity.search.length === 0)
      context.report({ file, pointer, message: `the filter "keyword" needs x-search in schemas/${entity.name}.json` });
    return { name: 'keyword', operator: 'keyword', paths: [], hidden: false };
  }
  const given = typeof declared === 'string' ? { name: declared } : declared;
  if (given.codes && !context.codes[given.codes])
    context.report({
      file,
      pointer: `${pointer}/codes`,
      message: `there is no code table "${given.codes}"${meant(given.codes, Object.keys(context.codes))}`,
    });
  if (given.ref && !context.entities.has(given.ref) && !context.absent(given.ref))
    context.report({
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
      ...(given.chip && { chip: true }),
    };
  }
  const names = given.anyOf ?? [given.field ?? given.name];
  if (names.length === 0) {
    context.report({ file, pointer: `${pointer}/anyOf`, message: `"${given.name}" asks no property: anyOf is empty` });
    return undefined;
  }
  const paths = names.flatMap((name) => resolvePath(context, entity.name, name, pointer, file) ?? []);
  if (paths.length !== names.length) return undefined;
  const field = fieldAt(context, entity, paths[0]!);
  const operator = given.operator ?? (field && factsOf(field).operator) ?? 'equals';
  if (given.bothEnds && operator !== 'range')
    context.report({ file, pointer: `${pointer}/bothEnds`, message: `"${given.name}" is no range and has no ends` });
  return {
    name: given.name,
    operator,
    paths,
    field,
    codes: given.codes ?? field?.codes,
    ...(given.without && { without: given.without }),
    ref: given.ref ?? field?.ref?.resource,
    hidden: given.hidden ?? false,
    ...(given.chip && { chip: true }),
    ...(given.bothEnds && { bothEnds: true }),
    ...(given.insteadOf !== undefined && { insteadOf: given.insteadOf }),
  };
}

/** Ranges take the place of ranges that stand on their own; `wrong` is told what is not so. */
function placed(filters: readonly Filter[], wrong: (message: string) => void): Filter[] {
  return filters.map((filter) => {
    const { insteadOf, ...alone } = filter;
    if (insteadOf === undefined) return filter;
    const other = filters.find(({ name }) => name === insteadOf);
    const fits = [filter, other].every((one) => one?.operator === 'range' && !one.hidden);
    if (fits && other !== filter && other?.insteadOf === undefined) return filter;
    wrong(
      `"${filter.name}" cannot stand in the place of "${insteadOf}": both must be ranges of the bar, and the other its own`,
    );
    return alone;
  });
}

/** Filters without those whose name in a request another has, a relation, or a parameter of the page. `clash` is told of each. */
function distinct({ fields }: Entity, filters: readonly Filter[], clash: (message: string) => void): Filter[] {
  const taken = new Set<string>();
  const relations = new Set(fields.filter((field) => relationOf(field)).map(({ name }) => name));
  return filters.filter((filter) => {
    const reserved = PAGE_NAMES.has(filter.name);
    const [, ...ends] = wireNames(filter);
    const double = wireNames(filter).find((name) => taken.has(name)) ?? ends.find((name) => relations.has(name));
    if (reserved || double !== undefined) {
      const other = !reserved
        ? taken.has(double!)
          ? `another filter, which also has "${double!}"`
          : `the relation "${double!}"`
        : 'a parameter of the page';
      clash(
        `the filter "${filter.name}" collides with ${other}; name it otherwise: { name: '…', field: '${filter.paths[0]?.last ?? filter.name}' }`,
      );
      return false;
    }
    for (const name of wireNames(filter)) taken.add(name);
    return true;
  });
}

/** The list's own part of a resource: columns, filters, the other views, what is saved and what is edited in place. */
export function compileList(
  context: ResourceContext,
  entity: Entity,
  list: Declaration['list'],
  defaults: {
    readonly rowClick: 'edit' | 'show';
    readonly file: string;
    readonly inferred: boolean;
  },
): Resource['list'] {
  const { file, rowClick, inferred } = defaults;
  const report = (pointer: string, message: string): void => context.report({ file, pointer, message });
  const named = (list?.filters ?? []).flatMap(
    (filter, index) => compileFilter(context, entity, filter, file, `/list/filters/${index}`) ?? [],
  );
  const filters = placed(
    distinct(entity, named, (message) => {
      if (!inferred) report('/list/filters', message);
    }),
    (message) => report('/list/filters', message),
  );
  const card = list?.card ?? (list?.columns ?? []).slice(0, 3);
  const { views, added } = compileViews({
    entity,
    codes: context.codes,
    declared: list?.views,
    columns: list?.columns ?? [],
    facts: card,
    filters,
    taken: new Set(filters.flatMap(wireNames)),
    report,
  });
  const compiled: Resource['list'] = {
    columns: list?.columns ?? [],
    hiddenColumns: list?.hiddenColumns ?? [],
    short: list?.short ?? [],
    quiet: list?.quiet ?? {},
    below: (list?.below ?? {}) as Readonly<Record<string, string>>,
    filters: [...filters, ...added],
    sort: list?.sort ?? ['id', 'desc'],
    filterDefaults: list?.filterDefaults ?? {},
    rowClick: list?.rowClick ?? rowClick,
    card,
    views,
    savedFilters: list?.savedFilters ?? [],
    tabs: list?.tabs ?? [],
    inline: list?.inline ?? [],
    component: list?.component,
  };
  const columns = [...compiled.columns, ...compiled.hiddenColumns];
  for (const [name, second] of Object.entries(compiled.below))
    for (const one of [name, second])
      if (!columns.includes(one))
        report(`/list/below/${name}`, `"${one}" is no column of the list${meant(one, columns)}`);
  checkInline(entity, compiled.inline, columns, compiled.rowClick, report);
  checkSavedFilters(compiled.savedFilters, { entity, filters: compiled.filters, columns, views, report });
  checkTabs(compiled.tabs, compiled.savedFilters, report);
  return compiled;
}
