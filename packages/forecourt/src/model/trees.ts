import { meant } from './nearest.ts';
import type { EntitySchema } from './schema.ts';
import type { Report } from './report.ts';

/** Answered by lists of a tree beside the properties: whether rows lie below this one. */
export const HAS_CHILDREN = 'hasChildren';

/** In place of an id: a filter by a relation finds the rows that name no record, by the parent in a tree those at the top. */
export const NONE = 'none';

/** Parameter that leaves out a row and all that lies below it: what may be its parent. */
export const OUTSIDE = 'outside';

/** Says why `x-tree` of the entity `name` names no parent. */
export function checkTree(name: string, schema: EntitySchema, report: Report): void {
  const field = schema['x-tree'];
  if (field === undefined) return;
  const own = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (!own) report('/x-tree', `there is no property "${field}"${meant(field, Object.keys(schema.properties))}`);
  else if (own.type === 'array') report('/x-tree', `"${field}" is a list; a row of a tree has one parent`);
  else if (own['x-ref']?.resource !== name)
    report('/x-tree', `"${field}" is no relation to ${name} itself; its x-ref must name "${name}"`);
  else if (schema.required?.includes(field)) report('/x-tree', `"${field}" is required: no row could be at the top`);
  for (const taken of [HAS_CHILDREN, OUTSIDE])
    if (Object.hasOwn(schema.properties, taken))
      report(`/properties/${taken}`, `a tree has "${taken}" of its own; call the property otherwise`);
}
