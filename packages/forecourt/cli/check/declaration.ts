import type {
  ActionDeclaration,
  CodeValue,
  FormGroupDeclaration,
  FormHelperDeclaration,
  GroupDeclaration,
  ListViewName,
  PermissionWord,
  RecordPageDeclaration,
  ReportDeclaration,
  ReportGroupDeclaration,
  ResourceDeclaration,
  DayCountDeclaration,
  SavedFilterDeclaration,
  Tone,
  ViewsDeclaration,
} from '../../src/model/index.ts';
import type { Report } from '../../src/model/report.ts';
import { checkShape, isObject, type Shape } from '../../src/model/shapes.ts';
import {
  filterValues,
  flag,
  named,
  names,
  number,
  object,
  record,
  text,
  textOrNames,
  type Of,
} from './declarationShapes.ts';

/** A mistake in a file of data that is no JSON: the place is a pointer into what it exports. */
export interface Mistake {
  readonly pointer: string;
  readonly message: string;
}

type Part<K extends keyof ResourceDeclaration> = NonNullable<ResourceDeclaration[K]>;

const TONES: Tone[] = ['waiting', 'active', 'done', 'late', 'off', 'neutral'];
const condition: Shape = { type: 'object' };
/** Rows by the values of their fields: `{ status: [1, 2] }`. */
const rows: Shape = {
  type: 'object',
  additionalProperties: { type: 'array', items: { anyOf: [{ type: 'string' }, number] } },
};

const WORDS: Of<Record<PermissionWord, string>> = {
  add: text,
  delete: text,
  edit: text,
  query: text,
  detail: text,
  enable: text,
  disable: text,
  import: text,
  export: text,
};

type FilterObject = Exclude<NonNullable<Part<'list'>['filters']>[number], string>;
const filter = object<FilterObject>(
  {
    name: text,
    field: text,
    anyOf: names,
    operator: { enum: ['equals', 'range', 'contains', 'startsWith', 'year'] },
    registered: text,
    codes: text,
    without: { type: 'array', items: { anyOf: [{ type: 'string' }, number] } },
    ref: text,
    hidden: flag,
    chip: flag,
    bothEnds: flag,
    insteadOf: text,
  },
  ['name'],
);
const group = object<GroupDeclaration<Record<string, unknown>>>(
  { key: text, fields: names, tab: text, component: text },
  ['key', 'fields'],
);
const formGroup = object<FormGroupDeclaration<Record<string, unknown>>>(
  {
    key: text,
    fields: names,
    tab: text,
    component: text,
    helper: object<FormHelperDeclaration>({ resource: text, fills: named }, ['resource', 'fills']),
  },
  ['key', 'fields'],
);
const VIEWS: ListViewName[] = ['table', 'tree', 'card', 'calendar', 'board', 'map'];
const off: Shape = { const: false };
type View<K extends 'tree' | 'card' | 'calendar' | 'board' | 'map'> = Exclude<NonNullable<ViewsDeclaration[K]>, false>;
const dayCount = object<DayCountDeclaration>({ key: text, by: text, filter: filterValues, tone: { enum: TONES } }, [
  'key',
  'by',
]);
const views = object<ViewsDeclaration>({
  first: { enum: VIEWS },
  tree: { anyOf: [off, object<View<'tree'>>({ fields: names })] },
  card: { anyOf: [off, object<View<'card'>>({ image: text, fields: names })] },
  calendar: {
    anyOf: [
      off,
      object<View<'calendar'>>({ start: text, end: text, fields: names, counts: { type: 'array', items: dayCount } }, [
        'start',
      ]),
    ],
  },
  board: {
    anyOf: [off, object<View<'board'>>({ by: text, fields: names, lines: { type: 'array', items: names } }, ['by'])],
  },
  map: { anyOf: [off, object<View<'map'>>({ point: text, latitude: text, longitude: text, fields: names })] },
});
const sort: Shape = { type: 'array', items: text, minItems: 2, maxItems: 2 };
const savedFilter = object<SavedFilterDeclaration>(
  { key: text, filter: filterValues, sort, columns: names, view: { enum: VIEWS } },
  ['key'],
);
const action = object<ActionDeclaration<Record<string, unknown>>>(
  {
    name: text,
    post: text,
    permission: textOrNames,
    on: { enum: ['row', 'bulk', 'list'] },
    when: condition,
    confirm: flag,
    danger: flag,
    aside: flag,
    idAs: text,
    each: flag,
    opens: object<NonNullable<ActionDeclaration<never>['opens']>>(
      { resource: text, page: { enum: ['list', 'form'] }, by: text },
      ['resource', 'page', 'by'],
    ),
    body: record,
    ask: names,
    require: names,
    anew: names,
    sums: names,
    secret: text,
    component: text,
  },
  ['name'],
);

const recordPage = object<RecordPageDeclaration>(
  { path: text, permission: { enum: Object.keys(WORDS) }, groups: names, list: text, document: text, below: text },
  ['path'],
);

const reports = object<ReportDeclaration<Record<string, unknown>>>(
  {
    path: text,
    menu: object<Part<'menu'>>({ group: text, sort: number, icon: text }, ['group', 'sort', 'icon']),
    groups: {
      type: 'object',
      additionalProperties: {
        anyOf: [
          text,
          object<Exclude<ReportGroupDeclaration<Record<string, unknown>>, string>>({ by: text, title: names }, [
            'by',
            'title',
          ]),
        ],
      },
    },
    counts: { type: 'object', additionalProperties: filterValues },
    filters: names,
  },
  ['path', 'groups', 'counts'],
);

type Touch = NonNullable<ResourceDeclaration['touches']>[number];
const touchedList = object<Touch['lists'][number]>({ key: text, resource: text, filter: filterValues }, [
  'key',
  'resource',
  'filter',
]);

const DECLARATION = object<ResourceDeclaration>(
  {
    schema: text,
    permission: object<Part<'permission'>>({ base: text, route: text, words: object(WORDS), options: textOrNames }, [
      'base',
      'route',
    ]),
    route: object<Part<'route'>>({ list: text, create: text, edit: text, show: text }),
    pages: { type: 'array', items: recordPage },
    report: reports,
    touches: {
      type: 'array',
      items: object<Touch>(
        {
          change: text,
          to: { type: 'array', items: { anyOf: [text, { type: 'number' }] } },
          actions: names,
          lists: { type: 'array', items: touchedList },
        },
        ['lists'],
      ),
    },
    api: object<Part<'api'>>({
      list: text,
      options: text,
      info: text,
      save: text,
      delete: text,
      deleteMany: text,
      export: text,
      import: text,
      importAtOnce: text,
      importTemplate: text,
    }),
    menu: object<Part<'menu'>>({ group: text, sort: number, icon: text }, ['group', 'sort', 'icon']),
    list: object<Part<'list'>>(
      {
        columns: names,
        hiddenColumns: names,
        short: names,
        quiet: { type: 'object' },
        below: { type: 'object', additionalProperties: text },
        // Texts and objects in one list: the objects are looked at one by one below.
        filters: { type: 'array' },
        sort,
        filterDefaults: filterValues,
        rowClick: { enum: ['edit', 'show', false] },
        card: names,
        views,
        savedFilters: { type: 'array', items: savedFilter },
        tabs: names,
        inline: names,
        component: text,
      },
      ['columns'],
    ),
    form: object<Part<'form'>>({
      layout: { enum: ['page', 'dialog', 'steps'] },
      width: { anyOf: [{ const: 560 }, { const: 720 }, { const: 960 }] },
      groups: { type: 'array', items: formGroup },
      component: text,
    }),
    show: object<Part<'show'>>({
      groups: { type: 'array', items: group },
      beside: text,
      related: {
        anyOf: [
          off,
          {
            type: 'array',
            items: {
              anyOf: [
                text,
                object<{ resource: string; field: string }>({ resource: text, field: text }, ['resource', 'field']),
              ],
            },
          },
        ],
      },
      component: text,
    }),
    options: object<Part<'options'>>(
      { fields: names, title: names, where: rows, filters: names, scope: { const: 'all' }, search: flag },
      ['fields'],
    ),
    live: flag,
    palette: object<Part<'palette'>>({ fields: names }, ['fields']),
    key: text,
    go: text,
    actions: { type: 'array', items: action },
    components: {
      type: 'object',
      additionalProperties: object<{ input?: string; field?: string; filter?: string }>({
        input: text,
        field: text,
        filter: text,
      }),
    },
  },
  ['schema'],
);

const ORDERS: Shape = { enum: ['asc', 'desc'] };

/** Says the direction of an order that is none: a shape cannot tell the second entry of a list from the first. */
function checkSort(declaration: unknown, report: Report): void {
  const list = isObject(declaration) && isObject(declaration['list']) ? declaration['list'] : {};
  const saved = Array.isArray(list['savedFilters']) ? (list['savedFilters'] as unknown[]) : [];
  const places = [
    ['/list', list],
    ...saved.map((one, index) => [`/list/savedFilters/${index}`, one] as const),
  ] as const;
  for (const [at, place] of places)
    if (isObject(place) && Array.isArray(place['sort']) && place['sort'].length === 2)
      checkShape(ORDERS, place['sort'][1], `${at}/sort/1`, report);
}

const CODES: Shape = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: object<CodeValue>({ code: { anyOf: [number, text] }, tone: { enum: TONES } }, ['code']),
    examples: [[{ code: 1, tone: 'active' }, { code: 2 }]],
  },
};

/** Every place where the code tables of an application are none. */
export function checkCodes(tables: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  checkShape(CODES, tables, '', (pointer, message) => void mistakes.push({ pointer, message }));
  return mistakes;
}

/** Every place where the default export of a resource file is no resource declaration. */
export function checkDeclaration(declaration: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  const report = (pointer: string, message: string): void => void mistakes.push({ pointer, message });
  checkShape(DECLARATION, declaration, '', report);
  checkSort(declaration, report);
  const list = isObject(declaration) ? declaration['list'] : undefined;
  const filters = isObject(list) ? list['filters'] : undefined;
  if (Array.isArray(filters))
    filters.forEach((one, index) => {
      if (typeof one !== 'string') checkShape(filter, one, `/list/filters/${index}`, report);
    });
  return mistakes;
}
