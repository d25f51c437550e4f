import { propertyAt, type CompileContext } from './compileContext.ts';
import type { Entity, Resource } from './model.ts';
import { meant } from './nearest.ts';
import type { CodeTables } from './resource.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import type { Report } from './report.ts';

type Where = Readonly<Record<string, readonly (string | number)[]>>;

/** Every condition on related records in a schema, deepest documents included, and where it stands. */
function* conditions(
  properties: Readonly<Record<string, PropertySchema>>,
  at: string,
): Generator<{ readonly resource: string; readonly where: Where; readonly pointer: string }> {
  for (const [name, property] of Object.entries(properties)) yield* conditionsOf(property, `${at}/${name}`);
}

function* conditionsOf(property: PropertySchema, at: string): ReturnType<typeof conditions> {
  const { resource, where } = property['x-ref'] ?? {};
  if (resource && where) yield { resource, where, pointer: `${at}/x-ref/where` };
  if (property.items) yield* conditionsOf(property.items, `${at}/items`);
  if (property.properties) yield* conditions(property.properties, `${at}/properties`);
}

/** Checks that what narrows the choices (`by`) is a relation of the record. */
function checkNarrowing({ properties }: EntitySchema, report: Report): void {
  for (const [name, property] of Object.entries(properties))
    for (const [filter, by] of Object.entries(property['x-ref']?.by ?? {}))
      if (!properties[by]?.['x-ref'])
        report(
          `/properties/${name}/x-ref/by/${filter}`,
          `"${by}" is no relation of this record${meant(by, Object.keys(properties))}`,
        );
}

/** Checks what `x-ref` says of the records that may be chosen: properties of the related schema with values that they can have. */
export function checkFitting(context: CompileContext, schema: EntitySchema, codes: CodeTables, report: Report): void {
  checkNarrowing(schema, report);
  for (const { resource, where, pointer } of conditions(schema.properties, '/properties')) {
    const target = context.schemas[resource];
    if (!target) continue;
    for (const [name, values] of Object.entries(where)) {
      const property = propertyAt(target, name);
      if (!property) {
        report(
          `${pointer}/${name}`,
          `${resource} has no property "${name}"${meant(name, Object.keys(target.properties))}`,
        );
        continue;
      }
      const known = property.enum ?? codes[property['x-codes'] ?? '']?.map(({ code }) => code);
      if (!known) report(`${pointer}/${name}`, `"${name}" of ${resource} is no code; only codes can be asked for`);
      for (const value of known ? values : [])
        if (!known!.includes(value))
          report(`${pointer}/${name}`, `${JSON.stringify(value)} is no value of "${name}" of ${resource}`);
    }
  }
}

/**
 * Checks that forms can ask for the records that fit: the related resource offers its choices by the named property, or offers nothing else
 * anyway.
 */
export function checkChoices(resources: ReadonlyMap<string, Resource>, entity: Entity, report: Report): void {
  const narrowed = Object.entries(entity.schema.properties).flatMap(([name, { 'x-ref': ref }]) =>
    ref?.by ? [{ resource: ref.resource, where: ref.by, pointer: `/properties/${name}/x-ref/by` }] : [],
  );
  for (const { resource, where, pointer } of [...conditions(entity.schema.properties, '/properties'), ...narrowed]) {
    const { options, dialect } = resources.get(resource) ?? {};
    // Without declared choices a form asks the list, which filters by what it declares.
    if (!options || dialect === 'simple-rest') continue;
    for (const name of Object.keys(where))
      if (!options.filters?.includes(name) && !options.where?.[name])
        report(
          `${pointer}/${name}`,
          `the choices of ${resource} cannot be asked for by "${name}"; add it to options.filters in resources/${resource}.ts`,
        );
  }
}
