import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  removeSamples,
  sampleApplication,
  sampleDeclaration,
  sampleSchema,
  sampleTexts,
  type Files,
} from '../application/testing/sampleApplication.ts';
import { checkApplication } from './checkApplication.ts';

vi.setConfig({ testTimeout: 30_000 });
afterAll(removeSamples);

const SHELF = 'schemas/shelf.json';
const DASHBOARD = 'dashboards/stock.ts';
const PAGES = 'src/pages.ts';

const inAllLanguages = (texts: object): Files => ({
  'i18n/en-US.json': texts,
  'i18n/zh-CN.json': texts,
  'i18n/th-TH.json': texts,
});
const shelf = (properties: object = {}, rest: object = {}): Files => ({
  [SHELF]: { ...sampleSchema, ...rest, properties: { ...sampleSchema.properties, ...properties } },
});

const widget = { key: 'full', kind: 'number', of: 'shelf', filter: { state: 1 } };
const dashboard = {
  name: 'stock',
  path: '/stock/figures',
  permission: 'shelf-list',
  menu: { group: 'stock', sort: 1, icon: 'Shelves' },
  sections: [
    { key: 'now', widgets: [widget] },
    { key: 'links', links: ['/stock/shelf'] },
  ],
};
const dashboardTexts = {
  ...sampleTexts,
  routes: { '/stock/figures': 'Figures' },
  dashboards: { stock: { sections: { now: 'Now' }, widgets: { full: 'Full' } } },
};
const stock = (change: object = {}, texts: object = dashboardTexts): Files => ({
  [DASHBOARD]: `export default ${JSON.stringify({ ...dashboard, ...change })};\n`,
  ...inAllLanguages(texts),
});
const withWidget = (change: object): Files =>
  stock({ sections: [{ key: 'now', widgets: [{ ...widget, ...change }] }] });

const page = (permission: string, actions = ''): Files => ({
  [PAGES]: `import type { PageDeclaration } from 'framework';
export const pages: PageDeclaration[] = [
  {
    path: '/stock/plan',
    title: 'routes./stock/plan',
    permission: '${permission}',${actions}
  },
];
`,
  ...inAllLanguages({ ...sampleTexts, routes: { '/stock/plan': 'Plan' } }),
});
const server = (line: string): Files => ({ 'src/hooks.ts': `export const hook = () => {\n  ${line}\n};\n` });

it('finds nothing in a dashboard, a page and a refusal without mistakes', async () => {
  const files = { ...stock(), ...server("throw refuse('msg.duplicate');") };
  expect(await checkApplication(await sampleApplication(files))).toEqual([]);
  expect(await checkApplication(await sampleApplication(page('shelf-list')))).toEqual([]);
});

/** File, pointer, line where the file is a source, and what is said. */
const MISTAKES: readonly (readonly [what: string, files: Files, file: string, at: string | number, says: string])[] = [
  ['a filter of a widget that the list lacks', withWidget({ filter: { stat: 1 } }), DASHBOARD, '/sections/0/widgets/0/filter/stat', 'did you mean "state"'],
  ['a code of a widget that is none', withWidget({ filter: { state: 5 } }), DASHBOARD, '/sections/0/widgets/0/filter/state', 'no code of "shelfState"'],
  ['a widget of no resource', withWidget({ of: 'shelv' }), DASHBOARD, '/sections/0/widgets/0/of', 'did you mean "shelf"'],
  ['a misspelt part of a widget', withWidget({ filters: {} }), DASHBOARD, '/sections/0/widgets/0/filters', 'did you mean "filter"'],
  ['a kind of a widget that is none', withWidget({ kind: 'bar' }), DASHBOARD, '/sections/0/widgets/0/kind', 'did you mean "bars"'],
  ['a list of sections that is an object', stock({ sections: {} }), DASHBOARD, '/sections', 'is not a list'],
  ['a measure that nothing registers', { ...withWidget({ measure: { named: 'shelfUse' } }), 'src/measures.ts': 'export const measures = { shelfUsed: {} };' }, DASHBOARD, '/sections/0/widgets/0', 'did you mean "shelfUsed"'],
  ['a component of a section that nothing registers', stock({ sections: [{ key: 'now', component: 'ShelfLst' }] }), DASHBOARD, '/sections/0/component', 'did you mean "ShelfList"'],
  ['a link to no page', stock({ sections: [{ key: 'links', links: ['/stock/shelves'] }] }), DASHBOARD, '/sections/0/links/0', 'did you mean "/stock/shelf"'],
  ['a dashboard file of another name', stock({ name: 'stok' }), DASHBOARD, '/name', 'is called stok.ts'],
  ['a dashboard that does not load', { [DASHBOARD]: 'export default {' }, DASHBOARD, '', 'cannot be loaded'],
  ['a title of a dashboard that is missing', stock({}, { ...dashboardTexts, routes: {} }), 'i18n/en-US.json', '/routes//stock/figures', 'is missing'],
  ['a label of a widget that is missing', stock({}, { ...dashboardTexts, dashboards: { stock: { sections: { now: 'Now' } } } }), 'i18n/en-US.json', '/dashboards/stock/widgets/full', 'is missing'],
  ['the right of a dashboard that nothing offers', stock({ permission: 'shelf-lits' }), DASHBOARD, '/permission', 'did you mean "shelf-list"'],
  ['the right of a widget that nothing offers', withWidget({ permission: 'shelf-edti' }), DASHBOARD, '/sections/0/widgets/0/permission', 'did you mean "shelf-edit"'],
  ['an icon of a dashboard that is not registered', stock({ menu: { ...dashboard.menu, icon: 'Shelve' } }), DASHBOARD, '/menu/icon', 'did you mean "Shelves"'],
  ['the right of a page that nothing offers', page('shelf-detial'), PAGES, 6, 'did you mean "shelf-detail"'],
  ['a further right of a page that nothing offers', page('shelf-list', "\n    actions: ['shelf-exprot'],"), PAGES, 7, 'did you mean "shelf-export"'],
  ['a title of a page that is missing', { ...page('shelf-list'), ...inAllLanguages(sampleTexts) }, 'i18n/th-TH.json', '/routes//stock/plan', 'is missing'],
  ['a right of a property that nothing names', shelf({ cost: { type: 'integer', 'x-access': { read: 'shelf-cots' } } }), SHELF, '/properties/cost/x-access/read', 'did you mean "cost"'],
  ['a refusal with a text that is none', server("throw refuse('msg.exists');"), 'src/hooks.ts', 2, 'no text is called "msg.exists"'],
  ['a refused field with a text that is none', server("throw refuseFields({ label: 'msg.duplicat' });"), 'src/hooks.ts', 2, 'did you mean "msg.duplicate"'],
  ['icons without src/menu.ts', { 'src/menu.ts': null, 'src/app.ts': 'export const application = { icons: { Shelve } };\n' }, 'resources/shelf.ts', '/menu/icon', 'did you mean "Shelve"'],
  ['x-exclude as a list', shelf({}, { 'x-exclude': ['roomId'] }), SHELF, '/x-exclude', 'write for example { "key": [ "roomId" ], "interval"'],
  ['the key of x-exclude as a text', shelf({}, { 'x-exclude': { key: 'roomId', interval: ['createTime', 'updateTime'], message: 'msg.duplicate' } }), SHELF, '/x-exclude/key', '"roomId" is not a list of'],
  ['the properties of x-ref as a list', shelf({ roomId: { type: 'integer', 'x-ref': { resource: 'room', with: ['name'] } } }), SHELF, '/properties/roomId/x-ref/with', 'write for example { "author": "bookId.author" }'],
  ['a code table that is no list', { 'resources/codes.ts': 'export const codes = { shelfState: { 0: "empty" } };\n' }, 'resources/codes.ts', '/shelfState', 'write for example [ { "code": 1'],
  ['a code without a code', { 'resources/codes.ts': 'export const codes = { shelfState: [{ code: 0 }, { code: 1 }, { tone: "late" }] };\n' }, 'resources/codes.ts', '/shelfState/2', '"code" is missing'],
  ['an order of no direction', { 'resources/shelf.ts': sampleDeclaration.replace("'asc'", "'up'") }, 'resources/shelf.ts', '/list/sort/1', 'one of asc, desc'],
]; // prettier-ignore

it.each(MISTAKES)('refuses %s, with its place and what was meant', async (_what, files, file, at, says) => {
  const findings = await checkApplication(await sampleApplication(files));
  const found = findings.find(
    (one) => one.level === 'error' && one.file === file && (typeof at === 'number' ? one.line : one.pointer) === at,
  );
  expect(found, JSON.stringify(findings, null, 1)).toBeDefined();
  expect(found!.message).toContain(says);
});

it('wants a filter by the scope where rows are narrowed by it', async () => {
  const scoped = shelf({}, { 'x-scope': 'roomId' });
  const files = { ...stock(), ...scoped, 'schemas/room.json': { type: 'object', 'x-scope': 'id', properties: { name: { type: 'string', maxLength: 40 } } } }; // prettier-ignore
  expect(await checkApplication(await sampleApplication(files))).toContainEqual(
    expect.objectContaining({
      file: DASHBOARD,
      pointer: '/sections/0/widgets/0/scope',
      message: expect.stringContaining('no filter by room') as string,
    }),
  );
});

describe('a right of its own', () => {
  it.each<[string, Files]>([
    ['of a property is called like the property', shelf({ cost: { type: 'integer', 'x-access': { read: 'cost' } } })],
    ['of a page has a text that names it', {
      ...page('stock-plan', "\n    actions: ['plan-export'],"),
      ...inAllLanguages({ ...sampleTexts, routes: { '/stock/plan': 'Plan' }, permissions: { routes: { 'stock-plan': 'Plan' }, bases: { plan: 'Plan' } } }),
    }],
  ])('%s', async (_what, files) => {
    const findings = await checkApplication(await sampleApplication(files));
    expect(findings.filter(({ message }) => message.includes('right'))).toEqual([]);
  }); // prettier-ignore
});
