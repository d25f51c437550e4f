import type { DisplayProps } from '../../../framework/admin/index.ts';
import { useLengthText } from './lengthText.ts';

/** Days and hours of a rental in one cell (D-ORD-11). */
export function OrderLength({ value, record }: DisplayProps) {
  const lengthText = useLengthText();
  return <>{typeof value === 'number' ? lengthText(value, Number(record['rentalHours'] ?? 0)) : '–'}</>;
}
