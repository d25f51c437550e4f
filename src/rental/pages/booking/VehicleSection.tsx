import { useMemo } from 'react';
import { Box, Button, FormControlLabel, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatMoney, formatNumber, useLabels, useOptions } from 'forecourt/admin';
import { AlternativesPanel } from './AlternativesPanel.tsx';
import { useBookingForm } from './BookingContext.ts';
import { ChoiceControl, type Choice } from './ChoiceControl.tsx';
import { FormField, FormSection } from './FormField.tsx';

const OTHERS_SHOWN = 6;

/** Models with free cars first, each with what this rental costs and how many there are; the others can be chosen too and the quote says what stands against them. */
function useModelChoices(): readonly Choice[] {
  const { free } = useBookingForm();
  const translate = useTranslate();
  const { choices } = useOptions('subModel', {});
  return useMemo(() => {
    const known = new Map(free.cars.map((car) => [car.subModelId, car]));
    const offered = [...free.counts].map(([id, count]): Choice => ({
      id,
      label: known.get(id)?.subModelName ?? `#${id}`,
      note: [
        typeof known.get(id)?.total === 'number' && formatMoney(known.get(id)!.total!),
        translate('rental.booking.freeCount', { smart_count: count }),
      ]
        .filter(Boolean)
        .join(' · '),
      group: translate('rental.booking.freeModels'),
    }));
    const others = choices
      .filter((choice) => !free.counts.has(Number(choice.id)))
      .map((choice): Choice => ({
        id: Number(choice.id),
        label: choice.label,
        group: free.known ? translate('rental.booking.otherModels') : translate('rental.booking.allModels'),
      }));
    return [
      ...offered.toSorted((a, b) => a.label.localeCompare(b.label)),
      ...others.toSorted((a, b) => a.label.localeCompare(b.label)),
    ];
  }, [free, choices, translate]);
}

function Wish({ name }: { name: 'etc' | 'externalPlate' }) {
  const { draft, change } = useBookingForm();
  const labels = useLabels('order');
  return (
    <FormControlLabel
      sx={{ ml: -0.5 }}
      label={labels.field(name)}
      control={<Switch checked={draft[name] === 1} onChange={(_event, on) => change({ [name]: on ? 1 : 0 })} />}
    />
  );
}

/** What is rented: the model, and the plate when it is known already. */
export function VehicleSection() {
  const { draft, change, free, live, order, errorOf } = useBookingForm();
  const translate = useTranslate();
  const models = useModelChoices();
  const cars = free.cars.filter((car) => draft.subModelId === null || car.subModelId === draft.subModelId);
  const plates = cars.map((car): Choice => ({
    id: car.id,
    label: car.plate,
    detail: draft.subModelId === null ? car.subModelName : undefined,
    note: `${formatNumber(car.mileage)} km${car.etc === 1 ? ' · ETC' : ''}`,
  }));
  const refused =
    (draft.carId !== null && errorOf('carId') !== undefined) ||
    (draft.subModelId !== null && errorOf('subModelId') !== undefined);
  const others = free.cars.filter((car) => car.id !== draft.carId);
  // The booked model first; another one where none of it is left.
  const instead = [
    ...others.filter((car) => car.subModelId === draft.subModelId),
    ...others.filter((car) => car.subModelId !== draft.subModelId),
  ].slice(0, OTHERS_SHOWN);
  const count = live.quote?.availableCount;
  const choosePlate = (carId: number | null) => {
    const car = free.cars.find((one) => one.id === carId);
    change({ carId, ...(car ? { subModelId: car.subModelId } : {}) });
  };
  return (
    <FormSection title={translate('rental.booking.vehicle')}>
      <FormField
        name="subModelId"
        help={
          typeof count === 'number' && draft.subModelId !== null
            ? translate('rental.booking.freeNow', { smart_count: count })
            : translate('rental.booking.modelHelp')
        }
      >
        {(control) => (
          <ChoiceControl
            control={control}
            choices={models}
            value={draft.subModelId}
            title={order?.['subModelName'] ? String(order['subModelName']) : undefined}
            onChange={(subModelId) => change({ subModelId })}
          />
        )}
      </FormField>
      <Box sx={{ minWidth: 0 }}>
        <FormField name="carId" optional help={translate('rental.booking.plateHelp')}>
          {(control) => (
            <ChoiceControl
              control={control}
              choices={plates}
              value={draft.carId}
              clearable
              title={draft.carId === order?.['carId'] ? String(order?.['plate'] ?? '') : undefined}
              emptyText={translate(free.known ? 'rental.booking.noFreeCar' : 'rental.booking.tripFirst')}
              onChange={choosePlate}
            />
          )}
        </FormField>
        {refused && instead.length > 0 && (
          <Box
            role="group"
            aria-label={translate('rental.booking.freeInstead')}
            sx={{
              mt: 0.75,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 0.75,
              alignItems: 'center',
              fontSize: 12,
              color: 'text.secondary',
            }}
          >
            {translate('rental.booking.freeInstead')}
            {instead.map((car) => (
              <Button
                key={car.id}
                size="small"
                variant="outlined"
                onClick={() => choosePlate(car.id)}
                sx={{ minWidth: 0, px: 1, whiteSpace: 'nowrap' }}
              >
                {car.subModelId === draft.subModelId ? car.plate : `${car.plate} · ${car.subModelName}`}
              </Button>
            ))}
          </Box>
        )}
      </Box>
      <AlternativesPanel />
      <Box
        role="group"
        aria-label={translate('rental.booking.wishes')}
        sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        <Wish name="etc" />
        <Wish name="externalPlate" />
      </Box>
    </FormSection>
  );
}
