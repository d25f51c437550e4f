import { fieldOf, type Field, type Resource } from 'forecourt/model';

/** A property as a dialog asks for it, whatever the record's own form allows. */
export function askedField(model: Resource, name: string, required?: boolean): Field {
  const field = fieldOf(model.entity, name);
  return {
    ...field,
    readOnly: false,
    edit: undefined,
    show: undefined,
    after: undefined,
    required: required ?? field.required,
  };
}
