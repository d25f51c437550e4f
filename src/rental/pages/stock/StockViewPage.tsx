import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  Alert,
  Box,
  Button,
  FormControlLabel,
  Skeleton,
  Snackbar,
  Switch,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import Add from '@mui/icons-material/Add';
import { useLocaleState, useTranslate } from 'react-admin';
import {
  DAY_MS,
  LazyFormDialog,
  LoadProblem,
  MINUTE_MS,
  RefreshButton,
  Timeline,
  dayText,
  formatNumber,
  shortDate,
  useCodeLabel,
  useLabels,
  useTexts,
  wallMs,
  type TimelineBar,
  type TimelineHandle,
  type TimelineMove,
  type TimelineRow,
  useAddress,
} from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';
import type { StockBar } from '../../calls/index.ts';
import { CarDiary } from './CarDiary.tsx';
import { Legend } from './Legend.tsx';
import MoveDialog, { type MoveDialogProps } from './MoveDialog.tsx';
import { ScheduleFilters, ZOOMS, type Zoom } from './ScheduleFilters.tsx';
import { hintOf, needsReason, type BarWords, type CarBar } from './scheduleModel.ts';
import { filtersOf } from './addressFilters.ts';
import { carOf, rowOf, rowWith } from './scheduleRows.tsx';
import { useMoves } from './useMoves.ts';
import { useSchedule } from './useSchedule.ts';
import { useScheduleForms } from './useScheduleForms.ts';

const DAYS = 90;
/** Days before today that are a scroll to the left away. */
const BEFORE = 3;
const HEAD = 190;
const ROW = 40;

const isSame = (a: StockBar, b: StockBar): boolean => a.kind === b.kind && a.id === b.id;

/** Today at the company; the page asks for nothing to know it. */
const today = (): number => wallMs(toWallClock(Date.now(), DEFAULT_TIME_ZONE).slice(0, 10));

/** The stock schedule: cars by plate, days beside each other, everything that has a car as a bar that can be opened and moved. */
export default function StockViewPage() {
  useTexts('rental.stock');
  useLabels('storageOrder');
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const [locale] = useLocaleState();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { search, choose } = useAddress();
  const zoom: Zoom = ZOOMS.find((each) => each === search.get('zoom')) ?? 'week';
  const withWaiting = search.get('waiting') === '1';
  const asked = search.get('from');
  const from = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? wallMs(asked) : today() - BEFORE * DAY_MS;
  const filterText = search.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(filterText)), [filterText]);
  const words = useMemo<BarWords>(
    () => ({
      word: (look) =>
        look === 'transfer' || look === 'planned'
          ? translate(`rental.stock.page.${look}`)
          : look === 'maintenance' || look === 'dispatch'
            ? codeLabel('holdKind', look)
            : codeLabel('stockState', look),
      taken: translate('rental.stock.page.taken'),
      open: translate('rental.stock.page.open'),
      noPlate: translate('rental.stock.page.noPlate'),
    }),
    [codeLabel, translate],
  );
  const schedule = useSchedule(from, DAYS, filters, words, withWaiting);
  const { carAt, turnaroundMinutes } = schedule;
  const { move, busy, said, hush } = useMoves(schedule.reload);
  const [asking, setAsking] = useState<Pick<MoveDialogProps, 'car' | 'bar' | 'wish'> | null>(null);
  const forms = useScheduleForms(zoom === 'month');
  const timeline = useRef<TimelineHandle>(null);

  const rowAt = useCallback(
    (index: number): TimelineRow | undefined => {
      const car = carAt(index);
      if (!car) return undefined;
      const away = busy && car.carId === busy.carId && busy.toCarId !== busy.carId;
      return away ? rowWith(car, ({ stock }) => !isSame(stock, busy.stock)) : rowOf(car);
    },
    [carAt, busy],
  );
  const stockOf = (bar: TimelineBar) => (bar as CarBar).stock;

  const refusal = ({ bar, to, start, end }: TimelineMove): string | null => {
    const hint = hintOf({ car: carOf(to), stock: stockOf(bar), start, end }, turnaroundMinutes);
    return hint && translate(`rental.stock.page.hint.${hint}`);
  };
  const onMove = ({ bar, from: source, to, start, end }: TimelineMove) => {
    const [car, target, stock] = [carOf(source), carOf(to), stockOf(bar)];
    const bare = start === wallMs(stock.start) && (stock.end === '' || end === wallMs(stock.end));
    // A car of the booked model changes neither times nor price, and can be taken back: the rest asks first.
    if (!bare || needsReason(stock, target))
      return setAsking({ car, bar: bar as CarBar, wish: { car: target, start, end } });
    void move({ stock, carId: car.carId, toCarId: target.carId, start, end });
  };
  const dayWidth = { day: 960, week: 150, month: 40 }[zoom];
  const scale = useMemo(() => ({ from, days: DAYS, dayWidth }), [from, dayWidth]);
  const dayFormat = useMemo(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }), [locale]);
  const dayLabel = useCallback(
    (day: number): readonly [string, string] => [
      dayFormat.format(day),
      zoom === 'month' ? dayText(day).slice(8) : shortDate(dayText(day)),
    ],
    [dayFormat, zoom],
  );

  const onToday = useCallback(() => {
    choose({ from: '' });
    timeline.current?.scrollTo(today());
  }, [choose]);
  // It begins with today, unless another day was asked for.
  const isShown = !schedule.loading && schedule.rowCount > 0 && !phone;
  useEffect(() => {
    if (isShown && !asked) timeline.current?.scrollTo(today());
  }, [isShown, asked, dayWidth]);

  return (
    <Box
      sx={{
        p: { xs: 2, sm: 3 },
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        height: { sm: 'calc(100dvh - 112px)' },
        minHeight: { sm: 420 },
        boxSizing: 'border-box',
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('routes./car/stockview')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', fontSize: 13, flex: 1 }}>
          {translate('rental.stock.page.count', { count: formatNumber(schedule.total) })}
        </Typography>
        {schedule.waiting > 0 && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={withWaiting}
                onChange={(_event, on) => choose({ waiting: on ? '1' : '' })}
              />
            }
            label={translate('rental.stock.page.waiting', { count: formatNumber(schedule.waiting) })}
            slotProps={{ typography: { sx: { fontSize: 13 } } }}
          />
        )}
        <RefreshButton />
        {forms.mayStore && (
          <Button variant="outlined" onClick={() => forms.fill({ resource: 'storageOrder', known: { kind: 1 } })}>
            {translate('resources.storageOrder.name')}
          </Button>
        )}
        {forms.mayBook && (
          <Button variant="contained" startIcon={<Add />} onClick={() => forms.fill({ resource: 'order' })}>
            {translate('rental.stock.page.book')}
          </Button>
        )}
      </Box>
      <ScheduleFilters
        {...{ filters, zoom, choose, onToday }}
        from={asked ? from : today()}
        narrowed={asked !== null || Object.keys(filters).length > 0}
      />
      {schedule.error && <LoadProblem error={schedule.error} onRetry={() => void schedule.reload()} />}
      {schedule.loading ? (
        <Skeleton variant="rounded" sx={{ flex: 1, minHeight: 300 }} />
      ) : schedule.rowCount === 0 ? (
        !schedule.error && <Typography color="text.secondary">{translate('rental.stock.page.none')}</Typography>
      ) : phone ? (
        <CarDiary
          total={schedule.rowCount}
          {...{ carAt, words }}
          open={forms.open}
          show={schedule.show}
          days={DAYS}
          onMove={(car, bar) => setAsking({ car, bar })}
          onBook={forms.mayBook ? forms.book : undefined}
          onStore={forms.mayStore ? forms.putAway : undefined}
        />
      ) : (
        <>
          <Legend words={words} />
          <Box sx={{ flex: 1, minHeight: 240 }}>
            <Timeline
              ref={timeline}
              label={translate('routes./car/stockview')}
              headLabel={translate('rental.stock.page.car')}
              headWidth={HEAD}
              rowHeight={ROW}
              rowCount={schedule.rowCount}
              now={schedule.now ? wallMs(schedule.now) : 0}
              step={zoom === 'month' ? DAY_MS : 30 * MINUTE_MS}
              hours={zoom === 'day' ? 2 : 0}
              {...{ rowAt, scale, dayLabel, refusal, onMove }}
              onWindow={schedule.show}
              onOpen={(row, bar) => forms.open(carOf(row), bar as CarBar)}
              onAskMove={(row, bar) => {
                const mine = bar as CarBar;
                if (mine.movable || mine.ends !== 'none') setAsking({ car: carOf(row), bar: mine });
              }}
              onEmpty={(row, time) => forms.onEmpty(carOf(row), time)}
            />
          </Box>
        </>
      )}
      {asking && <MoveDialog {...asking} onClose={() => setAsking(null)} onMove={(target) => move(target)} />}
      {forms.filling && (
        <LazyFormDialog {...forms.filling} onClose={() => forms.fill(null)} onSaved={() => void schedule.reload()} />
      )}
      <Snackbar
        open={said !== null}
        autoHideDuration={said?.severity === 'error' ? null : 8000}
        onClose={(_event, reason) => reason !== 'clickaway' && hush()}
      >
        <Alert
          severity={said?.severity ?? 'success'}
          onClose={hush}
          action={
            said?.undo && (
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  hush();
                  said.undo?.();
                }}
              >
                {translate('rental.stock.page.undo')}
              </Button>
            )
          }
        >
          {said?.text}
        </Alert>
      </Snackbar>
    </Box>
  );
}
