import type { DisplayProps } from 'forecourt/admin';
import { formatTHBWithCNY, fromBaht } from '../rules/index.ts';

/** An amount in baht, and the yuan of today beside it for reference (D-GEN-04). */
export default function BahtAndYuan({ value, record }: DisplayProps<{ readonly cnyRate?: unknown }>) {
  const rate = record.cnyRate;
  if (typeof value !== 'number' || typeof rate !== 'number') return <>–</>;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatTHBWithCNY(fromBaht(value), rate)}
    </span>
  );
}
