import { largeWhole } from './int64.ts';
import type { Condition } from './schema.ts';

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const absent = (value: unknown): boolean => value === undefined || value === null || value === '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (argument: unknown, value: unknown) => boolean;

/** A number that is a text because of its many digits lies beyond every limit, so that its rounded size says on which side. */
const numeric =
  (test: (value: number, limit: number) => boolean): Check =>
  (limit, value) => {
    const size = typeof value === 'number' ? value : Number(largeWhole(value) ?? Number.NaN);
    return Number.isNaN(size) || test(size, limit as number);
  };

/** The keywords that conditions may use. Everything else is refused when the model is compiled. */
const CHECKS = {
  const: (expected, value) => same(value, expected),
  enum: (list, value) => (list as unknown[]).some((item) => same(value, item)),
  type: (type, value) =>
    type === 'null'
      ? absent(value)
      : absent(value)
        ? false
        : type === 'array'
          ? Array.isArray(value)
          : type === 'integer'
            ? Number.isInteger(value) || largeWhole(value) !== undefined
            : typeof value === type,
  minimum: numeric((value, limit) => value >= limit),
  maximum: numeric((value, limit) => value <= limit),
  exclusiveMinimum: numeric((value, limit) => value > limit),
  exclusiveMaximum: numeric((value, limit) => value < limit),
  minLength: (limit, value) => typeof value !== 'string' || value.length >= (limit as number),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(pattern as string, 'u').test(value),
  contains: (schema, value) => Array.isArray(value) && value.some((item) => holds(schema as Condition, item)),
  required: (names, value) => isObject(value) && (names as string[]).every((name) => !absent(value[name])),
  properties: (properties, value) =>
    !isObject(value) ||
    Object.entries(properties as Record<string, Condition>).every(([name, schema]) => holds(schema, value[name])),
  allOf: (list, value) => (list as Condition[]).every((schema) => holds(schema, value)),
  anyOf: (list, value) => (list as Condition[]).some((schema) => holds(schema, value)),
  oneOf: (list, value) => (list as Condition[]).filter((schema) => holds(schema, value)).length === 1,
  not: (schema, value) => !holds(schema as Condition, value),
} as const satisfies Readonly<Record<string, Check>>;

/** Keywords allowed in x-show, x-edit, x-require and `when`; keywords.ts says what their values look like. */
export type ConditionKeyword = keyof typeof CHECKS;

/**
 * Whether a condition (a JSON Schema over the record) holds, with the same answer on both sides. Unlike plain JSON
 * Schema it tests a property under `properties` even when it is missing. So `{ type: { const: 1 } }` is false for a
 * record without a type, and an empty form shows nothing of type 1. Empty string and null count as missing.
 */
export function holds(condition: Condition | undefined, value: unknown): boolean {
  if (condition === undefined) return true;
  return Object.entries(condition).every(
    ([keyword, argument]) => (CHECKS as Readonly<Record<string, Check>>)[keyword]?.(argument, value) ?? true,
  );
}

/** Names of the record's properties that a condition reads: on a keystroke only what reads the changed field is evaluated again. */
export function readsOf(condition: Condition | undefined): readonly string[] {
  if (!condition) return [];
  const names = new Set<string>();
  const visit = (schema: Condition): void => {
    for (const name of (schema['required'] as string[] | undefined) ?? []) names.add(name);
    for (const name of Object.keys((schema['properties'] as object | undefined) ?? {})) names.add(name);
    for (const list of ['allOf', 'anyOf', 'oneOf'])
      for (const part of (schema[list] as Condition[] | undefined) ?? []) visit(part);
    if (schema['not']) visit(schema['not'] as Condition);
  };
  visit(condition);
  return [...names];
}
