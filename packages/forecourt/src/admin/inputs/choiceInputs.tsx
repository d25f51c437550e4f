import { FormControlLabel, Radio, RadioGroup, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { CodeSearch, CodesSearch, SEARCHED_CHOICES } from '../controls/CodeSearch.tsx';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useCodeLabel } from '../values/labels.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { Labelled, type Bound, type FormInputProps } from './Labelled.tsx';

/** So few choices stand open as radio buttons. */
const AS_RADIOS = 3;

/** The code itself for the text a select element holds. An `enum` beside `x-codes` offers only some of the table. */
function useCodes(props: FormInputProps) {
  const { model } = useAdminRuntime();
  const label = useCodeLabel();
  const table = props.field.codes ?? '';
  const some = props.field.schema.enum;
  const codes = (model.codes[table] ?? []).filter(({ code }) => some?.includes(code) ?? true);
  const choices = codes.map(({ code }) => ({ code, text: String(code), label: label(table, code) }));
  return { choices, codeOf: (text: string) => choices.find((choice) => choice.text === text)?.code ?? null };
}

export const searching = ({ id, ref, onBlur, disabled, invalid, describedBy }: Bound) => ({
  id,
  onBlur,
  disabled,
  describedBy,
  inputRef: ref,
  field: { hiddenLabel: true, error: invalid },
});

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
        {(bound) => (
          <CodeSearch {...searching(bound)} choices={choices} value={bound.value} onChange={bound.onChange} />
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
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={choices}
          value={String(bound.value ?? '')}
          onChange={([text = '']) => bound.onChange(codeOf(text))}
          empty={{
            label: translate(props.required ? 'admin.form.choose' : 'admin.form.none'),
            disabled: props.required,
            placeholder: translate('admin.form.choose'),
          }}
        />
      )}
    </Labelled>
  );
}

/** Several codes of one table. */
function CodesInput(props: FormInputProps) {
  const { choices, codeOf } = useCodes(props);
  const several = ({ value }: Bound): readonly unknown[] => (Array.isArray(value) ? value : []);
  if (choices.length > SEARCHED_CHOICES)
    return (
      <Labelled {...props}>
        {(bound) => (
          <CodesSearch {...searching(bound)} choices={choices} values={several(bound)} onChange={bound.onChange} />
        )}
      </Labelled>
    );
  return (
    <Labelled {...props} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={choices}
          value={several(bound).map(String)}
          onChange={(texts) => bound.onChange(texts.map(codeOf))}
        />
      )}
    </Labelled>
  );
}

const EIGHTHS = Array.from({ length: 9 }, (_, eighths) => ({ text: String(eighths), label: `${eighths}/8` }));

/** Fuel and the like in eighths of full. */
export function EighthsInput(props: FormInputProps) {
  return (
    <Labelled {...props} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={EIGHTHS}
          value={String(bound.value ?? '')}
          onChange={([text]) => bound.onChange(Number(text))}
        />
      )}
    </Labelled>
  );
}
