import { useState } from 'react';
import {
  Box,
  Button,
  IconButton,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { deviceToday } from '../controls/wallClock.ts';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useCanCreate } from '../list/ListHeader.tsx';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { byDay, daysShown, knownOn, stepped, windowFilters, type Span } from './calendarDays.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { usePreference } from './usePreference.ts';
import { useViewRows, type ViewRows } from './useViewRows.ts';
import { useTexts } from '../values/labels.ts';
import { ViewStates } from './ViewStates.tsx';

type Calendar = NonNullable<Resource['list']['views']['calendar']>;

/** Rows of both requests of a window, each record once. */
function joined(a: ViewRows, b: ViewRows, both: boolean): ViewRows {
  if (!both) return a;
  const rows = [...new Map<unknown, RaRecord>([...a.rows, ...b.rows].map((row) => [row.id, row])).values()];
  const missing = Math.max(0, a.total - a.rows.length) + Math.max(0, b.total - b.rows.length);
  return {
    rows,
    total: rows.length + missing,
    atLeast: a.atLeast || b.atLeast,
    loading: a.loading || b.loading,
    error: a.error ?? b.error,
    retry: () => {
      a.retry();
      b.retry();
    },
  };
}

function useWindow(model: Resource, calendar: Calendar, days: readonly string[]): ViewRows {
  const { filterValues } = useListContext();
  const [first, second] = windowFilters(calendar, filterValues as Record<string, unknown>, days[0]!, days.at(-1)!);
  const sort = { field: calendar.start, order: 'ASC' } as const;
  const a = useViewRows(model, { filter: first, sort });
  const b = useViewRows(model, { filter: second, sort, enabled: second !== undefined });
  return joined(a, b, second !== undefined);
}

/** Records on the days they begin, end and last: a month or a week, asked from the server by its days. */
export default function CalendarView({ model, storeKey }: { model: Resource; storeKey: string }) {
  useTexts('admin.calendar');
  const calendar = model.list.views.calendar!;
  const translate = useTranslate();
  const [span, setSpan] = usePreference<Span>(storeKey, 'calendar', 'month');
  const [date, setDate] = useState(deviceToday);
  const [created, setCreated] = useState<string | undefined>();
  const days = daysShown(span, date);
  const source = useWindow(model, calendar, days);
  // A form that draws its own page cannot be opened over the calendar.
  const canCreate = useCanCreate(model) && !(model.form.component && model.route.create);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const records = byDay(calendar, days, source.rows);
  // Rows come in the order of their first day: the days before the last one's are complete.
  const lastStart = source.rows
    .map((record) => String(record[calendar.start]).slice(0, 10))
    .sort()
    .at(-1);
  const title = span === 'month' ? date.slice(0, 7) : `${days[0]} – ${days.at(-1)}`;

  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <IconButton
          size="small"
          aria-label={translate('admin.calendar.previous')}
          onClick={() => setDate(stepped(span, date, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          size="small"
          aria-label={translate('admin.calendar.next')}
          onClick={() => setDate(stepped(span, date, 1))}
        >
          <ChevronRight />
        </IconButton>
        <Button size="small" onClick={() => setDate(deviceToday())}>
          {translate('admin.calendar.today')}
        </Button>
        <Typography
          component="h2"
          aria-live="polite"
          sx={{ flex: 1, fontWeight: 600, fontSize: 16, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {title}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={span}
          aria-label={translate('admin.views.calendar')}
          onChange={(_event, next: Span | null) => next && setSpan(next)}
        >
          <ToggleButton value="month">{translate('admin.calendar.month')}</ToggleButton>
          <ToggleButton value="week">{translate('admin.calendar.week')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <ViewStates source={source}>
        {source.rows.length === 0 && (
          <Typography color="text.secondary">{translate('admin.calendar.nothing')}</Typography>
        )}
        {phone ? (
          <CalendarAgenda
            model={model}
            calendar={calendar}
            days={days.filter((day) => span === 'week' || day.startsWith(date.slice(0, 7)))}
            records={records}
          />
        ) : (
          <CalendarGrid
            model={model}
            calendar={calendar}
            span={span}
            month={date.slice(0, 7)}
            days={days}
            records={records}
            incompleteFrom={source.total > source.rows.length ? lastStart : undefined}
            onCreate={canCreate ? setCreated : undefined}
          />
        )}
      </ViewStates>
      {created && (
        <LazyFormDialog
          resource={model.name}
          known={knownOn(model, calendar, created)}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Box>
  );
}
