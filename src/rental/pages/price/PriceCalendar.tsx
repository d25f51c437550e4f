import { useState } from 'react';
import { Box, ButtonBase, IconButton, Skeleton } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin';
import {
  daysIntoWeek,
  formatAmount,
  formatMoney,
  formatNumber,
  LazyFormDialog,
  LoadProblem,
  shortDate,
  ToneChip,
  weekBegin,
  weekdayNames,
  TOUCH,
  useCan,
  useTexts,
} from 'forecourt/admin';
import type { RentalCalls } from '../../calls/index.ts';
import { addDays, DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';

type Day = RentalCalls['GET /carprice/calendar']['answer']['days'][number];

const WEEK = 7;
/** A day that every month has and from which a month further is another one. */
const MONTH_DAYS = 32;

/** Of the buttons that lead on, for a finger and for a mouse. */
const TARGET = {
  width: { xs: 44, sm: 32 },
  height: { xs: 44, sm: 32 },
  [TOUCH]: { width: 44, height: 44 },
} as const;

const dayNumber = (date: string): number => Number(date.slice(8));
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`;
const nextMonth = (first: string): string => firstOf(addDays(first, MONTH_DAYS));

/** The days of a month in whole weeks as the reader's begin; places before the first and behind the last are empty. */
function weeksOf(days: readonly Day[], begin: number): readonly (readonly (Day | undefined)[])[] {
  if (days.length === 0) return [];
  const placed = [...Array.from<undefined>({ length: daysIntoWeek(days[0]!.date, begin) }), ...days];
  return Array.from({ length: Math.ceil(placed.length / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_one, at) => placed[week * WEEK + at]),
  );
}

/** Whole amounts without their zeros: seven columns have to fit on a phone. */
const priceText = (price: number | null): string =>
  price === null ? '–' : Number.isInteger(price) ? formatNumber(price) : formatAmount(price);

/** The whole cell, for a finger too. */
const WHOLE_CELL = {
  display: 'block',
  width: 1,
  height: 1,
  minHeight: { xs: 48, sm: 64 },
  p: { xs: 0.5, sm: 0.75 },
  textAlign: 'left',
  verticalAlign: 'top',
  '&:hover': { bgcolor: 'action.hover' },
} as const;

function DayText({ day: { date, price, holidayName, ownPrice, bookingOpen } }: { day: Day }) {
  const translate = useTranslate();
  return (
    <>
      <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
        {dayNumber(date)}
      </Box>
      <Box component="span" sx={{ display: 'block', fontWeight: ownPrice === 1 ? 600 : 400 }}>
        {priceText(price)}
      </Box>
      {holidayName && (
        // Its name is said in full below the month.
        <Box
          component="span"
          sx={{
            display: { xs: 'none', sm: 'block' },
            fontSize: 11,
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {holidayName}
        </Box>
      )}
      {bookingOpen === 0 && (
        <Box component="span" sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ToneChip tone="late" label={translate('rental.price.calendar.closed')} />
        </Box>
      )}
    </>
  );
}

/** A day; with `onBook`, one from which a booking begins. */
function Cell({ day, onBook }: { day: Day | undefined; onBook: ((date: string) => void) | undefined }) {
  const translate = useTranslate();
  if (!day) return <td />;
  const { date, price } = day;
  const booking = translate('rental.price.calendar.book', { date: shortDate(date), price: priceText(price) });
  return (
    <Box component="td" sx={{ ...(day.holidayName && { bgcolor: 'action.hover' }), ...(onBook && { '&&': { p: 0 } }) }}>
      {onBook ? (
        <ButtonBase type="button" title={booking} sx={WHOLE_CELL} onClick={() => onBook(date)}>
          <Box component="span" sx={visuallyHidden}>{`${booking}: `}</Box>
          <DayText day={day} />
        </ButtonBase>
      ) : (
        <DayText day={day} />
      )}
    </Box>
  );
}

/** Days of one holiday that follow each other and cost and ask for the same. */
function holidaysOf(days: readonly Day[]): readonly (readonly [first: Day, last: Day])[] {
  const runs: [Day, Day][] = [];
  const alike = (one: Day, other: Day): boolean =>
    (['holidayId', 'price', 'ownPrice', 'bookingOpen', 'minDays'] as const).every((name) => one[name] === other[name]);
  for (const day of days) {
    if (!day.holidayName) continue;
    const run = runs.at(-1);
    if (run && alike(run[1], day) && addDays(run[1].date, 1) === day.date) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** Why the days of a holiday cost what they cost, and what else holds for them, in words. */
function Holidays({ days }: { days: readonly Day[] }) {
  const translate = useTranslate();
  const runs = holidaysOf(days);
  if (runs.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 0.5, fontSize: 13 }}>
      {runs.map(([first, last]) => {
        const { holidayName: name, ownPrice, price, minDays, bookingOpen } = first;
        const when = first === last ? shortDate(first.date) : `${shortDate(first.date)} – ${shortDate(last.date)}`;
        const said = [
          translate(`rental.price.calendar.${ownPrice === 1 ? 'holiday' : 'holidayAsDaily'}`, { name }),
          ...(price === null ? [] : [formatMoney(price)]),
          ...(minDays === null ? [] : [translate('rental.price.calendar.minDays', { smart_count: minDays })]),
          ...(bookingOpen === 0 ? [translate('rental.price.calendar.closed')] : []),
        ];
        return (
          <li key={first.date}>
            <Box component="span" sx={{ fontWeight: 500, fontVariantNumeric: 'tabular-nums', mr: 1 }}>
              {when}
            </Box>
            {said.join(' · ')}
          </li>
        );
      })}
    </Box>
  );
}

/** What each day of a month costs by the stored price, and why (D-PRICE-04, D-PRICE-05). */
export default function PriceCalendar() {
  useTexts('rental.price');
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const provider = useRentalProvider();
  const record = useRecordContext();
  const [first, setFirst] = useState(() => firstOf(toWallClock(Date.now(), DEFAULT_TIME_ZONE)));
  const place = { storeId: Number(record?.['storeId']), subModelId: Number(record?.['subModelId']) };
  const stored = record?.id !== undefined;
  const mayBook = useCan('order-add');
  const [booking, setBooking] = useState<string>();
  const today = toWallClock(Date.now(), DEFAULT_TIME_ZONE).slice(0, 10);
  // A disabled price books nothing.
  const isBookable = ({ date, bookingOpen }: Day): boolean =>
    mayBook && data?.id !== null && bookingOpen === 1 && date >= today;
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
  const month = monthText.format(new Date(`${first}T00:00:00Z`));
  return (
    <Box sx={{ maxWidth: 760, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <IconButton
          sx={TARGET}
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
          sx={TARGET}
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
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            fontSize: { xs: 12, sm: 13 },
            fontVariantNumeric: 'tabular-nums',
            '& th': {
              fontSize: 12,
              fontWeight: 500,
              textAlign: 'left',
              p: { xs: 0.5, sm: 0.75 },
              color: 'text.secondary',
            },
            '& td': {
              border: 1,
              borderColor: 'divider',
              p: { xs: 0.5, sm: 0.75 },
              height: { xs: 48, sm: 64 },
              verticalAlign: 'top',
            },
          }}
        >
          <thead>
            <tr>
              {weekdayNames(locale, 'short').map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(data.days, weekBegin(locale)).map((week, at) => (
              <tr key={at}>
                {week.map((day, place) => (
                  <Cell key={day?.date ?? place} day={day} onBook={day && isBookable(day) ? setBooking : undefined} />
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Holidays days={data.days} />
      <Box sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
        {translate(data.id === null ? 'rental.price.calendar.disabled' : 'rental.price.calendar.hint')}
      </Box>
      {booking && (
        <LazyFormDialog resource="order" known={{ ...place, time: booking }} onClose={() => setBooking(undefined)} />
      )}
    </Box>
  );
}
