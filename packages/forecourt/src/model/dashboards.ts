import { factsOf, relationOf } from './kinds.ts';
import type { CodeTables } from './resource.ts';
import type {
  Dashboard,
  Entity,
  Field,
  Filter,
  Grouping,
  Measure,
  PlainFigure,
  RatioFigure,
  Resource,
  Section,
  Widget,
} from './model.ts';
import type {
  DashboardDeclaration,
  FigureDeclaration,
  FigureFormat,
  GroupingDeclaration,
  RatioDeclaration,
  WidgetDeclaration,
  WidgetFilter,
} from './dashboard.ts';
import { isRelative } from './dashboardPages.ts';
import { meant } from './nearest.ts';
import { PERIODS } from './dashboard.ts';
import type { Problem } from './vocabulary.ts';
import type { Report } from './report.ts';

interface Place {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly codes: CodeTables;
  readonly scopeEntity?: string;
  readonly hasPeriod: boolean;
  readonly report: Report;
}

const namesOf = (filters: readonly Filter[]): readonly string[] => filters.map(({ name }) => name);

/** Every relation to one record is a filter by its id, declared or not (related lists). */
const filterNamed = ({ list, entity }: Resource, name: string): Filter | Field | undefined => {
  const declared = list.filters.find((filter) => filter.name === name);
  const field = entity.byName.get(name);
  return declared ?? (field && relationOf(field) ? field : undefined);
};

function checkValues(place: Place, resource: Resource, values: WidgetFilter, at: string): void {
  const { filters } = resource.list;
  for (const [name, value] of Object.entries(values)) {
    const ranged = /^(.+)(Start|End)$/.exec(name);
    const range = ranged && filters.find((filter) => filter.name === ranged[1] && filter.operator === 'range');
    if (range) continue;
    const filter = filterNamed(resource, name);
    if (!filter || ('operator' in filter && filter.operator === 'range')) {
      const wire = filters.flatMap((one) =>
        one.operator === 'range' ? [`${one.name}Start`, `${one.name}End`] : [one.name],
      );
      place.report(`${at}/${name}`, `the list of ${resource.name} has no filter "${name}"${meant(name, wire)}`);
      continue;
    }
    if (isRelative(value)) place.report(`${at}/${name}`, `"${value}" is a moment, which only an end of a range can be`);
    const table = 'codes' in filter && filter.codes ? place.codes[filter.codes] : undefined;
    for (const one of table ? String(value).split(',') : [])
      if (!table!.some(({ code }) => String(code) === one))
        place.report(
          `${at}/${name}`,
          `"${one}" is no code of "${filter.codes!}"${meant(
            one,
            table!.map(({ code }) => String(code)),
          )}`,
        );
  }
}

const propertyOf = (place: Place, { entity }: Resource, name: string, at: string): Field | undefined => {
  const field = entity.byName.get(name);
  if (!field) place.report(at, `${entity.name} has no property "${name}"${meant(name, entity.byName.keys())}`);
  return field;
};

const isTime = (field: Field): boolean => factsOf(field).day === true;

function compileGrouping(
  place: Place,
  resource: Resource,
  declared: GroupingDeclaration,
  named: boolean,
  opens: string | undefined,
  at: string,
): Grouping | undefined {
  const { filters } = resource.list;
  const own = (name: string, range: boolean): Filter | undefined =>
    filters.find(
      ({ operator, paths, field, name: wire, registered }) =>
        (operator === 'range') === range &&
        ((paths.length === 1 && paths[0]!.steps.length === 0 && field?.name === name) ||
          (!range && registered !== undefined && wire === name)),
    );
  if (typeof declared !== 'string') {
    if (declared.time === undefined) {
      if (!named)
        place.report(at, 'only a named measure has times of its own; say which property is meant: { time: … }');
      return { sort: 'time', every: declared.every, filter: opens };
    }
    const field = propertyOf(place, resource, declared.time, `${at}/time`);
    if (!field) return undefined;
    if (!isTime(field)) place.report(`${at}/time`, `"${field.name}" is neither a day nor a time`);
    const filter = own(field.name, true)?.name;
    if (!filter)
      place.report(
        `${at}/time`,
        `the list of ${resource.name} has no range filter by "${field.name}": figures would lead nowhere`,
      );
    return { sort: 'time', field, every: declared.every, filter };
  }
  const field = propertyOf(place, resource, declared, at);
  if (!field) return undefined;
  if (field.mask || field.sensitive || field.writeOnly)
    place.report(at, `"${declared}" is not shown to everybody, and no group may be called by it`);
  // Asked for one record of a tree, the list answers its whole branch: a figure would lead to more rows than it counts.
  if (field.ref && place.entities.get(field.ref.resource)?.tree)
    place.report(at, `${field.ref.resource} is a tree, whose rows are counted with all below them`);
  const filter = relationOf(field) === 'one' ? field.name : own(declared, false)?.name;
  if (!filter)
    place.report(at, `the list of ${resource.name} has no filter by "${declared}": figures would lead nowhere`);
  return { sort: 'field', field, filter: filter ?? declared };
}

function compileMeasure(
  place: Place,
  resource: Resource,
  declared: FigureDeclaration['measure'],
  at: string,
): { readonly measure: Measure; readonly format: FigureFormat } {
  if (declared === undefined || declared === 'count') return { measure: { kind: 'count' }, format: 'integer' };
  if ('named' in declared) return { measure: { kind: 'named', name: declared.named }, format: 'decimal' };
  const kind = 'sum' in declared ? 'sum' : 'average';
  const name = 'sum' in declared ? declared.sum : declared.average;
  const field = propertyOf(place, resource, name, `${at}/${kind}`);
  if (!field) return { measure: { kind: 'count' }, format: 'integer' };
  const { adds } = factsOf(field);
  if (!adds) place.report(`${at}/${kind}`, `"${name}" is no number`);
  else if (field.ref || field.codes) place.report(`${at}/${kind}`, `"${name}" names something, and cannot be added up`);
  else if (field.compute)
    place.report(`${at}/${kind}`, `"${name}" is computed; add up what it is made of, or name a measure`);
  return {
    measure: { kind, field },
    format: adds === 'integer' && kind === 'average' ? 'decimal' : (adds ?? 'decimal'),
  };
}

function compileFigure(place: Place, key: string, declared: FigureDeclaration, at: string): PlainFigure | undefined {
  const resource = place.resources.get(declared.of ?? '');
  if (!resource) {
    place.report(
      `${at}/of`,
      declared.of === undefined
        ? 'say whose rows are meant: of'
        : `there is no resource "${declared.of}"${meant(declared.of, place.resources.keys())}`,
    );
    return undefined;
  }
  const { measure, format } = compileMeasure(place, resource, declared.measure, `${at}/measure`);
  const named = measure.kind === 'named';
  checkValues(place, resource, declared.filter ?? {}, `${at}/filter`);
  const { filters } = resource.list;
  const period = filters.find(({ name, operator }) => name === declared.period && operator === 'range');
  if (declared.period !== undefined && !period && !(named && declared.period === 'named'))
    place.report(
      `${at}/period`,
      `the list of ${resource.name} has no range filter "${declared.period}"${meant(declared.period, namesOf(filters))}`,
    );
  if (declared.period !== undefined && !place.hasPeriod)
    place.report(`${at}/period`, 'the page has no period; declare one beside its sections');
  for (const name of ['scope', 'opens'] as const)
    if (declared[name] !== undefined && !filterNamed(resource, declared[name]))
      place.report(
        `${at}/${name}`,
        `the list of ${resource.name} has no filter "${declared[name]}"${meant(declared[name], namesOf(filters))}`,
      );
  const scope = declared.scope ?? (place.scopeEntity && filters.find(({ ref }) => ref === place.scopeEntity)?.name);
  if (!scope && place.scopeEntity && resource.entity.scope.length > 0)
    place.report(
      `${at}/scope`,
      `the list of ${resource.name} has no filter by ${place.scopeEntity}, which the page is narrowed by`,
    );
  return {
    kind: 'plain',
    key,
    resource,
    measure,
    filter: declared.filter ?? {},
    by:
      declared.by === undefined
        ? undefined
        : compileGrouping(place, resource, declared.by, named, declared.opens, `${at}/by`),
    period: declared.period === undefined ? undefined : (period ?? 'named'),
    scope,
    format: declared.format ?? format,
    opens: declared.opens,
    hidden: declared.hidden ?? false,
  };
}

/** What two groupings must have in common to stand beside each other. */
const sortOf = (by: Grouping | undefined): string =>
  !by ? '' : by.sort === 'time' ? by.every : (by.field.ref?.resource ?? by.field.codes ?? by.field.kind);

const DRAWN: readonly WidgetDeclaration['kind'][] = ['bars', 'line', 'share', 'ranking', 'table'];
const MOST = 10;
const MOST_OF_TABLE = 50;

function compileWidget(place: Place, declared: WidgetDeclaration, at: string): Widget {
  const { key, kind, tone, permission, wide, figures, most, ...common } = declared;
  const given = Object.entries(figures ?? { [key]: {} });
  const keys = given.map(([name]) => name);
  const compiled = given.flatMap(([name, figure]): (PlainFigure | RatioFigure)[] => {
    const here = figures ? `${at}/figures/${name}` : at;
    if (!('ratio' in figure)) {
      const one = compileFigure(place, name, { ...common, ...figure }, here);
      return one ? [one] : [];
    }
    for (const part of figure.ratio)
      if (!keys.includes(part) || 'ratio' in (figures?.[part] ?? {}))
        place.report(`${here}/ratio`, `there is no figure "${part}" beside it${meant(part, keys)}`);
    const [top, below] = (figure as RatioDeclaration).ratio.map((part) => keys.indexOf(part));
    return [{ kind: 'ratio', key: name, of: [top!, below!], format: figure.format ?? 'decimal', hidden: false }];
  });
  const plain = compiled.filter((figure) => figure.kind === 'plain');
  const drawn = DRAWN.includes(kind);
  if (drawn && plain.some(({ by }) => !by)) place.report(`${at}/by`, `"${kind}" is drawn over something: by`);
  if (!drawn && plain.some(({ by }) => by)) place.report(`${at}/by`, 'a number is put together by nothing');
  if (new Set(plain.map(({ by }) => sortOf(by))).size > 1)
    place.report(
      `${at}/figures`,
      'the figures are put together by different things, and cannot stand beside each other',
    );
  return {
    key,
    kind,
    tone,
    permission,
    wide,
    figures: compiled,
    most: most ?? (kind === 'table' ? MOST_OF_TABLE : MOST),
  };
}

/** Completes what the application says of its dashboards; whatever cannot work goes to `report` with the file and the place in it. */
export function compileDashboards(
  declarations: readonly DashboardDeclaration[],
  known: Omit<Place, 'report' | 'hasPeriod'>,
  problem: (problem: Problem) => void,
): Dashboard[] {
  return declarations.map((declared) => {
    const report: Report = (pointer, message) => problem({ file: `dashboards/${declared.name}.ts`, pointer, message });
    if (declared.period !== undefined && !PERIODS.includes(declared.period))
      report('/period', `there is no period "${declared.period as string}"${meant(declared.period, PERIODS)}`);
    const taken = new Set<string>();
    const sections = declared.sections.map(({ widgets = [], ...section }, index): Section => ({
      ...section,
      widgets: widgets.map((widget, place) => {
        const at = `/sections/${index}/widgets/${place}`;
        if (taken.has(widget.key)) report(`${at}/key`, `there is another widget "${widget.key}" on this page`);
        taken.add(widget.key);
        return compileWidget({ ...known, hasPeriod: declared.period !== undefined, report }, widget, at);
      }),
    }));
    return { ...declared, sections };
  });
}
