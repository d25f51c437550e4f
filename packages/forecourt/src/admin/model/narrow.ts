import type { Field, FieldRight, FieldRights, Resource } from '../../model/index.ts';
import { CLOSED } from './closed.ts';

const narrowed = new WeakMap<Resource, { readonly rights: object; readonly model: Resource }>();

function closedTo(field: Field, right: FieldRight | undefined): Field {
  if (!right) return field;
  return {
    ...field,
    ...(right === 'masked' && { mask: field.mask ?? 'name' }),
    access: { ...field.access, ...(right === 'hidden' && { read: CLOSED }), write: CLOSED },
  };
}

/** The resource with what somebody's role takes of its properties. The same object as long as the rights are the same. */
export function narrow(model: Resource, rights: FieldRights[string] | undefined): Resource {
  if (!rights) return model;
  const known = narrowed.get(model);
  if (known?.rights === rights) return known.model;
  const fields = model.entity.fields.map((field) => closedTo(field, rights[field.name]));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const made = { ...model, entity: { ...model.entity, fields, byName } };
  narrowed.set(model, { rights, model: made });
  return made;
}
