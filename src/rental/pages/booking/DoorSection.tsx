import { useState } from 'react';
import { Box, Button } from '@mui/material';
import Place from '@mui/icons-material/PlaceOutlined';
import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import { AddressDialog } from './AddressDialog.tsx';
import { useBookingForm } from './BookingContext.ts';
import type { DoorEnd, DoorType } from './draft.ts';
import { CodeEntry } from './fields.tsx';
import { FormField, FormSection } from './FormField.tsx';
import type { Place as ChosenPlace } from './usePlaces.ts';

/** The type that a place's fee asks for (D-PRICE-06); the present one where the fee is not known yet. */
const typeFor = (fee: number | null, present: DoorType): DoorType =>
  fee === null ? (present === 0 ? 2 : present) : fee === 0 ? 1 : 2;

function DoorAddress({ end }: { end: DoorEnd }) {
  const { draft, change } = useBookingForm();
  const translate = useTranslate();
  const [choosing, setChoosing] = useState(false);
  const address = draft[`${end}Address`];
  const storeChosen = (end === 'pickup' ? draft.pickupStoreId : draft.returnStoreId) !== null;
  const take = (place: ChosenPlace) => {
    setChoosing(false);
    change({
      [`${end}Type`]: typeFor(place.fee, draft[`${end}Type`]),
      [`${end}PointId`]: place.pointId,
      [`${end}Address`]: (place.pointId === null
        ? [place.name, place.address].filter((text, index, all) => text && all.indexOf(text) === index).join(', ')
        : place.address || place.name
      ).slice(0, 200),
      [`${end}Latitude`]: place.latitude,
      [`${end}Longitude`]: place.longitude,
    });
  };
  return (
    <FormField name={`${end}Address`} group>
      {({ invalid, describedBy }) => (
        <>
          <Button
            variant="outlined"
            fullWidth
            color={invalid ? 'error' : 'primary'}
            startIcon={<Place />}
            disabled={!storeChosen}
            aria-describedby={describedBy}
            onClick={() => setChoosing(true)}
            sx={{ justifyContent: 'flex-start', textAlign: 'left', minHeight: 40, fontWeight: 400 }}
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {address || translate('rental.booking.address.choose')}
            </Box>
          </Button>
          {choosing && <AddressDialog end={end} onChoose={take} onClose={() => setChoosing(false)} />}
        </>
      )}
    </FormField>
  );
}

/** How the car is handed over at both ends: at the counter, or at an address. */
export function DoorSection() {
  useTexts('rental.booking.address');
  const { draft } = useBookingForm();
  const translate = useTranslate();
  return (
    <FormSection title={translate('rental.booking.door')}>
      {(['pickup', 'return'] as const).map((end) => (
        <Box key={end} sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
          <CodeEntry name={`${end}Type`} table={`${end}Type`} open />
          {draft[`${end}Type`] !== 0 && <DoorAddress end={end} />}
        </Box>
      ))}
    </FormSection>
  );
}
