import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import {
  AmountControl,
  formatAmount,
  Labelled,
  useOptions,
  type Choice,
  type FormInputProps,
  useTexts,
} from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';

/** One price as the form holds it: an amount that is none yet stays the typed text. */
interface Line {
  readonly holidayId: number;
  readonly dailyPrice: number | string;
}

const dateOf = (choice: Choice, end: 'startDate' | 'endDate'): string => String(choice.record?.[end] ?? '');

/** The holidays to come, and behind them those that are over and have a price, by date. */
function listed(choices: readonly Choice[], lines: readonly Line[], today: string): readonly Choice[] {
  const priced = new Set(lines.map(({ holidayId }) => holidayId));
  return choices
    .filter((choice) => dateOf(choice, 'endDate') >= today || priced.has(Number(choice.id)))
    .toSorted((a, b) => {
      const over = Number(dateOf(a, 'endDate') < today) - Number(dateOf(b, 'endDate') < today);
      return over || dateOf(a, 'startDate').localeCompare(dateOf(b, 'startDate'));
    });
}

/** The coming holidays, each with its own daily price where it has one (D-PRICE-05); an empty amount is the price of any day. */
export default function HolidayPricesInput(props: FormInputProps) {
  useTexts('rental.price');
  const translate = useTranslate();
  const { choices, loading } = useOptions('holiday', {});
  const daily: unknown = useWatch({ name: 'dailyPrice' });
  const today = toWallClock(Date.now(), DEFAULT_TIME_ZONE).slice(0, 'YYYY-MM-DD'.length);
  return (
    <Labelled {...props} group>
      {({ id, value, onChange, onBlur, disabled, invalid }) => {
        const lines = Array.isArray(value) ? (value as Line[]) : [];
        const shown = listed(choices, lines, today);
        const set = (holidayId: number, dailyPrice: number | string | null): void => {
          const others = lines.filter((line) => line.holidayId !== holidayId);
          onChange(dailyPrice === null ? others : [...others, { holidayId, dailyPrice }]);
        };
        if (loading) return <Skeleton variant="rounded" height={72} />;
        if (shown.length === 0)
          return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('rental.price.noHoliday')}</Box>;
        return (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, maxWidth: 640 }}>
            {shown.map((choice) => (
              <Box
                component="li"
                key={choice.id}
                sx={{
                  display: 'grid',
                  gridTemplateColumns: { xs: 'minmax(0, 1fr) 152px', sm: 'minmax(0, 1fr) minmax(140px, 200px)' },
                  gap: 1.5,
                  alignItems: 'center',
                }}
              >
                <Box component="label" htmlFor={`${id}-${choice.id}`} sx={{ minWidth: 0, fontSize: 13 }}>
                  {choice.label}{' '}
                  <Box
                    component="span"
                    sx={{ display: 'block', fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
                  >
                    {dateOf(choice, 'startDate')} – {dateOf(choice, 'endDate')}
                    {dateOf(choice, 'endDate') < today && ` · ${translate('rental.price.over')}`}
                  </Box>
                </Box>
                <AmountControl
                  id={`${id}-${choice.id}`}
                  value={lines.find((line) => line.holidayId === Number(choice.id))?.dailyPrice}
                  placeholder={typeof daily === 'number' ? formatAmount(daily) : undefined}
                  disabled={disabled}
                  error={invalid}
                  onBlur={onBlur}
                  onChange={(amount) => set(Number(choice.id), amount)}
                />
              </Box>
            ))}
          </Box>
        );
      }}
    </Labelled>
  );
}
