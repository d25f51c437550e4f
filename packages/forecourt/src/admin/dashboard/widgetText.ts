import type { FigureAnswer, GroupAnswer, FigureValue, TimeUnit, WidgetAnswer } from '../../model/index.ts';
import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { NONE, numberOf, type FigureFormat } from '../../model/index.ts';
import { useCodeLabel } from '../values/labels.ts';
import { currency, formatAmount, formatDigits, formatNumber, humanise, shortDate } from '../values/format.ts';
import type { ShownFigure } from './types.ts';

const PERCENT_DECIMALS = 1;
const DECIMALS = 1;
/** What there is nothing to work out of. */
const NOTHING = '–';

/** A figure as it is read; an amount without its currency. */
export function figureText(value: FigureValue | undefined, format: FigureFormat): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === 'string') return formatDigits(value);
  if (format === 'money') return formatAmount(value);
  if (format === 'percent') return `${formatNumber(value * 100, PERCENT_DECIMALS)} %`;
  return formatNumber(value, format === 'integer' ? 0 : DECIMALS);
}

/** What stands before the figure in small letters. */
export const unitText = (format: FigureFormat): string => (format === 'money' ? currency() : '');

/** How much more or less it is, `+12.5 %`; of a share in points. Nothing where there is nothing to compare with. */
export function changeText(
  figure: FigureValue,
  figureBefore: FigureValue | undefined,
  format: FigureFormat,
  points: string,
): string {
  if (figure === null || figureBefore === null || figureBefore === undefined) return '';
  const [value, before] = [numberOf(figure), numberOf(figureBefore)];
  const signed = (difference: number): string => {
    // What is read as nothing is neither more nor less.
    const shown = Number(difference.toFixed(PERCENT_DECIMALS));
    return `${shown > 0 ? '+' : shown < 0 ? '−' : '±'}${formatNumber(Math.abs(shown), PERCENT_DECIMALS)}`;
  };
  if (format === 'percent') return `${signed((value - before) * 100)} ${points}`;
  return before === 0 ? '' : `${signed(((value - before) / Math.abs(before)) * 100)} %`;
}

/** Filter of the rows behind a figure, of one group or of all. */
export function filterOf(
  { list, opens }: FigureAnswer,
  group?: GroupAnswer,
): Readonly<Record<string, string>> | undefined {
  if (!list) return undefined;
  if (!group) return list.filter;
  const { start = '', end = '', key } = group;
  // What its times cannot be asked for by leads to all of it.
  if (!opens) return list.filter;
  if (opens.by === 'time') return { ...list.filter, [`${opens.filter}Start`]: start, [`${opens.filter}End`]: end };
  if (opens.by === 'times') return { ...list.filter, [opens.filter]: `${start},${end}` };
  return { ...list.filter, [opens.filter]: key ?? NONE };
}

const HOUR = [11, 16] as const;
/** Days as the reader's language writes them; a month needs its year. */
const timeText = (key: string, every: TimeUnit): string =>
  every === 'hour' ? key.slice(...HOUR) : every === 'month' ? key.slice(0, 'YYYY-MM'.length) : shortDate(key);

/** What groups, widgets and figures of a page are called. */
export function useWidgetTexts(dashboard: string) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const text = useCallback(
    (kind: 'sections' | 'widgets' | 'figures', key: string): string =>
      translate(`dashboards.${dashboard}.${kind}.${key}`, { _: humanise(key) }),
    [translate, dashboard],
  );
  /** What a figure counts, where its page says so; none is `''`. */
  const note = useCallback(
    (key: string): string => translate(`dashboards.${dashboard}.notes.${key}`, { _: '' }),
    [translate, dashboard],
  );
  const groupName = useCallback(
    ({ by }: WidgetAnswer, { key, name }: GroupAnswer): string => {
      if (key === null) return translate('admin.report.without');
      if (by?.sort === 'time') return timeText(key, by.every ?? 'day');
      return by?.sort === 'code' && by.codes ? codeLabel(by.codes, key) : by?.sort === 'record' ? name : key;
    },
    [translate, codeLabel],
  );
  const shownFigures = useCallback(
    (widget: WidgetAnswer): readonly ShownFigure[] =>
      widget.figures.flatMap((figure, place) =>
        figure.hidden
          ? []
          : [
              {
                ...figure,
                place,
                label: figure.key === widget.key ? text('widgets', widget.key) : text('figures', figure.key),
              },
            ],
      ),
    [text],
  );
  return { text, note, groupName, shownFigures };
}
