import { useState } from 'react';
import { Button } from '@mui/material';
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import {
  ConfirmDialog,
  formatMoney,
  useCan,
  useCodeLabel,
  type AdminDataProvider,
} from '../../../../framework/admin/index.ts';
import type { FeeRow } from './orderInfo.ts';

/** Takes a line that was added by hand off the bill; it stays to be seen. */
export function VoidFee({ line }: { line: FeeRow }) {
  const allowed = useCan('order-enable');
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!allowed) return null;

  const confirmed = async () => {
    setBusy(true);
    try {
      const { message } = await provider.call('DELETE', `/order/additionalfee/delete/${line.id}`);
      notify(message, { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button
        size="small"
        color="error"
        onClick={() => setAsking(true)}
        sx={{ minHeight: 24, fontSize: 12, px: 0.75, mr: -0.75 }}
      >
        {translate('rental.order.fees.void')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={translate('rental.order.fees.voidTitle')}
        verb={translate('rental.order.fees.void')}
        danger
        busy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setAsking(false)}
      >
        {`${codeLabel('feeItem', line.item)} ${formatMoney(line.amount)}${line.remark ? ` · ${line.remark}` : ''}`}
      </ConfirmDialog>
    </>
  );
}
