import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './conditions.ts';
import { checkSchema } from './schemaChecks.ts';
import { isBelow, isWireInt64, largeWhole, wholeOf, wireInt64, wireWhole } from './int64.ts';
import { kindOf } from './kinds.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('a whole number of 64 bits', () => {
  it('is a number on the wire up to 2^53 - 1, its digits beyond, and comes back whole', () => {
    fc.assert(
      fc.property(int64, (number) => {
        const wire = wireWhole(number);
        expect(wholeOf(wire)).toBe(number);
        expect(isWireInt64(wire)).toBe(true);
        expect(typeof wire === 'number').toBe(number > -(2n ** 53n) && number < 2n ** 53n);
        expect(wireInt64(String(number))).toBe(wire);
        expect(largeWhole(wire)).toBe(typeof wire === 'string' ? number : undefined);
      }),
    );
  });

  it.each<[unknown, unknown]>([
    ['007', 7],
    ['-0', 0],
    [2 ** 53, 2 ** 53],
    ['9223372036854775808', '9223372036854775808'],
    ['1.5', '1.5'],
    ['', ''],
    ['5 000', '5 000'],
    [null, null],
  ])('%j stays what it is, or is written as the wire has it: %j', (value, wire) => {
    expect(wireInt64(value)).toBe(wire);
  });

  it('is compared by its size, whatever it is written as', () => {
    fc.assert(
      fc.property(int64, int64, (one, other) => {
        expect(isBelow(wireWhole(one), wireWhole(other))).toBe(one < other);
      }),
    );
    expect([isBelow(1.5, '9007199254740993'), isBelow('9007199254740993', 1.5)]).toEqual([true, false]);
    expect([isBelow(1.5, 2), isBelow(2, 1.5), isBelow(true, false), isBelow('a', 1)]).toEqual([true, false, false, false]);
  }); // prettier-ignore

  it('is judged by conditions whatever it is written as', () => {
    const above = { properties: { n: { exclusiveMinimum: 5, type: 'integer' } } };
    const test = (n: unknown): boolean => holds(above, { n });
    expect([6, 5, '9223372036854775807', '-9223372036854775808', 'word'].map(test)).toEqual([true, false, true, false, false]);
  }); // prettier-ignore
});

it('times with other digits are compared by the clock', () => {
  const below = (one: string, other: string): boolean => isBelow(one, other);
  expect(below('2026-01-02 03:04:05', '2026-01-02 03:04:05.000')).toBe(false);
  expect(below('2026-01-02 03:04:05.000', '2026-01-02 03:04:05')).toBe(false);
  expect(below('2026-01-02 03:04:05', '2026-01-02T03:04:05.001')).toBe(true);
  expect(below('2026-01-02 03:04:10', '2026-01-02 03:04:09.999')).toBe(false);
  expect(below('2026-01-02 03:04', '2026-01-02 03:04:00')).toBe(false);
  expect(below('2026-01-02', '2026-01-03')).toBe(true);
});

describe('a schema', () => {
  const problems = (property: PropertySchema, name = 'n'): string[] => {
    const found: string[] = [];
    const schema: EntitySchema = { type: 'object', properties: { [name]: property } };
    checkSchema('thing', schema, { codes: {}, digits: 2 }, (at, message) => void found.push(`${at}: ${message}`));
    return found;
  };
  const int: PropertySchema = { type: 'integer', format: 'int64' };
  const time: PropertySchema = { type: 'string', format: 'date-time', 'x-precision': 3 };

  it('says 64 bits by type and format together', () => {
    expect(kindOf(int)).toBe('int64');
    expect(kindOf({ type: ['integer', 'null'], format: 'int64' })).toBe('int64');
    expect(kindOf({ type: 'string', format: 'int64' })).toBe('string');
    expect(kindOf({ type: 'integer', format: 'date' })).toBe('integer');
    expect(kindOf({ ...int, 'x-compute': 'sum' })).toBe('computed');
  });

  it.each<[PropertySchema, string | undefined]>([
    [int, undefined],
    [{ ...int, minimum: -5, default: 7 }, undefined],
    [{ ...int, default: '9223372036854775807' }, undefined],
    [{ ...int, default: '7' }, '/properties/n/default: "7" is not a whole number of 64 bits, beyond 2^53 its digits as a text; write 7 without quotes'],
    [{ ...int, default: 2 ** 53 }, '/properties/n/default: 9007199254740992 is not a whole number of 64 bits, beyond 2^53 its digits as a text'],
    [{ ...int, maximum: 2 ** 53 }, '/properties/n/maximum: a limit is a whole number of at most 9007199254740991; without one 64 bits are the limit'],
    [{ ...int, multipleOf: 0.5 }, '/properties/n/multipleOf: a limit is a whole number of at most 9007199254740991; without one 64 bits are the limit'],
    [{ ...int, type: 'number' }, '/properties/n/format: only a whole number has 64 bits: write "type": "integer" beside it'],
    [{ ...int, 'x-ref': { resource: 'thing' } }, '/properties/n/format: a property with "x-ref" is no plain number: leave the format out'],
    [{ ...int, enum: [1, 2] }, '/properties/n/format: a property with "enum" is no plain number: leave the format out'],
    [{ type: 'array', items: int }, '/properties/n/items/format: only a property of the record itself has 64 bits, none inside a document or a list'],
    [time, undefined],
    [{ ...time, format: 'date' }, '/properties/n/x-precision: only a time has digits of seconds ("format": "date-time")'],
    [{ type: 'object', properties: { at: time } }, '/properties/n/properties/at/x-precision: only a time of the record itself has digits of seconds, none inside a document'],
  ])('%j: %s', (property, problem) => {
    expect(problems(property)).toEqual(problem === undefined ? [] : [problem]);
  }); // prettier-ignore

  it('leaves the times of every record at whole seconds', () => {
    expect(problems(time, 'updateTime')).toEqual([
      '/properties/updateTime/x-precision: the times of every record have whole seconds',
    ]);
  });
});
