import { useTranslate } from 'react-admin';
import { ChoiceSelect, Labelled, type FormInputProps } from 'forecourt/admin';
import { SMS_VARIABLES } from '../../rules/index.ts';

/** Variables in the order in which they were chosen: the order of a registered template's values. */
export default function SmsVariablesInput(props: FormInputProps) {
  const translate = useTranslate();
  const label = (name: string): string => translate(`codes.smsSetting.variables.${name}`);
  return (
    <Labelled {...props} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={SMS_VARIABLES.map((name) => ({ text: name, label: label(name) }))}
          value={Array.isArray(bound.value) ? (bound.value as string[]) : []}
          onChange={bound.onChange}
          shown={(names) => names.map((name, at) => `${at + 1}. ${label(name)}`).join(', ')}
        />
      )}
    </Labelled>
  );
}
