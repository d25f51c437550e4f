import { useState } from 'react';
import { IconButton, InputAdornment, OutlinedInput } from '@mui/material';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { useRecordContext, useTranslate } from 'react-admin';
import { Labelled, type Bound, type FormInputProps } from './Labelled.tsx';

const shared = ({ id, onBlur, ref, disabled, invalid, describedBy }: Bound) =>
  ({
    id,
    onBlur,
    inputRef: ref,
    disabled,
    error: invalid,
    'aria-describedby': describedBy,
    fullWidth: true,
    size: 'small',
  }) as const;

function OneLine({ type, autoComplete = 'off', ...props }: FormInputProps & { type: string; autoComplete?: string }) {
  const { maxLength } = props.field.schema;
  return (
    <Labelled {...props}>
      {(bound) => (
        <OutlinedInput
          {...shared(bound)}
          type={type}
          autoComplete={autoComplete}
          value={bound.value ?? ''}
          onChange={(event) => bound.onChange(event.target.value)}
          inputProps={{ maxLength }}
        />
      )}
    </Labelled>
  );
}

export const TextInput = (props: FormInputProps) => (
  <OneLine {...props} type={props.field.schema.format === 'email' ? 'email' : 'text'} />
);

/** Numeric keypad with plus and brackets on a phone. */
export const PhoneInput = (props: FormInputProps) => <OneLine {...props} type="tel" />;

export function LongTextInput(props: FormInputProps) {
  return (
    <Labelled {...props}>
      {(bound) => (
        <OutlinedInput
          {...shared(bound)}
          multiline
          minRows={3}
          maxRows={12}
          value={bound.value ?? ''}
          onChange={(event) => bound.onChange(event.target.value)}
          inputProps={{ maxLength: props.field.schema.maxLength }}
        />
      )}
    </Labelled>
  );
}

/** Never answered by the server: left empty on a stored record it stays what it is. */
export function SecretInput(props: FormInputProps) {
  const translate = useTranslate();
  const record = useRecordContext();
  // A record that answers an empty secret says that there is none.
  const stored = record?.id !== undefined && record[props.field.name] !== '';
  const [visible, setVisible] = useState(false);
  return (
    <Labelled {...props}>
      {(bound) => (
        <OutlinedInput
          {...shared(bound)}
          type={visible ? 'text' : 'password'}
          autoComplete="new-password"
          placeholder={stored ? translate('admin.form.unchanged') : undefined}
          value={bound.value ?? ''}
          // What stands for a stored secret is replaced, not added to.
          onFocus={(event) => event.target.select()}
          onChange={(event) => bound.onChange(event.target.value)}
          endAdornment={
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate(visible ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <VisibilityOff sx={{ fontSize: 18 }} /> : <Visibility sx={{ fontSize: 18 }} />}
              </IconButton>
            </InputAdornment>
          }
        />
      )}
    </Labelled>
  );
}

/** A document without a described shape, as its JSON text. What is not JSON yet stays text and is refused on saving. */
export function JsonInput(props: FormInputProps) {
  const [draft, setDraft] = useState<string | undefined>();
  return (
    <Labelled {...props}>
      {(bound) => (
        <OutlinedInput
          {...shared(bound)}
          multiline
          minRows={3}
          maxRows={16}
          value={
            draft ??
            (bound.value === '' || bound.value === undefined
              ? ''
              : typeof bound.value === 'string'
                ? bound.value
                : JSON.stringify(bound.value, null, 2))
          }
          onChange={(event) => {
            setDraft(event.target.value);
            try {
              bound.onChange(event.target.value.trim() === '' ? null : (JSON.parse(event.target.value) as unknown));
            } catch {
              bound.onChange(event.target.value);
            }
          }}
          inputProps={{ style: { fontFamily: 'monospace', fontSize: 13 }, spellCheck: false }}
        />
      )}
    </Labelled>
  );
}
