import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatMoney, ToneChip, useAdminRuntime, useCodeLabel, useLabels, useWords, useTexts } from 'forecourt/admin';
import type { FeeRow } from '../../../calls/index.ts';
import { DEPOSIT_ITEMS, ORDER, isDeposit, takesOff, type FeeItem } from '../../../rules/index.ts';
import { explanationOf, notTaken } from '../../booking/explain.ts';
import { VoidFee } from './VoidFee.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

const TOTAL = 'total';
const sum = (lines: readonly FeeRow[]): number =>
  lines.reduce((satang, line) => satang + (line.voided ? 0 : Math.round(line.amount * 100)), 0) / 100;
const row = { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5, fontSize: 13 } as const;
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Where one line comes from: booked lines explain their amount, all others who added them, when and why. */
function LineNote({ line, order }: { line: FeeRow; order: OrderInfo }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { key, params } = explanationOf(line, order, formatMoney, order.deposits);
  const remark = useWords()(line.remark);
  const words = [codeLabel('feeSource', line.source), remark, line.operator].filter(Boolean).join(' · ');
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {line.source === 'booking' && line.remark === '' ? (
        translate(`rental.booking.explain.${key}`, { ...params, _: '' })
      ) : (
        <>
          {words}
          {line.time && <span style={figures}>{` · ${line.time}`}</span>}
        </>
      )}
    </Box>
  );
}

function Item({ item, lines, order }: { item: FeeItem; lines: readonly FeeRow[]; order: OrderInfo }) {
  const codeLabel = useCodeLabel();
  const translate = useTranslate();
  const live = lines.filter((line) => !line.voided);
  const amount = sum(lines);
  const signed = takesOff(item) && amount > 0 ? -amount : amount;
  // Noted, not charged: the word stands before the figure, which is no part of any sum.
  const noted = live.length > 0 && notTaken(item, order.deposits);
  return (
    <Box
      component="li"
      sx={{ borderBottom: 1, borderColor: 'divider', color: live.length === 0 ? 'text.secondary' : 'text.primary' }}
    >
      <Box sx={row}>
        <span>{codeLabel('feeItem', item)}</span>
        <Box component="span" sx={{ ...figures, ...(noted && { color: 'text.secondary' }) }}>
          {noted && <ToneChip tone="off" label={translate(`rental.order.fees.${noted}`)} />} {formatMoney(signed)}
        </Box>
      </Box>
      {lines.map((line) => (
        <Box
          key={line.id}
          sx={{ ...row, pt: 0, fontSize: 12, lineHeight: 1.5, color: 'text.secondary', alignItems: 'baseline' }}
        >
          <LineNote line={line} order={order} />
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, ...figures }}>
            {line.voided === 1 && <ToneChip tone="off" label={translate('resources.orderFee.fields.voided')} />}
            {(lines.length > 1 || line.voided === 1) && (
              <Box component={line.voided ? 'del' : 'span'}>{formatMoney(line.amount)}</Box>
            )}
            {line.source === 'manual' && !line.voided && order.status !== ORDER.cancelled && <VoidFee line={line} />}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Sum({ label, amount, strong = false }: { label: string; amount: number; strong?: boolean }) {
  return (
    <Box sx={{ ...row, fontSize: strong ? 14 : 13, fontWeight: strong ? 600 : 400 }}>
      <span>{label}</span>
      <Box component="span" sx={figures}>
        {formatMoney(amount)}
      </Box>
    </Box>
  );
}

/** The bill: the rental and every other fee item that is or was charged, in the documented order, each line explained, the deposits outside the total (D-PRICE-10). */
export function FeeTable({ order }: { order: OrderInfo }) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const labels = useLabels('order');
  useTexts('rental.booking.explain');
  const translate = useTranslate();
  const items = (model.codes['feeItem'] ?? [])
    .map(({ code }) => code as FeeItem | typeof TOTAL)
    .filter((item) => item !== TOTAL) as FeeItem[];
  const linesOf = (item: FeeItem) => order.fees.filter((line) => line.item === item);
  // What was voided stays as the trace of what was charged once.
  const isShown = (item: FeeItem): boolean =>
    item === 'rental' || linesOf(item).some(({ amount, voided }) => amount > 0 || voided === 1);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.filter(isShown).map((item) => (
          <Item key={item} item={item} lines={linesOf(item)} order={order} />
        ))}
      </Box>
      <Box sx={{ pt: 1 }}>
        <Sum label={codeLabel('feeItem', TOTAL)} amount={order.total} strong />
        {items.some((item) => isDeposit(item) && linesOf(item).length > 0) && (
          <Box sx={{ fontSize: 12, color: 'text.secondary', pb: 0.5 }}>
            {translate('rental.order.fees.depositsApart')}
          </Box>
        )}
        <Sum label={labels.field('payable')} amount={order.payable} />
        <Sum label={labels.field('paid')} amount={order.paid} />
        {DEPOSIT_ITEMS.filter((item) => order.deposits[item].applied > 0).map((item) => (
          <Sum
            key={item}
            label={translate('rental.order.fees.fromDeposit', { item: codeLabel('feeItem', item) })}
            amount={order.deposits[item].applied}
          />
        ))}
        <Sum label={labels.field('due')} amount={order.due} strong />
        {order.depositDue > 0 && <Sum label={labels.field('depositDue')} amount={order.depositDue} strong />}
      </Box>
    </>
  );
}
