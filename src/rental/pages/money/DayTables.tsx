import { Link as MuiLink } from '@mui/material';
import { Link, useCreatePath, useTranslate } from 'react-admin';
import {
  FigureTable,
  formatAmount,
  formatNumber,
  shortTime,
  useCodeLabel,
  useLabels,
  type FigureColumn,
} from 'forecourt/admin';
import type { DayClose, DayFlow } from '../../calls/index.ts';
import { PAYMENT } from '../../rules/index.ts';
import { inCurrency } from './inCurrency.ts';

/** Records, in, out and net: the same four figures beside whatever they are counted by. */
function useFlowColumns(): readonly FigureColumn<DayFlow>[] {
  const translate = useTranslate();
  const money = (name: 'in' | 'out' | 'net'): FigureColumn<DayFlow> => ({
    key: name,
    label: inCurrency(translate(`resources.payment.day.${name}`)),
    align: 'right',
    cell: (row) => formatAmount(row[name]),
  });
  return [
    {
      key: 'count',
      label: translate('resources.payment.day.count'),
      align: 'right',
      cell: (row) => formatNumber(row.count),
    },
    money('in'),
    money('out'),
    money('net'),
  ];
}

/** Totals per payment method, and of the day. */
export function Methods({ day }: { day: DayClose }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const flow = useFlowColumns();
  return (
    <FigureTable<DayClose['methods'][number]>
      label={translate('resources.payment.day.methods')}
      columns={[
        {
          key: 'method',
          label: translate('resources.payment.day.method'),
          cell: (row) => codeLabel('paymentMethod', row.method),
        },
        ...flow,
      ]}
      rows={day.methods}
      keyOf={(row) => row.method}
      foot={[translate('resources.payment.day.total'), ...flow.map((column) => column.cell(day.total))]}
    />
  );
}

/** What each operator took and gave, and what of it is cash in the drawer. */
export function Operators({ day }: { day: DayClose }) {
  const translate = useTranslate();
  const flow = useFlowColumns();
  return (
    <FigureTable<DayClose['operators'][number]>
      label={translate('resources.payment.day.operators')}
      columns={[
        {
          key: 'operator',
          label: translate('resources.payment.day.operator'),
          cell: (row) => row.operator || translate('resources.payment.day.nobody'),
        },
        ...flow,
        {
          key: 'cash',
          label: inCurrency(translate('resources.payment.day.cash')),
          align: 'right',
          cell: (row) => formatAmount(row.cash),
        },
      ]}
      rows={day.operators}
      keyOf={(row) => row.operator}
    />
  );
}

/** Every payment record of the day; money that went out with a minus. */
export function Records({ day }: { day: DayClose }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const createPath = useCreatePath();
  const payment = useLabels('payment');
  const order = useLabels('order');
  const column = (key: string, cell: FigureColumn<DayClose['payments'][number]>['cell'], align?: 'right') => ({
    key,
    label: ['orderNo', 'renterName'].includes(key) ? order.field(key) : payment.field(key),
    cell,
    align,
  });
  return (
    <FigureTable
      label={translate('resources.payment.day.records')}
      columns={[
        column('time', (row) => shortTime(row.time)),
        column('createTime', (row) =>
          row.late === 1 ? `${shortTime(row.createTime)} · ${payment.field('late')}` : shortTime(row.createTime),
        ),
        column('orderNo', (row) => (
          <MuiLink component={Link} to={createPath({ resource: 'order', type: 'show', id: row.orderId })}>
            {row.orderNo}
          </MuiLink>
        )),
        column('renterName', (row) => row.renterName),
        column('type', (row) => codeLabel('paymentType', row.type)),
        column('method', (row) => codeLabel('paymentMethod', row.method)),
        column('feeItem', (row) => codeLabel('feeItem', row.feeItem)),
        {
          ...column('amount', (row) => formatAmount(row.type === PAYMENT.refund ? -row.amount : row.amount), 'right'),
          label: inCurrency(payment.field('amount')),
        },
        column('transactionNo', (row) => row.transactionNo),
        column('operatorId', (row) => row.operator),
        column('remark', (row) => row.remark),
      ]}
      rows={day.payments}
      keyOf={(row) => row.id}
    />
  );
}
