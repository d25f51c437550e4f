import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Box, ButtonBase } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { addDays, deviceToday, weekdayNames } from '../controls/wallClock.ts';
import { useLabels } from '../values/labels.ts';
import type { Span } from './calendarDays.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface CalendarTableProps {
  readonly model: Resource;
  readonly span: Span;
  /** The month whose days stand out. */
  readonly month: string;
  readonly days: readonly string[];
  /** What a day is called by those who hear it. */
  readonly nameOf: (day: string) => string;
  /** What stands on a day, below its number. */
  readonly children: (day: string, week: readonly string[]) => ReactNode;
  /** Height of a day in a month and in a week, in pixels. */
  readonly heights: Readonly<Record<Span, number>>;
  /** Absent for who cannot make a record here. */
  readonly onCreate?: ((day: string) => void) | undefined;
}

/** The days as a table of weeks. Arrow keys move between days, Enter makes a record on one. */
export function CalendarTable(props: CalendarTableProps) {
  const { model, span, month, days, nameOf, children, heights, onCreate } = props;
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

  const numberOf = (day: string) => (
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
  const headOf = (day: string) =>
    onCreate ? (
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
        {numberOf(day)}
      </ButtonBase>
    ) : (
      <Box sx={{ fontSize: 12, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{numberOf(day)}</Box>
    );

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
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Box
                  component="td"
                  key={day}
                  aria-label={nameOf(day)}
                  sx={{
                    verticalAlign: 'top',
                    height: heights[span],
                    p: 0.5,
                    border: 1,
                    borderColor: 'divider',
                    bgcolor: day.startsWith(month) || span === 'week' ? 'background.paper' : 'background.default',
                  }}
                >
                  {headOf(day)}
                  {children(day, week)}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
