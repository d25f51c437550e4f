import { factsOf } from './kinds.ts';
import type { DayCount, DayCountDeclaration, ListViewName, ListViews, ViewsDeclaration } from './listViews.ts';
import { offeredViews } from './listViews.ts';
import type { Entity, Field, Filter } from './model.ts';
import type { CodeTables } from './resource.ts';
import type { Report } from './report.ts';
import { namedProperty as named, sayEnd, sayFirst, sayHalf, sayWide } from './vocabulary.ts';

interface ViewSource {
  readonly entity: Entity;
  readonly codes: CodeTables;
  readonly declared: ViewsDeclaration | undefined;
  readonly columns: readonly string[];
  /** The facts shown of a record where the view names none. */
  readonly facts: readonly string[];
  readonly filters: readonly Filter[];
  /** Names that requests have already. */
  readonly taken: ReadonlySet<string>;
  readonly report: Report;
}

/** Fewer codes than this, without a state machine, are a property and not a course of events. */
const LEAST_COLUMNS = 3;
const MOST_COLUMNS = 12;

/** What everybody who sees the list may see: a view must not be empty for some. */
const open = (field: Field): boolean => !field.writeOnly && !field.sensitive && field.access?.read === undefined;

const isImage = (field: Field): boolean => field.widget === 'image' || field.widget === 'images';
const isPoint = (field: Field): boolean => field.widget === 'geo-point';
const isDay = (field: Field): boolean => factsOf(field).day === true;
const isNumber = (field: Field): boolean => factsOf(field).plainNumber === true;

const isCoded = (field: Field): boolean => factsOf(field).coded === true && field.codes !== undefined;

/** Start and end: the interval of `x-exclude`, else a day and the one that may not lie before it, else the first day. */
function inferDays(entity: Entity): readonly [Field, Field?] | undefined {
  const days = entity.fields.filter((field) => isDay(field) && !field.builtIn && open(field));
  const interval = entity.schema['x-exclude']?.interval ?? [];
  const [start, end] = interval.map((name) => days.find((field) => field.name === name));
  if (start && end) return [start, end];
  const last = days.find((field) => days.some((other) => other.name === field.after));
  if (last) return [days.find((field) => field.name === last.after)!, last];
  return days[0] ? [days[0]] : undefined;
}

/** The filter of a field (a day's range, a code's equality): the declared one, or one that only the view sets. */
function filterOf({ filters, taken }: ViewSource, field: Field, operator: 'range' | 'equals', added: Filter[]): string {
  const found = [...filters, ...added].find(
    (filter) =>
      filter.operator === operator &&
      filter.paths.length === 1 &&
      filter.paths[0]!.steps.length === 0 &&
      filter.paths[0]!.last === field.name,
  );
  if (found) return found.name;
  const ends = operator === 'range' ? ['', 'Start', 'End'] : [''];
  const free = (name: string): boolean => !ends.some((end) => taken.has(name + end));
  let { name } = field;
  while (!free(name)) name += operator === 'range' ? 'Range' : 'Code';
  added.push({ name, operator, paths: [{ steps: [], last: field.name }], field, codes: field.codes, hidden: true });
  return name;
}

/** The counts of a day; `checkDeclared` says what is wrong with their filters. */
const countsOf = (source: ViewSource, declared: readonly DayCountDeclaration[], added: Filter[]): readonly DayCount[] =>
  declared.flatMap(({ by, filter = {}, ...rest }, index) => {
    const wanted = 'a date that everybody may read';
    const day = named(
      source,
      `/list/views/calendar/counts/${index}/by`,
      by,
      (field) => isDay(field) && open(field),
      wanted,
    );
    if (!day) return [];
    const values = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    return [{ ...rest, by, range: filterOf(source, day, 'range', added), filter: values }];
  });

function calendarOf(source: ViewSource, added: Filter[]): ListViews['calendar'] {
  const { declared, entity, facts } = source;
  const asked = declared?.calendar;
  if (asked === false) return undefined;
  const [start, end] = asked
    ? [
        named(source, '/list/views/calendar/start', asked.start, isDay, 'a date'),
        named(source, '/list/views/calendar/end', asked.end, isDay, 'a date'),
      ]
    : (inferDays(entity) ?? []);
  if (!start) return undefined;
  if (end && end.kind !== start.kind) {
    sayEnd(source.report, start, end);
    return undefined;
  }
  return {
    start: start.name,
    end: end?.name,
    openEnd: end !== undefined && !end.required,
    startFilter: filterOf(source, start, 'range', added),
    endFilter: end && filterOf(source, end, 'range', added),
    fields: asked?.fields ?? facts,
    counts: countsOf(source, asked?.counts ?? [], added),
  };
}

/** The state of `x-states`, else the first code that is written by hand and has tones, as states do. */
function inferColumns({ entity, codes }: ViewSource): Field | undefined {
  const coded = entity.fields.filter((field) => isCoded(field) && open(field));
  const state = coded.find((field) => field.name === entity.stateField);
  if (state) return state;
  return coded.find((field) => {
    const table = codes[field.codes!] ?? [];
    return !field.readOnly && table.length >= LEAST_COLUMNS && table.some(({ tone }) => tone !== undefined);
  });
}

function boardOf(source: ViewSource, added: Filter[]): ListViews['board'] {
  const asked = source.declared?.board;
  if (asked === false) return undefined;
  const by = asked ? named(source, '/list/views/board/by', asked.by, isCoded, 'a coded value') : inferColumns(source);
  if (!by) return undefined;
  const count = (source.codes[by.codes!] ?? []).length;
  if (asked && count > MOST_COLUMNS) sayWide(source.report, by, count, MOST_COLUMNS);
  if (count > MOST_COLUMNS) return undefined;
  const lines = asked?.lines ?? [];
  const fields = lines.length > 0 ? lines.flat() : (asked?.fields ?? source.facts);
  return { by: by.name, filter: filterOf(source, by, 'equals', added), fields, lines };
}

function mapOf(source: ViewSource): ListViews['map'] {
  const { entity, declared, facts, report } = source;
  const asked = declared?.map;
  if (asked === false) return undefined;
  const own = entity.fields.filter(open);
  if (!asked) {
    const point = own.find(isPoint);
    if (point) return { point: point.name, fields: facts };
    const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
      own.find((field) => field.name === name && isNumber(field)),
    );
    return latitude && longitude ? { latitude: latitude.name, longitude: longitude.name, fields: facts } : undefined;
  }
  const fields = asked.fields ?? facts;
  if (asked.point !== undefined) {
    const point = named(source, '/list/views/map/point', asked.point, isPoint, 'a geo-point');
    return point && { point: point.name, fields };
  }
  if (asked.latitude === undefined || asked.longitude === undefined) {
    if (asked.latitude ?? asked.longitude) sayHalf(report);
    const inferred = mapOf({ ...source, declared: undefined });
    return inferred && { ...inferred, fields };
  }
  const latitude = named(source, '/list/views/map/latitude', asked.latitude, isNumber, 'a number');
  const longitude = named(source, '/list/views/map/longitude', asked.longitude, isNumber, 'a number');
  return latitude && longitude ? { latitude: latitude.name, longitude: longitude.name, fields } : undefined;
}

function cardOf(source: ViewSource): ListViews['card'] {
  const { entity, declared, facts } = source;
  const asked = declared?.card;
  if (asked === false) return undefined;
  const image = asked?.image
    ? named(source, '/list/views/card/image', asked.image, isImage, 'an image')
    : entity.fields.find((field) => isImage(field) && open(field));
  return asked || image ? { image: image?.name, fields: asked?.fields ?? facts } : undefined;
}

/** The columns without the parent, which the tree itself shows. */
function treeOf({ entity, declared, columns }: ViewSource): ListViews['tree'] {
  const by = entity.tree === undefined ? undefined : entity.byName.get(entity.tree);
  if (!by || !open(by) || declared?.tree === false) return undefined;
  return { fields: declared?.tree?.fields ?? columns.filter((name) => name !== by.name && name !== by.ref?.as) };
}

/** Completes the declared views with the inferred ones. `added` are the filters that calendar and board ask with. */
export function compileViews(source: ViewSource): { readonly views: ListViews; readonly added: readonly Filter[] } {
  const added: Filter[] = [];
  const { entity, declared, report } = source;
  const first: ListViewName = declared?.first ?? 'table';
  const views: ListViews = {
    first,
    tree: treeOf(source),
    card: cardOf(source),
    calendar: calendarOf(source, added),
    board: boardOf(source, added),
    map: mapOf(source),
  };
  if (!offeredViews(views).includes(first)) sayFirst(report, entity, first);
  return { views, added };
}
