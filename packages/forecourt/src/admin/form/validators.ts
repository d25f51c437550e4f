import { email, maxLength, maxValue, minLength, minValue, regex, required, type Validator } from 'react-admin';
import { isBelow, isMultipleOf, isWireInt64, type Field } from '../../model/index.ts';
import { parseDate, parseDateTime, parseTime } from '../controls/wallClock.ts';
import { isBlank } from '../values/format.ts';

const check =
  (
    passes: (value: unknown, all: Record<string, unknown>) => boolean,
    message: string,
    args: Record<string, unknown> = {},
  ): Validator =>
  (value, all) =>
    isBlank(value) || passes(value, all as Record<string, unknown>) ? undefined : { message, args };

const moneyText = (digits: number): string =>
  `admin.validation.${digits === 2 ? 'money' : digits === 0 ? 'wholeMoney' : 'fineMoney'}`;

const PARSERS: Readonly<
  Record<'date' | 'dateTime' | 'time', (text: string, digits: number | undefined) => string | undefined>
> = { date: parseDate, dateTime: parseDateTime, time: parseTime };

/** The later or greater of two comparable values. */
const notBefore = (value: unknown, other: unknown): boolean => isBlank(other) || !isBelow(value, other);

/** A document whose end lies after its start, or which has not both yet. */
function endsLater(value: unknown): boolean {
  const { start, end } = value as { readonly start?: unknown; readonly end?: unknown };
  return isBlank(start) || isBlank(end) || (start as string) < (end as string);
}

/**
 * The schema's keywords as react-admin's translated validators. The server decides with the same schema; this only says it sooner.
 * `mustHave` is the outcome of required and x-require for the record as it stands.
 */
export function validatorsOf(field: Field, mustHave: boolean, labelOf: (name: string) => string): Validator[] {
  const { schema, kind } = field;
  const validators: Validator[] = [];
  const add = (...more: readonly Validator[]): void => void validators.push(...more);
  if (mustHave) add(required(field.message));
  if (schema.minLength !== undefined) add(minLength(schema.minLength));
  if (schema.maxLength !== undefined) add(maxLength(schema.maxLength));
  if (schema.minimum !== undefined) add(minValue(schema.minimum));
  if (schema.maximum !== undefined) add(maxValue(schema.maximum));
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (above !== undefined) add(check((value) => (value as number) > above, 'admin.validation.above', { limit: above }));
  if (below !== undefined) add(check((value) => (value as number) < below, 'admin.validation.below', { limit: below }));
  if (schema.multipleOf !== undefined && kind !== 'money')
    add(
      check((value) => isMultipleOf(value as number, schema.multipleOf!), 'admin.validation.multipleOf', {
        step: schema.multipleOf,
      }),
    );
  if (['integer', 'number', 'money', 'percent'].includes(kind))
    add(
      check(
        (value) => typeof value === 'number' && Number.isFinite(value),
        kind === 'money' ? moneyText(field.digits) : 'ra.validation.number',
      ),
    );
  if (kind === 'integer') add(check((value) => Number.isInteger(value), 'admin.validation.integer'));
  if (kind === 'int64') add(check(isWireInt64, 'admin.validation.integer'));
  if (schema.pattern !== undefined) add(regex(new RegExp(schema.pattern, 'u'), 'admin.validation.pattern'));
  if (schema.format === 'email') add(email());
  if (kind === 'date' || kind === 'dateTime' || kind === 'time')
    add(
      check((value) => PARSERS[kind](String(value), schema['x-precision']) !== undefined, `admin.validation.${kind}`),
    );
  if (schema.minItems !== undefined)
    add(
      check((value) => (value as unknown[]).length >= schema.minItems!, 'admin.validation.minItems', {
        min: schema.minItems,
      }),
    );
  if (schema.maxItems !== undefined)
    add(
      check((value) => (value as unknown[]).length <= schema.maxItems!, 'admin.validation.maxItems', {
        max: schema.maxItems,
      }),
    );
  const span = schema['x-span'];
  if (span !== undefined) add(check(endsLater, span));
  const { after } = field;
  if (after)
    add(check((value, all) => notBefore(value, all[after]), 'admin.validation.after', { name: labelOf(after) }));
  return validators;
}
