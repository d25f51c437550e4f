import { beforeAll, describe, expect, it } from 'vitest';
import { compileModel, type Resource } from '../../model/index.ts';
import { testModel } from '../testing/adminModel.ts';
import { initialValues, toPayload } from './payload.ts';

let book: Resource;
beforeAll(async () => {
  book = await testModel().load('book');
});

const stored = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'A',
  state: 2,
  reason: 'torn',
  phone: '138****5678',
  price: 10,
  createTime: '2026-01-01 00:00:00',
  shopName: 'X',
};

describe('toPayload', () => {
  it('sends the form fields of a new record, without what is empty or not entered by the form', () => {
    expect(toPayload(book, { title: 'New', state: 0, price: null, phone: '', shopName: 'X', createTime: 'x' })).toEqual(
      { title: 'New', state: 0 },
    );
  });

  it('sends id and updateTime of the record it changes, and never a mask that nobody touched', () => {
    expect(toPayload(book, { ...stored, title: 'B' }, stored)).toEqual({
      id: 5,
      updateTime: stored.updateTime,
      title: 'B',
      state: 2,
      reason: 'torn',
      price: 10,
    });
    expect(toPayload(book, { ...stored, phone: '0812345678' }, stored)['phone']).toBe('0812345678');
  });

  it('drops a hidden value and empties what was stored', () => {
    expect(toPayload(book, { ...stored, state: 0 }, stored)['reason']).toBe('');
    expect(toPayload(book, { title: 'N', state: 0, reason: 'typed, then hidden' })).not.toHaveProperty('reason');
  });

  it('empties a value that was taken out', () => {
    expect(toPayload(book, { ...stored, price: null }, stored)['price']).toBeNull();
  });
});

describe('a value that is locked outside its state', () => {
  const lent = { properties: { state: { const: 1 } } };
  const loan = compileModel({
    schemas: {
      loan: {
        type: 'object',
        'x-states': { field: 'state', initial: 1, transitions: [{ action: 'return', from: [1], to: 2 }] },
        properties: {
          state: { type: 'integer', 'x-codes': 'loanState' },
          day: { type: 'string', format: 'date', 'x-edit': { properties: { state: { const: 2 } } } },
          shelf: { type: 'string', 'x-edit': lent, 'x-show': lent },
        },
      },
    },
    resources: [],
    codes: { loanState: [{ code: 1 }, { code: 2 }] },
  }).resources.get('loan')!;

  it('is entered for a new record, which begins in its first state, and not for a stored one', () => {
    const begun = initialValues(loan);
    expect(begun).toEqual({ state: 1 });
    expect(toPayload(loan, { ...begun, day: '2027-01-01', shelf: 'A' })).toEqual({ day: '2027-01-01', shelf: 'A' });
    const before = { id: 1, state: 1, day: '2027-01-01', shelf: 'A' };
    expect(toPayload(loan, { ...before, day: '2027-01-02', shelf: 'B' }, before)).toEqual({ id: 1, shelf: 'B' });
  });
});

describe('initialValues', () => {
  it('begins a switch that must be answered as it looks: off', () => {
    const flag = { ...book.entity.fields[0]!, codes: 'yesNo', required: true, default: undefined, name: 'rare' };
    const begun = (over: object) => {
      const fields = [{ ...flag, ...over }];
      return initialValues({
        ...book,
        entity: { ...book.entity, schema: { ...book.entity.schema, 'x-states': undefined }, fields },
      } as never);
    };
    expect(begun({ kind: 'integer' })).toMatchObject({ rare: 0 });
    expect(begun({ kind: 'boolean', codes: undefined })).toMatchObject({ rare: false });
    expect(begun({ kind: 'integer', default: 1 })).toMatchObject({ rare: 1 });
    expect(begun({ kind: 'integer', required: false })).not.toHaveProperty('rare');
  });

  it('begins with the defaults of the schema, under what the page knows', () => {
    expect(initialValues(book, { shopId: 3 })).toEqual({ state: 0, shopId: 3 });
  });
});
