import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { toBaht } from '../../../rules/index.ts';
import { PAYMENT_FORM as form } from '../../payment/form.ts';
import { PaymentAccount, PaymentLines, TWO } from '../../payment/PaymentLines.tsx';
import { StoreOfMoney, storeProblems, useOwnStores } from '../../payment/StoreOfMoney.tsx';
import { accountOf, fieldOfLine, paymentBody, problemsOf, sumOf } from '../../payment/paymentLines.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';

/** Asked only of who takes more than is due. */
function Confirmation({ record }: Pick<StepProps, 'record'>) {
  const values = useWatch() as StepValues;
  const above = sumOf(values) > accountOf(record).due;
  return above ? <StepField model={form} name="confirmed" /> : null;
}

/**
 * Records money that came in, by one method or several; the amount begins with what is due. For cash it says what goes back of what
 * was given: the change is nobody's payment (O16, D-MONEY-01).
 */
export default function PaymentDialog(step: StepProps) {
  const { record } = step;
  const { due } = accountOf(record);
  const stores = useOwnStores();
  return (
    <StepDialog
      step={step}
      initial={{ amount: due > 0 ? toBaht(due) : null, feeItem: 'total', confirmed: 0, count: 1 }}
      rules={(values) => [...problemsOf(values, record), ...storeProblems(values, record, stores)]}
      body={(values) => paymentBody(values, record.id)}
      fieldOf={fieldOfLine}
    >
      <PaymentLines record={record} />
      <Confirmation record={record} />
      <PaymentAccount record={record} />
      <Box sx={TWO}>
        <StepField model={form} name="feeItem" required />
        <StepField model={form} name="time" required={false} />
        <StepField model={form} name="transactionNo" />
        <StepField model={form} name="payerAccount" />
        <StoreOfMoney record={record} stores={stores} />
      </Box>
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}
