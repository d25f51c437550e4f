import { useTranslate } from 'react-admin';
import { formatMoney, useCan, useCodeLabel, useWords } from 'forecourt/admin';
import type { FeeRow } from '../../../calls/index.ts';
import { ConfirmedCall } from './ConfirmedCall.tsx';

/** Takes a line that was added by hand off the bill; it stays to be seen. */
export function VoidFee({ line }: { line: FeeRow }) {
  const allowed = useCan('order-enable');
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const words = useWords();
  if (!allowed) return null;
  return (
    <ConfirmedCall
      verb={translate('rental.order.fees.void')}
      title={translate('rental.order.fees.voidTitle')}
      method="DELETE"
      path={`/order/additionalfee/delete/${line.id}`}
      sx={{ minHeight: 24, fontSize: 12, px: 0.75, mr: -0.75 }}
    >
      {`${codeLabel('feeItem', line.item)} ${formatMoney(line.amount)}${line.remark ? ` · ${words(line.remark)}` : ''}`}
    </ConfirmedCall>
  );
}
