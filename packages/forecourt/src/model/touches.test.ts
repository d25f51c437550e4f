import { describe, expect, it } from 'vitest';
import { compileModel, defineResource, ModelError, touchedByAction, touchedBySaving, touchedFilter } from './index.ts';
import type { EntitySchema, ResourceDeclaration, TouchDeclaration } from './index.ts';

const shop: EntitySchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    state: { type: 'integer', 'x-codes': 'state' },
    hours: { type: 'array', items: { type: 'string' } },
  },
};
const book: EntitySchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    state: { type: 'integer', 'x-codes': 'state' },
    shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
  },
};
const codes = { state: [{ code: 0 }, { code: 1 }] } as const;
const books = { key: 'books', resource: 'book', filter: { shopId: '{id}', state: [0, 1] } } as const;

const resourceOf = (touches: readonly TouchDeclaration[]) => {
  const shops = defineResource<Record<string, unknown>>({
    schema: 'shop',
    touches,
    actions: [{ name: 'close', post: '/shop/close' }],
  });
  const listed = defineResource<Record<string, unknown>>({
    schema: 'book',
    list: { columns: ['title'], filters: ['state'] },
  });
  const resources = [shops, listed] as ResourceDeclaration<never>[];
  return compileModel({ schemas: { shop, book }, resources, codes }).resources.get('shop')!;
};
const problemsOf = (touch: TouchDeclaration): string[] => {
  try {
    resourceOf([touch]);
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
};

describe('touches', () => {
  it('concern a change to one of the named values, or any change, and the named actions', () => {
    const model = resourceOf([
      { change: 'state', to: [0], actions: ['close'], lists: [books] },
      { change: 'hours', lists: [{ ...books, key: 'all' }] },
    ]);
    const keys = (values: object) =>
      touchedBySaving(model, { state: 1, hours: ['8'] }, { ...values }).map(({ key }) => key);
    expect([keys({ state: 0 }), keys({ state: 1 }), keys({ name: 'x' })]).toEqual([['books'], [], []]);
    expect([keys({ hours: ['8'] }), keys({ hours: [] }), keys({ state: 0, hours: [] })]).toEqual([
      [],
      ['all'],
      ['books', 'all'],
    ]);
    expect(touchedByAction(model, 'close')).toEqual([books]);
    expect(touchedByAction(model, 'open')).toEqual([]);
    expect(touchedFilter(books, 7)).toEqual({ shopId: 7, state: [0, 1] });
  });

  it('name properties, actions, resources, filters and codes that there are', () => {
    expect(problemsOf({ change: 'state', actions: ['close'], lists: [books] })).toEqual([]);
    expect(problemsOf({ change: 'status', lists: [] })).toEqual(['/touches/0/change']);
    expect(problemsOf({ actions: ['shut'], lists: [] })).toEqual(['/touches/0/actions']);
    const list = (changes: object) => problemsOf({ lists: [{ ...books, ...changes }] });
    expect(list({ resource: 'tape' })).toEqual(['/touches/0/lists/books']);
    expect(list({ filter: { storeId: '{id}' } })).toEqual(['/touches/0/lists/books/storeId']);
    expect(list({ filter: { state: 9 } })).toEqual(['/touches/0/lists/books/state']);
  });
});
