import { Box, Typography } from '@mui/material';
import { useLocaleState, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { ToneChip } from '../values/ToneChip.tsx';
import { useRecordState } from './CalendarEntry.tsx';
import { RecordFacts, RecordName } from './RecordName.tsx';

/** The days that have something, one below the other: what a screen too narrow for seven columns shows. */
export function CalendarAgenda({
  model,
  calendar,
  days,
  records,
}: {
  model: Resource;
  calendar: NonNullable<ListViews['calendar']>;
  days: readonly string[];
  records: ReadonlyMap<string, readonly RaRecord[]>;
}) {
  const [locale] = useLocaleState();
  const stateOf = useRecordState(model);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const [title, ...facts] = calendar.fields;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {days
        .filter((day) => (records.get(day) ?? []).length > 0)
        .map((day) => (
          <Box component="section" key={day} aria-label={day}>
            <Typography component="h3" sx={{ fontSize: 13, fontWeight: 600, mb: 0.5 }}>
              {day} {weekday.format(new Date(`${day}T00:00:00Z`))}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {records.get(day)!.map((record) => {
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
          </Box>
        ))}
    </Box>
  );
}
