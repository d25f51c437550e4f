import { Suspense, useState } from 'react';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  InputAdornment,
  List,
  ListItem,
  ListItemButton,
  OutlinedInput,
  Skeleton,
  TextField,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { formatMoney, GeoMap, QuestionDialog, useLeaveQuestion } from 'forecourt/admin';
import { inArea } from '../../rules/index.ts';
import { useBookingForm } from './BookingContext.ts';
import type { DoorEnd } from './draft.ts';
import { usePlaceSearch, usePoints, type Place } from './usePlaces.ts';

interface AddressDialogProps {
  readonly end: DoorEnd;
  readonly onChoose: (place: Place) => void;
  readonly onClose: () => void;
}

function PlaceRow({ place, chosen, onChoose }: { place: Place; chosen: boolean; onChoose: (place: Place) => void }) {
  const translate = useTranslate();
  const fee = place.fee === null ? '' : place.fee === 0 ? translate('rental.booking.free') : formatMoney(place.fee);
  return (
    <ListItem disablePadding>
      <ListItemButton
        selected={chosen}
        onClick={() => onChoose(place)}
        sx={{ borderRadius: 1, gap: 1.5, minHeight: 48, alignItems: 'baseline' }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box>{place.name || place.address}</Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
            {[place.name && place.address !== place.name ? place.address : '', place.hours].filter(Boolean).join(' · ')}
          </Box>
        </Box>
        <Box sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{fee}</Box>
      </ListItemButton>
    </ListItem>
  );
}

const coordinate = (text: string, limit: number): number | null => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && Math.abs(value) <= limit ? value : null;
};

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The position that `latitude, longitude` says; undefined while it says none. */
function positionIn(text: string): Position | undefined {
  const [latitudeText = '', longitudeText = ''] = text.trim().split(/[,，\s]+/);
  const [latitude, longitude] = [coordinate(latitudeText, 90), coordinate(longitudeText, 180)];
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

const isPlaced = (place: Place): place is Place & Position => place.latitude !== null && place.longitude !== null;

/** An address that no list and no search knows: its words and where it is. */
function TypedPlace({
  address,
  onAddress,
  position,
  onPosition,
  onChoose,
}: {
  address: string;
  onAddress: (address: string) => void;
  /** `latitude, longitude`, as typed or as the map says it. */
  position: string;
  onPosition: (position: string) => void;
  onChoose: (place: Place) => void;
}) {
  const translate = useTranslate();
  const at = positionIn(position);
  const wrong = position.trim() !== '' && at === undefined;
  return (
    <Box component="details" open={position !== ''} sx={{ mt: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontSize: 13, py: 1 }}>
        {translate('rental.booking.typedPlace')}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr auto' }, alignItems: 'start' }}>
        <TextField
          size="small"
          label={translate('fields.address')}
          value={address}
          onChange={(event) => onAddress(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          size="small"
          label={translate('fields.coordinates')}
          placeholder="7.8804, 98.3923"
          value={position}
          error={wrong}
          helperText={wrong ? translate('rental.booking.coordinatesWrong') : undefined}
          onChange={(event) => onPosition(event.target.value)}
        />
        <Button
          variant="outlined"
          disabled={address.trim() === '' || at === undefined}
          onClick={() => at && onChoose({ pointId: null, name: '', address: address.trim(), ...at, fee: null })}
        >
          {translate('rental.booking.take')}
        </Button>
      </Box>
    </Box>
  );
}

/** Where the car goes: the store's points with their fees, or a place found by name (D-ORD-19). */
export function AddressDialog({ end, onChoose, onClose }: AddressDialogProps) {
  const { draft, stores } = useBookingForm();
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const storeId = end === 'pickup' ? draft.pickupStoreId : draft.returnStoreId;
  const store = [...stores.all, ...stores.own].find((one) => one.id === storeId);
  const points = usePoints(storeId, end);
  const [typed, setTyped] = useState('');
  const [address, setAddress] = useState('');
  const [position, setPosition] = useState('');
  const { leave, question } = useLeaveQuestion(address !== '' || position !== '', onClose);
  const search = usePlaceSearch(typed, store?.cityId);
  const wanted = typed.trim().toLowerCase();
  const listed = points.places.filter(
    (place) => wanted === '' || `${place.name} ${place.address}`.toLowerCase().includes(wanted),
  );
  const onMap = [...listed, ...search.places].filter(isPlaced);
  const picked = positionIn(position);
  const outside = picked !== undefined && store?.serviceArea && !inArea(picked, store.serviceArea);
  return (
    <QuestionDialog title={translate(`rental.booking.address.${end}`)} busy={false} fullScreen={phone} onClose={leave}>
      <DialogContent dividers sx={{ minHeight: 320 }}>
        <OutlinedInput
          autoFocus={!phone}
          size="small"
          fullWidth
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={translate('rental.booking.address.search')}
          inputProps={{ 'aria-label': translate('rental.booking.address.search') }}
          startAdornment={
            <InputAdornment position="start">
              <Search sx={{ fontSize: 18 }} />
            </InputAdornment>
          }
        />
        <Box component="h3" sx={{ fontSize: 13, fontWeight: 600, mt: 2, mb: 0.5 }}>
          {translate('rental.booking.address.points')}
        </Box>
        {points.loading && <Skeleton variant="rounded" height={48} />}
        {points.failed && <Alert severity="info">{translate('rental.booking.address.pointsFailed')}</Alert>}
        {!points.loading && !points.failed && listed.length === 0 && (
          <Box sx={{ color: 'text.secondary', fontSize: 13, py: 1 }}>
            {translate('rental.booking.address.noPoints')}
          </Box>
        )}
        <List dense disablePadding>
          {listed.map((place) => (
            <PlaceRow
              key={place.pointId}
              place={place}
              chosen={draft[`${end}PointId`] === place.pointId}
              onChoose={onChoose}
            />
          ))}
        </List>
        {(search.searching || search.places.length > 0) && (
          <Box component="h3" sx={{ fontSize: 13, fontWeight: 600, mt: 2, mb: 0.5 }}>
            {translate('rental.booking.address.found')}
          </Box>
        )}
        {search.searching && search.places.length === 0 && <Skeleton variant="rounded" height={48} />}
        <List dense disablePadding>
          {search.places.map((place) => (
            <PlaceRow
              key={`${place.latitude},${place.longitude},${place.name}`}
              place={place}
              chosen={false}
              onChoose={onChoose}
            />
          ))}
        </List>
        {search.failed && (
          <Box sx={{ color: 'text.secondary', fontSize: 13, py: 1 }}>
            {translate('rental.booking.address.searchFailed')}
          </Box>
        )}
        <Suspense fallback={<Skeleton variant="rounded" height={300} sx={{ mt: 2 }} />}>
          <Box sx={{ mt: 2 }}>
            <GeoMap
              label={translate('rental.booking.address.map')}
              area={store?.serviceArea}
              points={onMap.map((place, index) => ({ id: index, ...place }))}
              pin={picked}
              onChoose={(index) => index !== undefined && onChoose(onMap[Number(index)]!)}
              onPin={({ latitude, longitude }) => setPosition(`${latitude}, ${longitude}`)}
            />
          </Box>
        </Suspense>
        {outside && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {translate('rental.booking.address.outside')}
          </Alert>
        )}
        <TypedPlace {...{ address, position, onChoose }} onAddress={setAddress} onPosition={setPosition} />
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
      {question}
    </QuestionDialog>
  );
}
