import { useTranslate } from 'react-admin';
import { useTexts, type DisplayProps } from 'forecourt/admin';
import { formatTHB, fromBaht } from '../../rules/index.ts';

/** A fee in baht; none is said in a word, so that nobody asks whether it was forgotten. */
export default function FeeOrFree({ value }: Pick<DisplayProps, 'value'>) {
  useTexts('rental.store');
  const translate = useTranslate();
  if (typeof value !== 'number') return <>–</>;
  if (value === 0) return <>{translate('rental.store.feeFree')}</>;
  return <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{formatTHB(fromBaht(value))}</span>;
}
