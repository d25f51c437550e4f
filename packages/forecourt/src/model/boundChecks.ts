import { meant } from './nearest.ts';
import type { Report } from './report.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';

const isSecret = (property: PropertySchema): boolean => property['x-widget'] === 'secret';

const hasColumn = (property: PropertySchema): boolean =>
  !['x-compute', 'x-template', 'x-many'].some((word) => Object.hasOwn(property, word));

/** Reports secrets that do not say where they are sent, and addresses that are none. `place` is the pointer of the property. */
export function checkBound(schema: EntitySchema, property: PropertySchema, place: string, report: Report): void {
  const bound = property['x-bound-to'];
  const own = place.split('/').length === 3;
  if (!isSecret(property)) {
    if (bound) report(`${place}/x-bound-to`, 'only a secret ("x-widget": "secret") is bound to an address');
    return;
  }
  if (!own) return report(place, 'a secret is a property of the record itself, not a part of a document');
  if (!bound)
    return report(
      place,
      'a secret says where it is sent: "x-bound-to" names the properties with the address, or is [] where it is sent nowhere',
    );
  for (const [index, name] of bound.entries()) {
    const other = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const at = `${place}/x-bound-to/${index}`;
    if (!other) report(at, `there is no property "${name}"${meant(name, Object.keys(schema.properties))}`);
    else if (isSecret(other) || !hasColumn(other)) report(at, `"${name}" is a secret or has no column of its own`);
  }
}
