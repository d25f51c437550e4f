import { useId } from 'react';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  InputAdornment,
  ListSubheader,
  MenuItem,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  DAMAGE_KINDS,
  DAMAGE_VIEWS,
  DAMAGE_ZONE_NAMES,
  DAMAGE_ZONES,
  formatTHB,
  type DamageKind,
  type DamageZone,
  type Satang,
} from '../../../rules/index.ts';
import { markPlace, type DraftMark } from './draft.ts';
import { PhotoField } from './PhotoField.tsx';
import type { Uploads } from './useUploads.ts';

interface MarkDialogProps {
  readonly mark: DraftMark & { readonly no: number };
  readonly uploads: Uploads;
  /** What the list of prices proposes to charge for it; null: it has no price; missing: nothing is charged here. */
  readonly price?: Satang | null;
  readonly onChange: (change: Partial<DraftMark>) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Digits as typed, not more than a car is long. */
const asSize = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits === '' ? '' : String(Math.min(500, Number(digits)));
};

/** One mark at work: everything typed counts at once, so that a tap and "Done" are enough. Another part moves the mark there. */
export function MarkDialog({ mark, uploads, price, onChange, onRemove, onClose }: MarkDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const toPart = (zone: DamageZone) => {
    const { x, y } = DAMAGE_ZONES[zone];
    onChange({ zone, x, y });
  };
  const photoLabel = translate('rental.damage.photo');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('rental.damage.mark', { no: mark.no })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '& .MuiInputBase-root': { minHeight: 48 } }}>
        <TextField
          select
          fullWidth
          label={translate('rental.damage.part')}
          value={mark.zone}
          onChange={(event) => toPart(event.target.value as DamageZone)}
          sx={{ mt: 1 }}
        >
          {DAMAGE_VIEWS.flatMap((view) => [
            <ListSubheader key={view}>{translate(`rental.damage.view.${view}`)}</ListSubheader>,
            ...DAMAGE_ZONE_NAMES.filter((zone) => DAMAGE_ZONES[zone].view === view).map((zone) => (
              <MenuItem key={zone} value={zone} sx={{ minHeight: 48 }}>
                {translate(`rental.damage.zone.${zone}`)}
              </MenuItem>
            )),
          ])}
        </TextField>
        <ToggleButtonGroup
          exclusive
          fullWidth
          color="primary"
          value={mark.kind}
          aria-label={translate('rental.damage.what')}
          onChange={(_event, kind: DamageKind | null) => kind && onChange({ kind })}
        >
          {DAMAGE_KINDS.map((kind) => (
            <ToggleButton key={kind} value={kind} sx={{ minHeight: 48, textTransform: 'none', px: 0.5 }}>
              {translate(`rental.damage.kind.${kind}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {price !== undefined && (
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {price === null
              ? translate('rental.handover.charges.unlisted')
              : translate('rental.handover.charges.listed', { amount: formatTHB(price) })}
          </Box>
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '120px minmax(0, 1fr)' }}>
          <TextField
            label={translate('rental.damage.size')}
            value={mark.size}
            onChange={(event) => onChange({ size: asSize(event.target.value) })}
            slotProps={{
              htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
              input: {
                endAdornment: <InputAdornment position="end">{translate('rental.damage.unit')}</InputAdornment>,
              },
            }}
          />
          <TextField
            label={translate('rental.damage.note')}
            value={mark.note}
            onChange={(event) => onChange({ note: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        </Box>
        <PhotoField
          field={markPlace(mark.key)}
          label={photoLabel}
          files={mark.photo ? [mark.photo] : []}
          uploads={uploads}
          onRemove={() => onChange({ photo: undefined })}
        />
      </DialogContent>
      <DialogActions sx={{ '& .MuiButton-root': { minHeight: 48 } }}>
        <Button color="error" onClick={onRemove}>
          {translate('rental.damage.remove')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {translate('rental.damage.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
