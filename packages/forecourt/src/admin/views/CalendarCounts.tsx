import { useEffect, useRef } from 'react';
import { Box, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useDataProvider, useListContext, useLocaleState, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { countsUnder, dayFilter, type DayCount, type Resource } from '../../model/index.ts';
import { deviceToday } from '../controls/wallClock.ts';
import { VIEW_PARAMETER } from '../model/documentedUrls.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useAddress } from '../page/useAddress.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { COUNTED_TO, countText } from '../rows/countText.ts';
import { TableSkeleton } from '../rows/TableSkeleton.tsx';
import { humanise } from '../values/format.ts';
import { CalendarTable } from './CalendarTable.tsx';
import type { CalendarBodyProps } from './CalendarRecords.tsx';

type Values = Readonly<Record<string, unknown>>;
interface Day {
  readonly day: string;
  readonly counts: readonly number[];
}

const HEIGHTS = { month: 104, week: 140 } as const;

/** The numbers of all days on screen by one question; it is stale when lists of the resource are. */
function useDays({ name }: Resource, days: readonly string[], values: Values) {
  const provider = useDataProvider<AdminDataProvider>();
  const filters = { ...values, firstDay: days[0]!, lastDay: days.at(-1)! };
  return useQuery({
    queryKey: [name, 'getList', 'days', filters],
    queryFn: async ({ signal }) =>
      (await provider.call<readonly Day[]>('GET', `/resources/${name}/days`, filters, { signal })).data,
    placeholderData: (previous) => previous,
    retry: false,
  });
}

interface CountLinksProps {
  readonly model: Resource;
  readonly counts: readonly DayCount[];
  readonly values: Values;
  readonly day: Day | undefined;
  /** Beside each other. */
  readonly inline?: boolean;
}

/** What a day counts; each number leads to its rows in the table. */
function CountLinks({ model, counts, values, day, inline = false }: CountLinksProps) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const shown = counts.flatMap((count, at) => {
    const number = day?.counts[at] ?? 0;
    return number > 0 ? [{ count, number }] : [];
  });
  if (!day || shown.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexDirection: inline ? 'row' : 'column',
        gap: inline ? 0.5 : '2px',
      }}
    >
      {shown.map(({ count, number }) => {
        const { key, by, tone = 'neutral' } = count;
        const text = countText(number, number > COUNTED_TO);
        const search = new URLSearchParams({
          filter: JSON.stringify({ ...values, ...dayFilter(count, day.day) }),
          ...{ sort: by, order: 'ASC', [VIEW_PARAMETER]: 'table' },
        });
        return (
          <Box component="li" key={key} sx={{ minWidth: 0 }}>
            <Link
              to={{ pathname, search: `?${search}` }}
              sx={{
                display: 'block',
                px: 0.75,
                // Named, so that it counts for more than the line height that a link brings along.
                '&&': { lineHeight: '24px', fontSize: 12 },
                borderRadius: '4px',
                color: `var(--tone-${tone})`,
                bgcolor: `var(--tone-${tone}-soft)`,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                textDecoration: 'none',
                fontVariantNumeric: 'tabular-nums',
                fontWeight: 500,
                '&:hover': { textDecoration: 'underline' },
              }}
            >
              {translate(`resources.${model.name}.days.${key}`, {
                smart_count: number,
                count: text,
                _: `${text} ${humanise(key)}`,
              })}
            </Link>
          </Box>
        );
      })}
    </Box>
  );
}

/** Days that say numbers: a table of weeks, on a phone one line a day. */
export function CalendarCounts({ model, calendar, span, month, days, onCreate }: CalendarBodyProps) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { filterValues, filter } = useListContext();
  const { search, choose } = useAddress();
  const values = { ...(filterValues as Values), ...(filter as Values | undefined) };
  const counts = countsUnder(calendar.counts, values);
  const { data, error, refetch } = useDays(model, days, values);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const today = useRef<HTMLLIElement>(null);
  const isShown = data !== undefined;
  // Who comes back from the rows of a day comes back to the calendar.
  const isSaid = search.get(VIEW_PARAMETER) === 'calendar';
  useEffect(() => {
    if (!isSaid) choose({ [VIEW_PARAMETER]: 'calendar' });
  }, [isSaid, choose]);
  useEffect(() => {
    if (isShown) today.current?.scrollIntoView({ block: 'start' });
  }, [isShown, month]);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} sentence="admin.list.failed" />;
  if (!data) return <TableSkeleton columns={4} cards={false} />;

  const byDay = new Map(data.map((day) => [day.day, day]));
  const links = (day: string, inline: boolean) => (
    <CountLinks {...{ model, counts, values, inline }} day={byDay.get(day)} />
  );
  if (!phone)
    return (
      <CalendarTable {...{ model, span, month, days, onCreate }} heights={HEIGHTS} nameOf={(day) => day}>
        {(day) => links(day, false)}
      </CalendarTable>
    );
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const isBusy = (day: string): boolean => (byDay.get(day)?.counts ?? []).some((number) => number > 0);
  const mine = days.filter((day) => (span === 'week' || day.startsWith(month)) && isBusy(day));
  const next = mine.find((day) => day >= deviceToday());
  if (mine.length === 0) return <Typography color="text.secondary">{translate('admin.calendar.nothing')}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {mine.map((day) => (
        <Box
          component="li"
          key={day}
          ref={day === next && days.includes(deviceToday()) ? today : undefined}
          sx={{
            ...{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              minHeight: 40,
              borderBottom: 1,
              borderColor: 'divider',
            },
            scrollMarginTop: 'calc(var(--shell-top, 48px) + var(--tab-bar, 0px) + 8px)',
          }}
        >
          <Typography
            component="h3"
            sx={{ width: 72, flex: 'none', fontSize: 13, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {Number(day.slice(8))} {weekday.format(new Date(`${day}T00:00:00Z`))}
          </Typography>
          {links(day, true)}
        </Box>
      ))}
    </Box>
  );
}
