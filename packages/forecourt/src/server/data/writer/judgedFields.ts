import { isDocument, isStored, type Entity, type Field, type PropertySchema } from '../../../model/index.ts';

/** The properties of an entity by what a save has to ask of them: of most of them, nothing but the value. */
interface JudgedFields {
  readonly stored: readonly Field[];
  /** What a new record holds where nothing was given. */
  readonly preset: readonly Field[];
  /** Is there under a condition only. */
  readonly conditional: readonly Field[];
  /** Must be there, always or under a condition. */
  readonly demanded: readonly Field[];
  /** Is moved by steps, or is open under a condition. */
  readonly locked: readonly Field[];
  /** Lies behind another one. */
  readonly ordered: readonly (Field & { readonly after: string })[];
  readonly documents: readonly Field[];
  /** Changes after a recent proof of the password only. */
  readonly proven: readonly Field[];
  /** Is a date, or holds some. */
  readonly dated: readonly Field[];
  readonly secrets: readonly Field[];
}

const known = new WeakMap<Entity, JudgedFields>();

/** Whether values of a property are dates, or documents that hold some. */
const hasDates = ({ format, items, properties }: PropertySchema): boolean =>
  format === 'date' ||
  format === 'date-time' ||
  (items !== undefined && hasDates(items)) ||
  Object.values(properties ?? {}).some(hasDates);

const isOrdered = (field: Field): field is Field & { readonly after: string } => field.after !== undefined;

/** Found once: a file of rows asks for them for each. */
export function judgedFields(entity: Entity): JudgedFields {
  const before = known.get(entity);
  if (before) return before;
  const stored = entity.fields.filter(isStored);
  const found = {
    stored,
    preset: stored.filter((field) => field.default !== undefined || field.dynamicDefault !== undefined),
    conditional: stored.filter((field) => field.show),
    demanded: stored.filter((field) => field.required || field.require !== undefined),
    locked: entity.fields.filter((field) => field.edit !== undefined || field.name === entity.stateField),
    ordered: entity.fields.filter(isOrdered),
    documents: entity.fields.filter(isDocument),
    proven: stored.filter((field) => field.schema['x-proof'] === true),
    dated: entity.fields.filter((field) => hasDates(field.schema)),
    secrets: stored.filter((field) => field.widget === 'secret'),
  };
  known.set(entity, found);
  return found;
}
