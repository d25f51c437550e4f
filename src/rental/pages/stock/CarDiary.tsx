import { useEffect } from 'react';
import { Box, Button, IconButton, Skeleton, Typography } from '@mui/material';
import ArrowBack from '@mui/icons-material/ArrowBack';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useTranslate } from 'react-admin';
import { shortTime, ToneChip, type Range } from 'forecourt/admin';
import { isBookable } from './useScheduleForms.ts';
import { CarRows, useCarChoice } from './CarRows.tsx';
import { LOOKS, lookOf, type BarWords, type Car, type CarBar } from './scheduleModel.ts';

interface CarDiaryProps {
  readonly total: number;
  readonly days: number;
  readonly carAt: (index: number) => Car | undefined;
  readonly show: (rows: Range, days: Range) => void;
  readonly words: BarWords;
  readonly open: (car: Car, bar: CarBar) => void;
  readonly onMove: (car: Car, bar: CarBar) => void;
  readonly onBook: ((car: Car) => void) | undefined;
  readonly onStore: ((car: Car) => void) | undefined;
}

/** The schedule on a phone: cars below each other, and one of them with all that has it. */
export function CarDiary(props: CarDiaryProps) {
  const { chosen, begin, choose, onPage, back } = useCarChoice(props.total);
  if (chosen === null) return <CarRows {...props} begin={begin} onPage={onPage} onChoose={choose} />;
  return <OneCar {...props} index={chosen} onIndex={choose} onBack={back} />;
}

interface OneCarProps extends CarDiaryProps {
  readonly index: number;
  readonly onIndex: (index: number) => void;
  readonly onBack: () => void;
}

/** One car, what has it from today on, one below the other. */
function OneCar(props: OneCarProps) {
  const { total, days, carAt, show, words, open, onMove, onBook, onStore, index, onIndex, onBack } = props;
  const translate = useTranslate();
  const car = carAt(index);
  useEffect(() => show({ first: index, last: index + 1 }, { first: 0, last: days }), [show, index, days]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Button startIcon={<ArrowBack />} sx={{ justifySelf: 'start', minHeight: 48 }} onClick={onBack}>
        {translate('rental.stock.page.allCars')}
      </Button>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton
          aria-label={translate('rental.stock.page.previous')}
          disabled={index === 0}
          onClick={() => onIndex(index - 1)}
          sx={{ width: 48, height: 48 }}
        >
          <ChevronLeft />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0, textAlign: 'center' }}>
          <Typography component="h2" sx={{ fontSize: 18, fontWeight: 600 }}>
            {car?.plate ?? <Skeleton width={120} sx={{ mx: 'auto' }} />}
          </Typography>
          <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
            {/* In a lane each order says its own. */}
            {car && car.carId !== null && `${car.subModelName} · ${car.storeName}`}
          </Typography>
          <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
            {index + 1} / {total}
          </Typography>
        </Box>
        <IconButton
          aria-label={translate('rental.stock.page.next')}
          disabled={index >= total - 1}
          onClick={() => onIndex(index + 1)}
          sx={{ width: 48, height: 48 }}
        >
          <ChevronRight />
        </IconButton>
      </Box>
      {car && car.bars.length === 0 && (
        <Typography color="text.secondary">{translate('rental.stock.page.free')}</Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {car?.bars.map((bar) => {
          const { stock } = bar;
          return (
            <Box
              component="li"
              key={bar.key}
              sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, bgcolor: 'background.paper' }}
            >
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                <ToneChip tone={LOOKS[lookOf(stock)].tone} label={words.word(lookOf(stock))} />
                {/* A way says from where to where. */}
                <b>{stock.kind === 'dispatch' && stock.returnStoreName !== '' ? bar.label : stock.renterName}</b>
              </Box>
              {bar.pool && (
                <Box sx={{ mt: 0.5, fontSize: 13, color: 'text.secondary' }}>
                  {bar.pool.subModelName} · {bar.pool.storeName}
                </Box>
              )}
              <Box sx={{ mt: 0.5, fontVariantNumeric: 'tabular-nums' }}>
                {shortTime(stock.start)} – {stock.end === '' ? words.open : shortTime(stock.end)}
              </Box>
              <Box sx={{ display: 'flex', gap: 1, mt: 1, '& .MuiButton-root': { flex: 1, minHeight: 48 } }}>
                {(stock.kind === 'storage' || stock.planId !== null || (stock.kind === 'order' && stock.id > 0)) && (
                  <Button variant="outlined" onClick={() => open(car, bar)}>
                    {translate('rental.stock.page.show')}
                  </Button>
                )}
                {bar.ends !== 'none' && (
                  <Button variant="outlined" onClick={() => onMove(car, bar)}>
                    {translate('rental.stock.page.move')}
                  </Button>
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
      {car && car.carId !== null && onBook && isBookable(car) && (
        <Button variant="contained" sx={{ minHeight: 48 }} onClick={() => onBook(car)}>
          {translate('rental.stock.page.book')}
        </Button>
      )}
      {car && car.carId !== null && onStore && (
        <Button variant="outlined" sx={{ minHeight: 48 }} onClick={() => onStore(car)}>
          {translate('rental.stock.page.putAway')}
        </Button>
      )}
    </Box>
  );
}
