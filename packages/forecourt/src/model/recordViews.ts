import type { CompileContext } from './compileContext.ts';
import { propertyAt } from './compileContext.ts';
import { kindOf } from './kinds.ts';
import { meant } from './nearest.ts';
import type { CodeTables } from './resource.ts';
import type { EntitySchema } from './schema.ts';
import { checkWhere } from './schemaChecks.ts';

/** What needs rows of its own. */
const OF_ROWS = [
  'x-unique',
  'x-index',
  'x-states',
  'x-exclude',
  'x-tree',
  'x-delete',
  'x-history',
  'x-log',
  'x-internal',
] as const;

const computed = ['x-compute', 'x-template'] as const;

/** Says what of a view (`x-view`) cannot be: another entity that is none, properties that its rows do not have. */
export function checkView(context: CompileContext, name: string, schema: EntitySchema, codes: CodeTables): void {
  const report = (pointer: string, message: string): void =>
    context.report({ file: `schemas/${name}.json`, pointer, message });
  for (const [field, property] of Object.entries(schema.properties)) {
    const target = property['x-ref']?.resource;
    if (target !== undefined && context.schemas[target]?.['x-view'])
      report(
        `/properties/${field}/x-ref/resource`,
        `"${target}" is a view and has no rows of its own; name what it is of`,
      );
  }
  const view = schema['x-view'];
  if (!view) return;
  for (const keyword of OF_ROWS)
    if (schema[keyword] !== undefined)
      report(`/${keyword}`, `a view has no rows of its own: ${keyword} belongs to "${view.of}"`);
  const of = context.schemas[view.of];
  if (!of) {
    if (!context.absent(view.of))
      report('/x-view/of', `there is no schema "${view.of}"${meant(view.of, Object.keys(context.schemas))}`);
    return;
  }
  if (of['x-view']) report('/x-view/of', `"${view.of}" is a view itself; name what it is of`);
  checkWhere(of, view.where, codes, '/x-view/where', report);
  for (const field of Object.keys(view.where ?? {}))
    if (!propertyAt(of, field))
      report(
        `/x-view/where/${field}`,
        `${view.of} has no property "${field}"${meant(field, Object.keys(of.properties))}`,
      );
  if (view.as !== undefined && propertyAt(schema, view.as)?.['x-ref']?.resource !== view.of)
    report('/x-view/as', `"${view.as}" must be a property that is a relation to "${view.of}"`);
  for (const [field, property] of Object.entries(schema.properties)) {
    if (field === view.as || property.writeOnly || computed.some((keyword) => property[keyword] !== undefined))
      continue;
    const own = propertyAt(of, field);
    if (!own || computed.some((keyword) => own[keyword] !== undefined))
      report(
        `/properties/${field}`,
        `${view.of} stores no "${field}"${meant(field, Object.keys(of.properties))}; a view has its properties, computed ones, and those that are written only (what an action asks for)`,
      );
    else if (kindOf(own) !== kindOf(property))
      report(`/properties/${field}`, `"${field}" of ${view.of} is of another kind (${kindOf(own)})`);
  }
}
