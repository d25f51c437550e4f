import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatMoney, ShowGroups, ToneChip, useCodeLabel, useLabels, useTexts } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import type { DepositPart } from '../../../calls/index.ts';
import { notTaken } from '../../booking/explain.ts';
import { CarParts } from './CarParts.tsx';
import { Coupons } from './Coupons.tsx';
import { FeeTable } from './FeeTable.tsx';
import { OfferedAction } from './OfferedAction.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { Panel } from '../../Panel.tsx';
import { RENEWAL_COLUMNS, RENEWAL_WORDS, recordModel } from '../info/records.ts';
import { RecordTable } from '../info/RecordTable.tsx';
import { PAYMENT, type DepositTerms } from '../../../rules/index.ts';

const paymentModel = recordModel('payment');
const renewalModel = recordModel('renewal');
const PAYMENT_COLUMNS = ['time', 'type', 'amount', 'method', 'feeItem', 'transactionNo'];
const PAYMENT_WORDS = ['storeId', 'payerAccount', 'operatorId', 'remark'];
/** Most orders have none of these: a page of dashes hides what is there. */
const OFTEN_EMPTY: ReadonlySet<string> = new Set([
  'memberId',
  'channelOrderNo',
  'serviceType',
  'actualPickupTime',
  'actualReturnTime',
  'carSince',
  'pickupPointId',
  'pickupAddress',
  'returnPointId',
  'returnAddress',
  'couponCode',
  'cancelTime',
  'cancelReason',
  'overrides',
]);

/** The groups of the detail without the fields that this order leaves empty. */
function withoutEmpty(model: Resource, order: OrderInfo): Resource {
  const isEmpty = (name: string): boolean =>
    [undefined, null, ''].includes(order[name] as null) || (Array.isArray(order[name]) && order[name].length === 0);
  const groups = model.show.groups.map((group) => ({
    ...group,
    fields: group.fields.filter((name) => !OFTEN_EMPTY.has(name) || !isEmpty(name)),
  }));
  return { ...model, show: { ...model.show, groups } };
}

/** Incomes and refunds in one list, the sums beside the title (D-MONEY-01). */
function Payments({ order }: { order: OrderInfo }) {
  const labels = useLabels('payment');
  const codeLabel = useCodeLabel();
  const sumOf = (refund: boolean): number =>
    order.payments.reduce(
      (satang, one) => satang + ((one.type === PAYMENT.refund) === refund ? Math.round(one.amount * 100) : 0),
      0,
    ) / 100;
  const sums = [
    `${codeLabel('paymentType', 1)} ${formatMoney(sumOf(false))}`,
    `${codeLabel('paymentType', PAYMENT.refund)} ${formatMoney(sumOf(true))}`,
  ];
  return (
    <Panel
      title={labels.many}
      aside={
        order.payments.length > 0 && (
          <Box component="span" sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {sums.join(' · ')}
          </Box>
        )
      }
    >
      <RecordTable
        model={paymentModel}
        columns={PAYMENT_COLUMNS}
        beneath={PAYMENT_WORDS}
        rows={order.payments}
        label={labels.many}
      />
    </Panel>
  );
}

function Deposit({
  item,
  part,
  terms,
}: {
  item: 'orderDeposit' | 'violationDeposit';
  part: DepositPart;
  terms: DepositTerms;
}) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const untaken = notTaken(item, terms);
  // Of what was never taken nothing is held and nothing unfreezes.
  const notes =
    untaken && part.held === 0
      ? [translate(`rental.order.fees.${untaken}`)]
      : [
          translate('rental.order.deposits.held', { amount: formatMoney(part.held) }),
          ...(['due', 'applied', 'returned', 'pending'] as const)
            .filter((name) => part[name] > 0)
            .map((name) => translate(`rental.order.deposits.${name}`, { amount: formatMoney(part[name]) })),
          ...(part.releaseDate && part.held > 0
            ? [translate(`rental.order.deposits.${part.late ? 'late' : 'release'}`, { date: part.releaseDate })]
            : []),
        ];
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: 13, py: 0.5 }}>
      <span>
        {codeLabel('feeItem', item)}
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {notes.map((note, index) => (
            <Box key={note} component="span" sx={{ display: 'inline-block', mr: 0.5 }}>
              {index > 0 && '· '}
              {note}
            </Box>
          ))}
        </Box>
      </span>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formatMoney(part.amount)}
      </Box>
    </Box>
  );
}

function Deposits({ model, order }: { model: Resource; order: OrderInfo }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { orderDeposit, violationDeposit, settled } = order.deposits;
  return (
    <Panel
      title={translate('rental.order.deposits.title')}
      aside={
        settled ? (
          <ToneChip tone="done" label={translate('rental.order.deposits.settled')} />
        ) : (
          <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {codeLabel('depositType', order['depositType'])}
          </Box>
        )
      }
    >
      <Deposit item="orderDeposit" part={orderDeposit} terms={order.deposits} />
      <Deposit item="violationDeposit" part={violationDeposit} terms={order.deposits} />
      <OfferedAction model={model} order={order} name="printDeposit" />
    </Panel>
  );
}

/** What a time to the second is wide. */
const TIME_WIDTH = 156;

/** Pickup and return stand side by side, everything else across; a time never runs into what stands beside it. */
const FACTS = {
  display: 'grid',
  gap: 2,
  minWidth: 0,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '& > section': { gridColumn: '1 / -1' },
  '& > section:nth-of-type(3), & > section:nth-of-type(4)': {
    gridColumn: { md: 'auto' },
    '& dl': { gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${TIME_WIDTH}px), 1fr))` },
  },
} as const;

/** Who, which trip, and the money: the facts left, the bill right. */
export function BookingTab({ model, order }: { model: Resource; order: OrderInfo }) {
  useTexts('rental.order.deposits');
  const translate = useTranslate();
  const renewals = useLabels('renewal');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
        alignItems: 'start',
      }}
    >
      <Box sx={FACTS}>
        <ShowGroups model={withoutEmpty(model, order)} record={order} />
        <CarParts cars={order.cars} />
        <Payments order={order} />
        {order.renewals.length > 0 && (
          <Panel title={renewals.many} aside={<OfferedAction model={model} order={order} name="cancelrenew" />}>
            <RecordTable
              model={renewalModel}
              columns={RENEWAL_COLUMNS}
              beneath={RENEWAL_WORDS}
              rows={order.renewals}
              label={renewals.many}
            />
          </Panel>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Panel title={translate('rental.order.fees.title')}>
          <FeeTable order={order} />
        </Panel>
        <Coupons model={model} order={order} />
        <Deposits model={model} order={order} />
      </Box>
    </Box>
  );
}
