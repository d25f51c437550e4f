import { readsOf } from './conditions.ts';
import type { Field, Resource } from './model.ts';
import { permissionKey } from './permissionKey.ts';

/** Whether the generic save changes stored records of the resource, in any of their states. */
export const isEdited = ({ entity, dialect, api }: Resource): boolean =>
  !entity.log &&
  (dialect === 'simple-rest' || api.save !== undefined) &&
  entity.schema['x-states']?.editable?.length !== 0;

/** Keys of which any opens one record: the detail, and where it is edited the right to do so, which opens what the form edits (D-PERM-04). */
export function openingKeys(resource: Resource): readonly string[] {
  const { permission } = resource;
  return ['detail', ...(isEdited(resource) ? ['edit'] : [])].map((word) => permissionKey(permission, word));
}

/** Properties that a form asks its record for beside a field's own: its title, and what decides whether it is shown, open or needed. */
const besides = ({ ref, show, edit, require, after }: Field): readonly string[] => [
  ...(ref ? [ref.as, ...Object.keys(ref.with)] : []),
  ...[show, edit, require].flatMap(readsOf),
  ...(after === undefined ? [] : [after]),
];

const known = new WeakMap<Resource, ReadonlySet<string>>();

/** Names of what the form of a resource needs of a record: what it edits, what its conditions read, the state, and what a save sends back. */
export function formNames(resource: Resource): ReadonlySet<string> {
  const found = known.get(resource);
  if (found) return found;
  const { entity, form } = resource;
  const edited = new Set(form.groups.flatMap(({ fields }) => fields));
  const fields = [...entity.fields, ...entity.many.map(({ field }) => field)].filter(({ name }) => edited.has(name));
  const names = new Set([
    'id',
    'updateTime',
    ...(entity.stateField === undefined ? [] : [entity.stateField]),
    ...edited,
    ...fields.flatMap(besides),
  ]);
  known.set(resource, names);
  return names;
}
