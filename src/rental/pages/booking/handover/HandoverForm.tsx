import type { ReactNode } from 'react';
import { Alert, Box, Button, Checkbox, FormControlLabel, InputAdornment, OutlinedInput } from '@mui/material';
import { useTranslate } from 'react-admin';
import { DateControl, formatNumber, LinkedText, useLabels } from 'forecourt/admin';
import { MOST, mileageOf, type HandoverKind, type PhotoField as Field } from './draft.ts';
import { pickupTaskOf, type HandoverOrder } from './guards.ts';
import { DamageField } from './DamageField.tsx';
import { HandoverField } from './HandoverField.tsx';
import { OilGauge } from '../../OilGauge.tsx';
import { PhotoField } from './PhotoField.tsx';
import type { Handover } from './useHandover.ts';

const PHOTOS: Readonly<Record<HandoverKind, readonly Field[]>> = {
  pickup: ['frontPhoto', 'video', 'idPhotos', 'licencePhotos'],
  return: ['frontPhoto', 'video', 'damagePhotos', 'idPhotos', 'licencePhotos'],
};

function Photos({
  handover,
  fields,
  before,
}: {
  handover: Handover;
  fields: readonly Field[];
  before?: (field: Field) => readonly string[];
}) {
  const labels = useLabels('orderTask');
  return fields.map((field) => (
    <PhotoField
      key={field}
      field={field}
      label={labels.field(field)}
      files={handover.draft.files[field]}
      before={before?.(field)}
      uploads={handover.uploads}
      onRemove={(name) => handover.removeFile(field, name)}
    />
  ));
}

function Mileage({ handover, order, kind }: { handover: Handover; order: HandoverOrder; kind: HandoverKind }) {
  const labels = useLabels('orderTask');
  const translate = useTranslate();
  const before = kind === 'return' ? pickupTaskOf(order)?.mileage : handover.car?.mileage;
  return (
    <HandoverField
      name="mileage"
      required
      label={labels.field('mileage')}
      error={handover.errorOf('mileage')}
      help={
        typeof before === 'number' ? translate('rental.handover.before', { mileage: formatNumber(before) }) : undefined
      }
    >
      {({ id, invalid, describedBy }) => (
        <OutlinedInput
          id={id}
          fullWidth
          error={invalid}
          value={handover.draft.mileage}
          onChange={(event) =>
            handover.change({ mileage: event.target.value.replace(/[^\d\s,]/g, ''), mileageConfirmed: false })
          }
          endAdornment={<InputAdornment position="end">{translate('rental.handover.km')}</InputAdornment>}
          inputProps={{
            inputMode: 'numeric',
            pattern: '[0-9]*',
            autoComplete: 'off',
            maxLength: 9,
            'aria-describedby': describedBy,
            'aria-invalid': invalid,
            'aria-required': true,
            style: { fontSize: 20, fontVariantNumeric: 'tabular-nums' },
          }}
          sx={{ height: 52 }}
        />
      )}
    </HandoverField>
  );
}

/** Confirms an odometer that is far ahead of the last known one. */
function MileageConfirmed({ handover }: { handover: Handover }) {
  const translate = useTranslate();
  const { mileage, mileageConfirmed = false } = handover.draft;
  if (!handover.asksMileage) return null;
  return (
    <FormControlLabel
      sx={{ minHeight: 48 }}
      control={
        <Checkbox
          checked={mileageConfirmed}
          // With the number: what the server said of it is answered.
          onChange={(_event, confirmed) => handover.change({ mileage, mileageConfirmed: confirmed })}
        />
      }
      label={translate('rental.handover.mileageConfirmed', { mileage: formatNumber(mileageOf({ mileage }) ?? 0) })}
    />
  );
}

function Oil({ handover, order, kind }: { handover: Handover; order: HandoverOrder; kind: HandoverKind }) {
  const labels = useLabels('orderTask');
  const translate = useTranslate();
  const before = kind === 'return' ? pickupTaskOf(order)?.oil : undefined;
  return (
    <HandoverField
      name="oil"
      required
      label={labels.field('oil')}
      error={handover.errorOf('oil')}
      help={before === undefined ? undefined : translate('rental.handover.oilBefore', { oil: `${before}/8` })}
    >
      {({ invalid, describedBy }) => (
        <OilGauge
          value={handover.draft.oil}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(oil) => handover.change({ oil })}
        />
      )}
    </HandoverField>
  );
}

function Time({ handover }: { handover: Handover }) {
  const labels = useLabels('orderTask');
  const translate = useTranslate();
  const { draft, time, zone, change } = handover;
  return (
    <HandoverField
      name="time"
      required
      label={labels.field('time')}
      error={handover.errorOf('time')}
      help={zone === Intl.DateTimeFormat().resolvedOptions().timeZone ? undefined : zone}
    >
      {({ id, invalid, describedBy }) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <DateControl
            id={id}
            precision="dateTime"
            fullWidth
            hiddenLabel
            error={invalid}
            value={draft.timeSet ? time : `${time.slice(0, 16)}:00`}
            onChange={(value) => change({ time: value, timeSet: true })}
            slotProps={{ htmlInput: { 'aria-describedby': describedBy, 'aria-required': true } }}
            sx={{ '& .MuiInputBase-root': { height: 48 } }}
          />
          {draft.timeSet && (
            <Button
              variant="outlined"
              onClick={() => change({ time: '', timeSet: false })}
              sx={{ flex: 'none', minHeight: 48 }}
            >
              {translate('rental.handover.now')}
            </Button>
          )}
        </Box>
      )}
    </HandoverField>
  );
}

interface HandoverFormProps {
  readonly kind: HandoverKind;
  readonly order: HandoverOrder;
  readonly handover: Handover;
  /** Which car it is: chosen before a pickup, fixed at the return. */
  readonly car: ReactNode;
  /** What follows from the dials. */
  readonly read?: ReactNode;
  /** What only this way of handing over asks. */
  readonly more?: ReactNode;
  /** What comes last. */
  readonly last?: ReactNode;
}

/** One column: what stands against it, the camera, the dials, the rest. */
export function HandoverForm({ kind, order, handover, car, read, more, last }: HandoverFormProps) {
  const labels = useLabels('orderTask');
  const { draft, change, errorOf, general, warnings, refusal } = handover;
  // At the return both are seen side by side: a scratch that was there before is nobody's new one.
  const then = kind === 'return' ? pickupTaskOf(order) : undefined;
  const before = (field: Field): readonly string[] => [then?.[field] ?? []].flat().filter((name) => name !== '');
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {(general.length > 0 || refusal) && (
        <Alert severity="error">
          {[...general, ...(refusal ? [refusal] : [])].map((text) => (
            <Box key={text}>
              <LinkedText text={text} />
            </Box>
          ))}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert severity="warning">
          {warnings.map((text) => (
            <Box key={text}>
              <LinkedText text={text} />
            </Box>
          ))}
        </Alert>
      )}
      {car}
      <Photos handover={handover} fields={['mileagePhoto']} before={before} />
      <Mileage handover={handover} order={order} kind={kind} />
      <MileageConfirmed handover={handover} />
      <Oil handover={handover} order={order} kind={kind} />
      {read}
      <Photos handover={handover} fields={PHOTOS[kind]} before={before} />
      <DamageField kind={kind} order={order} handover={handover} />
      {more}
      <Time handover={handover} />
      <Photos handover={handover} fields={['attachments']} />
      <HandoverField name="remark" label={labels.field('remark')} error={errorOf('remark')}>
        {({ id, invalid, describedBy }) => (
          <OutlinedInput
            id={id}
            fullWidth
            multiline
            minRows={2}
            error={invalid}
            value={draft.remark}
            onChange={(event) => change({ remark: event.target.value })}
            inputProps={{ maxLength: 500, 'aria-describedby': describedBy }}
          />
        )}
      </HandoverField>
      {last}
    </Box>
  );
}

/** How far it has come: the four required parts and the photos that are there. */
export const doneParts = ({
  draft,
  time,
}: Pick<Handover, 'draft' | 'time'>): {
  readonly done: number;
  readonly of: number;
  readonly photos: number;
} => ({
  done: [draft.carId, time, draft.mileage.trim(), draft.oil].filter((part) => part !== null && part !== '').length,
  of: 4,
  photos: (Object.keys(MOST) as Field[]).reduce((sum, field) => sum + draft.files[field].length, 0),
});

/** How far it has come, in words: what keeps it from being sent comes first. */
export const progressKey = ({ uploads }: Pick<Handover, 'uploads'>): string =>
  uploads.waiting > 0
    ? 'rental.handover.waitingFor'
    : uploads.busy
      ? 'rental.handover.uploading'
      : 'rental.handover.progress';
