import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { LoadProblem, useLabels } from 'forecourt/admin';
import { RENEWAL, formatTHB, problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { RENEWAL_COLUMNS, RENEWAL_WORDS, recordModel } from '../info/records.ts';
import { RecordTable } from '../info/RecordTable.tsx';
import { amountIn } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField } from '../../steps/StepField.tsx';
import { useRentalProvider } from '../../provider.ts';

const form = formOf('rejection');
const model = recordModel('renewal');

/** All renewals of an order; the last valid one can be taken back, and no other (O10). */
export default function RenewalsDialog(step: StepProps) {
  const { record } = step;
  const translate = useTranslate();
  const labels = useLabels('renewal');
  const provider = useRentalProvider();
  const {
    data: renewals,
    error,
    refetch,
  } = useQuery({
    queryKey: ['order', 'renewals', record.id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/renewals/{id}', { id: Number(record.id) }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const last = renewals?.findLast((one) => one['status'] === RENEWAL.valid);
  return (
    <StepDialog
      step={step}
      blocked={!last}
      rules={({ reason }) => (String(reason ?? '').trim() === '' ? [problem('field.required', {}, 'reason')] : [])}
      body={({ reason }) => ({ id: last?.id, reason: String(reason).trim() })}
    >
      {renewals ? (
        <RecordTable
          model={model}
          columns={RENEWAL_COLUMNS}
          beneath={RENEWAL_WORDS}
          rows={renewals}
          label={labels.many}
          stacked
        />
      ) : error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={120} />
      )}
      {last && (
        <>
          <Alert severity="warning">{translate('resources.order.confirm.cancelrenew')}</Alert>
          <Figures
            rows={[
              { label: labels.field('time'), value: String(last['time']) },
              { label: translate('resources.renewal.dialog.returnAgain'), value: String(last['previousTime']) },
              {
                label: translate('resources.renewal.dialog.offTheBill'),
                value: formatTHB(amountIn(last, 'fee')),
                strong: true,
              },
            ]}
          />
          <StepField model={form} name="reason" />
        </>
      )}
    </StepDialog>
  );
}
