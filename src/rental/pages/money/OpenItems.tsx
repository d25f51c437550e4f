import { Box, Link as MuiLink } from '@mui/material';
import { Link, useCreatePath, useTranslate } from 'react-admin';
import { formatMoney, formatNumber, useCan } from 'forecourt/admin';
import type { DayClose } from '../../calls/index.ts';
import { OPEN_ITEMS, openRows, type OpenItem } from '../../rules/index.ts';

/** Who may open the list behind an item. */
const MAY_OPEN: Readonly<Record<OpenItem, string>> = {
  notReturned: 'order-list',
  due: 'order-list',
  deposits: 'order-refund',
  preauths: 'order-list',
  refunds: 'order-refund',
  deductions: 'order-deduct',
};

/** What an item is called; it leads to the list with exactly the rows that were counted. */
function ItemName({ item, day }: { readonly item: OpenItem; readonly day: DayClose }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const mayOpen = useCan(MAY_OPEN[item]);
  const name = translate(`resources.payment.day.items.${item}`);
  if (!mayOpen || day.open[item].count === 0) return <>{name}</>;
  const { resource, filter } = openRows(item, day);
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <MuiLink
      component={Link}
      to={`${createPath({ resource, type: 'list' })}?${search}`}
      sx={{ display: 'inline-block', minHeight: 24, lineHeight: '24px' }}
    >
      {name}
    </MuiLink>
  );
}

/** What is still to do in the store when its day is closed. */
export function OpenItems({ day }: { readonly day: DayClose }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: '1fr auto auto',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'baseline',
        fontSize: 13,
        // The figures stay beside what they are of.
        maxWidth: 560,
      }}
    >
      {OPEN_ITEMS.map((item) => {
        const { count, amount } = day.open[item];
        return (
          <Box
            key={item}
            sx={{ display: 'contents', '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
          >
            <dt>
              <ItemName item={item} day={day} />
            </dt>
            <dd>{formatNumber(count)}</dd>
            <dd>{amount === null ? '' : formatMoney(amount)}</dd>
          </Box>
        );
      })}
    </Box>
  );
}
