import { useState } from 'react';
import { Box, IconButton, Skeleton } from '@mui/material';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin';
import { formatAmount, LoadProblem, ToneChip } from '../../../framework/admin/index.ts';
import type { RentalCalls } from '../../calls/index.ts';
import { addDays, DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';

type Day = RentalCalls['GET /carprice/calendar']['answer']['days'][number];

const WEEK = 7;
/** A day that every month has and from which a month further is another one. */
const MONTH_DAYS = 32;

const dayNumber = (date: string): number => Number(date.slice(8));
/** 0: Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`;
const nextMonth = (first: string): string => firstOf(addDays(first, MONTH_DAYS));

/** The days of a month in whole weeks from Sunday; places before the first and behind the last are empty. */
function weeksOf(days: readonly Day[]): readonly (readonly (Day | undefined)[])[] {
  if (days.length === 0) return [];
  const placed = [...Array.from<undefined>({ length: weekdayOf(days[0]!.date) }), ...days];
  return Array.from({ length: Math.ceil(placed.length / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_one, at) => placed[week * WEEK + at]),
  );
}

function Cell({ day }: { day: Day | undefined }) {
  const translate = useTranslate();
  if (!day) return <td />;
  const { date, price, holidayName, ownPrice, bookingOpen, minDays } = day;
  const why = holidayName
    ? translate(`rental.price.calendar.${ownPrice === 1 ? 'holiday' : 'holidayAsDaily'}`, { name: holidayName })
    : translate('rental.price.calendar.daily');
  const least = minDays === null ? '' : ` · ${translate('rental.price.calendar.minDays', { smart_count: minDays })}`;
  return (
    <Box component="td" title={`${why}${least}`} sx={holidayName ? { bgcolor: 'action.hover' } : {}}>
      <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
        {dayNumber(date)}
      </Box>
      <Box component="span" sx={{ display: 'block', fontWeight: ownPrice === 1 ? 600 : 400 }}>
        {price === null ? '–' : formatAmount(price)}
      </Box>
      {holidayName && (
        <Box component="span" sx={{ display: 'block', fontSize: 11, color: 'text.secondary', overflow: 'hidden' }}>
          {holidayName}
        </Box>
      )}
      {bookingOpen === 0 && <ToneChip tone="late" label={translate('rental.price.calendar.closed')} />}
    </Box>
  );
}

/** What each day of a month costs by the stored price, and why (D-PRICE-04, D-PRICE-05). */
export default function PriceCalendar() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const provider = useRentalProvider();
  const record = useRecordContext();
  const [first, setFirst] = useState(() => firstOf(toWallClock(Date.now(), DEFAULT_TIME_ZONE)));
  const place = { storeId: Number(record?.['storeId']), subModelId: Number(record?.['subModelId']) };
  const stored = record?.id !== undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['price', 'calendar', record?.id, record?.['updateTime'], place, first],
    queryFn: async ({ signal }) => {
      const span = { from: first, to: addDays(nextMonth(first), -1) };
      return (await provider.call('GET', '/carprice/calendar', { ...place, ...span }, { signal })).data;
    },
    enabled: stored,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!stored)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('rental.price.calendar.unsaved')}</Box>;
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={280} />;
  const monthText = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const month = monthText.format(new Date(`${first}T00:00:00Z`));
  return (
    <Box sx={{ maxWidth: 760, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <IconButton
          size="small"
          aria-label={translate('rental.price.calendar.before')}
          onClick={() => setFirst(firstOf(addDays(first, -1)))}
        >
          <ChevronLeft />
        </IconButton>
        <Box
          component="h3"
          aria-live="polite"
          sx={{ m: 0, fontSize: 14, fontWeight: 600, minWidth: 140, textAlign: 'center' }}
        >
          {month}
        </Box>
        <IconButton
          size="small"
          aria-label={translate('rental.price.calendar.after')}
          onClick={() => setFirst(nextMonth(first))}
        >
          <ChevronRight />
        </IconButton>
      </Box>
      <Box tabIndex={0} role="group" aria-label={month} sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          sx={{
            width: '100%',
            minWidth: { xs: 460, sm: 560 },
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            fontSize: 13,
            fontVariantNumeric: 'tabular-nums',
            '& th': { fontSize: 12, fontWeight: 500, textAlign: 'left', p: 0.75, color: 'text.secondary' },
            '& td': { border: 1, borderColor: 'divider', p: 0.75, height: 64, verticalAlign: 'top' },
          }}
        >
          <thead>
            <tr>
              {Array.from({ length: WEEK }, (_, at) => (
                <th key={at} scope="col">
                  {weekday.format(new Date(Date.UTC(2023, 0, 1 + at)))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(data.days).map((week, at) => (
              <tr key={at}>
                {week.map((day, place) => (
                  <Cell key={day?.date ?? place} day={day} />
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Box sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
        {translate(data.id === null ? 'rental.price.calendar.disabled' : 'rental.price.calendar.hint')}
      </Box>
    </Box>
  );
}
