import type { RaRecord } from 'react-admin';
import { holds, permissionKey, type Field, type Resource } from '../../model/index.ts';
import { formFields } from '../form/payload.ts';

/**
 * Properties that may become the same in several records: writable by this user, part of the form, neither unique nor a state nor entered once, and
 * nothing that cannot be read back.
 */
export function bulkFields(model: Resource, can: (key: string) => boolean): readonly Field[] {
  const unique = new Set(model.entity.unique.flatMap(({ fields }) => fields));
  return formFields(model).filter(
    (field) =>
      !unique.has(field.name) &&
      !field.schema['x-once'] &&
      !field.writeOnly &&
      !field.sensitive &&
      (field.access?.write === undefined || can(permissionKey(model.permission.base, field.access.write))),
  );
}

/** Whether a record has the property at all, and may change it (`x-show`, `x-edit`). */
export const applies = (field: Field, record: RaRecord): boolean =>
  holds(field.show, record) && holds(field.edit, record);
