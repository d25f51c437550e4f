import { useState } from 'react';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { AmountControl } from '../controls/AmountControl.tsx';
import { Labelled, type FormInputProps } from './Labelled.tsx';

/** `12,5`: typed with a decimal comma or a group? Refused rather than guessed; only grouping of three is understood. */
function parseNumber(text: string): number | string | null {
  const plain = text.trim().replace(/,(?=\d{3}\b)/g, '');
  if (plain === '') return null;
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : text;
}

function PlainNumber({ unit, whole, ...props }: FormInputProps & { unit?: string; whole: boolean }) {
  const [draft, setDraft] = useState<string | undefined>();
  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          inputRef={ref}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
          value={draft ?? String(value ?? '')}
          onChange={(event) => {
            setDraft(event.target.value);
            onChange(parseNumber(event.target.value));
          }}
          onBlur={() => {
            setDraft(undefined);
            onBlur();
          }}
          endAdornment={unit && <InputAdornment position="end">{unit}</InputAdornment>}
          inputProps={{
            inputMode: whole ? 'numeric' : 'decimal',
            autoComplete: 'off',
            style: { fontVariantNumeric: 'tabular-nums' },
          }}
        />
      )}
    </Labelled>
  );
}

export const IntegerInput = (props: FormInputProps) => <PlainNumber {...props} whole />;
export const NumberInput = (props: FormInputProps) => <PlainNumber {...props} whole={false} />;
export const PercentInput = (props: FormInputProps) => <PlainNumber {...props} whole={false} unit="%" />;

export function MoneyInput(props: FormInputProps) {
  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
        <AmountControl
          id={id}
          inputRef={ref}
          value={value as number | string | null}
          onChange={onChange}
          onBlur={onBlur}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
        />
      )}
    </Labelled>
  );
}
