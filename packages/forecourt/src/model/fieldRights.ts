import type { Entity, Field } from './entity.ts';
import { factsOf } from './kinds.ts';
import type { Path } from './model.ts';
import { WILDCARD } from './permissions.ts';
import type { MaskName } from './schema.ts';

/** What a role may say of one property, from the least to the most; the last is what the schema gives. */
export const FIELD_RIGHTS = ['hidden', 'masked', 'read', 'write'] as const;

/**
 * What somebody may do with one property.
 *
 * @example
 * const closed = (right: FieldRight): boolean => right === 'hidden';
 */
export type FieldRight = (typeof FIELD_RIGHTS)[number];

/**
 * What a role takes of single properties, by entity and property. What is not named stays as the schema has it.
 *
 * @example
 * const rights: FieldRights = { customer: { phone: 'masked' } };
 */
export type FieldRights = Readonly<Record<string, Readonly<Record<string, FieldRight>>>>;

/** Who is asked about: rights of a role bind whoever has it, but not who holds every right. */
export interface FieldHolder {
  readonly permissions: ReadonlySet<string>;
  readonly fields?: FieldRights | undefined;
}

/** The property that a right names: by the name it had before, too, so that a renamed one stays closed. */
const narrowed = ({ name, was }: Field, rights: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(rights, name) ? rights[name] : was === undefined ? undefined : rights[was];

/** Properties that a role can be given rights of: not those that every record has. */
export const mayBeNarrowed = ({ builtIn }: Field): boolean => !builtIn;

/** How a property is masked for a role: as its schema says, else as what it holds. Undefined where it is no text. */
export function maskFor({ mask, kind, widget, codes, writeOnly }: Field): MaskName | undefined {
  if (mask) return mask;
  if (writeOnly || !factsOf({ kind }).masked || codes) return undefined;
  return widget === 'phone' ? 'phone' : 'name';
}

/** What a stored right means for its property. What cannot be masked is hidden, and so is what nobody understands. */
function meant(field: Field, stored: unknown): FieldRight {
  const right = FIELD_RIGHTS.find((one) => one === stored) ?? 'hidden';
  const isShown = right === 'masked' ? maskFor(field) !== undefined : right === 'write' || !field.writeOnly;
  return isShown ? right : 'hidden';
}

type Stored = Readonly<Record<string, unknown>>;

const isNamed = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

/** What is stored of one property: the narrower of its own right and, of a view, of the column that it shows. */
function taken(stored: Stored, entities: ReadonlyMap<string, Entity>, entity: Entity, field: Field): FieldRight {
  const base = entity.view && entities.get(entity.view.of);
  const shown = base?.byName.get(field.name);
  const own = isNamed(stored[entity.name]) ? narrowed(field, stored[entity.name] as Stored) : undefined;
  const right = own === undefined ? 'write' : meant(field, own);
  const below = base && shown && !shown.builtIn ? meant(field, taken(stored, entities, base, shown)) : 'write';
  return FIELD_RIGHTS[Math.min(FIELD_RIGHTS.indexOf(right), FIELD_RIGHTS.indexOf(below))]!;
}

/** The rights that are stored with a role, made for the properties there are; undefined where it takes nothing. */
export function compileFieldRights(entities: ReadonlyMap<string, Entity>, stored: unknown): FieldRights | undefined {
  if (!isNamed(stored)) return undefined;
  const all = [...entities.values()].flatMap((entity) => {
    if (!(entity.name in stored) && !(entity.view && entity.view.of in stored)) return [];
    const rights = entity.fields.filter(mayBeNarrowed).flatMap((field) => {
      const right = taken(stored, entities, entity, field);
      return right === 'write' ? [] : [[field.name, right] as const];
    });
    return rights.length > 0 ? [[entity.name, Object.fromEntries(rights)] as const] : [];
  });
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** What somebody's role leaves of a property. The one place that decides, on both sides. */
export function rightTo({ permissions, fields }: FieldHolder, entity: string, field: string): FieldRight {
  if (fields === undefined || permissions.has(WILDCARD)) return 'write';
  return fields[entity]?.[field] ?? 'write';
}

/** Whether somebody's role leaves every relation of a path and what it ends at, masked or not. */
export function reaches({ name }: Entity, { steps, last }: Path, holder: FieldHolder): boolean {
  if (holder.fields === undefined) return true;
  const owners = [name, ...steps.map(({ target }) => target)];
  return [...steps.map(({ field }) => field), last].every(
    (field, at) => rightTo(holder, owners[at]!, field) !== 'hidden',
  );
}

/** Names of all properties that somebody's role hides or masks, of whatever entity. */
export const closedNames = ({ permissions, fields = {} }: FieldHolder): readonly string[] =>
  permissions.has(WILDCARD)
    ? []
    : Object.values(fields).flatMap((rights) =>
        Object.entries(rights).flatMap(([name, right]) => (right === 'hidden' || right === 'masked' ? [name] : [])),
      );

/** Rights that go beyond what somebody has, as `entity.property`: nobody gives what he or she does not hold. */
export function beyondOwn(own: FieldHolder, given: FieldRights | undefined): readonly string[] {
  if (own.permissions.has(WILDCARD)) return [];
  const size = (right: FieldRight | undefined): number => FIELD_RIGHTS.indexOf(right ?? 'write');
  return Object.entries(own.fields ?? {}).flatMap(([entity, rights]) =>
    Object.entries(rights).flatMap(([field, right]) =>
      size(given?.[entity]?.[field]) > size(right) ? [`${entity}.${field}`] : [],
    ),
  );
}

/** Properties without which nobody can make a record, and that this holder may not write. */
export const missingToCreate = (entity: Entity, holder: FieldHolder): readonly Field[] =>
  entity.fields.filter(
    (field) =>
      field.required &&
      !field.readOnly &&
      !field.builtIn &&
      field.default === undefined &&
      field.dynamicDefault === undefined &&
      field.name !== entity.stateField &&
      rightTo(holder, entity.name, field.name) !== 'write',
  );
