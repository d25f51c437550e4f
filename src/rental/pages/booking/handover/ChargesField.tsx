import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Box, Button, FormHelperText, IconButton, TextField } from '@mui/material';
import Close from '@mui/icons-material/Close';
import { useTranslate } from 'react-admin';
import { AmountControl, useTexts } from 'forecourt/admin';
import type { DamageMark } from '../../../calls/index.ts';
import { formatTHB, fromWallClock } from '../../../rules/index.ts';
import { useRentalProvider } from '../../provider.ts';
import { chargeField, shownCharges, sumOfCharges, type ShownCharge } from './charges.ts';
import { fieldId, type ChargeEdit } from './draft.ts';
import { pickupTaskOf, type HandoverOrder } from './guards.ts';
import type { Handover } from './useHandover.ts';

const ID = fieldId('charges');
const NONE: readonly DamageMark[] = [];

/** Keeps the facts of the charges with the draft: without a network the form still works them out. Answers whether they could not be had. */
function useTerms(order: HandoverOrder, { draft, learn }: Handover): boolean {
  const provider = useRentalProvider();
  const { data, isError } = useQuery({
    queryKey: ['order', 'returnTerms', order.id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/returnterms/{id}', { id: order.id }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (data) learn(data);
  }, [data, learn]);
  return isError && !draft.terms;
}

/** What a charge is for, in words. */
function useNameOf(order: HandoverOrder): (charge: ShownCharge) => string {
  useTexts('rental.damage');
  const translate = useTranslate();
  const last = Math.max(0, ...(pickupTaskOf(order)?.damages ?? NONE).map(({ no }) => no));
  return ({ kind, quantity, mark, of, car, plate }) =>
    translate(`rental.handover.charges.${car === null ? kind : 'earlierFuel'}`, {
      quantity,
      plate,
      no: last + 1 + (mark ?? 0),
      part: of ? translate(`rental.damage.zone.${of.zone}`) : '',
      what: of ? translate(`rental.damage.kind.${of.kind}`) : '',
    });
}

function Row({
  charge,
  name,
  error,
  onChange,
}: {
  charge: ShownCharge;
  name: string;
  error: string | undefined;
  onChange: (edit: ChargeEdit | undefined) => void;
}) {
  const translate = useTranslate();
  const { kind, key, amount, quantity, price, shown, changed, reason } = charge;
  const id = fieldId(chargeField(key));
  const nothing = shown === null || shown === 0;
  const note =
    amount === null
      ? translate('rental.handover.charges.noPrice')
      : changed
        ? translate('rental.handover.charges.proposed', { amount: formatTHB(amount) })
        : price !== null && kind !== 'damage'
          ? `${quantity} × ${formatTHB(price)}`
          : '';
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box component="label" htmlFor={id} sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <Box id={`${id}-note`} sx={{ fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {note}
          </Box>
        </Box>
        <AmountControl
          id={id}
          value={shown}
          error={error !== undefined}
          onChange={(next) => onChange({ amount: next, reason })}
          inputProps={{ 'aria-describedby': `${id}-note`, inputMode: 'decimal' }}
          sx={{ width: 150, flex: 'none', height: 48 }}
        />
        <IconButton
          aria-label={translate('rental.handover.charges.remove', { name })}
          disabled={nothing}
          onClick={() => onChange({ amount: amount === null ? null : 0, reason })}
          sx={{ width: 48, height: 48, flex: 'none' }}
        >
          <Close />
        </IconButton>
      </Box>
      {changed && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: error ? 'center' : 'flex-end' }}>
          <TextField
            fullWidth
            required
            size="small"
            label={translate('rental.handover.charges.reason')}
            value={reason}
            error={error !== undefined}
            helperText={error}
            onChange={(event) => onChange({ amount: shown, reason: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
            sx={{ '& .MuiInputBase-root': { minHeight: 48 } }}
          />
          <Button onClick={() => onChange(undefined)} sx={{ flex: 'none', minHeight: 48 }}>
            {translate('rental.handover.charges.restore')}
          </Button>
        </Box>
      )}
      {!changed && error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

/** What this return charges beside the rental: proposed by the rules as soon as it is read off the car, and the desk's to change (D-ORD-37). */
export function ChargesField({ order, handover }: { order: HandoverOrder; handover: Handover }) {
  const translate = useTranslate();
  const { draft, time, zone, change, errorOf } = handover;
  const unknown = useTerms(order, handover);
  const nameOf = useNameOf(order);
  const charges = shownCharges(draft, fromWallClock(time, zone));
  const edit = (key: string, next: ChargeEdit | undefined) => {
    const { [key]: _before, ...others } = draft.charges ?? {};
    change({ charges: next ? { ...others, [key]: next } : others }, [chargeField(key), 'charges']);
  };
  if (unknown) return <Alert severity="info">{translate('rental.handover.charges.unknown')}</Alert>;
  if (charges.length === 0) return null;
  const error = errorOf('charges');
  return (
    <Box role="group" aria-labelledby={`${ID}-label`} id={ID} tabIndex={-1} sx={{ outline: 'none' }}>
      <Box id={`${ID}-label`} sx={{ fontWeight: 500 }}>
        {translate('rental.handover.charges.title')}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 1 }}>{translate('rental.handover.charges.hint')}</Box>
      <Box component="ul" aria-labelledby={`${ID}-label`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {charges.map((charge) => (
          <Row
            key={charge.key}
            charge={charge}
            name={nameOf(charge)}
            error={errorOf(chargeField(charge.key))}
            onChange={(next) => edit(charge.key, next)}
          />
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 2,
          py: 1,
          borderTop: 1,
          borderColor: 'divider',
          fontWeight: 600,
        }}
      >
        <span>{translate('rental.handover.charges.total')}</span>
        <Box component="span" role="status" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {formatTHB(sumOfCharges(charges))}
        </Box>
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}
