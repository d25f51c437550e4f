import type { Field } from '../../../model/index.ts';
import { numbers } from './cells.ts';
import { orNull, type Kind, type Limits } from './kind.ts';
import { numberBetween } from './samples.ts';

/** The limits of a number column, each in storage form. */
export function numberLimits({ schema, builtIn }: Field, stored = (value: number): number => value): Limits {
  if (builtIn) return {};
  const of = (value: number | undefined): number | undefined => (value === undefined ? undefined : stored(value));
  return {
    minimum: of(schema.minimum),
    maximum: of(schema.maximum),
    exclusiveMinimum: of(schema.exclusiveMinimum),
    exclusiveMaximum: of(schema.exclusiveMaximum),
  };
}

/** What all numbers have in common. */
export const numeric = {
  limits: (field) => numberLimits(field),
  reads: 'numbers',
  decoder: numbers,
  example: ({ schema }) =>
    Math.max(schema.minimum ?? 1, schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1),
  sample: (schema, { random }) => numberBetween(schema, random, 2),
  wireType: (_field, source) => orNull(source, { type: 'number' }),
  rowType: () => 'number',
} satisfies Partial<Kind>;
