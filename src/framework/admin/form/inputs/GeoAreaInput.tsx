import { useState } from 'react';
import { OutlinedInput } from '@mui/material';
import { useTranslate, type Validator } from 'react-admin';
import { areaToText, textToArea } from '../../values/geoArea.ts';
import { Labelled, type FormInputProps } from './Labelled.tsx';

/** An area by its corners, one `latitude, longitude` a line: what can be pasted from any map, and drawn without dragging. */
export function GeoAreaInput(props: FormInputProps) {
  const translate = useTranslate();
  const [draft, setDraft] = useState<string>();
  const complete: Validator = () =>
    draft !== undefined && textToArea(draft) === undefined ? translate('admin.form.area.bad') : undefined;
  return (
    <Labelled {...props} validate={[complete, ...props.validate]}>
      {({ id, ref, value, onChange, onBlur, disabled, invalid, describedBy }) => (
        <OutlinedInput
          id={id}
          inputRef={ref}
          fullWidth
          size="small"
          multiline
          minRows={4}
          maxRows={12}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
          placeholder={translate('admin.form.area.placeholder')}
          value={draft ?? areaToText(value)}
          onBlur={onBlur}
          onChange={(event) => {
            setDraft(event.target.value);
            onChange(textToArea(event.target.value) ?? null);
          }}
          inputProps={{
            spellCheck: false,
            inputMode: 'text',
            style: { fontVariantNumeric: 'tabular-nums', fontSize: 13 },
          }}
        />
      )}
    </Labelled>
  );
}
