import { use } from 'react';
import type { Validator } from 'react-admin';
import type { Field, Resource } from '../../model/index.ts';
import { FaultBoundary } from '../values/FaultBoundary.tsx';
import { kindOf } from '../values/kinds.ts';
import { registeredComponent } from '../values/registry.ts';
import { INPUTS, ManyInput, type FormInputProps } from '../inputs/index.ts';
import { useJudged } from './judged.ts';
import { SettledFields } from './settled.ts';
import { useFieldRules } from './useFieldRules.ts';

/** Props of `FieldInput`. */
export interface FieldInputProps {
  readonly model: Resource;
  readonly field: Field;
  /** A rule of the application beside those of the schema. */
  readonly check?: Validator;
}

/** One property in a form: the registered input or the one of its kind, under the conditions of the schema. */
export function FieldInput({ model, field, check }: FieldInputProps) {
  const { shown, validate: declared, ...rules } = useFieldRules(model, field);
  const validate = useJudged(field.name, declared);
  const settled = use(SettledFields).includes(field.name);
  if (!shown || settled) return null;
  const many = model.entity.many.find(({ name }) => name === field.name);
  const generated = many ? ManyInput : INPUTS[kindOf(field).input];
  const own = registeredComponent<FormInputProps>(model.components[field.name]?.input);
  const Input = own ?? generated;
  const input = <Input model={model} field={field} {...rules} validate={check ? [...validate, check] : validate} />;
  // A registered one has a boundary already.
  return own ? input : <FaultBoundary name={`${model.name}.${field.name}`}>{input}</FaultBoundary>;
}
