import type { CompileContext, Schemas } from './compileContext.ts';
import type { Dependent } from './model.ts';
import type { Report } from './report.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import { escapePointer } from './shapes.ts';

/** Records of one kind that a deletion takes along, or whose relation it empties, as the question before it says them. */
export interface Reached {
  readonly resource: string;
  /** What so many of them are called in the language of the caller. */
  readonly title: string;
  readonly count: number;
  readonly effect: 'cascade' | 'clear';
}

/** What a deletion of a record of this entity reaches: every relation to it that says so (`x-on-delete`). */
export const dependentsOf = (schemas: Schemas, name: string): readonly Dependent[] =>
  Object.entries(schemas).flatMap(([entity, { properties }]) =>
    Object.entries(properties).flatMap(([field, { 'x-ref': ref, 'x-on-delete': effect }]) =>
      ref?.resource === name && effect !== undefined ? [{ entity, field, effect }] : [],
    ),
  );

/** Whether somebody who deletes such a record is told what else changes with it. */
export const reachesOthers = ({ dependents }: { readonly dependents: readonly Dependent[] }): boolean =>
  dependents.some(({ effect }) => effect !== 'refuse');

/** The entities whose records take this one's along, and those that take theirs. */
function* above(schemas: Schemas, name: string, seen: Set<string>): Generator<string> {
  for (const { 'x-ref': ref, 'x-on-delete': effect } of Object.values(schemas[name]?.properties ?? {})) {
    if (effect !== 'cascade' || ref === undefined || seen.has(ref.resource)) continue;
    seen.add(ref.resource);
    yield ref.resource;
    yield* above(schemas, ref.resource, seen);
  }
}

const deletionOf = (schema: EntitySchema): string => schema['x-delete'] ?? 'row';

/** Why a record cannot go with the related one. */
function unfitCascade(name: string, schema: EntitySchema, target: EntitySchema, schemas: Schemas): string | undefined {
  if (schema['x-log'] !== undefined) return 'rows of a log are never deleted';
  if (schema['x-delete'] === 'never') return 'its records are never deleted ("x-delete": "never")';
  if (deletionOf(schema) !== deletionOf(target))
    return 'one of the two is only put away ("x-delete": "soft") and the other is not: what went could not come back together';
  return [...above(schemas, name, new Set())].includes(name)
    ? `a circle: "${name}" would be deleted with "${name}"`
    : undefined;
}

function unfitClear(property: string, schema: EntitySchema, target: EntitySchema): string | undefined {
  if (schema['x-log'] !== undefined) return 'rows of a log are never changed';
  if (schema.required?.includes(property)) return `"${property}" is required and cannot be emptied`;
  return deletionOf(target) === 'soft'
    ? 'the related record is only put away ("x-delete": "soft") and can come back: the relation stays'
    : undefined;
}

/**
 * Why the effect that a relation of the record itself names (`x-on-delete`) cannot be obeyed: across two kinds of deletion, in a circle, by a required value.
 * Undefined where it can.
 */
export function unfitOnDelete(schemas: Schemas, name: string, field: string): string | undefined {
  const schema = schemas[name]!;
  const { 'x-on-delete': effect, 'x-ref': ref, type } = schema.properties[field]!;
  if (effect === undefined) return undefined;
  if (ref === undefined || type === 'array') return NO_RELATION;
  const target = schemas[ref.resource];
  if (target === undefined || effect === 'refuse') return undefined;
  if (deletionOf(target) === 'never') return `records of "${ref.resource}" are never deleted`;
  return effect === 'cascade' ? unfitCascade(name, schema, target, schemas) : unfitClear(field, schema, target);
}

const NO_RELATION = 'only a relation of the record itself to one record ("x-ref") can follow a deletion';

/** Says every `x-on-delete` that cannot be obeyed, of parts of documents too. */
export function checkOnDelete(context: CompileContext, name: string, schema: EntitySchema, report: Report): void {
  const inside = (property: PropertySchema, at: string): void => {
    if (property['x-on-delete'] !== undefined) report(`${at}/x-on-delete`, NO_RELATION);
    within(property, at);
  };
  const within = (property: PropertySchema, at: string): void => {
    if (property.items) inside(property.items, `${at}/items`);
    for (const [part, inner] of Object.entries(property.properties ?? {}))
      inside(inner, `${at}/properties/${escapePointer(part)}`);
  };
  for (const [field, property] of Object.entries(schema.properties)) {
    const at = `/properties/${escapePointer(field)}`;
    const wrong = unfitOnDelete(context.schemas, name, field);
    if (wrong !== undefined) report(`${at}/x-on-delete`, wrong);
    within(property, at);
  }
}
