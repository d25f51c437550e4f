import { useState } from 'react';
import { Box, Button, IconButton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { deviceToday, weekBegin } from '../controls/wallClock.ts';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useAddress } from '../page/useAddress.ts';
import { useCanCreate } from '../rows/NewButton.tsx';
import { CalendarCounts } from './CalendarCounts.tsx';
import { daysShown, knownOn, stepped, type Span } from './calendarDays.ts';
import { CalendarRecords } from './CalendarRecords.tsx';
import { usePreference } from './usePreference.ts';
import { useLabels, useTexts } from '../values/labels.ts';

/** Name of the query parameter of the day that is shown with its month or week. */
const DAY_PARAMETER = 'day';

/** The day that is shown with its month or week: as the address says, which keeps it for who comes back; else today. */
function useShownDay(): readonly [string, (day: string) => void] {
  const { search, choose } = useAddress();
  const asked = search.get(DAY_PARAMETER) ?? '';
  const [day, setDay] = useState(() => (/^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(asked) ? asked : deviceToday()));
  const show = (next: string): void => {
    setDay(next);
    choose({ [DAY_PARAMETER]: next === deviceToday() ? '' : next });
  };
  return [day, show];
}

/** A month or a week: records on the days they begin, end and last, or what each day counts. */
export default function CalendarView({ model, storeKey }: { model: Resource; storeKey: string }) {
  useTexts('admin.calendar');
  const calendar = model.list.views.calendar!;
  const translate = useTranslate();
  const [span, setSpan] = usePreference<Span>(storeKey, 'calendar', 'month');
  const [date, setDate] = useShownDay();
  const [created, setCreated] = useState<string | undefined>();
  const [locale] = useLocaleState();
  const days = daysShown(span, date, weekBegin(locale));
  const labels = useLabels(model.name);
  // A form that draws its own page cannot be opened over the calendar.
  const canCreate = useCanCreate(model) && !(model.form.component && model.route.create);
  const Body = calendar.counts.length > 0 ? CalendarCounts : CalendarRecords;
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
      <Body
        {...{ model, calendar, span, days }}
        month={date.slice(0, 7)}
        onCreate={canCreate ? setCreated : undefined}
      />
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
