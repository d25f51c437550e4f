import { useEffect, useRef } from 'react';
import { Box, Button, Typography } from '@mui/material';
import { useLocaleState, useTranslate, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { deviceToday } from '../controls/wallClock.ts';
import { ToneChip } from '../values/ToneChip.tsx';
import { useRecordState } from './CalendarEntry.tsx';
import { RecordFacts, RecordName } from './RecordName.tsx';

/** More of a day are behind "n more". */
const ON_A_DAY = 20;

/** The days that have something, one below the other: what a screen too narrow for seven columns shows. */
export function CalendarAgenda({
  model,
  calendar,
  days,
  records,
  totals,
  settled,
  unfolded,
  onUnfold,
}: {
  model: Resource;
  calendar: NonNullable<ListViews['calendar']>;
  days: readonly string[];
  records: ReadonlyMap<string, readonly RaRecord[]>;
  /** How many records a day has, where more than were asked for. */
  totals: ReadonlyMap<string, number>;
  /** No more records come that would move what is shown. */
  settled: boolean;
  unfolded: string | undefined;
  onUnfold: (day: string) => void;
}) {
  const [locale] = useLocaleState();
  const stateOf = useRecordState(model);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const translate = useTranslate();
  const [title, ...facts] = calendar.fields;
  const shown = days.filter((day) => (records.get(day) ?? []).length > 0);
  const today = deviceToday();
  const first = days.includes(today) ? shown.find((day) => day >= today) : undefined;
  const beginning = useRef<HTMLElement>(null);
  // A month begins with what is over; somebody who opens it wants to see today.
  useEffect(() => {
    if (settled) beginning.current?.scrollIntoView({ block: 'start' });
  }, [first, settled]);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {shown.map((day) => {
        const here = records.get(day)!;
        const most = unfolded === day ? Infinity : ON_A_DAY;
        const folded = Math.max(totals.get(day) ?? 0, here.length) - Math.min(here.length, most);
        return (
          <Box
            component="section"
            key={day}
            aria-label={day}
            ref={day === first ? beginning : undefined}
            sx={{ scrollMarginTop: 'calc(var(--shell-top, 48px) + var(--tab-bar, 0px) + 8px)' }}
          >
            <Typography component="h3" sx={{ fontSize: 13, fontWeight: 600, mb: 0.5 }}>
              {day} {weekday.format(new Date(`${day}T00:00:00Z`))}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {here.slice(0, most).map((record) => {
                const state = stateOf(record);
                return (
                  <Box
                    component="li"
                    key={record.id}
                    sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1, bgcolor: 'background.paper' }}
                  >
                    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                      <RecordName model={model} record={record} name={title} />
                      {state && <ToneChip tone={state.tone} label={state.label} />}
                    </Box>
                    <RecordFacts model={model} record={record} names={facts} />
                  </Box>
                );
              })}
            </Box>
            {folded > 0 && unfolded !== day && (
              <Button size="small" onClick={() => onUnfold(day)}>
                {translate('admin.calendar.others', { smart_count: folded })}
              </Button>
            )}
            {folded > 0 && unfolded === day && (
              <Typography color="text.secondary" sx={{ fontSize: 12, mt: 0.5 }}>
                {translate('admin.calendar.inTable', { smart_count: folded })}
              </Typography>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
