import { MenuItem, OutlinedInput, Select } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Labelled, type FormInputProps } from '../../../framework/admin/index.ts';
import { SMS_VARIABLES } from '../../rules/index.ts';

/** Variables in the order in which they were chosen: the order of a registered template's values. */
export default function SmsVariablesInput(props: FormInputProps) {
  const translate = useTranslate();
  const label = (name: string): string => translate(`codes.smsSetting.variables.${name}`);
  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, disabled, invalid, describedBy }) => (
        <Select
          multiple
          fullWidth
          size="small"
          labelId={`${id}-label`}
          input={<OutlinedInput id={id} />}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
          renderValue={(names) => names.map((name, at) => `${at + 1}. ${label(name)}`).join(', ')}
        >
          {SMS_VARIABLES.map((name) => (
            <MenuItem key={name} value={name}>
              {label(name)}
            </MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
}
