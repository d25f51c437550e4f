import {
  Box,
  Checkbox,
  FormControlLabel,
  InputAdornment,
  OutlinedInput,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { AmountControl, parseAmount, useCanDo, useCodeLabel, useLabels } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import { ChannelNumberEntry } from './ChannelNumberEntry.tsx';
import { CodeEntry, MoneyEntry, TextEntry } from './fields.tsx';
import { FormField, FormSection } from './FormField.tsx';
import { useChannels } from './useChannels.ts';

function DiscountEntry() {
  const { draft, change } = useBookingForm();
  const labelOf = useCodeLabel();
  const translate = useTranslate();
  return (
    <FormField name="discount" optional help={translate('rental.booking.discountHelp')}>
      {({ id, labelId, invalid, describedBy }) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 1 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-labelledby={labelId}
            value={draft.discountKind}
            onChange={(_event, kind: 'percent' | 'amount' | null) => kind && change({ discountKind: kind })}
          >
            <ToggleButton
              value="percent"
              color="primary"
              aria-label={`% ${labelOf('discountKind', 'percent')}`}
              sx={{ px: 1.5 }}
            >
              %
            </ToggleButton>
            <ToggleButton
              value="amount"
              color="primary"
              aria-label={`THB ${labelOf('discountKind', 'amount')}`}
              sx={{ px: 1 }}
            >
              THB
            </ToggleButton>
          </ToggleButtonGroup>
          {draft.discountKind === 'amount' ? (
            <AmountControl
              id={id}
              error={invalid}
              aria-describedby={describedBy}
              value={draft.discountValue}
              onChange={(discountValue) => change({ discountValue })}
            />
          ) : (
            <OutlinedInput
              id={id}
              size="small"
              error={invalid}
              value={draft.discountValue ?? ''}
              onChange={(event) => {
                const text = event.target.value;
                change({
                  discountValue: text.trim() === '' ? null : text.endsWith('.') ? text : (parseAmount(text) ?? text),
                });
              }}
              endAdornment={<InputAdornment position="end">%</InputAdornment>}
              inputProps={{
                inputMode: 'decimal',
                autoComplete: 'off',
                maxLength: 6,
                'aria-describedby': describedBy,
                style: { textAlign: 'right' },
              }}
            />
          )}
        </Box>
      )}
    </FormField>
  );
}

/** Each deposit is waived by itself; both together are deposit-free (D-MONEY-04). */
function WaivedDeposits() {
  const { draft, change } = useBookingForm();
  const labels = useLabels('order');
  return (
    <Box role="group" sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: -1 }}>
      {(['orderDepositWaived', 'violationDepositWaived'] as const).map((name) => (
        <FormControlLabel
          key={name}
          control={
            <Checkbox
              size="small"
              checked={draft[name] === 1}
              onChange={(_event, on) => change({ [name]: on ? 1 : 0 })}
            />
          }
          label={labels.field(name)}
        />
      ))}
    </Box>
  );
}

/** What is agreed about money and service. */
export function TermsSection() {
  const translate = useTranslate();
  const { order } = useBookingForm();
  const mayRedeem = useCanDo()('order', 'redeem');
  return (
    <FormSection title={translate('rental.booking.terms')}>
      <CodeEntry name="service" table="rentalService" open wide />
      <CodeEntry name="depositType" table="depositType" open wide />
      <WaivedDeposits />
      <DiscountEntry />
      {mayRedeem && !order && <TextEntry name="couponCode" optional maxLength={30} />}
    </FormSection>
  );
}

/** Where the order comes from; a channel brings its own number, total and often the money. */
export function ChannelSection() {
  const { draft, change, order } = useBookingForm();
  const translate = useTranslate();
  const channels = useChannels();
  const external = draft.channel !== 4;
  return (
    <FormSection title={translate('rental.booking.origin')}>
      <CodeEntry name="channel" table="orderChannel" among={channels} open wide />
      {external && (
        <>
          <ChannelNumberEntry />
          <CodeEntry name="serviceType" table="channelServiceType" optional />
        </>
      )}
      {external && !order && (
        <>
          <MoneyEntry
            name="channelTotal"
            optional
            label={translate('rental.booking.channelTotal')}
            help={translate('rental.booking.channelTotalHelp')}
          />
          <FormControlLabel
            sx={{ alignSelf: 'center', ml: -1 }}
            control={
              <Checkbox checked={draft.prepaid === 1} onChange={(_event, on) => change({ prepaid: on ? 1 : 0 })} />
            }
            label={translate('rental.booking.prepaid')}
          />
        </>
      )}
      <TextEntry name="remark" optional wide lines={2} maxLength={500} />
    </FormSection>
  );
}
