import { Box, FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatNumber, ToneChip, type FormInputProps, type Labelled } from 'forecourt/admin';
import type { FreeCar } from '../../../calls/index.ts';
import { useOutText } from '../../CarOut.tsx';

type Bound = Parameters<Parameters<typeof Labelled>[0]['children']>[0];

interface CarChoicesProps {
  readonly bound: Bound & Partial<FormInputProps>;
  /** Those that a renter has (`free` 0) are shown and cannot be chosen. */
  readonly cars: readonly FreeCar[];
  readonly bookedModelId: number;
  /** Value of "no plate"; undefined when there is none to give back. */
  readonly none?: number;
}

function CarText({ car, booked }: { car: FreeCar; booked: boolean }) {
  const translate = useTranslate();
  const outText = useOutText();
  return (
    <Box component="span" sx={{ display: 'block', py: 0.75, minWidth: 0 }}>
      <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {car.plate}
        </Box>
        <Box component="span">{car.subModelName}</Box>
        {!booked && <ToneChip tone="waiting" label={translate('rental.order.car.otherModel')} />}
      </Box>
      <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
        {[
          translate('rental.order.car.mileage', { km: formatNumber(car.mileage) }),
          ...(car.etc === 1 ? ['ETC'] : []),
        ].join(' · ')}
      </Box>
      {car.out && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'warning.main' }}>
          {outText(car.out)}
        </Box>
      )}
      {(car.warnings ?? []).map((warning) => (
        <Box key={warning.code} component="span" sx={{ display: 'block', fontSize: 12, color: 'warning.main' }}>
          {warning.message}
        </Box>
      ))}
    </Box>
  );
}

/** One car of several, each with what a clerk compares: model, kilometres, ETC and warnings. */
export function CarChoices({ bound, cars, bookedModelId, none }: CarChoicesProps) {
  const translate = useTranslate();
  const { id, value, onChange, onBlur, ref, describedBy } = bound;
  return (
    <Box
      sx={{
        border: 1,
        borderColor: bound.invalid ? 'error.main' : 'divider',
        borderRadius: 1,
        maxHeight: 320,
        overflowY: 'auto',
      }}
    >
      <RadioGroup
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        value={value === null || value === undefined ? '' : String(value)}
        onBlur={onBlur}
        onChange={(_event, text) => onChange(Number(text))}
        sx={{
          flexWrap: 'nowrap',
          '&& > *': { mx: 0, pl: 0.5, pr: 1.5 },
          '&& > * + *': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {cars.map((car, index) => (
          <FormControlLabel
            key={car.id}
            value={String(car.id)}
            disabled={car.free === 0}
            control={<Radio size="small" slotProps={{ input: index === 0 ? { ref } : {} }} />}
            label={<CarText car={car} booked={car.subModelId === bookedModelId} />}
          />
        ))}
        {none !== undefined && (
          <FormControlLabel
            value={String(none)}
            control={<Radio size="small" slotProps={{ input: cars.length === 0 ? { ref } : {} }} />}
            label={translate('rental.order.car.giveBack')}
            sx={{ minHeight: 40 }}
          />
        )}
      </RadioGroup>
    </Box>
  );
}
