import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Fact, formatMoney } from 'forecourt/admin';
import type { ChargeOfReturn, TaskRow } from '../../../calls/index.ts';

const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75, maxWidth: 420 } as const;

/** What a charge is for: the kind, and the car or the damage where there are several. */
function useNameOf(): (charge: ChargeOfReturn) => string {
  const translate = useTranslate();
  return ({ kind, plate, no }) =>
    [translate(`rental.order.tasks.charges.${kind}`, { no: no ?? '' }), plate]
      .filter((part) => part !== '')
      .join(' · ');
}

/** One charge: what it is for, what was charged, and where the desk changed it, what was proposed and why. */
export function ChargeLine({ charge }: { charge: ChargeOfReturn }) {
  const translate = useTranslate();
  const name = useNameOf()(charge);
  const { amount, proposed, reason } = charge;
  const changed = proposed !== null && proposed !== amount;
  const why = [
    ...(changed ? [translate('rental.order.tasks.charges.proposed', { amount: formatMoney(proposed) })] : []),
    ...(reason === '' ? [] : [reason]),
  ];
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <span>{name}</span>
        <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {amount === 0 ? translate('rental.order.tasks.charges.none') : formatMoney(amount)}
        </Box>
      </Box>
      {why.length > 0 && (
        <Box sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>{why.join(' · ')}</Box>
      )}
    </>
  );
}

/** What a return charged beside the rental; a charge that the desk changed or left out says what was proposed, and why (D-ORD-37). */
export function TaskCharges({ charges }: Pick<TaskRow, 'charges'>) {
  const translate = useTranslate();
  if (charges.length === 0) return null;
  return (
    <Box component="dl" sx={{ m: 0, mt: 2 }}>
      <Fact label={translate('rental.order.tasks.charges.title')}>
        <Box component="ul" sx={LIST}>
          {charges.map((charge, at) => (
            <li key={`${charge.kind} ${charge.plate} ${String(charge.no)} ${at}`}>
              <ChargeLine charge={charge} />
            </li>
          ))}
        </Box>
      </Fact>
    </Box>
  );
}
