import type {
  ActionDeclaration,
  FormGroupDeclaration,
  FormHelperDeclaration,
  GroupDeclaration,
  ListViewName,
  PermissionWord,
  RecordPageDeclaration,
  ReportDeclaration,
  ReportGroupDeclaration,
  ResourceDeclaration,
  SavedFilterDeclaration,
  ViewsDeclaration,
} from '../../src/framework/model/index.ts';
import { checkShape, type Shape } from '../../src/framework/model/shapes.ts';

/**
 * What a resource file may say, for those who run the check before the compiler. A name that `ResourceDeclaration` gains or loses is a
 * compile error here.
 */
type Of<T> = Required<Record<keyof T, Shape>>;
type Part<K extends keyof ResourceDeclaration> = NonNullable<ResourceDeclaration[K]>;

const text: Shape = { type: 'string', minLength: 1 };
const flag: Shape = { type: 'boolean' };
const number: Shape = { type: 'number' };
const names: Shape = { type: 'array', items: text };
const record: Shape = { type: 'object' };
const condition: Shape = { type: 'object' };
const textOrNames: Shape = { anyOf: [text, names] };

function object<T>(properties: Of<T>, required: readonly Extract<keyof T, string>[] = []): Shape {
  return { type: 'object', properties: properties as Record<string, Shape>, required, additionalProperties: false };
}

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
    helper: object<FormHelperDeclaration>({ resource: text, fills: record }, ['resource', 'fills']),
  },
  ['key', 'fields'],
);
const VIEWS: ListViewName[] = ['table', 'tree', 'card', 'calendar', 'board', 'map'];
const off: Shape = { const: false };
type View<K extends 'tree' | 'card' | 'calendar' | 'board' | 'map'> = Exclude<NonNullable<ViewsDeclaration[K]>, false>;
const views = object<ViewsDeclaration>({
  first: { enum: VIEWS },
  tree: { anyOf: [off, object<View<'tree'>>({ fields: names })] },
  card: { anyOf: [off, object<View<'card'>>({ image: text, fields: names })] },
  calendar: { anyOf: [off, object<View<'calendar'>>({ start: text, end: text, fields: names }, ['start'])] },
  board: { anyOf: [off, object<View<'board'>>({ by: text, fields: names }, ['by'])] },
  map: { anyOf: [off, object<View<'map'>>({ point: text, latitude: text, longitude: text, fields: names })] },
});
const sort: Shape = { type: 'array', items: text, minItems: 2, maxItems: 2 };
const savedFilter = object<SavedFilterDeclaration>(
  { key: text, filter: record, sort, columns: names, view: { enum: VIEWS } },
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
    opens: object<NonNullable<ActionDeclaration<never>['opens']>>(
      { resource: text, page: { enum: ['list', 'form'] }, by: text },
      ['resource', 'page', 'by'],
    ),
    body: record,
    ask: names,
    require: names,
    anew: names,
    sums: names,
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
    counts: { type: 'object', additionalProperties: record },
    filters: names,
  },
  ['path', 'groups', 'counts'],
);

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
        below: { type: 'object', additionalProperties: text },
        // Texts and objects in one list: the objects are looked at one by one below.
        filters: { type: 'array' },
        sort,
        filterDefaults: record,
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
      { fields: names, title: names, where: record, filters: names, scope: { const: 'all' }, search: flag },
      ['fields'],
    ),
    live: flag,
    palette: object<Part<'palette'>>({ fields: names }, ['fields']),
    key: text,
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

/** Every place where the default export of a resource file is no resource declaration. */
export function checkDeclaration(declaration: unknown): { pointer: string; message: string }[] {
  const mistakes: { pointer: string; message: string }[] = [];
  const report = (pointer: string, message: string): void => void mistakes.push({ pointer, message });
  checkShape(DECLARATION, declaration, '', report);
  const filters = (declaration as { list?: { filters?: unknown } } | undefined)?.list?.filters;
  if (Array.isArray(filters))
    filters.forEach((one, index) => {
      if (typeof one !== 'string') checkShape(filter, one, `/list/filters/${index}`, report);
    });
  return mistakes;
}
