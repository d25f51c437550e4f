import {
  numberOf,
  type FigureAnswer,
  type FigureValue,
  type GroupAnswer,
  type PlainFigure,
  type RatioFigure,
  type Resource,
  type TimeUnit,
  type Widget,
  type WidgetAnswer,
} from '../../../model/index.ts';
import type { Bucket, WidgetRequest, WidgetRow } from '../../data/index.ts';
import { bucketsBetween, momentOf, wallClock } from './period.ts';
import { unitOf, type PageRequest } from './request.ts';

const DECIMALS = 4;
/** A number with a fraction has so many digits exactly: 15. */
const EXACT_FRACTION = 1e15;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * A decimal number of PostgreSQL, `shift` digits moved to its fraction: with so many decimals as a number, or the text of what it says where a number would not
 * hold its whole part.
 */
function decimal(text: string, digits: number, shift = 0): number | string {
  const value = Number(text) / 10 ** shift;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = Math.abs(Math.round(Number(text)));
  const exact = shift > 0 ? size < EXACT_FRACTION : Number.isSafeInteger(size);
  if (exact || whole === '') return rounded(value, digits);
  if (shift > 0) {
    const minor = String(BigInt(whole) + (fraction >= '5' ? 1n : 0n));
    return `${sign}${minor.slice(0, -shift)}.${minor.slice(-shift)}`;
  }
  // Beyond 2^53 nobody reads decimals.
  return `${sign}${BigInt(whole) + (fraction >= '5' ? 1n : 0n)}`;
}

const digitsOf = ({ measure }: PlainFigure, currency: number): number =>
  measure.kind !== 'named' && 'field' in measure ? measure.field.digits : currency;

/** Minor units of amounts become the unit of the wire. */
function wireValue(figure: PlainFigure, value: string | null, currency: number): FigureValue {
  if (value === null) return null;
  if (figure.format !== 'money') return decimal(value, DECIMALS);
  const digits = digitsOf(figure, currency);
  return decimal(value, digits, digits);
}

function ratioOf({ of, format }: RatioFigure, values: readonly FigureValue[], currency: number): FigureValue {
  const [top, below] = of.map((place) => values[place] ?? null);
  if (top === null || top === undefined || !below) return null;
  return rounded(numberOf(top) / numberOf(below), format === 'money' ? currency : DECIMALS);
}

function complete(widget: Widget, values: FigureValue[], currency: number): readonly FigureValue[] {
  for (const [place, figure] of widget.figures.entries())
    if (figure.kind === 'ratio') values[place] = ratioOf(figure, values, currency);
  return values;
}

const isAdded = (figure: Widget['figures'][number]): boolean =>
  figure.kind === 'plain' && figure.measure.kind !== 'average';

const SECOND = 1_000;

/** What one group, or the whole, comes to under each figure. */
function valuesOf(widget: Widget, rows: readonly WidgetRow[], currency: number): readonly FigureValue[] {
  const values = widget.figures.map((figure, place): FigureValue => {
    if (figure.kind === 'ratio') return null;
    const row = rows.find((one) => one.figure === place);
    return row ? wireValue(figure, row.value, currency) : isAdded(figure) ? 0 : null;
  });
  return complete(widget, values, currency);
}

/** All times of a widget: those of its period, or from the first to the last that has anything. */
function timesOf(every: TimeUnit, request: WidgetRequest, rows: readonly WidgetRow[], zone: string): readonly Bucket[] {
  const known = request.figures.find((one) => one?.[0].buckets)?.[0].buckets;
  if (known) return known;
  const keys = rows.flatMap(({ key, whole, compared }) => (whole || compared || key === null ? [] : [key])).sort();
  if (keys.length === 0) return [];
  const at = (key: string) => momentOf(key.length > 10 ? `${key}:00` : `${key} 00:00:00`, zone);
  const [first, last] = [keys[0]!, keys.at(-1)!];
  const after = new Date(at(last).getTime() + LONGEST[every] * HOUR);
  return bucketsBetween(at(first), after, every, zone).filter(({ key }) => key <= last);
}

const HOUR = 3_600_000;
/** Hours in which one more has certainly begun. */
const LONGEST = { hour: 2, day: 26, week: 8 * 24, month: 32 * 24 } as const;

function byOf(figure: PlainFigure, asked: PageRequest): WidgetAnswer['by'] {
  const { by, resource } = figure;
  if (!by) return undefined;
  if (by.sort === 'time') return { sort: 'time', every: unitOf(figure, asked) };
  const { name, codes, ref } = by.field;
  return {
    sort: codes ? 'code' : ref ? 'record' : 'value',
    resource: resource.name,
    field: name,
    ...(codes && { codes }),
  };
}

function opensOf({ by, measure, opens }: PlainFigure): FigureAnswer['opens'] {
  if (by?.sort === 'field') return { by: 'key', filter: by.filter };
  if (by?.filter === undefined) return undefined;
  return { by: measure.kind === 'named' || opens ? 'times' : 'time', filter: by.filter };
}

const listOf = (resource: Resource, filter: Readonly<Record<string, string>>): FigureAnswer['list'] =>
  resource.route.list === undefined ? undefined : { resource: resource.name, filter };

/** Ends of a time as the list takes them: days where they are whole ones on its clock. */
function endsOf({ start, end }: Bucket, { listZone }: PageRequest): { readonly start: string; readonly end: string } {
  const last = wallClock(new Date(end.getTime() - SECOND), listZone);
  const first = wallClock(start, listZone);
  const whole = first.endsWith('00:00:00') && last.endsWith('23:59:59');
  return whole ? { start: first.slice(0, 10), end: last.slice(0, 10) } : { start: first, end: last };
}

/** The answer of a widget from the rows of its statement. `currency`: decimals of the application's currency. */
export function widgetAnswer(
  widget: Widget,
  asked: PageRequest,
  request: WidgetRequest,
  rows: readonly WidgetRow[],
  currency: number,
): WidgetAnswer {
  const now = rows.filter(({ compared }) => !compared);
  const before = rows.filter(({ compared }) => compared);
  const isCompared = request.figures.some((one) => one?.[1] !== undefined);
  const totals = valuesOf(
    widget,
    now.filter(({ whole }) => whole),
    currency,
  );
  const totalsBefore = valuesOf(
    widget,
    before.filter(({ whole }) => whole),
    currency,
  );
  const plain = widget.figures.filter((figure) => figure.kind === 'plain');
  const first = plain[0]!;
  const by = byOf(first, asked);
  const inGroup = (all: readonly WidgetRow[], key: string | null) => all.filter((row) => !row.whole && row.key === key);

  const groups: GroupAnswer[] = [];
  if (by?.sort === 'time') {
    const every = by.every!;
    const times = timesOf(every, request, rows, asked.zone);
    const timesBefore = request.figures.find((one) => one?.[1]?.buckets)?.[1]?.buckets ?? [];
    for (const [at, bucket] of times.entries()) {
      // A time is compared with the one that has its place in the other period.
      const other = timesBefore[at];
      groups.push({
        key: bucket.key,
        name: '',
        ...endsOf(bucket, asked),
        values: valuesOf(widget, inGroup(now, bucket.key), currency),
        ...(other && { compared: valuesOf(widget, inGroup(before, other.key), currency) }),
      });
    }
  } else if (by) {
    const keys = [...new Map(rows.filter(({ whole }) => !whole).map(({ key, name }) => [key, name]))];
    for (const [key, name] of keys)
      groups.push({
        key,
        name: name ?? '',
        values: valuesOf(widget, inGroup(now, key), currency),
        ...(isCompared && { compared: valuesOf(widget, inGroup(before, key), currency) }),
      });
    const shown = widget.figures.findIndex((figure) => figure.kind === 'ratio' || !figure.hidden);
    groups.sort((one, other) => numberOf(other.values[shown] ?? -Infinity) - numberOf(one.values[shown] ?? -Infinity));
  }
  const { key, kind, tone, wide } = widget;
  return {
    key,
    kind,
    ...(tone && { tone }),
    ...(wide && { wide }),
    ...(by && { by }),
    figures: widget.figures.map((figure, place) => {
      // A ratio leads to the rows of what it is a part of.
      const source = figure.kind === 'plain' ? figure : (widget.figures[figure.of[0]] as PlainFigure);
      const asks = request.figures[widget.figures.indexOf(source)]?.[0];
      const filter = {
        ...asks?.filter,
        ...(asks && source.opens && asked.period && { [source.opens]: timesText(asks, asked) }),
      };
      const list = listOf(source.resource, filter);
      const opens = opensOf(source);
      return {
        key: figure.key,
        format: figure.format,
        ...(figure.hidden && { hidden: true }),
        ...(list && { list }),
        ...(opens && { opens }),
        total: totals[place] ?? null,
        ...(isCompared && { compared: totalsBefore[place] ?? null }),
      };
    }),
    groups,
    more: by && by.sort !== 'time' ? Math.max(0, (rows[0]?.groups ?? 0) - groups.length) : 0,
  };
}

const timesText = ({ from, to }: { readonly from: Date; readonly to: Date }, asked: PageRequest): string => {
  const { start, end } = endsOf({ key: '', start: from, end: to }, asked);
  return `${start},${end}`;
};
