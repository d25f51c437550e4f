import { useState } from 'react';
import { Button } from '@mui/material';
import Phone from '@mui/icons-material/PhoneOutlined';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { useCan } from 'forecourt/admin';
import type { TaskOrder } from './useTasks.ts';

/** What a telephone dials: the number with its country; the 0 that a country leads its own numbers with is not dialled from outside. */
export function dialled(countryCode: string, phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '');
  return `tel:${digits.startsWith('+') ? digits : `${countryCode}${digits.replace(/^0+/, '')}`}`;
}

/** Calls the renter. The number stays masked on the screen; it is asked for when somebody who may see it presses (D-ORD-25). */
export function CallButton({ order }: { order: TaskOrder }) {
  const provider = useDataProvider();
  const notify = useNotify();
  const translate = useTranslate();
  const mayKnow = useCan('order-detail');
  const [busy, setBusy] = useState(false);
  const masked = `${order.renterCountryCode} ${order.renterPhone}`;
  if (!mayKnow) return <span>{masked}</span>;
  const call = async () => {
    setBusy(true);
    try {
      const { data } = await provider.getOne<TaskOrder>('order', { id: order.id });
      const link = document.createElement('a');
      link.href = dialled(data.renterCountryCode, data.renterPhone);
      document.body.append(link);
      link.click();
      link.remove();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outlined"
      startIcon={<Phone />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void call()}
      aria-label={translate('rental.tasks.call', { name: order.renterName, phone: masked })}
      sx={{ minHeight: 48, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {order.renterPhone}
    </Button>
  );
}
