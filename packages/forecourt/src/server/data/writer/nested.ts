import { isBelow, type PropertySchema, type RefKeyword } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';
import { fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { isEmpty } from '../kinds/index.ts';

type Document = Readonly<Record<string, unknown>>;

/** One value inside a document with what its schema says, at its path (`lines.2.price`). */
interface Part {
  readonly schema: PropertySchema;
  readonly value: unknown;
  readonly path: string;
  /** The document the value stands in. */
  readonly owner: Document;
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every described value of a document, deepest included. */
function* partsOf(schema: PropertySchema, value: unknown, path: string): Generator<Part> {
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of (value as unknown[]).entries()) yield* partsOf(schema.items, item, `${path}.${index}`);
  } else if (isDocument(value) && schema.properties) {
    for (const [name, part] of Object.entries(schema.properties)) {
      if (!Object.hasOwn(value, name)) continue;
      yield { schema: part, value: value[name], path: `${path}.${name}`, owner: value };
      yield* partsOf(part, value[name], `${path}.${name}`);
    }
  }
}

/** The schema at a path of a document; that of the whole where it leads nowhere. */
export function schemaAt(schema: PropertySchema, path: readonly string[]): PropertySchema {
  return path.reduce((part, step) => part.properties?.[step] ?? part.items ?? part, schema);
}

/** Where a mistake is said: a list of plain values is one input, whichever of them is wrong. */
export function placeOf(schema: PropertySchema, path: readonly string[]): readonly string[] {
  let part = schema;
  for (const [at, step] of path.entries()) {
    const next = part.properties?.[step];
    if (!next && part.items && !part.items.properties && !part.items.items) return path.slice(0, at);
    part = next ?? part.items ?? part;
  }
  return path;
}

/** Values of a document that lie before (or below) the property named in their x-after. */
export function nestedOrder(
  entity: string,
  schema: PropertySchema,
  value: unknown,
  path: string,
  caller: Caller,
): Record<string, FieldErrors[string]> {
  const errors: Record<string, FieldErrors[string]> = {};
  for (const part of partsOf(schema, value, path)) {
    const after = part.schema['x-after'];
    const limit = after === undefined ? undefined : part.owner[after];
    if (after === undefined || isEmpty(part.value) || isEmpty(limit)) continue;
    if (isBelow(part.value, limit))
      errors[part.path] = [
        typeof limit === 'string' ? 'msg.after' : 'msg.below',
        { field: fieldLabel(caller, entity, after) },
      ];
  }
  return errors;
}

/** What a document says that ends before it begins, or at once (`x-span`). */
export function spanProblem(name: string, schema: PropertySchema, value: unknown): Record<string, FieldErrors[string]> {
  const message = schema['x-span'];
  const { start, end } = value as { readonly start?: unknown; readonly end?: unknown };
  const fits = message === undefined || isEmpty(start) || isEmpty(end) || (start as string) < (end as string);
  return fits ? {} : { [name]: message };
}

/** A related record that a document names. */
interface NestedReference {
  readonly entity: string;
  readonly id: number;
  readonly path: string;
  /** Records that may be chosen there. */
  readonly where?: RefKeyword['where'];
}

/** Ids of related records inside a document, with the entity they belong to. */
export function nestedReferences(schema: PropertySchema, value: unknown, path: string): NestedReference[] {
  return [...partsOf(schema, value, path)].flatMap((part) => {
    const { resource: entity, where } = part.schema['x-ref'] ?? {};
    if (entity === undefined) return [];
    return [part.value]
      .flat()
      .flatMap((id, index) =>
        Number.isSafeInteger(id)
          ? [{ entity, id: id as number, path: Array.isArray(part.value) ? `${part.path}.${index}` : part.path, where }]
          : [],
      );
  });
}
