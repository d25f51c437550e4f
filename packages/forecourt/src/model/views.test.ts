import { describe, expect, it } from 'vitest';
import { compileModel, defineResource, ModelError, type EntitySchema, type ResourceDeclaration } from './index.ts';

const loan: EntitySchema = {
  type: 'object',
  required: ['title', 'fromDate'],
  properties: {
    title: { type: 'string', maxLength: 40 },
    shelf: { type: 'string', maxLength: 10 },
    essay: { type: 'string', maxLength: 400 },
    phone: { type: 'string', 'x-mask': 'phone' },
    copies: { type: 'integer' },
    kind: { type: 'integer', 'x-codes': 'plain' },
    progress: { type: 'integer', 'x-codes': 'toned' },
    state: { type: 'integer', 'x-codes': 'state' },
    boughtDate: { type: 'string', format: 'date' },
    fromDate: { type: 'string', format: 'date' },
    toDate: { type: 'string', format: 'date', 'x-after': 'fromDate' },
    seenTime: { type: 'string', format: 'date-time' },
    cover: { type: 'string', 'x-widget': 'image' },
    place: { type: 'object', properties: {}, 'x-widget': 'geo-point' },
  },
};
const states = { field: 'state', initial: 0, transitions: [{ action: 'lend', from: [0], to: 1 }] };
const plainNote: EntitySchema = { type: 'object', properties: { text: { type: 'string' } } };
const spot: EntitySchema = {
  type: 'object',
  properties: { name: { type: 'string' }, latitude: { type: 'number' }, longitude: { type: 'number' } },
};
const codes = {
  plain: [{ code: 0 }, { code: 1 }, { code: 2 }],
  toned: [{ code: 0, tone: 'off' }, { code: 1 }, { code: 2 }],
  state: [{ code: 0 }, { code: 1 }],
} as const;

const compile = (schemas: Record<string, EntitySchema>, resources: ResourceDeclaration<never>[] = []) =>
  compileModel({ schemas, resources, codes }).resources;
const viewsOf = (schema: EntitySchema) => compile({ loan: schema }).get('loan')!.list.views;

const declared = (list: object, rest: object = {}) =>
  defineResource<Record<string, unknown>>({
    schema: 'loan',
    permission: { base: 'loan', route: 'loan-list' },
    list: {
      columns: ['title', 'shelf', 'essay', 'copies', 'state', 'phone', 'cover'],
      filters: ['boughtDate'],
      ...list,
    },
    ...rest,
  }) as ResourceDeclaration<never>;

const problemsOf = (list: object, rest: object = {}): string[] => {
  try {
    compile({ loan: { ...loan, 'x-states': states } }, [declared(list, rest)]);
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ pointer, message }) => `${pointer}: ${message}`);
    throw error;
  }
  return [];
};

describe('what is inferred of a list', () => {
  it('offers the table alone where nothing can be drawn', () => {
    expect(compile({ plainNote }).get('plainNote')!.list.views).toEqual({ first: 'table' });
  });

  it('offers cards for an image, days for a pair of dates, columns for toned codes, a map for a point', () => {
    const views = viewsOf(loan);
    expect(views.card).toMatchObject({ image: 'cover' });
    expect(views.calendar).toMatchObject({ start: 'fromDate', end: 'toDate', openEnd: true });
    expect(views.board).toMatchObject({ by: 'progress' });
    expect(views.map).toMatchObject({ point: 'place' });
  });

  it('takes the states before any other code, and latitude with longitude for a point', () => {
    expect(viewsOf({ ...loan, 'x-states': states }).board).toMatchObject({ by: 'state' });
    expect(compile({ spot }).get('spot')!.list.views.map).toMatchObject({
      latitude: 'latitude',
      longitude: 'longitude',
    });
  });

  it('prefers the interval that may not overlap, and never what only some may read', () => {
    const excluded = { key: ['shelf'], interval: ['boughtDate', 'toDate'] as [string, string], message: 'm' };
    expect(viewsOf({ ...loan, 'x-exclude': excluded }).calendar).toMatchObject({ start: 'boughtDate', end: 'toDate' });
    const secret = { ...loan.properties['cover']!, 'x-access': { read: 'detail' } };
    expect(viewsOf({ ...loan, properties: { ...loan.properties, cover: secret } }).card).toBeUndefined();
  });

  it('asks by the declared filter of a day or a code, else by one that only the view sets', () => {
    const list = compile({ loan }, [
      declared({
        filters: [
          { name: 'span', field: 'fromDate' },
          { name: 'toDate', operator: 'equals' },
        ],
      }),
    ]).get('loan')!.list;
    expect(list.views.calendar).toMatchObject({ startFilter: 'span', endFilter: 'toDateRange' });
    expect(list.filters.map(({ name, operator, hidden }) => [name, operator, hidden])).toEqual([
      ['span', 'range', false],
      ['toDate', 'equals', false],
      ['toDateRange', 'range', true],
      ['progress', 'equals', true],
    ]);
    expect(list.views.board).toMatchObject({ by: 'progress', filter: 'progress' });
  });

  it('edits short values in place behind the first column where no declaration says otherwise', () => {
    expect(compile({ loan: { ...loan, 'x-states': states } }).get('loan')!.list.inline).toEqual([
      'shelf',
      'copies',
      'kind',
      'progress',
    ]);
    expect(compile({ loan }, [declared({})]).get('loan')!.list.inline).toEqual([]);
  });
});

describe('what a declaration says of its views', () => {
  it('counts the days of the calendar by range filters, and names the lines of a card of the board', () => {
    const { list } = compile({ loan }, [
      declared({
        views: {
          calendar: {
            start: 'fromDate',
            counts: [{ key: 'back', by: 'toDate', filter: { kind: [1, 2] }, tone: 'active' }],
          },
          board: { by: 'kind', lines: [['title', 'shelf'], ['fromDate']] },
        },
      }),
    ]).get('loan')!;
    expect(list.views.calendar!.counts).toEqual([
      { key: 'back', by: 'toDate', range: 'toDate', filter: { kind: '1,2' }, tone: 'active' },
    ]);
    expect(list.filters.find(({ name }) => name === 'toDate')).toMatchObject({ operator: 'range', hidden: true });
    expect(list.views.board).toMatchObject({
      fields: ['title', 'shelf', 'fromDate'],
      lines: [['title', 'shelf'], ['fromDate']],
    });
  });

  it('refines one view, takes another away and chooses the first', () => {
    const views = compile({ loan }, [
      declared({ views: { first: 'board', board: { by: 'kind', fields: ['title'] }, map: false } }),
    ]).get('loan')!.list.views;
    expect(views).toMatchObject({ first: 'board', board: { by: 'kind', fields: ['title'] } });
    expect(views.map).toBeUndefined();
    expect(views.calendar).toBeDefined();
  });

  it.each<[object, string[]]>([
    [
      { views: { calendar: { start: 'fromDat' } } },
      ['/list/views/calendar/start: loan has no property "fromDat", perhaps "fromDate"'],
    ],
    [{ views: { calendar: { start: 'title' } } }, ['/list/views/calendar/start: "title" is not a date']],
    [
      { views: { calendar: { start: 'fromDate', end: 'seenTime' } } },
      ['/list/views/calendar/end: "seenTime" is of another kind than "fromDate"'],
    ],
    [{ views: { board: { by: 'copies' } } }, ['/list/views/board/by: "copies" is not a coded value']],
    [
      { views: { board: { by: 'kind', lines: [['title'], ['nope']] } } },
      ['/list/views/board/lines/1/0: loan has no property "nope"'],
    ],
    [
      {
        views: {
          calendar: {
            start: 'fromDate',
            counts: [
              { key: 'out', by: 'title' },
              { key: 'back', by: 'toDate', filter: { kynd: 1 } },
              { key: 'back', by: 'toDate' },
            ],
          },
        },
      },
      [
        '/list/views/calendar/counts/0/by: "title" is not a date that everybody may read',
        '/list/views/calendar/counts/1/filter/kynd: the list has no filter "kynd", perhaps "kind"',
        '/list/views/calendar/counts/2/key: there are two counts "back"',
      ],
    ],
    [{ views: { card: { image: 'title' } } }, ['/list/views/card/image: "title" is not an image']],
    [
      { views: { map: { latitude: 'copies' } } },
      ['/list/views/map: a map needs "point", or "latitude" and "longitude"'],
    ],
    [
      { views: { first: 'map', map: false } },
      ['/list/views/first: the view "map" is not offered: loan has no fields for it'],
    ],
    [{ views: { card: { fields: ['nope'] } } }, ['/list/views/card/fields/0: loan has no property "nope"']],
    [{ inline: ['title'] }, ['/list/inline/0: "title" cannot be edited in place: the first column opens the record']],
    [{ inline: ['state'] }, ['/list/inline/0: "state" cannot be edited in place: only actions change a state']],
    [{ inline: ['phone'] }, ['/list/inline/0: "phone" cannot be edited in place: the list does not hold its value']],
    [{ inline: ['kind'] }, ['/list/inline/0: "kind" is no column of the list']],
    [
      { inline: ['cover'] },
      ['/list/inline/0: "cover" cannot be edited in place: a value of the kind "file" does not fit into a cell'],
    ],
    [
      { savedFilters: [{ key: 'a', filter: { boughtDateStrt: 1 } }] },
      [
        '/list/savedFilters/0/filter/boughtDateStrt: the list has no filter "boughtDateStrt", perhaps "boughtDateStart"',
      ],
    ],
    [
      { savedFilters: [{ key: 'a', columns: ['kind'], view: 'table' }, { key: 'a' }] },
      [
        '/list/savedFilters/0/columns/0: "kind" is no column of the list',
        '/list/savedFilters/1/key: there are two saved filters "a"',
      ],
    ],
    [
      { savedFilters: [{ key: 'a' }, { key: 'b', filter: { boughtDateStart: 1 } }], tabs: ['b', 'a', 'bb', 'b'] },
      [
        '/list/tabs/1: the saved filter "a" filters nothing',
        '/list/tabs/2: there is no saved filter "bb"',
        '/list/tabs/3: there are two tabs "b"',
      ],
    ],
  ])('refuses %j', (list, problems) => {
    expect(problemsOf(list)).toEqual(problems.map((one) => expect.stringContaining(one.split(', perhaps')[0]!)));
  });

  it('refuses tabs in steps, and a group beside tabs that has none', () => {
    const groups = [
      { key: 'a', fields: ['title'], tab: 'one' },
      { key: 'b', fields: ['shelf'] },
    ];
    expect(problemsOf({}, { form: { groups } })).toEqual(['/form/groups/b: the group "b" has no tab, others have']);
    expect(problemsOf({}, { form: { groups, layout: 'steps' } })).toEqual([
      '/form/groups/a/tab: a form in steps has no tabs',
    ]);
    expect(problemsOf({}, { show: { groups } })).toEqual([
      '/show/groups/b: the group "b" has no tab: it stands before those that have one',
    ]);
    expect(problemsOf({}, { show: { groups: groups.toReversed() } })).toEqual([]);
  });
});
