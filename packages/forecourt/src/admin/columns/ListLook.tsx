import { useId } from 'react';
import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useDensity, usePinned, type Density } from './useListLook.ts';

const DENSITIES: readonly Density[] = ['comfortable', 'compact'];
const PINNED = [1, 2, 3] as const;

interface ChoiceProps<V extends string | number> {
  readonly label: string;
  readonly value: V;
  readonly values: readonly V[];
  readonly textOf: (value: V) => string;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string | number>({ label, value, values, textOf, onChange }: ChoiceProps<V>) {
  const id = useId();
  return (
    <Box>
      <Typography id={id} sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-labelledby={id}
        value={value}
        onChange={(_, next: V | null) => next !== null && onChange(next)}
      >
        {values.map((one) => (
          <ToggleButton key={one} value={one} sx={{ py: 0.25 }}>
            {textOf(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

/** How high the rows of all lists are, and how many columns of this one stay in sight. */
export function ListLook({ storeKey }: { storeKey: string }) {
  const translate = useTranslate();
  const [density, setDensity] = useDensity();
  const [pinned, setPinned] = usePinned(storeKey);
  return (
    <Box sx={{ display: 'grid', gap: 1, p: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Choice
        label={translate('admin.columns.density')}
        value={density}
        values={DENSITIES}
        textOf={(one) => translate(`admin.columns.${one}`)}
        onChange={setDensity}
      />
      <Choice
        label={translate('admin.columns.pinned')}
        value={pinned}
        values={PINNED}
        textOf={String}
        onChange={setPinned}
      />
    </Box>
  );
}
