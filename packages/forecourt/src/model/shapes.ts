import { meant } from './nearest.ts';
import type { Report } from './report.ts';

/**
 * What the value of a keyword may look like: the part of JSON Schema that the vocabulary needs to describe itself. One description serves
 * both the check when a model is compiled (without a validator in the browser) and the published JSON Schema for editors.
 */
export interface Shape {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly const?: unknown;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Shape;
  readonly anyOf?: readonly Shape[];
  /** A named part (`#/$defs/condition`), looked at by who walks the schema. */
  readonly $ref?: string;
  /** How it may be written. Editors show the first one, and a message about a wrong value ends with it. */
  readonly examples?: readonly unknown[];
}

const TYPES: Readonly<Record<string, { readonly word: string; test(value: unknown): boolean }>> = {
  string: { word: 'a text', test: (value) => typeof value === 'string' },
  number: { word: 'a number', test: (value) => typeof value === 'number' },
  integer: { word: 'a whole number', test: Number.isInteger },
  boolean: { word: 'true or false', test: (value) => typeof value === 'boolean' },
  object: { word: 'an object', test: isObject },
  array: { word: 'a list', test: Array.isArray },
};

/** A JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One name as part of a JSON pointer. */
export const escapePointer = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** The name that a part of a JSON pointer stands for. */
export const unescapePointer = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

const LONGEST = 60;

/** A value as a message quotes it. */
function show(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** A list or object as a person would write it: `{ "key": ["roomId"] }`. */
const written = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');

function describe(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(describe).join(' or ');
  if (shape.const !== undefined) return show(shape.const);
  if (shape.enum) return `one of ${shape.enum.join(', ')}`;
  if (shape.type === 'array' && shape.items?.type) return `a list of ${shape.items.type}s`;
  return shape.type ? TYPES[shape.type]!.word : 'another value';
}

function limits(shape: Shape, value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (shape.minimum !== undefined && value < shape.minimum) return `at least ${shape.minimum}`;
    if (shape.maximum !== undefined && value > shape.maximum) return `at most ${shape.maximum}`;
    if (shape.exclusiveMinimum !== undefined && value <= shape.exclusiveMinimum)
      return `more than ${shape.exclusiveMinimum}`;
  }
  if (typeof value === 'string' && shape.minLength !== undefined && value.length < shape.minLength)
    return 'not an empty text';
  if (Array.isArray(value)) {
    if (shape.minItems !== undefined && value.length < shape.minItems) return `a list of at least ${shape.minItems}`;
    if (shape.maxItems !== undefined && value.length > shape.maxItems) return `a list of at most ${shape.maxItems}`;
  }
  return undefined;
}

/** Says every place where `value` does not have the shape. A named part (`$ref`) is left to the caller. */
export function checkShape(shape: Shape, value: unknown, pointer: string, report: Report): void {
  const example = shape.examples ? `; write for example ${written(shape.examples[0])}` : '';
  const wrong = (expected: string): void =>
    report(pointer, `${show(value)} is not ${expected.startsWith('not ') ? 'allowed: ' : ''}${expected}${example}`);
  if (shape.$ref) return;
  if (shape.anyOf) {
    const fits = shape.anyOf.some((one) => {
      let sound = true;
      checkShape(one, value, pointer, () => (sound = false));
      return sound;
    });
    return fits ? undefined : wrong(describe(shape));
  }
  if (shape.enum && !shape.enum.includes(value as string))
    return report(pointer, `${show(value)} is not ${describe(shape)}${meant(show(value), shape.enum.map(String))}`);
  if (shape.const !== undefined && shape.const !== value) return wrong(describe(shape));
  if (shape.type && !TYPES[shape.type]!.test(value)) return wrong(describe(shape));
  const limit = limits(shape, value);
  if (limit) return wrong(limit);
  const { items } = shape;
  if (items && Array.isArray(value))
    value.forEach((item, index) => checkShape(items, item, `${pointer}/${index}`, report));
  if (isObject(value)) checkProperties(shape, value, pointer, report);
}

function checkProperties(shape: Shape, value: Record<string, unknown>, pointer: string, report: Report): void {
  const known = shape.properties ?? {};
  const example = shape.examples ? `; write for example ${written(shape.examples[0])}` : '';
  for (const name of shape.required ?? [])
    if (value[name] === undefined) report(pointer, `"${name}" is missing${example}`);
  for (const [name, part] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(name)}`;
    const inner = (Object.hasOwn(known, name) ? known[name] : undefined) ?? shape.additionalProperties;
    if (part === undefined) continue;
    if (inner) checkShape(inner, part, at, report);
    else if (inner === false) report(at, `unknown name "${name}"${meant(name, Object.keys(known))}`);
  }
}
