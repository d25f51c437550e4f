import { useTranslate } from 'react-admin';
import { ToneChip, useCodeLabel, type DisplayProps } from 'forecourt/admin';

const TONES = { normal: 'done', expiringSoon: 'waiting', overdue: 'late' } as const;

/** The alert of a policy or an inspection with the days that are left, or passed (D-UPK-03): "Expiring soon (10 days)". */
export default function ExpiryAlert({ value, record }: DisplayProps<{ readonly daysLeft?: unknown }>) {
  const translate = useTranslate();
  const labelOf = useCodeLabel();
  // Nobody has said a day.
  if (!value) return null;
  const alert = value as keyof typeof TONES;
  const label = labelOf('expiryAlert', alert);
  const days = record.daysLeft;
  const counted = alert !== 'normal' && typeof days === 'number';
  const text = counted ? translate('upkeep.days', { label, smart_count: Math.abs(days) }) : label;
  return <ToneChip tone={TONES[alert]} label={text} />;
}
