import { holds, kindOf, type Entity, type Model, type PropertySchema } from '../../../model/index.ts';
import type { SampleContext, SampleSource } from './samples.ts';
import { kindFor } from './table.ts';

/** How many of the records have a value that they need not have. */
const FILLED = 0.8;

/** A value that may not lie before or below another one. */
function later(schema: PropertySchema, value: unknown, other: unknown, { random }: SampleSource): unknown {
  if (other === null || other === undefined || other === '') return value;
  const { sampleAfter } = kindFor({ kind: kindOf(schema) });
  if (sampleAfter)
    return sampleAfter(
      String(other),
      () => random.int(1, 7),
      () => random.int(1, 7 * 24),
    );
  return typeof value === 'number' && typeof other === 'number' ? Math.max(value, other) : value;
}

function valueOf(name: string, schema: PropertySchema, unique: boolean, model: Model, source: SampleSource): unknown {
  const { random, ordinal, attempt, now, reference, matching } = source;
  const context: SampleContext = {
    // One by one: spreading the source costs three times as much as the value, and a demonstration has half a million of them.
    random,
    ordinal,
    attempt,
    now,
    reference,
    matching,
    name,
    unique,
    model,
    part: (inner, part) => valueOf(inner, part, false, model, source),
    after: (part, value, other) => later(part, value, other, source),
  };
  return schema.enum && !schema['x-codes']
    ? source.random.pick(schema.enum)
    : kindFor({ kind: kindOf(schema) }).sample(schema, context);
}

/**
 * A record in wire form that the schema accepts: texts from the schema's `examples` (each may hold choices, `{Silent|Golden} Harbour`), numbers
 * within their limits, coded values, relations to what `reference` knows, conditions obeyed. What need not be there is there four times in
 * five. The state field is left out: only actions write it.
 */
export function sampleRecord(model: Model, entity: Entity, source: SampleSource): Record<string, unknown> {
  const { random } = source;
  const record: Record<string, unknown> = {};
  const writable = entity.fields.filter(
    (field) => !field.builtIn && !field.readOnly && field.name !== entity.stateField,
  );
  for (const { name, schema, ...field } of writable) {
    const needed = field.required || field.require !== undefined;
    if (!needed && field.default !== undefined && !random.chance(FILLED)) continue;
    const unique = entity.unique.some(({ fields }) => fields.length === 1 && fields[0] === name);
    const value = needed || random.chance(FILLED) ? valueOf(name, schema, unique, model, source) : null;
    record[name] = field.after && value !== null ? later(schema, value, record[field.after], source) : value;
  }
  for (const field of writable) if (field.show && !holds(field.show, record)) delete record[field.name];
  return record;
}
