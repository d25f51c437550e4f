import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

interface CodeFieldProps {
  readonly value: string;
  onChange(value: string): void;
  readonly error?: string;
  readonly label?: string;
}

/** A code of the authenticator app: telephones offer digits, browsers what they have just received. */
export function CodeField({ value, onChange, error, label }: CodeFieldProps) {
  const translate = useTranslate();
  return (
    <TextField
      id="field-code"
      name="code"
      label={label ?? translate('shell.secondStep.code')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="one-time-code"
      error={error !== undefined}
      helperText={error}
      autoFocus
      fullWidth
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 40 } }}
    />
  );
}
