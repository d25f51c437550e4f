import { Box, ButtonBase } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { addDays } from '../controls/wallClock.ts';
import { CalendarContinuation, CalendarEntry, ENTRY_HEIGHT } from './CalendarEntry.tsx';
import { daysOf, lanesOf, type Span } from './calendarDays.ts';
import { CalendarTable } from './CalendarTable.tsx';

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
  readonly onCreate?: ((day: string) => void) | undefined;
}

/** More of a day are behind "n more". */
const ON_A_DAY = 3;
const HEIGHTS = { month: 104, week: 320 } as const;

/** Records as bars over the days that they last. */
export function CalendarGrid(props: CalendarGridProps) {
  const { model, calendar, span, month, days, records, totals, unfolded, onUnfold, onCreate } = props;
  const translate = useTranslate();
  const lanes = new Map(
    Array.from({ length: days.length / 7 }, (_, week) => lanesOf(days.slice(week * 7, week * 7 + 7), records)).flatMap(
      (week) => [...week],
    ),
  );

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
  const totalOf = (day: string): number => totals.get(day) ?? (records.get(day) ?? []).length;

  return (
    <CalendarTable
      {...{ model, span, month, days, onCreate }}
      heights={HEIGHTS}
      nameOf={(day) => translate('admin.calendar.day', { date: day, smart_count: totalOf(day) })}
    >
      {(day, week) => {
        const here = records.get(day) ?? [];
        const mine = lanes.get(day)!;
        const shown = span === 'week' || unfolded === day ? mine : mine.slice(0, ON_A_DAY);
        const folded = Math.max(totalOf(day), here.length) - shown.filter(Boolean).length;
        return (
          <>
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
          </>
        );
      }}
    </CalendarTable>
  );
}
