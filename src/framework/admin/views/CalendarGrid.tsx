import { useRef, useState, type KeyboardEvent } from 'react';
import { Box, ButtonBase } from '@mui/material';
import { useLocaleState, useTranslate, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { addDays, deviceToday } from '../controls/wallClock.ts';
import { useLabels } from '../values/labels.ts';
import { daysOf, type Span } from './calendarDays.ts';
import { RecordName } from './RecordName.tsx';

export interface CalendarGridProps {
  readonly model: Resource;
  readonly calendar: NonNullable<ListViews['calendar']>;
  readonly span: Span;
  /** The month whose days stand out. */
  readonly month: string;
  readonly days: readonly string[];
  readonly records: ReadonlyMap<string, readonly RaRecord[]>;
  /** Absent for who cannot make a record here. */
  readonly onCreate?: (day: string) => void;
}

/** More of a day are behind "n more". */
const ON_A_DAY = 3;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function weekdayNames(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2023, 0, 1 + day))));
}

/** One record on one day; the days after its first one are marked as its continuation. */
function Entry({
  model,
  calendar,
  record,
  day,
}: Pick<CalendarGridProps, 'model' | 'calendar'> & { record: RaRecord; day: string }) {
  const begins = daysOf(calendar, record)?.[0] === day;
  const start = String(record[calendar.start]);
  const time = begins && start.length > 10 ? start.slice(11, 16) : '';
  return (
    <Box
      component="li"
      sx={{
        fontSize: 12,
        px: 0.75,
        py: '2px',
        mb: '2px',
        borderRadius: '3px',
        bgcolor: 'action.selected',
        borderLeft: begins ? 3 : 0,
        borderColor: 'primary.main',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      <RecordName model={model} record={record} name={calendar.fields[0]}>
        {time && <Box component="span" sx={{ mr: 0.5, fontVariantNumeric: 'tabular-nums' }}>{`${time} `}</Box>}
      </RecordName>
    </Box>
  );
}

/** The days as a table of weeks. Arrow keys move between days, Enter makes a record on one. */
export function CalendarGrid({ model, calendar, span, month, days, records, onCreate }: CalendarGridProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const [locale] = useLocaleState();
  const [unfolded, setUnfolded] = useState<string | undefined>();
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

  const cell = (day: string) => {
    const here = records.get(day) ?? [];
    const shown = span === 'week' || unfolded === day ? here : here.slice(0, ON_A_DAY);
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
        aria-label={translate('admin.calendar.day', { date: day, smart_count: here.length })}
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
            aria-label={translate('admin.calendar.createOn', { name: labels.one, date: day })}
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
            {shown.map((record) => (
              <Entry key={record.id} model={model} calendar={calendar} record={record} day={day} />
            ))}
          </Box>
        )}
        {here.length > shown.length && (
          <ButtonBase onClick={() => setUnfolded(day)} sx={{ fontSize: 12, minHeight: 24, color: 'text.secondary' }}>
            {translate('admin.calendar.others', { smart_count: here.length - shown.length })}
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
            {weekdayNames(locale).map((name) => (
              <Box component="th" scope="col" key={name} sx={{ fontSize: 12, fontWeight: 500, py: 0.5 }}>
                {name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
