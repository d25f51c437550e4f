import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FigureTable, formatMoney, ToneChip, useCodeLabel, useLabels, useTexts } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import type { LedgerEntry } from '../../../calls/index.ts';
import { waivedItems } from '../../../rules/index.ts';
import { Figures } from '../../Figures.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { Panel } from '../../Panel.tsx';
import { Preauths } from './Preauths.tsx';
import { recordModel } from '../info/records.ts';
import { RecordTable } from '../info/RecordTable.tsx';

const REFUND_COLUMNS = [
  'refundNo',
  'applyTime',
  'feeItem',
  'amount',
  'method',
  'status',
  'reason',
  'failReason',
  'finishTime',
];
const DEDUCTION_COLUMNS = ['deductNo', 'submitTime', 'type', 'amount', 'status', 'reason', 'failReason', 'finishTime'];
const AMOUNTS = ['charged', 'in', 'out', 'held', 'deposits', 'earned'] as const;
/** What stands after each row; a movement of nothing stays empty. */
const BALANCES: ReadonlySet<string> = new Set(['held', 'deposits', 'earned']);

/** What a row is about: the kind, and the fee item or the source of the charges. */
function What({ row }: { row: LedgerEntry }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const item = row.kind === 'charge' ? codeLabel('feeSource', row.item) : row.item && codeLabel('feeItem', row.item);
  const moved = row.moved > 0 && formatMoney(row.moved);
  return <>{[translate(`resources.refund.ledger.kind.${row.kind}`), item, moved].filter(Boolean).join(' · ')}</>;
}

/** Date, what, charged, in, out, and the balance after it. A movement of nothing stays empty; a balance is always said. */
function Ledger({ rows }: { rows: readonly LedgerEntry[] }) {
  const translate = useTranslate();
  const text = (name: string): string => translate(`resources.refund.ledger.${name}`);
  return (
    <FigureTable
      label={text('table')}
      columns={[
        { key: 'time', label: text('time'), cell: ({ time }) => time },
        { key: 'what', label: text('what'), cell: (row) => <What row={row} /> },
        ...AMOUNTS.map((name) => ({
          key: name,
          label: text(name),
          align: 'right' as const,
          cell: (row: LedgerEntry) => (row[name] === 0 && !BALANCES.has(name) ? '' : formatMoney(row[name])),
        })),
      ]}
      rows={rows}
      keyOf={(_row, index) => index}
    />
  );
}

/** How the money stands: paid − refunded − deducted = held + earned. */
function Standing({ now }: { now: LedgerEntry }) {
  const translate = useTranslate();
  const names = ['paid', 'refunded', 'deducted', 'held', 'deposits', 'earned'] as const;
  return (
    <Figures
      rows={names.map((name) => ({
        label: translate(`resources.refund.ledger.${name}`),
        value: formatMoney(now[name]),
        strong: name === 'held' || name === 'earned',
      }))}
    />
  );
}

const refundModel = recordModel('refund');
const deductionModel = recordModel('deduction');

function Deductions({ order }: { order: OrderInfo }) {
  const { many } = useLabels('deduction');
  return (
    <Panel title={many}>
      <RecordTable model={deductionModel} columns={DEDUCTION_COLUMNS} rows={order.deductions} label={many} />
    </Panel>
  );
}

/** The order's money as a ledger, and below it what is asked back and what was taken from a waived deposit. */
export function AccountTab({ model, order }: { model: Resource; order: OrderInfo }) {
  useTexts('rental.order.deposits');
  const translate = useTranslate();
  const refunds = useLabels('refund');
  const now = order.ledger.at(-1);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel
        title={translate('resources.refund.ledger.table')}
        aside={order.deposits.settled && <ToneChip tone="done" label={translate('rental.order.deposits.settled')} />}
      >
        <Box
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 260px' } }}
        >
          <Ledger rows={order.ledger} />
          <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
            {now && <Standing now={now} />}
            <Alert severity="info" icon={false} sx={{ fontSize: 12, py: 0 }}>
              {translate('resources.refund.ledger.explain')}
            </Alert>
          </Box>
        </Box>
      </Panel>
      <Panel title={refunds.many}>
        <RecordTable model={refundModel} columns={REFUND_COLUMNS} rows={order.refunds} label={refunds.many} />
      </Panel>
      <Preauths model={model} order={order} />
      {(waivedItems(order.deposits).length > 0 || order.deductions.length > 0) && <Deductions order={order} />}
    </Box>
  );
}
