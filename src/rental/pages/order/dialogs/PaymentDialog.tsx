import { Box, Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { PAYMENT, formatTHB, satang, toBaht } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountIn } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { StepDialog, StepField, type StepValues } from '../../steps/StepDialog.tsx';
import { formOf } from './forms.ts';
import {
  accountOf,
  cashIn,
  changeIn,
  countOf,
  dueUnder,
  fieldOfLine,
  lineField,
  MOST_LINES,
  paymentBody,
  problemsOf,
  sumOf,
} from './paymentLines.ts';

const form = formOf('payment');
const TWO = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

const useValues = (): StepValues => useWatch() as StepValues;

/** What is due before and after this record, and what goes back of the cash. */
function Account({ record }: Pick<StepProps, 'record'>) {
  const translate = useTranslate();
  const values = useValues();
  const income = values['type'] === PAYMENT.income;
  const sum = sumOf(values);
  const payable = amountIn(record, 'payable');
  const after = satang(payable - amountIn(record, 'paid') - (income ? sum : -sum));
  const change = income && cashIn(values) > 0 ? changeIn(values) : undefined;
  return (
    <Figures
      rows={[
        { label: translate('resources.order.fields.payable'), value: formatTHB(payable) },
        { label: translate('resources.order.fields.paid'), value: formatTHB(amountIn(record, 'paid')) },
        ...(countOf(values) > 1 ? [{ label: translate('rental.order.payment.sum'), value: formatTHB(sum) }] : []),
        {
          label: translate(after < 0 ? 'rental.order.payment.surplusAfter' : 'rental.order.payment.dueAfter'),
          value: formatTHB(satang(Math.abs(after))),
          strong: true,
        },
        ...(change === undefined
          ? []
          : [{ label: translate('rental.order.payment.change'), value: formatTHB(change), strong: true }]),
      ]}
    />
  );
}

/** Asked only of who takes more than is due. */
function Confirmation({ record }: Pick<StepProps, 'record'>) {
  const values = useValues();
  const above = values['type'] === PAYMENT.income && sumOf(values) > accountOf(record).due;
  return above ? <StepField model={form} name="confirmed" /> : null;
}

/** One way of paying. */
function Line({ line }: { line: number }) {
  return (
    <Box sx={TWO}>
      <StepField model={form} name={lineField('amount', line)} required />
      <StepField model={form} name={lineField('method', line)} required />
      {line > 0 && <StepField model={form} name={lineField('transactionNo', line)} />}
    </Box>
  );
}

/** The ways of paying, and what fills in the rest of what is due. */
function Lines({ record }: Pick<StepProps, 'record'>) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const values = useValues();
  const count = countOf(values);
  const income = values['type'] === PAYMENT.income;
  const under = dueUnder(record, values['feeItem']);
  const last = lineField('amount', count - 1);
  const rest = satang(Math.max(0, under - sumOf(values, count - 1)));
  const put = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const another = () => {
    const left = under - sumOf(values);
    setValue(lineField('amount', count), left > 0 ? toBaht(satang(left)) : null, { shouldDirty: true });
    setValue('count', count + 1);
  };
  const oneLess = () => {
    for (const name of ['amount', 'method', 'transactionNo'] as const) setValue(lineField(name, count - 1), null);
    setValue('count', count - 1);
  };
  const isDeposit = values['feeItem'] === 'orderDeposit' || values['feeItem'] === 'violationDeposit';
  return (
    <>
      {Array.from({ length: count }, (_, line) => (
        <Line key={line} line={line} />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: -1, '& .MuiButton-root': { flex: 'none' } }}>
        {income && (
          <Button size="small" disabled={rest <= 0} onClick={() => put(last, toBaht(rest))}>
            {translate(isDeposit ? 'rental.order.payment.allDeposit' : 'rental.order.payment.all')} · {formatTHB(rest)}
          </Button>
        )}
        {count < MOST_LINES && (
          <Button size="small" startIcon={<Add />} onClick={another}>
            {translate('rental.order.payment.another')}
          </Button>
        )}
        {count > 1 && (
          <Button size="small" color="inherit" startIcon={<Remove />} onClick={oneLess}>
            {translate('rental.order.payment.oneLess', { line: count })}
          </Button>
        )}
      </Box>
      {income && cashIn(values) > 0 && (
        <Box sx={TWO}>
          <StepField model={form} name="given" />
        </Box>
      )}
    </>
  );
}

/**
 * Records money that came in or was given back, by one method or several; the amount begins with what is due. For cash it says what goes back of what
 * was given: the change is nobody's payment (O16, D-MONEY-01).
 */
export default function PaymentDialog(step: StepProps) {
  const { record } = step;
  const { due } = accountOf(record);
  return (
    <StepDialog
      step={step}
      initial={{ type: PAYMENT.income, amount: due > 0 ? toBaht(due) : null, feeItem: 'total', confirmed: 0, count: 1 }}
      rules={(values) => problemsOf(values, record)}
      body={(values) => paymentBody(values, record.id)}
      fieldOf={fieldOfLine}
    >
      <StepField model={form} name="type" />
      <Lines record={record} />
      <Confirmation record={record} />
      <Account record={record} />
      <Box sx={TWO}>
        <StepField model={form} name="feeItem" required />
        <StepField model={form} name="time" required={false} />
        <StepField model={form} name="transactionNo" />
        <StepField model={form} name="payerAccount" />
      </Box>
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}
