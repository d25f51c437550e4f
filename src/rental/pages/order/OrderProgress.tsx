import type { Order } from '../../../../schemas/types.generated.ts';
import {
  ToneChip,
  useAdminRuntime,
  useCodeLabel,
  useLabels,
  type DisplayProps,
} from '../../../framework/admin/index.ts';

/** The second state of the list: how far the car is (D-ORD-02), and whether somebody is late. */
export function OrderProgress({ field, value, record }: DisplayProps<Pick<Order, 'overdue'>>) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const labels = useLabels('order');
  if (!value || !field.codes) return <>–</>;
  const tone = model.codes[field.codes]?.find(({ code }) => code === value)?.tone;
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      <ToneChip tone={tone} label={codeLabel(field.codes, value)} />
      {record.overdue === true && <ToneChip tone="late" label={labels.field('overdue')} />}
    </span>
  );
}
