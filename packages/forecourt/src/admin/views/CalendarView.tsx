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
import { useLocaleState, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { deviceToday, weekBegin } from '../controls/wallClock.ts';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useCanCreate } from '../rows/NewButton.tsx';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { byDay, daysShown, knownOn, stepped, type Span } from './calendarDays.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { usePreference } from './usePreference.ts';
import { useLabels, useTexts } from '../values/labels.ts';
import { useCalendarRows } from './useCalendarRows.ts';
import { ViewStates } from './ViewStates.tsx';

/** Records on the days they begin, end and last: a month or a week, asked from the server by its days. */
export default function CalendarView({ model, storeKey }: { model: Resource; storeKey: string }) {
  useTexts('admin.calendar');
  const calendar = model.list.views.calendar!;
  const translate = useTranslate();
  const [span, setSpan] = usePreference<Span>(storeKey, 'calendar', 'month');
  const [date, setDate] = useState(deviceToday);
  const [created, setCreated] = useState<string | undefined>();
  const [locale] = useLocaleState();
  const days = daysShown(span, date, weekBegin(locale));
  const labels = useLabels(model.name);
  const [unfolded, setUnfolded] = useState<string | undefined>();
  const source = useCalendarRows(model, calendar, span, days, unfolded);
  // A form that draws its own page cannot be opened over the calendar.
  const canCreate = useCanCreate(model) && !(model.form.component && model.route.create);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const records = byDay(calendar, days, source.rows);
  const title = span === 'month' ? date.slice(0, 7) : `${days[0]} – ${days.at(-1)}`;
  // Which days these are: of many that a record has, the calendar shows one or two.
  const dates = [calendar.start, ...(calendar.end === undefined ? [] : [calendar.end])].map(labels.field).join(' – ');

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
          sx={{ fontWeight: 600, fontSize: 16, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {title}
        </Typography>
        <Typography color="text.secondary" sx={{ flex: 1, fontSize: 13 }}>
          {dates}
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
            totals={source.totals}
            settled={source.settled}
            unfolded={unfolded}
            onUnfold={setUnfolded}
          />
        ) : (
          <CalendarGrid
            model={model}
            calendar={calendar}
            span={span}
            month={date.slice(0, 7)}
            days={days}
            records={records}
            totals={source.totals}
            unfolded={unfolded}
            onUnfold={setUnfolded}
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
