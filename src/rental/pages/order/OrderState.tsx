import type { Order } from '../../../../schemas/types.generated.ts';
import { CodeChip, ToneChip, useCodeLabel, useLabels, type DisplayProps } from '../../../framework/admin/index.ts';

/** How far an order is, in the word that every view has for it (D-ORD-02), and whether somebody is late. */
export function OrderState(shown: DisplayProps<Pick<Order, 'overdue'>>) {
  const labels = useLabels('order');
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      <CodeChip {...shown} />
      {shown.record.overdue === true && <ToneChip tone="late" label={labels.field('overdue')} />}
    </span>
  );
}

/** What the list adds to the state of an order: its payment or refund. Nothing where it would say the state again. */
export function OrderMoney(shown: DisplayProps<Pick<Order, 'detailLabel'>>) {
  const codeLabel = useCodeLabel();
  const { field, value, record } = shown;
  const state = record.detailLabel ? codeLabel('orderDetailLabel', record.detailLabel) : undefined;
  if (field.codes && value && codeLabel(field.codes, value) === state) return null;
  return <CodeChip {...shown} />;
}
