import { FIELD_RIGHTS, type FieldRight, type FieldRights } from '../../model/index.ts';

/** What a form holds: only what takes something. */
export type Rights = FieldRights;

/** A field as `/role/fields` answers it. */
export interface RoleField {
  readonly name: string;
  /** The name it had before; empty where it had none. */
  readonly was: string;
  readonly label: string;
  readonly rights: readonly FieldRight[];
  /** Without it no record is made. */
  readonly needed: boolean;
}

/** A resource with the fields that are shown of it, and all that it has. */
export interface RoleFields {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly RoleField[];
  readonly all: readonly RoleField[];
}

/** Resources that a word names, with all their fields; of the others the fields that it names. */
export function matchingFields(resources: readonly Omit<RoleFields, 'all'>[], word: string): readonly RoleFields[] {
  const has = (text: string): boolean => text.toLowerCase().includes(word.toLowerCase());
  return resources.flatMap((resource) => {
    const all = resource.fields;
    const fields = has(resource.title) ? all : all.filter(({ label, name }) => has(label) || has(name));
    return fields.length > 0 ? [{ ...resource, fields, all }] : [];
  });
}

/** The right of a field, under whichever of its names it is stored; what the field cannot have is the next less. */
export function rightOf(rights: Rights, resource: string, { name, was, rights: possible }: RoleField): FieldRight {
  const of = rights[resource] ?? {};
  const stored = of[name] ?? (was === '' ? undefined : of[was]) ?? 'write';
  return possible.includes(stored)
    ? stored
    : (FIELD_RIGHTS.slice(0, FIELD_RIGHTS.indexOf(stored)).findLast((one) => possible.includes(one)) ?? 'hidden');
}

/** Rights with another one of one field; null where nothing is taken any more. */
export function withRight(
  rights: Rights,
  { name: resource }: Pick<RoleFields, 'name'>,
  { name, was }: RoleField,
  right: FieldRight,
): Rights | null {
  const kept = Object.entries(rights[resource] ?? {}).filter(([one]) => one !== name && (was === '' || one !== was));
  const own = Object.fromEntries(right === 'write' ? kept : [...kept, [name, right]]);
  const others = Object.entries(rights).filter(([one]) => one !== resource);
  const all = Object.keys(own).length > 0 ? [...others, [resource, own] as const] : others;
  return all.length > 0 ? Object.fromEntries(all) : null;
}
