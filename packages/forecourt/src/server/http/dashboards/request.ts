import type { Filter, PlainFigure, TimeUnit, Widget } from '../../../model/index.ts';
import { factsOf, isRelative } from '../../../model/index.ts';
import type { FigureRequest, WidgetRequest } from '../../data/index.ts';
import { bucketsBetween, endOf, relative, startOf, startOfDay, unitFor, wallClock, type Period } from './period.ts';

/** What a page of figures is asked for, with the names of periods turned into days. */
export interface PageRequest {
  readonly now: number;
  /** Whose days and hours are meant. */
  readonly zone: string;
  /** The zone in which lists understand the times of their filters. */
  readonly listZone: string;
  readonly scopeId?: number;
  readonly period?: Period;
  readonly compared?: Period;
}

const SECOND = 1_000;

/** A day stands for itself, in whatever zone. */
const isMoment = (filter: Filter | undefined): boolean =>
  filter?.field === undefined || factsOf(filter.field).moment === true;

/**
 * Ends of a range as the list takes them. A day of another zone is said by the clock of the list's; its end is the last second of it, which the list
 * takes as a whole.
 */
function rangeOf(filter: Filter, { from, to }: Period, { zone, listZone }: PageRequest): Record<string, string> {
  const days = !isMoment(filter) || zone === listZone;
  return {
    [`${filter.name}Start`]: days ? from : wallClock(startOf({ from, to }, zone), listZone),
    [`${filter.name}End`]: days ? to : wallClock(new Date(endOf({ from, to }, zone).getTime() - SECOND), listZone),
  };
}

function endText(filter: Filter | undefined, word: string, isEnd: boolean, asked: PageRequest): string {
  const { now, zone, listZone } = asked;
  const said = relative(word, now, zone);
  if ('moment' in said) return wallClock(said.moment, listZone);
  if (!isMoment(filter) || zone === listZone) return said.day;
  const whole = { from: said.day, to: said.day };
  return isEnd
    ? wallClock(new Date(endOf(whole, zone).getTime() - SECOND), listZone)
    : wallClock(startOfDay(said.day, zone), listZone);
}

/** Parameters under which the list has exactly the rows of a figure. */
function filterOf(figure: PlainFigure, asked: PageRequest, period: Period | undefined): Record<string, string> {
  const { filters } = figure.resource.list;
  const filter: Record<string, string> = {};
  for (const [name, value] of Object.entries(figure.filter)) {
    const end = /^(.+)(Start|End)$/.exec(name);
    const ranged = filters.find((one) => one.name === end?.[1]);
    filter[name] = isRelative(value) ? endText(ranged, value, end?.[2] === 'End', asked) : String(value);
  }
  if (asked.scopeId !== undefined && figure.scope) filter[figure.scope] = String(asked.scopeId);
  if (period && typeof figure.period === 'object') Object.assign(filter, rangeOf(figure.period, period, asked));
  return filter;
}

/** The unit that times are put together by; what is left to the page follows from its period. */
export function unitOf({ by }: PlainFigure, { period }: PageRequest): TimeUnit | undefined {
  if (by?.sort !== 'time') return undefined;
  return by.every === 'auto' ? unitFor(period ?? { from: '2000-01-01', to: '2000-01-01' }) : by.every;
}

const BEGINNING = new Date(0);

function figureRequest(figure: PlainFigure, asked: PageRequest, period: Period | undefined): FigureRequest {
  const from = period ? startOf(period, asked.zone) : BEGINNING;
  const to = period ? endOf(period, asked.zone) : new Date(asked.now);
  const every = unitOf(figure, asked);
  return {
    filter: filterOf(figure, asked, period),
    from,
    to,
    every,
    ...(every && period && { buckets: bucketsBetween(from, to, every, asked.zone) }),
  };
}

/** What the statement of a widget is made from. What has no period is compared with nothing. */
export function widgetRequest(widget: Widget, asked: PageRequest): WidgetRequest {
  return {
    zone: asked.zone,
    figures: widget.figures.map((figure) => {
      if (figure.kind === 'ratio') return undefined;
      const now = figureRequest(figure, asked, asked.period);
      return asked.compared && figure.period ? [now, figureRequest(figure, asked, asked.compared)] : [now];
    }),
  };
}
