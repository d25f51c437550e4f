import { beforeAll, describe, expect, it } from 'vitest';
import type { Field, Resource } from '../../model/index.ts';
import { testModel } from '../testing/adminModel.ts';
import { validatorsOf } from './validators.ts';

let book: Resource;
beforeAll(async () => {
  book = await testModel().load('book');
});

const messageOf = (name: string, value: unknown, all: Record<string, unknown> = {}, mustHave = false): unknown => {
  const field = book.entity.byName.get(name) as Field;
  for (const validate of validatorsOf(field, mustHave, (other) => other)) {
    const result = validate(value, all, {}) as { message?: string } | string | undefined;
    if (result) return typeof result === 'string' ? result : result.message;
  }
  return undefined;
};

describe('validators from the schema', () => {
  it('require only what must be there', () => {
    expect(messageOf('title', '', {}, true)).toBe('ra.validation.required');
    expect(messageOf('title', '')).toBeUndefined();
  });
  it('hold lengths and limits', () => {
    expect(messageOf('title', 'A')).toBe('ra.validation.minLength');
    expect(messageOf('title', 'A'.repeat(41))).toBe('ra.validation.maxLength');
    expect(messageOf('price', -1)).toBe('ra.validation.minValue');
    expect(messageOf('price', 19.99)).toBeUndefined();
  });
  it('refuse text where an amount or a date belongs', () => {
    expect(messageOf('price', '12.345')).toBe('admin.validation.money');
    expect(messageOf('fromDate', '2027-02-30')).toBe('admin.validation.date');
  });
  it('let a document end after it begins only, in the words of the schema, and wait until it has both ends', () => {
    const said = (value: object): unknown => {
      const field = { ...book.entity.byName.get('title')!, kind: 'json', schema: { 'x-span': 'msg.hours' } } as Field;
      const [validate] = validatorsOf(field, false, (other) => other);
      return (validate!(value, {}, {}) as { message?: string } | undefined)?.message;
    };
    for (const [start, end, message] of [
      ['18:00', '09:00', 'msg.hours'],
      ['09:00', '09:00', 'msg.hours'],
      ['09:00', '18:00', undefined],
      ['09:00', '24:00', undefined],
      ['', '09:00', undefined],
      ['18:00', undefined, undefined],
    ])
      expect([start, end, said({ start, end })]).toEqual([start, end, message]);
  });
  it('do not let an end lie before its beginning, and let them be equal', () => {
    expect(messageOf('toDate', '2027-01-01', { fromDate: '2027-01-02' })).toBe('admin.validation.after');
    expect(messageOf('toDate', '2027-01-02', { fromDate: '2027-01-02' })).toBeUndefined();
    expect(messageOf('toDate', '2027-01-02', { fromDate: '' })).toBeUndefined();
  });
});
