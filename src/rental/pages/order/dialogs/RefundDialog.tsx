import type { ReactNode } from 'react';
import { Box, Checkbox, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useCanDo, useLabels } from 'forecourt/admin';
import {
  DEPOSIT_ITEMS,
  ORDER,
  PAYMENT,
  ZERO,
  add,
  atLeastZero,
  formatTHB,
  mostRefundable,
  orderMoney,
  problem,
  refundProblem,
  refundWayProblem,
  smaller,
  subtract,
  toBaht,
  type DepositItem,
  type FeeItem,
  type Problem,
  type Satang,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { amountOf } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { cameIn, likelyItem, moneyIn, refundFactsOf, refundLimit } from './refundLimits.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import { withWholeOrder } from './withWholeOrder.tsx';

const form = formOf('refund');
type Item = FeeItem | 'total';

/** How much of deposits may pay what is due: after the return alone, when charges are final (O21). */
const mostKept = (order: OrderInfo, deposits: readonly DepositItem[]): Satang =>
  order.status === ORDER.returned
    ? smaller(orderMoney(moneyIn(order)).due, add(...deposits.map((item) => refundLimit(order, item))))
    : ZERO;

function problemsOf(values: StepValues, order: OrderInfo): readonly Problem[] {
  const reason = String(values['reason'] ?? '').trim();
  const required = reason === '' ? [problem('field.required', {}, 'reason')] : [];
  const deposits = values['deposits'] as readonly DepositItem[];
  if (deposits.length > 0) {
    const most = mostKept(order, deposits);
    const keep = amountOf(values['keep'] ?? 0);
    const over = keep !== undefined && keep > most;
    return [...required, ...(over ? [problem('deposit.refusal.tooMuch', { most: formatTHB(most) }, 'keep')] : [])];
  }
  const amount = amountOf(values['amount']);
  const wrong =
    amount === undefined
      ? null
      : refundProblem(amount, refundFactsOf(order, values['feeItem'] as Item), values['confirmed'] === 1);
  const way =
    amount === undefined
      ? null
      : refundWayProblem(amount, cameIn(order, values['method']), String(values['methodReason'] ?? ''));
  return [...(wrong ? [wrong] : []), ...(way ? [way] : []), ...required];
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

/** The deposits of which something can be asked back, each with its amount; ticked, they go back whole by the ways by which they came. */
function Deposits({
  order,
  items,
  reason,
  mayKeep,
}: {
  order: OrderInfo;
  items: readonly DepositItem[];
  reason: string;
  mayKeep: boolean;
}) {
  const translate = useTranslate();
  const { setValue, getValues } = useFormContext();
  const [ticked, keep] = useWatch({ name: ['deposits', 'keep'] }) as [readonly DepositItem[], unknown];
  const kept = mayKeep ? (amountOf(keep) ?? ZERO) : ZERO;
  const limitOf = (item: DepositItem) => refundLimit(order, item);
  const tick = (item: DepositItem, on: boolean): void => {
    const next = items.filter((each) => (each === item ? on : ticked.includes(each)));
    setValue('deposits', next, { shouldDirty: true });
    setValue('keep', toBaht(mostKept(order, next)) || null);
    // The words of the deposits are not those of another refund.
    if (next.length === 0 && getValues('reason') === reason) setValue('reason', '');
    if (ticked.length === 0 && !getValues('reason')) setValue('reason', reason);
  };
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid' }}>
      <Box component="legend" sx={{ p: 0, fontSize: 13, color: 'text.secondary' }}>
        {translate('resources.refund.texts.deposits')}
      </Box>
      {items.map((item) => (
        <FormControlLabel
          key={item}
          control={<Checkbox checked={ticked.includes(item)} onChange={(_event, on) => tick(item, on)} />}
          label={`${translate(`codes.feeItem.${item}`)} · ${formatTHB(limitOf(item))}`}
        />
      ))}
      {mayKeep && ticked.length > 0 && mostKept(order, items) > ZERO && (
        <Box sx={{ mt: 1 }}>
          <StepField model={form} name="keep" />
        </Box>
      )}
      <Figures
        rows={[
          {
            label: translate('resources.refund.texts.together'),
            value: formatTHB(atLeastZero(subtract(add(...ticked.map(limitOf)), kept))),
            strong: true,
          },
        ]}
      />
    </Box>
  );
}

/** Money that goes back under one fee item, by a way that is chosen. */
function OneItem({ order }: { order: OrderInfo }) {
  return (
    <>
      <StepField model={form} name="feeItem" required />
      <Limit order={order} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <StepField model={form} name="amount" />
        <StepField model={form} name="method" />
      </Box>
      <Confirmation order={order} />
      <OtherWay order={order} />
      <StepField model={form} name="payeeAccount" />
    </>
  );
}

/** Nothing where deposits are ticked. */
function UnlessDeposits({ children }: { readonly children: ReactNode }) {
  const ticked = useWatch({ name: 'deposits' }) as readonly DepositItem[];
  return ticked.length > 0 ? null : children;
}

function RefundForm({ step, order }: { step: StepProps; order: OrderInfo }) {
  useLabels('refund');
  const translate = useTranslate();
  const deposits = DEPOSIT_ITEMS.filter((one) => refundLimit(order, one) > 0);
  const mayKeep = useCanDo()('order', 'applydeposit');
  const depositReason = translate('resources.refund.texts.depositReason');
  const item = likelyItem(order);
  const last = order.payments.findLast((row) => row.type === PAYMENT.income);
  const text = (value: unknown): string | undefined => String(value ?? '').trim() || undefined;
  return (
    <StepDialog
      step={step}
      initial={{
        deposits,
        keep: mayKeep ? toBaht(mostKept(order, deposits)) || null : null,
        ...(deposits.length > 0 && { reason: depositReason }),
        feeItem: item,
        amount: toBaht(refundLimit(order, item)) || null,
        confirmed: 0,
        method: last?.['method'],
        payeeAccount: last?.['payerAccount'],
      }}
      rules={(values) => problemsOf(values, order)}
      body={(values) => {
        const ticked = values['deposits'] as readonly DepositItem[];
        const said = { orderId: order.id, reason: String(values['reason']).trim(), remark: text(values['remark']) };
        if (ticked.length > 0)
          return { ...said, deposits: ticked, ...(values['keep'] ? { keep: values['keep'] } : {}) };
        return {
          ...said,
          feeItem: values['feeItem'],
          amount: values['amount'],
          method: values['method'],
          payeeAccount: text(values['payeeAccount']),
          methodReason: text(values['methodReason']),
          ...(values['confirmed'] === 1 ? { confirmed: 1 } : {}),
        };
      }}
    >
      {deposits.length > 0 && <Deposits order={order} items={deposits} reason={depositReason} mayKeep={mayKeep} />}
      <UnlessDeposits>
        <OneItem order={order} />
      </UnlessDeposits>
      <StepField model={form} name="reason" />
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}

/** Asks for money back; another person carries it out (O19, F1). */
export default withWholeOrder(RefundForm);
