import type { Order } from '../../../../schemas/types.generated.ts';
import type { DisplayProps } from 'forecourt/admin';
import { useLengthText } from './lengthText.ts';

/** Days and hours of a rental in one cell (D-ORD-11). */
export function OrderLength({ value, record }: DisplayProps<Pick<Order, 'rentalHours'>>) {
  const lengthText = useLengthText();
  return <>{typeof value === 'number' ? lengthText(value, record.rentalHours ?? 0) : '–'}</>;
}
