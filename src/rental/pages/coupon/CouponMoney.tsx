import type { DisplayProps } from '../../../framework/admin/index.ts';
import { formatTHBWithCNY, fromBaht } from '../../rules/index.ts';

/** An amount of a coupon: baht, and the yuan beside it for reference (D-GEN-04). */
export default function CouponMoney({ value, record }: DisplayProps) {
  const rate = record['cnyRate'];
  if (typeof value !== 'number' || typeof rate !== 'number') return <>–</>;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatTHBWithCNY(fromBaht(value), rate)}
    </span>
  );
}
