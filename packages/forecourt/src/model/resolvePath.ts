import { propertyAt, type CompileContext } from './compileContext.ts';
import type { Path } from './model.ts';
import { meant } from './nearest.ts';

/** Where a mistake in the schema of this entity is reported. */
export const fileOf = (entity: string): string => `schemas/${entity}.json`;

/**
 * Follows `carId.storeId` from `entity`. Every name but the last must be a relation.
 * Reports a mistake at `pointer` and answers undefined when it leads nowhere.
 */
export function resolvePath(
  context: CompileContext,
  entity: string,
  path: string,
  pointer: string,
  file = fileOf(entity),
): Path | undefined {
  const names = path.split('.');
  const steps: { field: string; target: string }[] = [];
  let current = entity;
  for (const [index, name] of names.entries()) {
    const schema = context.schemas[current];
    if (!schema) {
      if (context.absent(current)) return { steps, last: names.at(-1)! };
      context.report({ file, pointer, message: `"${path}" leads to the schema "${current}", which does not exist` });
      return undefined;
    }
    const property = propertyAt(schema, name);
    const builtIn = ['id', 'createTime', 'updateTime'].includes(name);
    if (!property && !builtIn) {
      const hint = meant(name, Object.keys(schema.properties));
      context.report({ file, pointer, message: `"${path}": ${current} has no property "${name}"${hint}` });
      return undefined;
    }
    if (index === names.length - 1) break;
    const target = property?.['x-ref']?.resource;
    if (!target) {
      context.report({ file, pointer, message: `"${path}": "${name}" of ${current} is not a relation (x-ref)` });
      return undefined;
    }
    steps.push({ field: name, target });
    current = target;
  }
  return { steps, last: names.at(-1)! };
}
