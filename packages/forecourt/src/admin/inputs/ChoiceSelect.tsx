import type { ReactNode } from 'react';
import { Box, MenuItem, Select } from '@mui/material';
import type { Bound } from './Labelled.tsx';

interface SelectChoice {
  /** What the box holds while this is chosen. */
  readonly text: string;
  readonly label: ReactNode;
}

interface ChoiceSelectProps {
  readonly bound: Bound;
  readonly choices: readonly SelectChoice[];
  /** The text of what is chosen, or the texts of several; the box then takes several. */
  readonly value: string | readonly string[];
  readonly onChange: (text: readonly string[]) => void;
  /** The words in the box, where they are others than the labels of what is chosen. */
  readonly shown?: (texts: readonly string[]) => string;
  /** A first entry for nothing at all; `disabled` only says that something is to be chosen. */
  readonly empty?: {
    readonly label: ReactNode;
    readonly disabled?: boolean;
    /** The words in the box before anything is chosen. */ readonly placeholder?: string;
  };
}

/** The box that opens a list of choices, bound to a field of a form; stands in a `Labelled group`. */
export function ChoiceSelect({ bound, choices, value, onChange, shown, empty }: ChoiceSelectProps) {
  const { id, ref, disabled, invalid, describedBy, onBlur } = bound;
  return (
    <Select<string | readonly string[]>
      id={id}
      labelId={`${id}-label`}
      size="small"
      fullWidth
      multiple={typeof value !== 'string'}
      displayEmpty={empty !== undefined}
      inputRef={ref}
      disabled={disabled}
      error={invalid}
      aria-describedby={describedBy}
      value={value}
      renderValue={
        shown
          ? (chosen) => shown([chosen].flat())
          : empty?.placeholder !== undefined && value === ''
            ? () => (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {empty.placeholder}
                </Box>
              )
            : undefined
      }
      onBlur={onBlur}
      // Of several, all are read: the box grows by a line.
      sx={
        typeof value === 'string' ? undefined : { '&& .MuiSelect-select.MuiSelect-multiple': { whiteSpace: 'normal' } }
      }
      onChange={(event) => onChange([event.target.value].flat())}
    >
      {empty && (
        <MenuItem value="" disabled={empty.disabled} sx={{ color: 'text.secondary' }}>
          {empty.label}
        </MenuItem>
      )}
      {choices.map(({ text, label }) => (
        <MenuItem key={text} value={text}>
          {label}
        </MenuItem>
      ))}
    </Select>
  );
}
