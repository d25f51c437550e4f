import { ChoiceSelect, Labelled, type FormInputProps } from '../inputs/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useModuleLabel } from './logValues.tsx';

/** One of the resources that this application has, by its name on the screen. */
export default function HeardResourceInput(props: FormInputProps) {
  const { model } = useAdminRuntime();
  const labelOf = useModuleLabel();
  const choices = [...model.entries.keys()]
    .map((text) => ({ text, label: labelOf(text) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Labelled {...props} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={choices}
          value={String(bound.value ?? '')}
          onChange={([chosen]) => bound.onChange(chosen)}
        />
      )}
    </Labelled>
  );
}
