import { useState } from 'react';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { wireInt64 } from '../../model/index.ts';
import { AmountControl } from '../controls/AmountControl.tsx';
import { Labelled, type FormInputProps } from './Labelled.tsx';

/** `12,5`: typed with a decimal comma or a group? Refused rather than guessed; only grouping of three is understood. */
function parseNumber(text: string): number | string | null {
  const plain = text.trim().replace(/,(?=\d{3}\b)/g, '');
  if (plain === '') return null;
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : text;
}

/** The same of a whole number with more digits than a JavaScript number keeps: they stay what was typed. */
function parseInt64(text: string): unknown {
  const plain = text.trim().replace(/,(?=\d{3}\b)/g, '');
  return plain === '' ? null : wireInt64(plain);
}

interface PlainNumberProps extends FormInputProps {
  readonly unit?: string;
  readonly whole: boolean;
  readonly parse?: (text: string) => unknown;
}

function PlainNumber({ unit, whole, parse = parseNumber, ...props }: PlainNumberProps) {
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
            onChange(parse(event.target.value));
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
export const Int64Input = (props: FormInputProps) => <PlainNumber {...props} whole parse={parseInt64} />;
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
