import { propertyAt, type CompileContext } from './compileContext.ts';
import { meant } from './nearest.ts';
import type { PropertySchema } from './schema.ts';
import type { Report } from './report.ts';

/** Says what of an `x-many` of the entity `name` cannot be. */
export function checkMany(
  context: CompileContext,
  name: string,
  property: PropertySchema,
  pointer: string,
  report: Report,
): void {
  const many = property['x-many'];
  if (!many) return;
  if (property.type !== 'array') report(pointer, 'child records are a list: the type is "array"');
  const child = context.schemas[many.resource];
  const known = Object.keys(context.schemas);
  if (!child) {
    if (!context.absent(many.resource))
      report(`${pointer}/resource`, `there is no schema "${many.resource}"${meant(many.resource, known)}`);
    return;
  }
  const back = propertyAt(child, many.field);
  if (child['x-log'] || child['x-internal'])
    report(
      `${pointer}/resource`,
      `"${many.resource}" has no form of its own (x-log, x-internal) and cannot be entered in another`,
    );
  if (!back)
    report(
      `${pointer}/field`,
      `${many.resource} has no property "${many.field}"${meant(many.field, Object.keys(child.properties))}`,
    );
  else if (back['x-ref']?.resource !== name || back.type === 'array')
    report(
      `${pointer}/field`,
      `"${many.field}" of ${many.resource} is not a relation to "${name}" ("x-ref": { "resource": "${name}" })`,
    );
}
