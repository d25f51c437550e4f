import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Fact, Facts, formatMoney, formatNumber, useLabels } from 'forecourt/admin';
import type { MergePreview } from '../../calls/index.ts';

const figures = { fontVariantNumeric: 'tabular-nums', fontWeight: 600 } as const;

/** What goes over to the member who stays, with its money, and that both are on the blacklist where one is. */
export function MergeMoves({ preview }: { readonly preview: MergePreview }) {
  const translate = useTranslate();
  const merges = useLabels('memberMerge');
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const { orders, open, payable, due, held, coupons, documents, messages } = preview.moves;
  const counts = { coupons, documents, messages };
  return (
    <Box component="section" aria-label={text('moves')} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600 }}>
        {text('moves')}
      </Typography>
      <Facts>
        <Fact label={text('orders')}>
          <Box component="span" sx={figures}>
            {text('ordersOpen', { orders: formatNumber(orders), open: formatNumber(open) })}
          </Box>
        </Fact>
        {Object.entries(counts).map(([name, count]) => (
          <Fact key={name} label={merges.field(name)}>
            <Box component="span" sx={figures}>
              {formatNumber(count)}
            </Box>
          </Fact>
        ))}
        {Object.entries({ payable, due, held }).map(([name, amount]) => (
          <Fact key={name} label={text(name)}>
            <Box component="span" sx={figures}>
              {formatMoney(amount)}
            </Box>
          </Fact>
        ))}
      </Facts>
      {preview.blacklisted === 1 && <Alert severity="warning">{text('bothListed')}</Alert>}
    </Box>
  );
}
