import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useOrderMatch } from './useOrderMatch.ts';

/** Which order the violation will belong to, while it is typed; saving looks it up again (D-UPK-06). */
export default function ViolationMatch() {
  const translate = useTranslate();
  const [carId, time, noticePlate] = useWatch({ name: ['carId', 'time', 'noticePlate'] }) as readonly unknown[];
  const { match, refusal } = useOrderMatch({ carId, time, noticePlate });
  const said = (): { readonly severity: 'info' | 'success' | 'warning'; readonly text: string } => {
    if (refusal !== undefined) return { severity: 'warning', text: refusal };
    if (match === undefined) return { severity: 'info', text: translate('resources.violation.texts.ask') };
    if (match === null)
      return {
        severity: 'warning',
        text: `${translate('msg.violation.noOrder')}. ${translate('resources.violation.texts.saveAnyway')}`,
      };
    if (match.orderId !== null)
      return { severity: 'success', text: translate('resources.violation.texts.found', { ...match }) };
    const orders = match.candidates.map(({ orderNo }) => orderNo).join(', ');
    return { severity: 'warning', text: translate('resources.violation.texts.several', { orders }) };
  };
  const { severity, text } = said();
  return (
    <Alert severity={severity} role="status">
      {text}
    </Alert>
  );
}
