import { useState } from 'react';
import { Box, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate, type Identifier } from 'react-admin';
import { ConfirmDialog, type AdminDataProvider } from '../../../../framework/admin/index.ts';
import { Panel } from './Panel.tsx';

interface SheetKey {
  readonly id: number;
  readonly sheet: string;
  readonly expireTime: string;
  readonly uses: number;
  readonly lastUseTime: string;
  readonly userName: string;
}

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
  const provider = useDataProvider<AdminDataProvider>();
  const queryClient = useQueryClient();
  const translate = useTranslate();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const queryKey = ['order', 'printkeys', id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await provider.call<readonly SheetKey[]>('GET', `/order/printkey/${id}`, {}, { signal })).data,
    staleTime: 0,
  });
  if (!data || data.length === 0) return null;

  const revoke = async () => {
    setBusy(true);
    try {
      const { message } = await provider.call('DELETE', `/order/printkey/${id}`);
      notify(message, { type: 'success' });
      await queryClient.invalidateQueries({ queryKey });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <Panel
      title={translate('rental.order.sheets.title')}
      aside={
        <Button size="small" color="error" onClick={() => setAsking(true)}>
          {translate('rental.order.sheets.revoke')}
        </Button>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
        {data.map((key) => (
          <Key key={key.id} {...key} />
        ))}
      </Box>
      <ConfirmDialog
        open={asking}
        title={translate('rental.order.sheets.revokeTitle')}
        verb={translate('rental.order.sheets.revoke')}
        danger
        busy={busy}
        onConfirm={() => void revoke()}
        onClose={() => setAsking(false)}
      >
        {translate('rental.order.sheets.revokeText')}
      </ConfirmDialog>
    </Panel>
  );
}
