import { useState } from 'react';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { useTranslate } from 'react-admin';

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly autoComplete: string;
  readonly error?: string;
  /** Said below while there is no error. */
  readonly help?: string;
  readonly autoFocus?: boolean;
}

/** A password with a button that shows what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, value, onChange, autoComplete, error, help, autoFocus } = props;
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      id={`field-${name}`}
      name={name}
      label={label}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      error={error !== undefined}
      helperText={error ?? help}
      fullWidth
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate(shown ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
