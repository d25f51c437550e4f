import { useRef, useState, type KeyboardEvent } from 'react';
import { Box, ButtonBase } from '@mui/material';
import { useLocaleState, useTranslate, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { addDays, deviceToday, weekdayNames } from '../controls/wallClock.ts';
import { useLabels } from '../values/labels.ts';
import { CalendarContinuation, CalendarEntry, ENTRY_HEIGHT } from './CalendarEntry.tsx';
import { daysOf, lanesOf, type Lanes, type Span } from './calendarDays.ts';

interface CalendarGridProps {
  readonly model: Resource;
  readonly calendar: NonNullable<ListViews['calendar']>;
  readonly span: Span;
  /** The month whose days stand out. */
  readonly month: string;
  readonly days: readonly string[];
  readonly records: ReadonlyMap<string, readonly RaRecord[]>;
  /** How many records a day has, where more than were asked for. */
  readonly totals: ReadonlyMap<string, number>;
  /** The day that shows all it has. */
  readonly unfolded: string | undefined;
  readonly onUnfold: (day: string) => void;
  /** Absent for who cannot make a record here. */
  readonly onCreate?: (day: string) => void;
}

/** More of a day are behind "n more". */
const ON_A_DAY = 3;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The days as a table of weeks. Arrow keys move between days, Enter makes a record on one. */
export function CalendarGrid({
  model,
  calendar,
  span,
  month,
  days,
  records,
  totals,
  unfolded,
  onUnfold,
  onCreate,
}: CalendarGridProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const [locale] = useLocaleState();
  const today = deviceToday();
  const [focused, setFocused] = useState(today);
  const stop = days.includes(focused) ? focused : days.find((day) => day.startsWith(month))!;
  const table = useRef<HTMLTableElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const day = (event.target as HTMLElement).dataset['day'];
    const step = STEPS[event.key];
    if (!day || step === undefined) return;
    event.preventDefault();
    const next = addDays(day, step);
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  /** What stands in a lane: a bar on its first day here, room where it goes on, nothing. */
  const place = (record: RaRecord | undefined, lane: number, day: string, week: readonly string[]) => {
    if (!record) return <Box component="li" key={lane} aria-hidden sx={{ height: ENTRY_HEIGHT, mb: '2px' }} />;
    const [start, end] = daysOf(calendar, record)!;
    const single = span === 'month' && lane >= ON_A_DAY;
    if (!single && start < day && day !== week[0])
      return <CalendarContinuation key={lane} model={model} calendar={calendar} record={record} />;
    const length = single ? 1 : week.filter((one) => day <= one && one <= end).length;
    return (
      <CalendarEntry
        key={lane}
        model={model}
        calendar={calendar}
        record={record}
        length={length}
        begins={start === day}
        ends={addDays(day, length - 1) === end}
      />
    );
  };

  const cell = (day: string, week: readonly string[], lanes: Lanes) => {
    const here = records.get(day) ?? [];
    const shown = span === 'week' || unfolded === day ? lanes : lanes.slice(0, ON_A_DAY);
    const total = totals.get(day) ?? here.length;
    const folded = Math.max(total, here.length) - shown.filter(Boolean).length;
    const number = (
      <Box
        component="span"
        sx={{
          px: 0.5,
          borderRadius: 1,
          ...(day === today ? { bgcolor: 'primary.main', color: 'primary.contrastText' } : {}),
        }}
      >
        {Number(day.slice(8))}
      </Box>
    );
    return (
      <Box
        component="td"
        key={day}
        aria-label={translate('admin.calendar.day', { date: day, smart_count: total })}
        sx={{
          verticalAlign: 'top',
          height: span === 'week' ? 320 : 104,
          p: 0.5,
          border: 1,
          borderColor: 'divider',
          bgcolor: day.startsWith(month) || span === 'week' ? 'background.paper' : 'background.default',
        }}
      >
        {onCreate ? (
          <ButtonBase
            data-day={day}
            // Who speaks to the page says what is to be seen: the number.
            aria-label={`${Number(day.slice(8))}, ${translate('admin.calendar.createOn', { name: labels.one, date: day })}`}
            tabIndex={day === stop ? 0 : -1}
            onFocus={() => setFocused(day)}
            onClick={() => onCreate(day)}
            sx={{
              width: '100%',
              minHeight: 24,
              justifyContent: 'flex-end',
              fontSize: 12,
              fontVariantNumeric: 'tabular-nums',
              borderRadius: 1,
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            {number}
          </ButtonBase>
        ) : (
          <Box sx={{ fontSize: 12, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{number}</Box>
        )}
        {here.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((record, lane) => place(record, lane, day, week))}
          </Box>
        )}
        {folded > 0 && unfolded === day && here.length > ON_A_DAY && (
          <Box sx={{ fontSize: 12, px: 0.5, color: 'text.secondary' }}>
            {translate('admin.calendar.inTable', { smart_count: folded })}
          </Box>
        )}
        {folded > 0 && unfolded !== day && (
          <ButtonBase
            onClick={() => onUnfold(day)}
            sx={{ fontSize: 12, minHeight: 24, px: 0.5, borderRadius: 1, color: 'text.secondary' }}
          >
            {translate('admin.calendar.others', { smart_count: folded })}
          </ButtonBase>
        )}
      </Box>
    );
  };

  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        ref={table}
        onKeyDown={onKeyDown}
        aria-label={translate('admin.views.calendar')}
        sx={{ width: '100%', minWidth: 640, tableLayout: 'fixed', borderCollapse: 'collapse' }}
      >
        <thead>
          <tr>
            {weekdayNames(locale, 'short').map((name) => (
              <Box component="th" scope="col" key={name} sx={{ fontSize: 12, fontWeight: 500, py: 0.5 }}>
                {name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const lanes = lanesOf(week, records);
            return <tr key={week[0]}>{week.map((day) => cell(day, week, lanes.get(day)!))}</tr>;
          })}
        </tbody>
      </Box>
    </Box>
  );
}
