import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { PAYMENT, formatTHB, paymentProblems, problem, satang, toBaht, type Problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { StepDialog, StepField, type StepValues } from '../../steps/StepDialog.tsx';

const form = formOf('payment');

/** What is due and what is held, in satang. */
const accountOf = (record: StepProps['record']) => ({ due: amountIn(record, 'due'), held: amountIn(record, 'paid') });

function problemsOf(values: StepValues, record: StepProps['record']): readonly Problem[] {
  const amount = amountOf(values['amount']);
  const income = values['type'] === PAYMENT.income;
  const remark = String(values['remark'] ?? '').trim();
  return [
    // The clock of the store is the server's business: it judges the time.
    ...(amount === undefined
      ? []
      : paymentProblems({
          ...accountOf(record),
          type: income ? 'income' : 'refund',
          amount,
          confirmed: values['confirmed'] === 1,
          time: 0,
          now: 0,
        })),
    ...(income || remark !== '' ? [] : [problem('field.required', {}, 'remark')]),
  ];
}

/** What is due before and after this record. */
function Account({ record }: Pick<StepProps, 'record'>) {
  const translate = useTranslate();
  const [type, typed] = useWatch({ name: ['type', 'amount'] }) as [number, unknown];
  const amount = amountOf(typed) ?? 0;
  const payable = amountIn(record, 'payable');
  const after = satang(payable - amountIn(record, 'paid') - (type === PAYMENT.income ? amount : -amount));
  return (
    <Figures
      rows={[
        { label: translate('resources.order.fields.payable'), value: formatTHB(payable) },
        { label: translate('resources.order.fields.paid'), value: formatTHB(amountIn(record, 'paid')) },
        {
          label: translate(after < 0 ? 'rental.order.payment.surplusAfter' : 'rental.order.payment.dueAfter'),
          value: formatTHB(satang(Math.abs(after))),
          strong: true,
        },
      ]}
    />
  );
}

/** Asked only of who takes more than is due. */
function Confirmation({ record }: Pick<StepProps, 'record'>) {
  const [type, amount] = useWatch({ name: ['type', 'amount'] }) as [number, unknown];
  const above = type === PAYMENT.income && (amountOf(amount) ?? 0) > accountOf(record).due;
  return above ? <StepField model={form} name="confirmed" /> : null;
}

/** Records money that came in or was given back; the amount begins with what is due (O16, D-MONEY-01). */
export default function PaymentDialog(step: StepProps) {
  const { record } = step;
  const { due } = accountOf(record);
  const text = (value: unknown): string | undefined => String(value ?? '').trim() || undefined;
  return (
    <StepDialog
      step={step}
      initial={{ type: PAYMENT.income, amount: due > 0 ? toBaht(due) : null, feeItem: 'total', confirmed: 0 }}
      rules={(values) => problemsOf(values, record)}
      body={(values) => ({
        orderId: record.id,
        type: values['type'],
        amount: values['amount'],
        feeItem: values['feeItem'] ?? 'total',
        method: values['method'],
        transactionNo: text(values['transactionNo']),
        payerAccount: text(values['payerAccount']),
        time: text(values['time']),
        remark: text(values['remark']),
        ...(values['confirmed'] === 1 ? { confirmed: 1 } : {}),
      })}
    >
      <StepField model={form} name="type" />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <StepField model={form} name="amount" />
        <StepField model={form} name="method" />
      </Box>
      <Confirmation record={record} />
      <Account record={record} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <StepField model={form} name="feeItem" required />
        <StepField model={form} name="time" required={false} />
        <StepField model={form} name="transactionNo" />
        <StepField model={form} name="payerAccount" />
      </Box>
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}
