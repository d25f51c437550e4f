import { Alert, Box, Checkbox, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { messageKey } from '../../../rules/index.ts';
import { fieldId } from './draft.ts';
import { UNWASHED, type Handover } from './useHandover.ts';

/** Asks whether a car that nobody has washed goes out all the same (D-CAR-19). */
export function UnwashedNotice({ handover }: { readonly handover: Handover }) {
  const translate = useTranslate();
  const { asksDirty, draft, change, errorOf } = handover;
  if (!asksDirty) return null;
  const error = errorOf(UNWASHED);
  return (
    <Alert severity={error ? 'error' : 'warning'} sx={{ '& .MuiAlert-message': { flex: 1 } }}>
      <Box>{translate(messageKey('vehicle.warning.dirty'))}</Box>
      <FormControlLabel
        sx={{ minHeight: 48 }}
        control={
          <Checkbox
            id={fieldId(UNWASHED)}
            checked={draft.unwashedCarId === draft.carId}
            onChange={(_event, on) => change({ unwashedCarId: on ? draft.carId : null })}
          />
        }
        label={translate('rental.handover.handOverUnwashed')}
      />
      {error && <Box sx={{ fontSize: 12 }}>{error}</Box>}
    </Alert>
  );
}
