import type { FigureValue, WidgetAnswer } from '../../../model/index.ts';
import { defineCall, file, INTEGER, list, object, orNull, STRING, typed, type Schema } from '../../../calls/index.ts';
import {
  PERIODS,
  permissionKey,
  type Dashboard,
  type Model,
  type PeriodName,
  type Section,
  type Widget,
} from '../../../model/index.ts';
import { defineCommand, type Command, type Context } from '../../contract.ts';
import { notFound, refuseFields } from '../../errors.ts';
import { writeXlsx } from '../../data/index.ts';
import { Download } from '../download.ts';
import { MIME_TYPES } from '../transfer/index.ts';
import { widgetAnswer } from './answer.ts';
import { comparedWith, daysOf, periodNamed, type Comparison, type Period } from './period.ts';
import { widgetRequest, type PageRequest } from './request.ts';
import { widgetSheet } from './sheet.ts';

const DAY = { type: 'string', format: 'date' } as const;
/** Its digits as a text where a number would lose some. */
const NUMBER = typed<FigureValue>({ type: ['number', 'string', 'null'] });
const VALUES = list(NUMBER);
const TEXTS = typed<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: STRING });
const WORD = { type: 'string' } as const;

const FIGURE = object(
  { key: WORD, format: { type: 'string', enum: ['integer', 'decimal', 'money', 'percent'] }, total: NUMBER },
  {
    hidden: { type: 'boolean' },
    list: object({ resource: WORD, filter: TEXTS }),
    opens: object({ by: { type: 'string', enum: ['key', 'time', 'times'] }, filter: WORD }),
    compared: NUMBER,
  },
);
const GROUP = object(
  { key: orNull(STRING), name: STRING, values: VALUES },
  { start: STRING, end: STRING, compared: VALUES },
);
const WIDGET = object(
  { key: WORD, kind: WORD, figures: list(FIGURE), groups: list(GROUP), more: INTEGER },
  {
    tone: WORD,
    wide: { type: 'boolean' },
    by: object(
      { sort: { type: 'string', enum: ['time', 'code', 'record', 'value'] } },
      { every: WORD, codes: WORD, resource: WORD, field: WORD },
    ),
  },
);
const PERIOD = object({ from: DAY, to: DAY });
const SECTION = object({ key: WORD, widgets: list(WIDGET) }, { component: WORD, links: list(WORD) });
const PAGE_PROPERTIES = {
  key: WORD,
  zone: STRING,
  refreshSeconds: INTEGER,
  greeting: { type: 'boolean' },
  resources: list(WORD),
  sections: list(SECTION),
} as const;
/** What a page of figures answers: sections and widgets that the caller may see, in the declared order. */
const PAGE = object(PAGE_PROPERTIES, { period: PERIOD, compared: PERIOD, scope: WORD, further: { type: 'boolean' } });

interface SectionAnswer extends Pick<Section, 'key' | 'component' | 'links'> {
  readonly widgets: readonly WidgetAnswer[];
}
export interface PageAnswer {
  readonly key: string;
  readonly zone: string;
  readonly period?: Period;
  readonly compared?: Period;
  /** Entity by whose records the page can be narrowed. */
  readonly scope?: string;
  readonly refreshSeconds: number;
  readonly greeting: boolean;
  /** Whose rows its figures are made of. */
  readonly resources: readonly string[];
  readonly sections: readonly SectionAnswer[];
  /** Of the first part: another one follows. */
  readonly further?: true;
}

type Asked = Readonly<Record<string, string | undefined>>;

const LONGEST_DAYS = 3_660;
const REFRESH_SECONDS = 60;
/** Statements of a page that run at the same time: a page of figures leaves connections to others. */
const AT_ONCE = 3;

/** What the page is narrowed by is called as a relation to it is. */
const scopeParameter = ({ scopeEntity }: Model): string | undefined => scopeEntity && `${scopeEntity}Id`;

function inputOf(model: Model, { period }: Dashboard, further: Readonly<Record<string, Schema>> = {}) {
  const scope = scopeParameter(model);
  return object(
    {},
    {
      ...(period && {
        period: { type: 'string', enum: [...PERIODS] },
        dateStart: DAY,
        dateEnd: DAY,
        compare: { type: 'string', enum: ['before', 'year'] },
      }),
      ...(scope && { [scope]: { type: 'string', pattern: '^[0-9]{1,15}$' } }),
      ...further,
    },
  );
}

function periodOf({ period: usual }: Dashboard, asked: Asked, now: number, zone: string): Period | undefined {
  if (!usual) return undefined;
  const { dateStart, dateEnd } = asked;
  if (dateStart === undefined && dateEnd === undefined)
    return periodNamed((asked['period'] as PeriodName | undefined) ?? usual, now, zone);
  if (dateStart === undefined || dateEnd === undefined)
    throw refuseFields({ [dateStart === undefined ? 'dateStart' : 'dateEnd']: 'msg.rangeRequired' });
  const period = { from: dateStart, to: dateEnd };
  const days = daysOf(period);
  if (days < 1 || days > LONGEST_DAYS) throw refuseFields({ dateEnd: 'msg.badDate' });
  return period;
}

async function pageRequest(
  model: Model,
  dashboard: Dashboard,
  asked: Asked,
  listZone: string,
  context: Context,
): Promise<PageRequest> {
  const scope = asked[scopeParameter(model) ?? ''];
  const scopeId = scope === undefined ? undefined : Number(scope);
  const [zone, other] = await context.scopeZones(scopeId);
  const here = zone !== undefined && other === undefined ? zone : listZone;
  const period = periodOf(dashboard, asked, context.now, here);
  const compare = asked['compare'] as Comparison | undefined;
  return {
    now: context.now,
    zone: here,
    listZone,
    scopeId,
    period,
    ...(period && compare && { compared: comparedWith(period, compare) }),
  };
}

/** What of a widget this actor may be told: a figure that is not is left out, and with it the ratios made of it. */
function visibleWidget(widget: Widget, context: Context): boolean {
  if (widget.permission !== undefined && !context.can(widget.permission)) return false;
  return widget.figures.every((figure) => figure.kind === 'ratio' || context.mayBeTold(figure));
}

const mayOpen = ({ permission }: Section, context: Context): boolean =>
  permission === undefined || context.can(permission);

async function answerWidget(widget: Widget, asked: PageRequest, context: Context): Promise<WidgetAnswer> {
  const request = widgetRequest(widget, asked);
  return widgetAnswer(widget, asked, request, await context.figures(widget, request), context.model.locale.digits);
}

/** Runs so many at a time, and answers in their order. */
async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let at = 0;
  const worker = async (): Promise<void> => {
    while (at < items.length) {
      const place = at++;
      results[place] = await run(items[place]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function resourcesOf(sections: readonly Section[]): string[] {
  const figures = sections.flatMap(({ widgets }) => widgets.flatMap((widget) => widget.figures));
  return [...new Set(figures.flatMap((figure) => (figure.kind === 'plain' ? [figure.resource.name] : [])))];
}

/** Sections that the caller may open, without what he may not be told in them; of one widget only the section it stands in. */
function visibleSections(dashboard: Dashboard, only: string | undefined, context: Context): readonly Section[] {
  const visible = dashboard.sections
    .filter((section) => mayOpen(section, context))
    .map((section) => ({ ...section, widgets: section.widgets.filter((widget) => visibleWidget(widget, context)) }));
  if (only === undefined)
    return visible.filter(
      ({ widgets, component, links }) => widgets.length > 0 || component !== undefined || links !== undefined,
    );
  const of = visible.find(({ widgets }) => widgets.some(({ key }) => key === only));
  if (!of) throw notFound();
  return [{ key: of.key, widgets: of.widgets.filter(({ key }) => key === only) }];
}

/** `first`: the sections up to the first one that has figures, which is seen first; `rest`: those below it. */
const PARTS = ['first', 'rest'] as const;

function partOf(sections: readonly Section[], part: string | undefined): readonly Section[] {
  const end = 1 + sections.findIndex(({ widgets }) => widgets.length > 0);
  return part === 'first' ? sections.slice(0, end) : part === 'rest' ? sections.slice(end) : sections;
}

async function answerPage(
  model: Model,
  dashboard: Dashboard,
  asked: Asked,
  listZone: string,
  context: Context,
): Promise<PageAnswer> {
  const request = await pageRequest(model, dashboard, asked, listZone, context);
  const visible = visibleSections(dashboard, asked['widget'], context);
  const sections = partOf(visible, asked['part']);
  const answers = await inTurns(
    sections.flatMap(({ widgets }) => widgets),
    (widget) => answerWidget(widget, request, context),
  );
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  return {
    key: dashboard.name,
    zone: request.zone,
    ...(request.period && { period: request.period }),
    ...(request.compared && { compared: request.compared }),
    ...(model.scopeEntity && { scope: model.scopeEntity }),
    refreshSeconds: dashboard.refreshSeconds ?? REFRESH_SECONDS,
    greeting: dashboard.greeting ?? false,
    resources: resourcesOf(visible),
    ...(asked['part'] === 'first' && sections.length < visible.length && { further: true }),
    sections: sections.map(({ key, component, links, widgets }) => ({
      key,
      ...(component && { component }),
      ...(links && { links }),
      widgets: widgets.map((widget) => byKey.get(widget.key)!),
    })),
  };
}

/**
 * `GET <path>` answers the widgets of a page that the caller may see: all, those of one `part`, or the one named by
 * `widget`. Each is one statement in the caller's scope. `<path>/export` answers one of them as a spreadsheet, for
 * whoever may export the lists it leads to.
 */
export function dashboardCommands(model: Model, listZone: string): Command[] {
  return model.dashboards.flatMap((dashboard) => {
    const { path } = dashboard;
    const permission = dashboard.permission ?? 'session';
    const shown = defineCall({
      method: 'GET',
      path,
      summary: `Figures of ${dashboard.name}`,
      permission,
      input: inputOf(model, dashboard, { widget: STRING, part: { type: 'string', enum: [...PARTS] } }),
      answer: PAGE,
    });
    const exported = defineCall({
      method: 'GET',
      path: `${path}/export`,
      summary: `One widget of ${dashboard.name} as a file`,
      permission,
      input: inputOf(model, dashboard, { widget: STRING }),
      answer: file(MIME_TYPES.xlsx),
    });
    return [
      defineCommand(shown, {
        run: (asked, context) => answerPage(model, dashboard, asked as Asked, listZone, context) as never,
      }),
      defineCommand(exported, {
        async run(given, context) {
          const asked = given as Asked;
          const [widget] = visibleSections(dashboard, asked['widget'] ?? '', context)[0]!.widgets as [Widget];
          for (const figure of widget.figures)
            if (figure.kind === 'plain') context.require(permissionKey(figure.resource.permission, 'export'));
          const request = await pageRequest(model, dashboard, asked, listZone, context);
          const answer = await answerWidget(widget, request, context);
          const title = context.t(`dashboards.${dashboard.name}.widgets.${answer.key}`);
          const { columns, rows } = widgetSheet(dashboard.name, answer, context);
          return new Download({
            filename: `${title}.xlsx`,
            mimeType: MIME_TYPES.xlsx,
            body: writeXlsx(title, columns, rows),
          });
        },
      }),
    ];
  });
}
