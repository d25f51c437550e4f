import { expect, it } from 'vitest';
import { compileModel, resourceOf } from '../../model/index.ts';
import { recordTitle, wholeName } from './recordTitle.ts';

const text = { type: 'string', maxLength: 50 } as const;
const modelOf = (title: readonly string[]) =>
  resourceOf(
    compileModel({
      schemas: {
        shop: { type: 'object', properties: { name: text } },
        book: { type: 'object', properties: { name: text } },
        stock: {
          type: 'object',
          'x-title': [...title],
          properties: {
            shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
            bookId: { type: 'integer', 'x-ref': { resource: 'book' } },
            note: text,
          },
        },
      },
      resources: [],
      codes: {},
    }),
    'stock',
  );
const RECORD = { id: 7, shopId: 1, shopName: 'Old Town', bookId: 2, bookName: 'Emma', note: 'signed' };

it('a link that shows one of several relations is read out as all of them, and as what it shows where that is enough', () => {
  const both = modelOf(['shopId.name', 'bookId.name']);
  expect(recordTitle(both, RECORD)).toBe('Old Town Emma');
  expect(wholeName(both, RECORD, 'Old Town')).toBe('Old Town Emma');
  // What is read out has what is shown in it.
  expect(wholeName(both, RECORD, 'signed')).toBeUndefined();
  expect(wholeName(modelOf(['shopId.name']), RECORD, 'Old Town')).toBeUndefined();
  expect(wholeName(modelOf(['shopId.name', 'note']), RECORD, 'Old Town')).toBeUndefined();
});
