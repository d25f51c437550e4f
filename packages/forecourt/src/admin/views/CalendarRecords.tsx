import { useState } from 'react';
import { Typography, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { byDay, type Span } from './calendarDays.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { useCalendarRows } from './useCalendarRows.ts';
import { ViewStates } from './ViewStates.tsx';

export interface CalendarBodyProps {
  readonly model: Resource;
  readonly calendar: NonNullable<ListViews['calendar']>;
  readonly span: Span;
  /** The month whose days stand out. */
  readonly month: string;
  /** Whole weeks. */
  readonly days: readonly string[];
  readonly onCreate: ((day: string) => void) | undefined;
}

/** Records on the days they begin, end and last; on a phone a list of the days that have some. */
export function CalendarRecords({ model, calendar, span, month, days, onCreate }: CalendarBodyProps) {
  const translate = useTranslate();
  const [unfolded, onUnfold] = useState<string | undefined>();
  const source = useCalendarRows(model, calendar, span, days, unfolded);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { totals, settled } = source;
  const records = byDay(calendar, days, source.rows);
  return (
    <ViewStates source={source}>
      {source.rows.length === 0 && (
        <Typography color="text.secondary">{translate('admin.calendar.nothing')}</Typography>
      )}
      {phone ? (
        <CalendarAgenda
          {...{ model, calendar, records, totals, settled, unfolded, onUnfold }}
          days={days.filter((day) => span === 'week' || day.startsWith(month))}
        />
      ) : (
        <CalendarGrid {...{ model, calendar, span, month, days, records, totals, unfolded, onUnfold, onCreate }} />
      )}
    </ViewStates>
  );
}
