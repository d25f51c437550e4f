import { useEffect, useState } from 'react';
import { Box, ButtonBase, IconButton, Skeleton, Typography } from '@mui/material';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useTranslate } from 'react-admin';
import { shortTime, ToneChip, type Range } from 'forecourt/admin';
import { LOOKS, lookOf, type BarWords, type Car, type CarBar } from './scheduleModel.ts';

/** Cars of one page, and what of each is said here. */
const PAGE = 20;
const BARS = 2;

interface CarRowsProps {
  readonly total: number;
  readonly days: number;
  readonly carAt: (index: number) => Car | undefined;
  readonly show: (rows: Range, days: Range) => void;
  readonly words: BarWords;
  /** First row that is shown. */
  readonly begin: number;
  readonly onPage: (begin: number) => void;
  readonly onChoose: (index: number) => void;
}

function BarLine({ bar, words }: { readonly bar: CarBar; readonly words: BarWords }) {
  const { stock } = bar;
  return (
    <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13 }}>
      <ToneChip tone={LOOKS[lookOf(stock)].tone} label={words.word(lookOf(stock))} />
      <span>
        {shortTime(stock.start)} – {stock.end === '' ? words.open : shortTime(stock.end)}
      </span>
    </Box>
  );
}

/** What one car does next, in three lines; a touch opens all of it. */
function CarRow({ car, words, onChoose }: { car: Car | undefined; words: BarWords; onChoose: () => void }) {
  const translate = useTranslate();
  if (!car) return <Skeleton variant="rounded" height={72} />;
  const rest = car.bars.length - BARS;
  return (
    <ButtonBase
      onClick={onChoose}
      sx={{
        ...{ display: 'grid', gap: 0.5, width: '100%', p: 1.25, textAlign: 'start' },
        ...{ gridTemplateColumns: 'minmax(0, 1fr)', justifyContent: 'stretch', justifyItems: 'start' },
        ...{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', font: 'inherit' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'baseline', minWidth: 0, maxWidth: '100%' }}>
        <Box component="b" sx={{ whiteSpace: 'nowrap' }}>
          {car.plate}
        </Box>
        <Typography component="span" noWrap sx={{ fontSize: 13, color: 'text.secondary' }}>
          {car.carId !== null && `${car.subModelName} · ${car.storeName}`}
        </Typography>
      </Box>
      {car.bars.length === 0 && (
        <Typography component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {translate('rental.stock.page.free')}
        </Typography>
      )}
      {car.bars.slice(0, BARS).map((bar) => (
        <BarLine key={bar.key} bar={bar} words={words} />
      ))}
      {rest > 0 && (
        <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
          +{rest}
        </Box>
      )}
    </ButtonBase>
  );
}

/** The schedule on a phone: twenty cars below each other, each with what it does next. */
export function CarRows({ total, days, carAt, show, words, begin, onPage, onChoose }: CarRowsProps) {
  const translate = useTranslate();
  const end = Math.min(total, begin + PAGE);
  useEffect(() => show({ first: begin, last: end }, { first: 0, last: days }), [show, begin, end, days]);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {Array.from({ length: end - begin }, (_, at) => (
          <li key={begin + at}>
            <CarRow car={carAt(begin + at)} words={words} onChoose={() => onChoose(begin + at)} />
          </li>
        ))}
      </Box>
      {total > PAGE && (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1 }}>
          <IconButton
            aria-label={translate('rental.stock.page.previousCars')}
            disabled={begin === 0}
            onClick={() => onPage(begin - PAGE)}
            sx={{ width: 48, height: 48 }}
          >
            <ChevronLeft />
          </IconButton>
          <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
            {begin + 1}–{end} / {total}
          </Typography>
          <IconButton
            aria-label={translate('rental.stock.page.nextCars')}
            disabled={end >= total}
            onClick={() => onPage(begin + PAGE)}
            sx={{ width: 48, height: 48 }}
          >
            <ChevronRight />
          </IconButton>
        </Box>
      )}
    </Box>
  );
}

/** The first row of the page that a row is on. */
export const pageOf = (index: number): number => Math.floor(index / PAGE) * PAGE;

/** Which car of the schedule is looked at alone, and which page of cars otherwise. */
export function useCarChoice(total: number) {
  const [chosen, choose] = useState<number | null>(null);
  const [asked, setBegin] = useState(0);
  const last = Math.max(0, total - 1);
  return {
    chosen: chosen === null ? null : Math.min(chosen, last),
    begin: Math.min(asked, pageOf(last)),
    choose,
    onPage: setBegin,
    back: () => {
      setBegin(pageOf(chosen ?? 0));
      choose(null);
    },
  };
}
