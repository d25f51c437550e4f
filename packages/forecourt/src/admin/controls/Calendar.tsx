import { useRef, useState, type KeyboardEvent } from 'react';
import { Box, ButtonBase, IconButton, Typography } from '@mui/material';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useLocaleState, useTranslate } from 'react-admin';
import { addDays, addMonths, daysInMonth, daysIntoWeek, deviceToday, weekBegin, weekdayNames } from './wallClock.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** One month, Gregorian in every language, in weeks as the reader's begin; arrow keys move by day and week, Page Up and Down by month, Enter chooses. */
export function Calendar({ value, onChoose }: { value: string | undefined; onChoose: (date: string) => void }) {
  const [focused, setFocused] = useState(value ?? deviceToday());
  const [locale] = useLocaleState();
  const translate = useTranslate();
  const grid = useRef<HTMLDivElement>(null);
  const month = focused.slice(0, 7);
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)));

  const move = (date: string) => {
    setFocused(date);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) move(addDays(focused, step));
    else if (event.key === 'PageUp' || event.key === 'PageDown')
      move(addMonths(focused, event.key === 'PageUp' ? -1 : 1));
    else return;
    event.preventDefault();
  };

  return (
    <Box sx={{ p: 1.5, width: 284 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <IconButton
          size="small"
          aria-label={translate('admin.date.previousMonth')}
          onClick={() => setFocused(addMonths(focused, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <Typography sx={{ flex: 1, textAlign: 'center', fontWeight: 600 }} aria-live="polite">
          {month}
        </Typography>
        <IconButton
          size="small"
          aria-label={translate('admin.date.nextMonth')}
          onClick={() => setFocused(addMonths(focused, 1))}
        >
          <ChevronRight />
        </IconButton>
      </Box>
      <Box
        ref={grid}
        role="group"
        aria-label={month}
        onKeyDown={onKeyDown}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', gap: '2px', textAlign: 'center' }}
      >
        {weekdayNames(locale, 'narrow').map((name, index) => (
          <Box key={index} aria-hidden sx={{ fontSize: 12, color: 'text.secondary', py: 0.5 }}>
            {name}
          </Box>
        ))}
        {Array.from({ length: daysIntoWeek(`${month}-01`, weekBegin(locale)) }, (_, index) => (
          <span key={`before${index}`} />
        ))}
        {Array.from({ length: days }, (_, index) => {
          const date = `${month}-${String(index + 1).padStart(2, '0')}`;
          const chosen = date === value;
          return (
            <ButtonBase
              key={date}
              data-day={date}
              aria-label={date}
              aria-pressed={chosen}
              tabIndex={date === focused ? 0 : -1}
              onClick={() => onChoose(date)}
              sx={{
                height: 34,
                borderRadius: 1,
                fontVariantNumeric: 'tabular-nums',
                bgcolor: chosen ? 'primary.main' : undefined,
                color: chosen ? 'primary.contrastText' : undefined,
                '&:hover': { bgcolor: chosen ? 'primary.dark' : 'action.hover' },
              }}
            >
              {index + 1}
            </ButtonBase>
          );
        })}
      </Box>
    </Box>
  );
}
