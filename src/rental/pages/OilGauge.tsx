import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The fuel gauge: one tap on the eighth (D-ORD-18). Native radio buttons underneath, so that arrows and screen readers work. */
export function OilGauge({
  id = 'handover-oil',
  label,
  value,
  invalid,
  describedBy,
  onChange,
}: {
  /** Of the gauge; a form with two of them tells them apart by it. */
  id?: string;
  /** What it is of; the fuel level when missing. */
  label?: string;
  value: number | null;
  invalid: boolean;
  describedBy?: string;
  onChange: (eighths: number) => void;
}) {
  const translate = useTranslate();
  return (
    <Box
      role="radiogroup"
      id={id}
      tabIndex={-1}
      aria-label={label ?? translate('resources.orderTask.fields.oil')}
      aria-invalid={invalid}
      aria-required
      aria-describedby={describedBy}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(9, minmax(0, 1fr))', gap: '3px' }}
    >
      {EIGHTHS.map((eighths) => {
        const filled = value !== null && eighths <= value;
        return (
          <Box
            key={eighths}
            component="label"
            sx={{
              position: 'relative',
              height: 48,
              borderRadius: 1,
              border: 1,
              display: 'grid',
              placeItems: 'center',
              cursor: 'pointer',
              fontSize: 13,
              fontWeight: value === eighths ? 700 : 400,
              fontVariantNumeric: 'tabular-nums',
              borderColor: invalid ? 'error.main' : filled ? 'primary.main' : 'divider',
              bgcolor: filled ? 'primary.main' : 'background.paper',
              color: filled ? 'primary.contrastText' : 'text.primary',
              '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
            }}
          >
            <Box
              component="input"
              type="radio"
              name={id}
              checked={value === eighths}
              onChange={() => onChange(eighths)}
              aria-label={`${eighths}/8`}
              sx={{ position: 'absolute', inset: 0, opacity: 0, m: 0, cursor: 'pointer' }}
            />
            {eighths === 0 ? 'E' : eighths === 8 ? 'F' : eighths}
          </Box>
        );
      })}
    </Box>
  );
}
