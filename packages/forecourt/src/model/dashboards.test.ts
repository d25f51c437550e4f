import { describe, expect, it } from 'vitest';
import {
  compileModel,
  defineDashboard,
  defineResource,
  ModelError,
  type EntitySchema,
  type ResourceDeclaration,
  type WidgetDeclaration,
} from './index.ts';

/** What a page of figures may say, and how it is told what it may not: at the start, with the file and the place in it. */
const shop: EntitySchema = { type: 'object', 'x-scope': 'id', properties: { name: { type: 'string' } } };
const place: EntitySchema = {
  type: 'object',
  'x-tree': 'above',
  properties: { name: { type: 'string' }, above: { type: 'integer', 'x-ref': { resource: 'place' } } },
};
const loan: EntitySchema = {
  type: 'object',
  'x-scope': 'shopId',
  properties: {
    title: { type: 'string' },
    shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
    placeId: { type: 'integer', 'x-ref': { resource: 'place' } },
    phone: { type: 'string', 'x-mask': 'phone' },
    state: { type: 'integer', 'x-codes': 'state' },
    mood: { type: 'integer', 'x-codes': 'state' },
    fee: { type: 'number', 'x-widget': 'money' },
    lentTime: { type: 'string', format: 'date-time' },
    dueDate: { type: 'string', format: 'date' },
  },
};
const codes = { state: [{ code: 0 }, { code: 1 }] };
const resource = defineResource<Record<string, unknown>>({
  schema: 'loan',
  permission: { base: 'loan', route: 'loan-list' },
  list: { columns: ['title'], filters: ['shopId', 'state', { name: 'lent', field: 'lentTime' }] },
}) as ResourceDeclaration<never>;

const compile = (widgets: readonly WidgetDeclaration[], rest: object = {}) =>
  compileModel({
    schemas: { shop, place, loan },
    resources: [resource],
    codes,
    scopeEntity: 'shop',
    dashboards: [
      defineDashboard({
        name: 'desk',
        path: '/desk',
        period: 'last30Days',
        sections: [{ key: 'all', widgets }],
        ...rest,
      }),
    ],
  });
const problemsOf = (widget: object, rest: object = {}): string[] => {
  try {
    compile([{ key: 'one', kind: 'number', of: 'loan', ...widget } as WidgetDeclaration], rest);
  } catch (error) {
    if (error instanceof ModelError)
      return error.problems.map(({ file, pointer, message }) => `${file}${pointer}: ${message}`);
    throw error;
  }
  return [];
};
const AT = 'dashboards/desk.ts/sections/0/widgets/0';

describe('a declared page of figures', () => {
  it('is a page, and its figures know the filters that lead to their rows', () => {
    const model = compile([
      { key: 'open', kind: 'number', of: 'loan', filter: { state: 0, lentEnd: 'today-7' } },
      {
        key: 'days',
        kind: 'line',
        of: 'loan',
        measure: { sum: 'fee' },
        period: 'lent',
        by: { time: 'lentTime', every: 'auto' },
      },
      {
        key: 'shops',
        kind: 'table',
        of: 'loan',
        by: 'shopId',
        figures: { a: {}, b: { filter: { state: 1 } }, share: { ratio: ['b', 'a'], format: 'percent' } },
      },
    ]);
    expect(model.pages).toEqual([
      { path: '/desk', title: 'routes./desk', permission: undefined, actions: undefined, menu: undefined },
    ]);
    const widgets = model.dashboards[0]!.sections[0]!.widgets;
    expect(widgets.map(({ figures }) => figures.map(({ format }) => format))).toEqual([
      ['integer'],
      ['money'],
      ['integer', 'integer', 'percent'],
    ]);
    expect(widgets[1]!.figures[0]).toMatchObject({ scope: 'shopId', by: { sort: 'time', filter: 'lent' } });
    expect(widgets[2]!.figures[0]).toMatchObject({ by: { sort: 'field', filter: 'shopId' } });
    expect(widgets[2]!.figures[2]).toMatchObject({ of: [1, 0] });
  });

  it.each([
    ['an unknown resource', { of: 'laon' }, '/of: there is no resource "laon"; did you mean "loan"?'],
    ['no resource', { of: undefined }, '/of: say whose rows are meant: of'],
    [
      'an unknown filter',
      { filter: { stat: 1 } },
      '/filter/stat: the list of loan has no filter "stat"; did you mean "state"?',
    ],
    ['an unknown code', { filter: { state: 7 } }, '/filter/state: "7" is no code of "state"'],
    [
      'a moment that is no end of a range',
      { filter: { shopId: 'today' } },
      '/filter/shopId: "today" is a moment, which only an end of a range can be',
    ],
    [
      'an unknown property',
      { measure: { sum: 'fees' } },
      '/measure/sum: loan has no property "fees"; did you mean "fee"?',
    ],
    ['what cannot be added up', { measure: { sum: 'title' } }, '/measure/sum: "title" is no number'],
    ['codes that cannot be added up', { measure: { average: 'state' } }, '/measure/average: "state" is no number'],
    ['a range that is none', { period: 'state' }, '/period: the list of loan has no range filter "state"'],
    [
      'a scope that is no filter',
      { scope: 'shop' },
      '/scope: the list of loan has no filter "shop"; did you mean "shopId"?',
    ],
    ['bars over nothing', { kind: 'bars' }, '/by: "bars" is drawn over something: by'],
    ['a number of groups', { by: 'state' }, '/by: a number is put together by nothing'],
    [
      'groups that no list opens',
      { kind: 'bars', by: 'mood' },
      '/by: the list of loan has no filter by "mood": figures would lead nowhere',
    ],
    [
      'days that no list opens',
      { kind: 'bars', by: { time: 'dueDate', every: 'day' } },
      '/by/time: the list of loan has no range filter by "dueDate": figures would lead nowhere',
    ],
    [
      'what is masked',
      { kind: 'bars', by: 'phone' },
      '/by: "phone" is not shown to everybody, and no group may be called by it',
    ],
    [
      'branches of a tree',
      { kind: 'bars', by: 'placeId' },
      '/by: place is a tree, whose rows are counted with all below them',
    ],
    [
      'times of their own',
      { kind: 'line', by: { every: 'day' } },
      '/by: only a named measure has times of its own; say which property is meant: { time: … }',
    ],
    [
      'a ratio of nothing',
      { figures: { a: {}, b: { ratio: ['a', 'c'] } } },
      '/figures/b/ratio: there is no figure "c" beside it',
    ],
    [
      'groups of two kinds',
      { kind: 'bars', figures: { a: { by: 'state' }, b: { by: 'shopId' } } },
      '/figures: the figures are put together by different things, and cannot stand beside each other',
    ],
  ])('is refused with %s', (_, widget, problem) => {
    expect(problemsOf(widget).some((one) => one.startsWith(`${AT}${problem}`))).toBe(true);
  });

  it('is refused with two widgets of one key, an unknown period, and a period that the page does not have', () => {
    expect(() =>
      compile([
        { key: 'one', kind: 'number', of: 'loan' },
        { key: 'one', kind: 'number', of: 'loan' },
      ]),
    ).toThrow('there is another widget "one" on this page');
    expect(problemsOf({}, { period: 'lastMont' })).toEqual([
      'dashboards/desk.ts/period: there is no period "lastMont"; did you mean "lastMonth"?',
    ]);
    expect(problemsOf({ period: 'lent' }, { period: undefined })).toEqual([
      `${AT}/period: the page has no period; declare one beside its sections`,
    ]);
  });
});
