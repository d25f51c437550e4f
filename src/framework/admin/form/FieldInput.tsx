import type { Field, Resource } from '../../model/index.ts';
import { kindOf } from '../values/kinds.ts';
import { registeredComponent } from '../values/registry.ts';
import { INPUTS, type FormInputProps } from './inputs/index.ts';
import { useFieldRules } from './useFieldRules.ts';

/** One property in a form: the registered input or the one of its kind, under the conditions of the schema. */
export function FieldInput({ model, field }: { model: Resource; field: Field }) {
  const { shown, ...rules } = useFieldRules(model, field);
  if (!shown) return null;
  const Input = registeredComponent<FormInputProps>(model.components[field.name]?.input) ?? INPUTS[kindOf(field).input];
  return <Input model={model} field={field} {...rules} />;
}
