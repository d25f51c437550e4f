import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import { useWatch } from 'react-hook-form';
import {
  DEPOSIT_ITEMS,
  ZERO,
  applyProblem,
  atLeastZero,
  formatTHB,
  isDepositItem,
  orderMoney,
  smaller,
  subtract,
  toBaht,
  type Satang,
} from '../../../rules/index.ts';
import { Figures } from '../../Figures.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { formOf } from './forms.ts';
import { moneyIn } from './refundLimits.ts';
import { withWholeOrder } from './withWholeOrder.tsx';

const form = formOf('depositApplication');

/** What of a deposit may pay charges: held, and not asked back already. */
function freeOf(order: OrderInfo, item: unknown): Satang {
  if (!isDepositItem(String(item))) return ZERO;
  const part = { ...order.deposits[item as (typeof DEPOSIT_ITEMS)[number]] };
  return atLeastZero(subtract(amountIn(part, 'held'), amountIn(part, 'pending')));
}

const dueOf = (order: OrderInfo): Satang => orderMoney(moneyIn(order)).due;

function problemsOf(values: StepValues, order: OrderInfo) {
  const amount = amountOf(values['amount']);
  const wrong = amount && applyProblem(amount, { free: freeOf(order, values['feeItem']), due: dueOf(order) });
  return wrong ? [wrong] : [];
}

/** What is due, what is held, and what both are afterwards. */
function After({ order }: { order: OrderInfo }) {
  const translate = useTranslate();
  const [item, typed] = useWatch({ name: ['feeItem', 'amount'] }) as [unknown, unknown];
  const [due, free, amount] = [dueOf(order), freeOf(order, item), amountOf(typed) ?? ZERO];
  const row = (name: string, value: Satang, strong = false) => ({
    label: translate(`rental.order.deposits.${name}`),
    value: formatTHB(value),
    strong,
  });
  return (
    <Figures
      rows={[
        row('dueNow', due),
        row('free', free),
        row('dueAfter', atLeastZero(subtract(due, amount)), true),
        row('heldAfter', atLeastZero(subtract(free, amount)), true),
      ]}
    />
  );
}

function ApplyForm({ step, order }: { step: StepProps; order: OrderInfo }) {
  useTexts('rental.order.deposits');
  const item = DEPOSIT_ITEMS.find((each) => freeOf(order, each) > ZERO) ?? 'orderDeposit';
  const most = smaller(freeOf(order, item), dueOf(order));
  return (
    <StepDialog
      step={step}
      initial={{ feeItem: item, amount: most > ZERO ? toBaht(most) : null }}
      rules={(values) => problemsOf(values, order)}
      body={({ feeItem, amount, remark }) => ({
        orderId: order.id,
        feeItem,
        amount,
        remark: String(remark ?? '').trim() || undefined,
      })}
    >
      <StepField model={form} name="feeItem" />
      <StepField model={form} name="amount" />
      <After order={order} />
      <StepField model={form} name="remark" />
    </StepDialog>
  );
}

/** Lets a deposit that is kept pay charges that are due (O21). */
export default withWholeOrder(ApplyForm);
