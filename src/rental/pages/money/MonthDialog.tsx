import { useState } from 'react';
import {
  Alert,
  DialogContent,
  MenuItem,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { LoadProblem, madeOf, QuestionButtons, QuestionDialog, refusalOf } from 'forecourt/admin';
import type { MonthBooks } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

/** Months before a day, the latest first: `2027-03-05` → 2027-02, 2027-01 … */
function monthsBefore(day: string, count = 12): readonly string[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return Array.from({ length: count }, (_each, back) => {
    const months = year * 12 + month - 2 - back;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}

function Stores({ stores }: { readonly stores: MonthBooks['stores'] }) {
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.payment.day.${key}`);
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{text('monthStore')}</TableCell>
          <TableCell>{text('monthThrough')}</TableCell>
          <TableCell align="right">{text('monthUncounted')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {stores.map(({ id, storeName, closed, through, uncounted }) => (
          <TableRow key={id}>
            <TableCell>{storeName}</TableCell>
            <TableCell>{closed ? text('monthIs') : through || text('monthNone')}</TableCell>
            <TableCell align="right">{uncounted}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Closes a month at all stores, after it has said how far each of them is (D-MONEY-13). */
export default function MonthDialog({ today, onClose }: { readonly today: string; readonly onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useRentalProvider();
  const client = useQueryClient();
  const months = monthsBefore(today);
  const [month, setMonth] = useState(months[0]!);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const books = useQuery({
    queryKey: ['month close', month],
    meta: madeOf('payment', 'drawerCount', 'store'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/order/monthclose', { month }, { signal })).data,
    staleTime: 0,
    retry: false,
  });
  const submit = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { data } = await provider.call('POST', '/order/monthclose/close', { month });
      notify(translate('resources.payment.day.monthClosed', { month, smart_count: data.stores }), { type: 'success' });
      await client.invalidateQueries({ queryKey: ['day close'] });
      onClose();
    } catch (error) {
      const { message, errors } = refusalOf(error);
      setRefusal(errors['month'] ?? message);
    } finally {
      setBusy(false);
    }
  };
  const verb = translate('resources.payment.day.closeMonth');
  return (
    <QuestionDialog title={verb} busy={busy} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          select
          size="small"
          label={translate('resources.payment.day.month')}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        >
          {months.map((each) => (
            <MenuItem key={each} value={each}>
              {each}
            </MenuItem>
          ))}
        </TextField>
        {refusal && <Alert severity="error">{refusal}</Alert>}
        <Alert severity="info">{translate('resources.payment.day.monthCloses', { month })}</Alert>
        {books.error ? (
          <LoadProblem error={books.error} onRetry={() => void books.refetch()} />
        ) : books.data ? (
          <Stores stores={books.data.stores} />
        ) : (
          <Skeleton variant="rounded" height={160} />
        )}
      </DialogContent>
      <QuestionButtons
        verb={verb}
        busy={busy}
        disabled={books.data?.stores.every(({ closed }) => closed) !== false}
        onBack={onClose}
        onVerb={() => void submit()}
      />
    </QuestionDialog>
  );
}
