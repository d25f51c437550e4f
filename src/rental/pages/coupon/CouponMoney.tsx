import type { DisplayProps } from '../../../framework/admin/index.ts';
import { formatTHBWithCNY, fromBaht } from '../../rules/index.ts';

/** What a coupon takes off: baht, and the yuan beside it for reference (D-GEN-04). */
export default function CouponMoney({ value, record }: DisplayProps) {
  const rate = record['cnyRate'];
  if (typeof value !== 'number' || typeof rate !== 'number') return <>–</>;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatTHBWithCNY(fromBaht(value), rate)}
    </span>
  );
}
