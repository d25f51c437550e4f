import type { Model, PropertySchema, Random, RefKeyword } from '../../../model/index.ts';

/** What a sample record is made with. */
export interface SampleSource {
  readonly random: Random;
  /** Distinct for every record of an entity; makes unique values unique. */
  readonly ordinal: number;
  /** How often this record was made before and collided with another; without it unique texts get their number at once. */
  readonly attempt?: number;
  /** The instant around which times lie, epoch milliseconds. */
  readonly now: number;
  /** Id of some record of a resource that fits (`where` of x-ref), undefined when there is none. */
  reference(resource: string, where?: RefKeyword['where']): number | undefined;
  /** A text of that many letters that fits a pattern, where no example helps. */
  matching?(pattern: string, length: { readonly least: number; readonly most: number }): string;
}

export interface SampleContext extends SampleSource {
  readonly name: string;
  readonly unique: boolean;
  readonly model: Model;
  /** A part of a document. */
  part(name: string, schema: PropertySchema): unknown;
  /** The same, not before (or below) what its `x-after` names. */
  after(schema: PropertySchema, value: unknown, other: unknown): unknown;
}

const DEFAULT_RANGE = 1_000;
const DEFAULT_TEXT = 60;
/** So often a unique text is tried as it is before it gets a number. */
const PLAIN_ATTEMPTS = 5;
export const DAY_MS = 86_400_000;
export const SPAN_DAYS = 365;

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const clockOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** `{Silent|Golden} {Harbour|Garden}` → one of each. */
const filled = (template: string, random: Random): string =>
  template.replace(/\{([^{}]+)\}/g, (_whole, choices: string) => random.pick(choices.split('|')));

export function numberBetween(schema: PropertySchema, random: Random, decimals: number): number {
  const step = schema.multipleOf ?? 10 ** -decimals;
  const low = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + step);
  const top =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? low + DEFAULT_RANGE : schema.exclusiveMaximum - step);
  const steps = Math.floor((top - low) / step + 1e-9);
  return Number((low + random.int(0, Math.max(0, steps)) * step).toFixed(decimals));
}

/** Unique values take the examples in turn as long as there are some. */
const exampleFor = (examples: readonly string[], { unique, random, ordinal, attempt }: SampleContext): string =>
  (unique && attempt === 0 ? examples[ordinal - 1] : undefined) ?? random.pick(examples);

const SECRET_LENGTH = 12;
const SECRET_SIGNS = [...'abcdefghjkmnpqrstuvwxyz23456789'];

/** No word: a secret may be held to a rule against words (D-AUTH-05). */
const sampleSecret = ({ minLength = 0, maxLength = SECRET_LENGTH }: PropertySchema, random: Random): string =>
  Array.from({ length: Math.max(minLength, Math.min(maxLength, SECRET_LENGTH)) }, () => random.pick(SECRET_SIGNS)).join(
    '',
  );

export function sampleText(schema: PropertySchema, context: SampleContext): string {
  const { name, random, ordinal, unique } = context;
  const examples = schema.examples as readonly string[] | undefined;
  if (schema.format === 'email') return `${name}${ordinal}@example.com`;
  if (schema.format === 'uri') return `https://example.com/${ordinal}`;
  if (schema['x-widget'] === 'secret' && !examples && !schema.pattern) return sampleSecret(schema, random);
  if (!examples && schema.pattern) {
    if (!context.matching) throw new Error(`"${name}" has a pattern: it needs examples to make samples from`);
    return context.matching(schema.pattern, { least: schema.minLength ?? 1, most: schema.maxLength ?? DEFAULT_TEXT });
  }
  const most = schema.maxLength ?? DEFAULT_TEXT;
  const number = ` ${ordinal}`;
  // What makes it distinct is not cut off, but where the text has a pattern, which may have no place for it.
  const numbered = (text: string): string =>
    (schema.pattern ? text : text.slice(0, Math.max(0, most - number.length))) + number;
  const text = examples ? filled(exampleFor(examples, context), random) : numbered(name);
  const distinct = unique && examples && (context.attempt ?? PLAIN_ATTEMPTS) >= PLAIN_ATTEMPTS ? numbered(text) : text;
  return distinct
    .slice(0, most)
    .trim()
    .padEnd(schema.minLength ?? 0, 'x');
}
