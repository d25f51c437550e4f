import type { KeyboardEvent } from 'react';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { DateControl } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import { ChoiceControl, type Choice } from './ChoiceControl.tsx';
import { minutesBetween, plusMinutes } from './draft.ts';
import { FormField, FormSection } from './FormField.tsx';
import type { Store } from './useStores.ts';

const DAY_MINUTES = 24 * 60;
const QUICK_DAYS = [1, 2, 3, 5, 7, 14, 30] as const;

const asChoice = ({ id, storeName, cityName }: Store): Choice => ({ id, label: storeName, detail: cityName });

/** Lengths that are asked for all day long: one press instead of a date. */
function QuickLengths() {
  const { draft, change } = useBookingForm();
  const translate = useTranslate();
  const days = (minutesBetween(draft.plannedPickupTime, draft.plannedReturnTime) ?? 0) / DAY_MINUTES;
  const reached = Math.max(
    0,
    QUICK_DAYS.findIndex((count) => count === days),
  );
  // One stop of the Tab key for all of them; the arrows go from one to the next.
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Box
      role="group"
      aria-label={translate('rental.booking.quickLength')}
      onKeyDown={walk}
      sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {QUICK_DAYS.map((count, index) => (
        <Button
          key={count}
          size="small"
          variant={days === count ? 'contained' : 'outlined'}
          aria-pressed={days === count}
          tabIndex={index === reached ? 0 : -1}
          disabled={draft.plannedPickupTime === ''}
          onClick={() => change({ plannedReturnTime: plusMinutes(draft.plannedPickupTime, count * DAY_MINUTES) })}
          sx={{ minWidth: 0, px: 1.25 }}
        >
          {translate('rental.booking.days', { smart_count: count })}
        </Button>
      ))}
    </Box>
  );
}

function TimeEntry({ name }: { name: 'plannedPickupTime' | 'plannedReturnTime' }) {
  const { draft, change } = useBookingForm();
  return (
    <FormField name={name}>
      {({ id, invalid, describedBy }) => (
        <DateControl
          id={id}
          precision="dateTime"
          size="small"
          fullWidth
          hiddenLabel
          error={invalid}
          value={draft[name]}
          onChange={(value) => change({ [name]: value })}
          slotProps={{ htmlInput: { 'aria-describedby': describedBy } }}
        />
      )}
    </FormField>
  );
}

/** Where and when: the store first, since it decides which models, cars and prices there are. */
export function TripSection() {
  const { draft, change, stores, order, timesFor } = useBookingForm();
  const translate = useTranslate();
  const zone = stores.zoneOf(draft.pickupStoreId);
  const elsewhere = zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Times that nobody has chosen are those of the store.
  const chooseStore = (pickupStoreId: number | null) => {
    const { plannedPickupTime, plannedReturnTime } = timesFor(draft.pickupStoreId);
    const unchosen =
      !order && draft.plannedPickupTime === plannedPickupTime && draft.plannedReturnTime === plannedReturnTime;
    change({ pickupStoreId, ...(unchosen && timesFor(pickupStoreId)) });
  };
  const title = (name: string): string | undefined => (order?.[name] ? String(order[name]) : undefined);
  return (
    <FormSection
      title={translate('rental.booking.trip')}
      aside={
        elsewhere && (
          <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
            {translate('rental.booking.storeClock', { zone })}
          </Box>
        )
      }
    >
      <FormField name="pickupStoreId">
        {(control) => (
          <ChoiceControl
            control={control}
            choices={stores.own.map(asChoice)}
            loading={stores.loading}
            value={draft.pickupStoreId}
            title={title('pickupStoreName')}
            onChange={chooseStore}
          />
        )}
      </FormField>
      <FormField name="returnStoreId">
        {(control) => (
          <ChoiceControl
            control={control}
            choices={stores.all.map(asChoice)}
            loading={stores.loading}
            value={draft.returnStoreId}
            title={title('returnStoreName')}
            onChange={(returnStoreId) => change({ returnStoreId })}
          />
        )}
      </FormField>
      <TimeEntry name="plannedPickupTime" />
      <TimeEntry name="plannedReturnTime" />
      <QuickLengths />
    </FormSection>
  );
}
