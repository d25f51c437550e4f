import { Box, Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatTHB, satang, toBaht } from '../../rules/index.ts';
import { Figures } from '../Figures.tsx';
import { amountIn } from '../steps/amounts.ts';
import { StepField, type StepValues } from '../steps/StepField.tsx';
import { PAYMENT_FORM } from './form.ts';
import {
  cashIn,
  changeIn,
  countOf,
  itemAt,
  LINE_FIELDS,
  lineField,
  MOST_LINES,
  restAt,
  sumOf,
  type AccountRecord,
} from './paymentLines.ts';

export const TWO = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

const useValues = (): StepValues => useWatch() as StepValues;

/** What is due before and after this record, and what goes back of the cash. */
export function PaymentAccount({ record }: { readonly record: AccountRecord }) {
  useTexts('rental.order.payment');
  const translate = useTranslate();
  const values = useValues();
  const sum = sumOf(values);
  const payable = amountIn(record, 'payable');
  const depositDue = amountIn(record, 'depositDue');
  const after = satang(payable - amountIn(record, 'paid') - sum);
  const change = cashIn(values) > 0 ? changeIn(values) : undefined;
  return (
    <Figures
      rows={[
        { label: translate('resources.order.fields.payable'), value: formatTHB(payable) },
        ...(depositDue > 0
          ? [
              { label: translate('resources.order.fields.due'), value: formatTHB(amountIn(record, 'due')) },
              { label: translate('resources.order.fields.depositDue'), value: formatTHB(depositDue) },
            ]
          : []),
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

interface LinesProps {
  readonly record: AccountRecord;
  /** Each line says its own item. */
  readonly items?: boolean;
}

/** One way of paying. */
function Line({ line, items }: { line: number; items: boolean }) {
  return (
    <Box sx={TWO}>
      <StepField model={PAYMENT_FORM} name={lineField('amount', line)} required />
      <StepField model={PAYMENT_FORM} name={lineField('method', line)} required />
      {items && <StepField model={PAYMENT_FORM} name={lineField('feeItem', line)} required />}
      {(items || line > 0) && <StepField model={PAYMENT_FORM} name={lineField('transactionNo', line)} />}
    </Box>
  );
}

/** The ways of paying, and what fills in the rest of what is due. */
export function PaymentLines({ record, items = false }: LinesProps) {
  useTexts('rental.order.payment');
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const values = useValues();
  const count = countOf(values);
  const last = lineField('amount', count - 1);
  const rest = restAt(values, record, count - 1);
  const put = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const another = () => {
    const item = lineField('feeItem', count);
    if (items) setValue(item, 'total');
    const left = restAt({ ...values, ...(items ? { [item]: 'total' } : {}) }, record, count);
    setValue(lineField('amount', count), left > 0 ? toBaht(left) : null, { shouldDirty: true });
    setValue('count', count + 1);
  };
  const oneLess = () => {
    for (const name of LINE_FIELDS) setValue(lineField(name, count - 1), null);
    setValue('count', count - 1);
  };
  const item = itemAt(values, count - 1);
  const isDeposit = item === 'orderDeposit' || item === 'violationDeposit';
  return (
    <>
      {Array.from({ length: count }, (_, line) => (
        <Line key={line} line={line} items={items} />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: -1, '& .MuiButton-root': { flex: 'none' } }}>
        <Button size="small" disabled={rest <= 0} onClick={() => put(last, toBaht(rest))}>
          {translate(isDeposit ? 'rental.order.payment.allDeposit' : 'rental.order.payment.all')} · {formatTHB(rest)}
        </Button>
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
      {cashIn(values) > 0 && (
        <Box sx={TWO}>
          <StepField model={PAYMENT_FORM} name="given" />
        </Box>
      )}
    </>
  );
}
