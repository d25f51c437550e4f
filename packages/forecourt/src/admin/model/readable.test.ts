import { describe, expect, it } from 'vitest';
import { compileModel, type ResourceDeclaration } from '../../model/index.ts';
import { readableBy } from './readable.ts';

const text = { type: 'string' } as const;
const model = compileModel({
  schemas: {
    shop: { type: 'object', properties: { name: text } },
    loan: {
      type: 'object',
      properties: {
        reader: text,
        fee: { type: 'number', 'x-access': { read: 'fee' } },
        total: { type: 'number', 'x-compute': 'total', 'x-access': { read: 'fee' } },
        shopId: { type: 'integer', 'x-ref': { resource: 'shop' }, 'x-access': { read: 'shop' } },
      },
    },
  },
  resources: [
    {
      schema: 'loan',
      list: {
        columns: ['reader', 'fee', 'total', 'shopId'],
        hiddenColumns: ['shopName'],
        card: ['reader', 'total'],
        filters: ['reader', { name: 'fee', operator: 'range' }, 'shopId', { name: 'place', field: 'shopId.name' }],
        filterDefaults: { feeStart: 1, reader: 'Ida' },
        savedFilters: [{ key: 'dear', filter: { feeStart: 100 } }, { key: 'ida', filter: { reader: 'Ida' } }],
        sort: ['fee', 'asc'],
        inline: ['fee'],
      },
    } satisfies ResourceDeclaration as ResourceDeclaration<never>,
  ],
  codes: {},
}); // prettier-ignore
const loan = model.resources.get('loan')!;
const held = (...keys: string[]) => (key: string): boolean => keys.includes(key); // prettier-ignore

describe('a resource as one user has it', () => {
  it('is the whole one for who may read everything', () => {
    expect(readableBy(loan, held('loan-fee', 'loan-shop'))).toBe(loan);
  });

  it('has no column, filter, card or order of what may not be read', () => {
    const { list } = readableBy(loan, held('loan-shop'));
    expect(list).toMatchObject({
      columns: ['reader', 'shopId'],
      hiddenColumns: ['shopName'],
      card: ['reader'],
      inline: [],
      sort: ['id', 'desc'],
      filterDefaults: { reader: 'Ida' },
    });
    expect(list.filters.map(({ name }) => name)).toEqual(['reader', 'shopId', 'place']);
    expect(list.savedFilters.map(({ key }) => key)).toEqual(['ida']);
  });

  it('lacks the title of a relation with the relation, and the filters through it', () => {
    const { list } = readableBy(loan, held('loan-fee'));
    expect([list.columns, list.hiddenColumns]).toEqual([['reader', 'fee', 'total'], []]);
    expect(list.filters.map(({ name }) => name)).toEqual(['reader', 'fee']);
  });

  it('stays the same object while the rights are the same', () => {
    expect(readableBy(loan, held('loan-fee'))).toBe(readableBy(loan, held('loan-fee')));
  });
});
