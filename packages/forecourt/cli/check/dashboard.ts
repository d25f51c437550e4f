import type {
  DashboardDeclaration,
  FigureDeclaration,
  PageDeclaration,
  RatioDeclaration,
  SectionDeclaration,
  WidgetDeclaration,
} from '../../src/model/index.ts';
import { PERIODS } from '../../src/model/dashboard.ts';
import { checkShape, type Shape } from '../../src/model/shapes.ts';
import type { Mistake } from './declaration.ts';
import { flag, names, number, object, text, textOrNames, type Of } from './declarationShapes.ts';

/** What a dashboard file may say, for those who run the check before the compiler. */
const measure: Shape = {
  anyOf: [
    { enum: ['count'] },
    object<{ sum: string }>({ sum: text }, ['sum']),
    object<{ average: string }>({ average: text }, ['average']),
    object<{ named: string }>({ named: text }, ['named']),
  ],
};
const by: Shape = {
  anyOf: [
    text,
    object<{ time?: string; every: string }>(
      { time: text, every: { enum: ['hour', 'day', 'week', 'month', 'auto'] } },
      ['every'],
    ),
  ],
};
const format: Shape = { enum: ['integer', 'decimal', 'money', 'percent'] };

const FIGURE: Of<FigureDeclaration> = {
  of: text,
  measure,
  filter: { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, number] } },
  by,
  period: text,
  scope: text,
  format,
  opens: text,
  hidden: flag,
};
const figure = object<FigureDeclaration>(FIGURE);
const ratio = object<RatioDeclaration>({ ratio: { type: 'array', items: text, minItems: 2, maxItems: 2 }, format }, [
  'ratio',
]);
const { hidden: _hidden, ...ofWidget } = FIGURE;
const widget = object<WidgetDeclaration>(
  {
    ...ofWidget,
    key: text,
    kind: { enum: ['number', 'bars', 'line', 'share', 'ranking', 'table'] },
    // Two kinds of objects in one: each is looked at by its own shape below.
    figures: { type: 'object', additionalProperties: { type: 'object' } },
    most: { type: 'integer', minimum: 1 },
    tone: { enum: ['late', 'waiting'] },
    permission: textOrNames,
    wide: flag,
  },
  ['key', 'kind'],
);
const section = object<SectionDeclaration>(
  { key: text, widgets: { type: 'array', items: widget }, component: text, links: names, permission: textOrNames },
  ['key'],
);
const DASHBOARD = object<DashboardDeclaration>(
  {
    name: text,
    path: text,
    permission: textOrNames,
    actions: names,
    menu: object<NonNullable<PageDeclaration['menu']>>({ group: text, sort: number, icon: text }, [
      'group',
      'sort',
      'icon',
    ]),
    greeting: flag,
    period: { enum: PERIODS },
    refreshSeconds: { type: 'number', exclusiveMinimum: 0 },
    sections: { type: 'array', items: section },
  },
  ['name', 'path', 'sections'],
);

/** Every place where the default export of a dashboard file is no dashboard. */
export function checkDashboard(declaration: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  const report = (pointer: string, message: string): void => void mistakes.push({ pointer, message });
  checkShape(DASHBOARD, declaration, '', report);
  if (mistakes.length > 0) return mistakes;
  const { path, sections } = declaration as DashboardDeclaration;
  if (!path.startsWith('/')) report('/path', `the address "${path}" begins with "/"`);
  for (const [at, { widgets = [] }] of sections.entries())
    for (const [place, { figures = {} }] of widgets.entries())
      for (const [name, one] of Object.entries(figures))
        checkShape('ratio' in one ? ratio : figure, one, `/sections/${at}/widgets/${place}/figures/${name}`, report);
  return mistakes;
}
