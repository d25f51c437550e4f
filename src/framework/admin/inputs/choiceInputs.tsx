import { FormControlLabel, MenuItem, Radio, RadioGroup, Select, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { CodeSearch, CodesSearch, SEARCHED_CHOICES } from '../controls/CodeSearch.tsx';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useCodeLabel } from '../values/labels.ts';
import { Labelled, type FormInputProps } from './Labelled.tsx';

/** So few choices stand open as radio buttons. */
const AS_RADIOS = 3;

/** The code itself for the text a select element holds. */
function useCodes(props: FormInputProps) {
  const { model } = useAdminRuntime();
  const label = useCodeLabel();
  const table = props.field.codes ?? '';
  const codes = model.codes[table] ?? [];
  const choices = codes.map(({ code }) => ({ code, text: String(code), label: label(table, code) }));
  return { choices, codeOf: (text: string) => choices.find((choice) => choice.text === text)?.code ?? null };
}

/** Flags are 0 and 1 of the table yesNo; a boolean is itself. */
export function SwitchInput(props: FormInputProps) {
  const translate = useTranslate();
  const numbers = props.field.kind !== 'boolean';
  return (
    <Labelled {...props} required>
      {({ id, value, onChange, onBlur, ref, disabled, describedBy }) => (
        <FormControlLabel
          sx={{ ml: -1 }}
          control={
            <Switch
              id={id}
              checked={value === 1 || value === true}
              disabled={disabled}
              onBlur={onBlur}
              onChange={(_event, on) => onChange(numbers ? Number(on) : on)}
              slotProps={{ input: { ref, 'aria-describedby': describedBy } }}
            />
          }
          label={translate(value === 1 || value === true ? 'ra.boolean.true' : 'ra.boolean.false')}
        />
      )}
    </Labelled>
  );
}

export function CodeInput(props: FormInputProps) {
  const { choices, codeOf } = useCodes(props);
  const translate = useTranslate();
  if (props.field.codes === 'yesNo') return <SwitchInput {...props} />;
  if (props.field.kind === 'json') return <CodesInput {...props} />;
  if (choices.length > SEARCHED_CHOICES)
    return (
      <Labelled {...props}>
        {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
          <CodeSearch
            id={id}
            choices={choices}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={ref}
            disabled={disabled}
            describedBy={describedBy}
            field={{ hiddenLabel: true, error: invalid }}
          />
        )}
      </Labelled>
    );
  if (props.required && choices.length <= AS_RADIOS) {
    return (
      <Labelled {...props} group>
        {({ id, value, onChange, onBlur, ref, disabled }) => (
          <RadioGroup
            row
            aria-labelledby={`${id}-label`}
            value={String(value ?? '')}
            onBlur={onBlur}
            onChange={(_event, text) => onChange(codeOf(text))}
          >
            {choices.map((choice, index) => (
              <FormControlLabel
                key={choice.text}
                value={choice.text}
                disabled={disabled}
                label={choice.label}
                control={<Radio size="small" slotProps={{ input: index === 0 ? { ref } : {} }} />}
              />
            ))}
          </RadioGroup>
        )}
      </Labelled>
    );
  }
  return (
    <Labelled {...props} group>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
        <Select
          id={id}
          labelId={`${id}-label`}
          size="small"
          fullWidth
          displayEmpty
          inputRef={ref}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={(event) => onChange(codeOf(event.target.value))}
        >
          <MenuItem value="" disabled={props.required} sx={{ color: 'text.secondary' }}>
            {translate(props.required ? 'admin.form.choose' : 'admin.form.none')}
          </MenuItem>
          {choices.map((choice) => (
            <MenuItem key={choice.text} value={choice.text}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

/** Several codes of one table. */
export function CodesInput(props: FormInputProps) {
  const { choices, codeOf } = useCodes(props);
  if (choices.length > SEARCHED_CHOICES)
    return (
      <Labelled {...props}>
        {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
          <CodesSearch
            id={id}
            choices={choices}
            values={Array.isArray(value) ? value : []}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={ref}
            disabled={disabled}
            describedBy={describedBy}
            field={{ hiddenLabel: true, error: invalid }}
          />
        )}
      </Labelled>
    );
  return (
    <Labelled {...props} group>
      {({ id, value, onChange, onBlur, ref, disabled, invalid }) => (
        <Select<string[]>
          multiple
          id={id}
          labelId={`${id}-label`}
          size="small"
          fullWidth
          inputRef={ref}
          disabled={disabled}
          error={invalid}
          value={Array.isArray(value) ? value.map(String) : []}
          onBlur={onBlur}
          onChange={(event) => onChange([event.target.value].flat().map(codeOf))}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.text} value={choice.text}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

/** Fuel and the like in eighths of full. */
export function EighthsInput(props: FormInputProps) {
  return (
    <Labelled {...props} group>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
        <Select
          id={id}
          labelId={`${id}-label`}
          size="small"
          fullWidth
          inputRef={ref}
          disabled={disabled}
          error={invalid}
          aria-describedby={describedBy}
          value={value ?? ''}
          onBlur={onBlur}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {Array.from({ length: 9 }, (_, eighths) => (
            <MenuItem key={eighths} value={eighths}>{`${eighths}/8`}</MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
}
