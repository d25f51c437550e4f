import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useLabels } from '../../../../framework/admin/index.ts';
import {
  PAYMENT,
  formatTHB,
  mostRefundable,
  problem,
  refundProblem,
  refundWayProblem,
  toBaht,
  type FeeItem,
  type Problem,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { amountOf } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { cameIn, likelyItem, refundFactsOf, refundLimit } from './refundLimits.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import { withWholeOrder } from './withWholeOrder.tsx';

const form = formOf('refund');
type Item = FeeItem | 'total';

function problemsOf(values: StepValues, order: OrderInfo): readonly Problem[] {
  const amount = amountOf(values['amount']);
  const wrong =
    amount === undefined
      ? null
      : refundProblem(amount, refundFactsOf(order, values['feeItem'] as Item), values['confirmed'] === 1);
  const reason = String(values['reason'] ?? '').trim();
  const way =
    amount === undefined
      ? null
      : refundWayProblem(amount, cameIn(order, values['method']), String(values['methodReason'] ?? ''));
  return [
    ...(wrong ? [wrong] : []),
    ...(way ? [way] : []),
    ...(reason === '' ? [problem('field.required', {}, 'reason')] : []),
  ];
}

/** How much there is to give back under the chosen item. */
function Limit({ order }: { order: OrderInfo }) {
  useLabels('refund');
  const translate = useTranslate();
  const feeItem = useWatch({ name: 'feeItem' }) as Item;
  return (
    <Figures
      rows={[
        {
          label: translate('resources.refund.texts.limit'),
          value: formatTHB(refundLimit(order, feeItem)),
          strong: true,
        },
      ]}
    />
  );
}

/** Asked only of who gives back charges that are paid (D-REF-02). */
function Confirmation({ order }: { order: OrderInfo }) {
  const [item, typed] = useWatch({ name: ['feeItem', 'amount'] }) as [Item, unknown];
  const amount = amountOf(typed) ?? 0;
  const beyond = amount > refundLimit(order, item) && amount <= mostRefundable(refundFactsOf(order, item));
  return beyond ? <StepField model={form} name="confirmed" /> : null;
}

/** Asked only of who gives money back by another way than it came (D-REF-02). */
function OtherWay({ order }: { order: OrderInfo }) {
  const [method, typed] = useWatch({ name: ['method', 'amount'] }) as [unknown, unknown];
  const isOther = (amountOf(typed) ?? 0) > cameIn(order, method);
  return isOther ? <StepField model={form} name="methodReason" required /> : null;
}

function RefundForm({ step, order }: { step: StepProps; order: OrderInfo }) {
  const item = likelyItem(order);
  const last = order.payments.findLast((row) => row.type === PAYMENT.income);
  const text = (value: unknown): string | undefined => String(value ?? '').trim() || undefined;
  return (
    <StepDialog
      step={step}
      initial={{
        feeItem: item,
        amount: toBaht(refundLimit(order, item)) || null,
        confirmed: 0,
        method: last?.['method'],
        payeeAccount: last?.['payerAccount'],
      }}
      rules={(values) => problemsOf(values, order)}
      body={(values) => ({
        orderId: order.id,
        feeItem: values['feeItem'],
        amount: values['amount'],
        method: values['method'],
        payeeAccount: text(values['payeeAccount']),
        reason: String(values['reason']).trim(),
        remark: text(values['remark']),
        methodReason: text(values['methodReason']),
        ...(values['confirmed'] === 1 ? { confirmed: 1 } : {}),
      })}
    >
      <StepField model={form} name="feeItem" required />
      <Limit order={order} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <StepField model={form} name="amount" />
        <StepField model={form} name="method" />
      </Box>
      <Confirmation order={order} />
      <OtherWay order={order} />
      <StepField model={form} name="payeeAccount" />
      <StepField model={form} name="reason" />
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}

/** Asks for money back; another person carries it out (O19, F1). */
export default withWholeOrder(RefundForm);
