import { Alert, Box, Checkbox, FormControlLabel, OutlinedInput } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatMoney, useCan } from 'forecourt/admin';
import { messageKey } from '../../../rules/index.ts';
import type { HandoverOrder } from './guards.ts';
import type { Handover } from './useHandover.ts';

/** The two rules that somebody with order-enable may set aside at a pickup, each with a reason (D-ORD-09, D-ORD-23). */
export function OverrideNotice({ handover, order }: { handover: Handover; order: HandoverOrder }) {
  const translate = useTranslate();
  const may = useCan('order-enable');
  const { overrides, setOverrides, unpaid, payment, renterRefused, errorOf } = handover;
  return (
    <>
      {unpaid && (
        <Alert
          severity={overrides.allowUnpaid ? 'warning' : payment ? 'info' : 'error'}
          sx={{ '& .MuiAlert-message': { flex: 1 } }}
        >
          <Box>{`${translate(messageKey('order.refusal.notPaid'))} · ${formatMoney(order.due + order.depositDue)}`}</Box>
          {payment && <Box sx={{ fontSize: 12 }}>{translate('rental.handover.payBelow')}</Box>}
          {may && (
            <FormControlLabel
              sx={{ minHeight: 48 }}
              control={
                <Checkbox
                  checked={overrides.allowUnpaid}
                  onChange={(_event, allowUnpaid) => setOverrides({ ...overrides, allowUnpaid })}
                />
              }
              label={translate('rental.handover.allowUnpaid')}
            />
          )}
          {!may && !payment && <Box sx={{ fontSize: 12 }}>{translate('rental.handover.payFirst')}</Box>}
        </Alert>
      )}
      {renterRefused && may && (
        <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1 } }}>
          <Box>{errorOf('renterPhone')}</Box>
          <FormControlLabel
            sx={{ minHeight: 48 }}
            control={
              <Checkbox
                checked={overrides.allowBlacklisted}
                onChange={(_event, allowBlacklisted) => setOverrides({ ...overrides, allowBlacklisted })}
              />
            }
            label={translate('rental.handover.allowBlacklisted')}
          />
          {overrides.allowBlacklisted && (
            <OutlinedInput
              id="handover-overrideReason"
              fullWidth
              error={errorOf('overrideReason') !== undefined}
              placeholder={translate('rental.booking.overrideReason')}
              value={overrides.reason}
              onChange={(event) => setOverrides({ ...overrides, reason: event.target.value })}
              inputProps={{ maxLength: 500, 'aria-label': translate('rental.booking.overrideReason') }}
            />
          )}
        </Alert>
      )}
    </>
  );
}
