import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { additionalFeeProblems, formatTHB, satang } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';

const INCREASE = 1;
const form = formOf('additionalFee');

const problemsOf = (values: StepValues, record: StepProps['record']) =>
  additionalFeeProblems(
    values['type'] === INCREASE ? 'increase' : 'reduce',
    amountOf(values['amount']) ?? satang(1),
    amountIn(record, 'total'),
    String(values['remark'] ?? ''),
  );

function TotalAfter({ record }: Pick<StepProps, 'record'>) {
  const translate = useTranslate();
  const [type, typed] = useWatch({ name: ['type', 'amount'] }) as [number, unknown];
  const total = amountIn(record, 'total');
  const amount = amountOf(typed) ?? 0;
  return (
    <Figures
      rows={[
        { label: translate('rental.order.total.before'), value: formatTHB(total) },
        {
          label: translate('rental.order.total.after'),
          value: formatTHB(satang(total + (type === INCREASE ? amount : -amount))),
          strong: true,
        },
      ]}
    />
  );
}

/** Adds to the bill or takes off it by hand, with the reason (O16, D-ORD-28). */
export default function AdditionalFeeDialog(step: StepProps) {
  const { record } = step;
  return (
    <StepDialog
      step={step}
      initial={{ type: INCREASE }}
      rules={(values) => problemsOf(values, record)}
      body={({ type, amount, remark }) => ({ orderId: record.id, type, amount, remark: String(remark).trim() })}
    >
      <StepField model={form} name="type" />
      <StepField model={form} name="amount" />
      <TotalAfter record={record} />
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}
