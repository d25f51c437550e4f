import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate, type Identifier } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import { ConfirmedCall } from './ConfirmedCall.tsx';
import { Panel } from '../../Panel.tsx';
import { useRentalProvider } from '../../provider.ts';
import type { SheetKey } from '../../../calls/index.ts';

function Key({ sheet, expireTime, uses, lastUseTime, userName }: SheetKey) {
  const translate = useTranslate();
  return (
    <Box component="li" sx={{ py: 0.5 }}>
      {`${translate(`rental.order.sheets.names.${sheet}`)} · ${userName} · ${translate('rental.order.sheets.until', { time: expireTime })} · `}
      {translate('rental.order.sheets.uses', { smart_count: uses })}
      {lastUseTime && ` (${lastUseTime})`}
    </Box>
  );
}

/** Addresses of printed sheets that open without a session: who made them, how often they were used, and the way to end them (D-PRINT-02). */
export function SharedSheets({ id }: { id: Identifier }) {
  const provider = useRentalProvider();
  useTexts('rental.order.sheets');
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['order', 'printkeys', id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/printkey/{id}', { id: Number(id) }, { signal })).data,
    staleTime: 0,
  });
  if (!data || data.length === 0) return null;
  return (
    <Panel
      title={translate('rental.order.sheets.title')}
      aside={
        <ConfirmedCall
          verb={translate('rental.order.sheets.revoke')}
          title={translate('rental.order.sheets.revokeTitle')}
          method="DELETE"
          path={`/order/printkey/${id}`}
        >
          {translate('rental.order.sheets.revokeText')}
        </ConfirmedCall>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
        {data.map((key) => (
          <Key key={key.id} {...key} />
        ))}
      </Box>
    </Panel>
  );
}
