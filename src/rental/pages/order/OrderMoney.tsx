import type { Order } from '../../../../schemas/types.generated.ts';
import { CodeChip, ToneChip, useCodeLabel, useLabels, type DisplayProps } from 'forecourt/admin';

/** What the list adds to the state of an order: its payment or refund, unless that says the state again, and whether somebody is late. */
export function OrderMoney(shown: DisplayProps<Pick<Order, 'detailLabel' | 'overdue'>>) {
  const labels = useLabels('order');
  const codeLabel = useCodeLabel();
  const { field, value, record } = shown;
  const state = record.detailLabel ? codeLabel('orderDetailLabel', record.detailLabel) : undefined;
  const isSaid = field.codes !== undefined && value !== undefined && codeLabel(field.codes, value) === state;
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {!isSaid && <CodeChip {...shown} />}
      {record.overdue === true && <ToneChip tone="late" label={labels.field('overdue')} />}
    </span>
  );
}
