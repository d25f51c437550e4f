import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { currency, FigureTable, formatAmount, useLabels, useOptions } from 'forecourt/admin';
import type { ChangedPrice } from '../../calls/index.ts';

const PLAIN = ['dailyPrice', 'monthlyPrice', 'deposit'] as const;
type Part = (typeof PLAIN)[number] | 'holidayPrice';

/** One amount before and after; `null`: none. */
interface Line {
  readonly holidayId?: number;
  readonly old: number | null;
  readonly now: number | null;
}

/** What of a price changes, part by part. */
function linesOf({ before, after }: ChangedPrice, part: Part): readonly Line[] {
  if (part !== 'holidayPrice') {
    const [old, now] = [before?.[part] ?? null, after?.[part] ?? null];
    return old === now ? [] : [{ old, now }];
  }
  const priceOf = (side: ChangedPrice['before'], id: number): number | null =>
    side?.holidayPrices.find(({ holidayId }) => holidayId === id)?.dailyPrice ?? null;
  const ids = [before, after].flatMap((side) => side?.holidayPrices.map(({ holidayId }) => holidayId) ?? []);
  return [...new Set(ids)]
    .map((holidayId) => ({ holidayId, old: priceOf(before, holidayId), now: priceOf(after, holidayId) }))
    .filter(({ old, now }) => old !== now);
}

const shown = (amount: number | null): string => (amount === null ? '–' : formatAmount(amount));

/** Amounts of one part: old → new, of several holidays each with its name. */
function Amounts({ lines }: { lines: readonly Line[] }) {
  const named = lines.some(({ holidayId }) => holidayId !== undefined);
  return (
    <>
      {lines.map(({ holidayId, old, now }) => (
        <Box key={holidayId ?? 0} sx={{ whiteSpace: 'nowrap' }}>
          {named && <HolidayName id={holidayId!} />}
          {old !== null && <Box component="span" sx={{ color: 'text.secondary' }}>{`${shown(old)} → `}</Box>}
          <strong>{shown(now)}</strong>
        </Box>
      ))}
    </>
  );
}

function HolidayName({ id }: { id: number }) {
  const { choices } = useOptions('holiday', {});
  const name = choices.find((choice) => Number(choice.id) === id)?.label;
  return (
    <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
      {name}
    </Box>
  );
}

/** What a change of many prices comes to: a row a price, a column each part that changes anywhere. */
export function PriceChangeTable({ label, rows }: { label: string; rows: readonly ChangedPrice[] }) {
  const translate = useTranslate();
  const labels = useLabels('price');
  const parts = ([...PLAIN, 'holidayPrice'] as const).filter((part) =>
    rows.some((row) => linesOf(row, part).length > 0),
  );
  const about = ({ before, after }: ChangedPrice): string =>
    after === null ? 'removed' : before === null ? 'added' : '';
  return (
    <FigureTable
      label={label}
      rows={rows}
      keyOf={(row) => `${row.storeId}.${row.subModelId}`}
      columns={[
        { key: 'model', label: labels.field('subModelId'), cell: (row) => row.subModelName },
        {
          key: 'store',
          label: labels.field('storeId'),
          cell: (row) => (
            <>
              {row.storeName}
              {about(row) && (
                <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
                  {translate(`rental.price.change.${about(row)}`)}
                </Box>
              )}
            </>
          ),
        },
        ...parts.map((part) => ({
          key: part,
          label: `${translate(`rental.price.change.parts.${part}`)} (${currency()})`,
          align: 'right' as const,
          cell: (row: ChangedPrice) => {
            const lines = linesOf(row, part);
            return lines.length === 0 ? '' : <Amounts lines={lines} />;
          },
        })),
      ]}
    />
  );
}
