import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/** Length of a rental in words: "3 days 4 hours", without hours when there are none (D-ORD-11). */
export function useLengthText(): (days: number, hours: number) => string {
  const translate = useTranslate();
  return useCallback(
    (days, hours) => {
      const whole = translate('rental.booking.days', { smart_count: days });
      return hours > 0 ? `${whole} ${translate('rental.booking.hours', { smart_count: hours })}` : whole;
    },
    [translate],
  );
}
