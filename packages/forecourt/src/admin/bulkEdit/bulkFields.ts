import type { RaRecord } from 'react-admin';
import { holds, permissionKey, stateAllows, type Field, type Resource } from '../../model/index.ts';
import { formFields } from '../form/payload.ts';

/**
 * Properties that may become the same in several records: writable by this user, part of the form, neither unique nor a state nor entered once, and
 * nothing that cannot be read back. What a record is called by comes last: it is what tells records apart.
 */
export function bulkFields(model: Resource, can: (key: string) => boolean): readonly Field[] {
  const unique = new Set(model.entity.unique.flatMap(({ fields }) => fields));
  const called = new Set(model.entity.title.map(({ steps, last }) => steps[0]?.field ?? last));
  const fields = formFields(model).filter(
    (field) =>
      !unique.has(field.name) &&
      !field.schema['x-once'] &&
      !field.writeOnly &&
      !field.sensitive &&
      (field.access?.write === undefined || can(permissionKey(model.permission.base, field.access.write))),
  );
  return [...fields.filter(({ name }) => !called.has(name)), ...fields.filter(({ name }) => called.has(name))];
}

/** Whether a record has the property at all, and may change it (`x-show`, `x-edit`, the states of `x-states`). */
export const applies = ({ entity }: Resource, field: Field, record: RaRecord): boolean =>
  stateAllows(entity, 'editable', record) && holds(field.show, record) && holds(field.edit, record);
